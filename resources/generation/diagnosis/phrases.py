"""Phrases: choosing among wordings by the seed, and joining sentences into paragraphs. Holds no wording."""

import re
from collections.abc import Sequence
from random import Random

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")


def say(chance: Random, variants: Sequence[str], **facts: object) -> str:
    """One of the wordings, with the facts put in. `[a|b]` in a wording is one of its alternatives, chosen by itself."""
    chosen = _ALTERNATIVES.sub(lambda match: chance.choice(match[1].split("|")), chance.choice(variants))
    return re.sub(r" +(?=[ ,.;:])", "", chosen).strip().format(**facts)


def paragraph(*sentences: str) -> str:
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())


def text_of(paragraphs: Sequence[str]) -> str:
    return "\n\n".join(item for item in paragraphs if item)


def quotable(text: str) -> str:
    """Fit to stand between backticks, which messages and macros have of their own."""
    return text.replace("`", "'")


def listed(items: Sequence[str], limit: int) -> str:
    """a, b and c. What is beyond the limit is not counted: who reads the file may count otherwise. One more than the
    limit is told: nobody says "others" of one."""
    if len(items) > limit + 1:
        return ", ".join(items[:limit]) + " and others"
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
