"""The prompt of drawn firmware in one of several layouts; all hold the same sentences in the same order."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from resources.domains.embedded_systems.tasks.demands import Sentence


class Point(NamedTuple):
    """Some sentences on one topic."""

    topic: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return joined(self.sentences)


def joined(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.says for sentence in sentences)


def says(text: str, *checks: str) -> Sentence:
    """A sentence that these checks hold a program to."""
    return Sentence(text, checked_by=checks)


def tells(text: str, reason: str = "says what comes in") -> Sentence:
    """A sentence that asks nothing of a program."""
    return Sentence(text, asks_nothing=reason)


def prompt_text(title: str, opening: Sequence[Sentence], points: Sequence[Point], choice: random.Random) -> str:
    layout = choice.choice((_as_list, _as_numbers, _as_topics, _as_sections))
    return layout(title, joined(opening), points).rstrip() + "\n"


def plain_text(opening: Sequence[Sentence], points: Sequence[Point]) -> str:
    """As the built-in tasks have it: without any words but the sentences."""
    return f"{joined(opening)}\n\n" + "".join(f"- {point.text}\n" for point in points)


def _as_list(title: str, opening: str, points: Sequence[Point]) -> str:
    return f"# {title}\n\n{opening}\n\n" + "\n".join(f"- {point.text}" for point in points)


def _as_numbers(title: str, opening: str, points: Sequence[Point]) -> str:
    numbered = "\n".join(f"{number}. {point.text}" for number, point in enumerate(points, 1))
    return f"{opening}\n\nRequirements ({title[0].lower()}{title[1:]}):\n\n{numbered}"


def _as_topics(title: str, opening: str, points: Sequence[Point]) -> str:
    return f"{title}. {opening}\n\n" + "\n\n".join(f"**{point.topic}.** {point.text}" for point in points)


def _as_sections(title: str, opening: str, points: Sequence[Point]) -> str:
    return f"# {title}\n\n{opening}\n\n" + "\n\n".join(f"## {point.topic}\n\n{point.text}" for point in points)
