"""A reasoning with one falsehood planted, of each kind that it has room for. No tests here."""

import random
import re
from collections.abc import Iterator

from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.symptom import Effect, Symptom
from resources.generation.hindsight import HindsightRequest

QUOTE = re.compile(r"`([^`\n]+)`")
_CAUSES = (
    "The cause is line {line}.",
    "It fails because of what line {line} says.",
    "The message comes from line {line}.",
    "Line {line} is the culprit.",
    "The error goes back to line {line}, `{text}`.",
    "The bug is in line {line}.",
    "`{text}` produces this message.",
    "What line {line} does explains the failure.",
)
_RULED_OUT = (
    "Line {line} is ruled out.",
    "I rule out `{text}` in line {line}.",
    "Line {line} is not the cause.",
    "Line {line} has nothing to do with it.",
)


def planted(chance: random.Random, asked: HindsightRequest, text: str) -> Iterator[tuple[str, str]]:
    yield from _altered(chance, text)
    if asked.index > 1 and asked.failed.observation != asked.turns[asked.index - 2].observation:
        yield "sameness", f"{text}\n\nThe log is unchanged, word for word."
    innocent, touched = _lines(asked)
    first, second = (
        Symptom(asked.domain, turn.observation, turn.candidate.code) for turn in (asked.failed, asked.corrected)
    )
    effect = first.effect(second)
    if innocent:
        yield "cause elsewhere", f"{text}\n\n{_about(chance, _CAUSES, innocent)}"
    if innocent and asked.index == 1:
        yield "ruled out untried", f"{text}\n\n{_about(chance, _RULED_OUT, innocent)}"
    if touched and effect in (Effect.STAYED, Effect.EARLIER):
        yield "cause of what stays", f"{text}\n\n{_about(chance, _CAUSES, touched)}"


def _altered(chance: random.Random, text: str) -> Iterator[tuple[str, str]]:
    lines = list(re.finditer(r"\b[Ll]ine (\d+)\b", text))
    if lines:
        match = chance.choice(lines)
        yield "line", _put(text, match.span(1), str(int(match[1]) + chance.choice([2, 3, 7])))
    quotes = [match for match in QUOTE.finditer(text) if re.search(r"[A-Za-z_]{3,}", match[1])]
    if quotes:
        match = chance.choice(quotes)
        name = chance.choice(re.findall(r"[A-Za-z_]{3,}", match[1]))
        yield "name", _put(text, match.span(1), match[1].replace(name, f"{name}_q", 1))
    numbers = [match for match in QUOTE.finditer(text) if re.search(r"\d", match[1])]
    if numbers:
        match = chance.choice(numbers)
        number = chance.choice(re.findall(r"\d+", match[1]))
        yield "value", _put(text, match.span(1), match[1].replace(number, str(int(number) + 13), 1))
    change = re.search(r"from `([^`\n]+)` to `([^`\n]+)`", text)
    if change:
        yield "change", _put(text, change.span(), f"from `{change[2]}` to `{change[1]}`")


def _lines(asked: HindsightRequest) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Lines of the failed program that hold something: those far from each change, and those that change."""
    before, after = asked.failed.candidate.code, asked.corrected.candidate.code
    hunks = line_changes(before, after)
    touched = {hunk.line + offset for hunk in hunks for offset in range(len(hunk.removed))}
    near = {hunk.line + offset for hunk in hunks for offset in range(-2, len(hunk.removed) + 2)}
    code = [(number, line.strip()) for number, line in enumerate(before.splitlines(), 1) if len(line.strip()) > 8]
    changed = "\n".join(line for hunk in hunks for line in (*hunk.removed, *hunk.added))
    innocent = [(number, line) for number, line in code if number not in near and line not in changed]
    return innocent, [(number, line) for number, line in code if number in touched]


def _about(chance: random.Random, wordings: tuple[str, ...], lines: list[tuple[int, str]]) -> str:
    number, text = chance.choice(lines)
    return chance.choice(wordings).format(line=number, text=text.replace("`", "'"))


def _put(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]
