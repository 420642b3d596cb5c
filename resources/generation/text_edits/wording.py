"""Choosing among wordings, and cutting quotations. Holds no wording."""

from random import Random


def say(chance: Random, variants: tuple[str, ...], **facts: object) -> str:
    """One of the wordings, with the facts put in."""
    return chance.choice(variants).format(**facts)


def shortened(text: str, limit: int) -> str:
    """On one line, fit to stand between backticks."""
    text = " ".join(text.split()).replace("`", "'")
    return text if len(text) <= limit else f"{text[: limit - 4].rstrip()} ..."


def quoted(text: str, limit: int) -> str:
    """In backticks; what is empty is nothing, in words."""
    return f"`{shortened(text, limit)}`" if text.strip() else "nothing"
