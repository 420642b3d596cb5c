"""Phrases: choosing among wordings by the seed, and joining sentences into paragraphs. Holds no wording."""

from collections.abc import Sequence
from random import Random


def say(chance: Random, variants: Sequence[str], **facts: object) -> str:
    """One of the wordings, with the facts put in."""
    return chance.choice(variants).format(**facts)


def paragraph(*sentences: str) -> str:
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())


def text_of(paragraphs: Sequence[str]) -> str:
    return "\n\n".join(item for item in paragraphs if item)


def quoted(items: Sequence[str], limit: int = 4) -> str:
    """`a`, `b` and `c`; what is beyond the limit is counted."""
    shown = [f"`{item}`" for item in items[:limit]]
    if len(items) > limit:
        return ", ".join(shown) + f" and {len(items) - limit} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def lowered(sentence: str) -> str:
    """A sentence made fit to follow a colon: no capital, no full stop."""
    sentence = sentence.strip().rstrip(".")
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence
