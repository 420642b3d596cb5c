"""What is said with an attempt: short, from the task's text, the log and the changed lines, and no more than is known.

Knows neither where an edit came from nor what the solution is.
"""

import re
from random import Random

from resources.domains.domain import Diagnostic
from resources.generation.fault_injection.reading import first_heading
from resources.generation.generator import GenerationRequest
from resources.generation.text_edits.attempts import Hunk, differences
from resources.generation.text_edits.wording import quoted, say, shortened

_TASK = ("The task: {task}.", "What is asked: {task}.", "I have to write this: {task}.", "In short: {task}.")
_SAID = (
    "{stage} answered {outcome}: `{message}`.",
    "The answer is {outcome} in {stage}, with `{message}`.",
    "{outcome}. In {stage} it says `{message}`.",
)
_SILENT = ("{stage} answered {outcome} and gives no place.", "All I have is {outcome} from {stage}.")
_AGAIN = (
    "That is the message of the time before: my last change was beside the point.",
    "The same words as before, so what I changed last is not the cause.",
)
_OTHER = ("Before it was `{old}`, so something moved.", "`{old}` is gone since the last change.")
_POINTS = ("It names line {line}: `{text}`.", "Line {line} is meant, `{text}`.")
_NEAR = ("Close to that I see line {line}, and it cannot stay.", "What I do not trust there is line {line}.")
_READ = ("Reading it again against the task, line {line} looks wrong to me.", "What I look at is line {line}.")
_UNPLACED = (*_READ, "Nothing names a line, so I read the text from the top and stop at line {line}.")
_GUESS = (
    "I am not sure; line {line} might have to do with it, and I try that.",
    "A guess: line {line}. If the answer stays the same I was wrong.",
)
_CHANGE = ("{old} becomes {new}.", "Instead of {old} it now says {new}.", "I put {new} where {old} was.")
_INDENTED = ("{new} moves to another column.", "Only the space around {new} changes.")
_MORE = ("The other changes of this turn: {count}.", "With the same look I change something else, too: places {count}.")
_PLAIN = (
    "I find nothing in it that speaks against the task, so I write it again in the plainest way I know.",
    "Whatever I wrote differently from the plain form goes; then I run it again.",
)
_NEXT = (
    "If that was it, {stage} has nothing more to say.",
    "The next run shows whether `{message}` is gone.",
    "Should `{message}` come again, I look further up.",
)


def about_task(request: GenerationRequest, chance: Random) -> str:
    """For a first attempt: what is asked. Whoever edits a text has no plan to tell."""
    return say(chance, _TASK, task=first_heading(request.bundle.prompt))


def about_correction(request: GenerationRequest, after: str, focus: Hunk | None, guessed: bool, chance: Random) -> str:
    """For a correction: the log's words, where they point, what changes and what decides."""
    last = request.history[-1]
    diagnostics = list(request.domain.diagnostics(last.observation))
    message, stage = _message(diagnostics, last.observation.text), last.observation.stage or "the run"
    facts = {"outcome": last.observation.outcome.value, "stage": stage, "message": message}
    said = [say(chance, _SAID if message else _SILENT, **facts), _compared(request, message, chance)]
    before = last.candidate.code
    said.append(_place(before, last.observation.text, diagnostics, focus, guessed, chance))
    decides = say(chance, _NEXT if message else _NEXT[:1], **facts)
    return "\n\n".join(
        part for part in (" ".join(filter(None, said)), _changes(before, after, focus, chance), decides) if part
    )


def _compared(request: GenerationRequest, message: str, chance: Random) -> str:
    if len(request.history) < 2:
        return ""
    earlier = request.history[-2].observation
    old = _message(list(request.domain.diagnostics(earlier)), earlier.text)
    return say(chance, _AGAIN if old == message else _OTHER, old=old or earlier.outcome.value)


def _place(
    before: str, log: str, diagnostics: list[Diagnostic], focus: Hunk | None, guessed: bool, chance: Random
) -> str:
    if focus is None:
        return say(chance, _PLAIN)
    lines = before.split("\n")
    named = next((item.line for item in diagnostics if 0 < item.line <= len(lines) and lines[item.line - 1].strip()), 0)
    said = say(chance, _POINTS, line=named, text=shortened(lines[named - 1], 120)) if named else ""
    is_placed = any(re.search(r":\d+\b|\bline \d", line) for line in log.splitlines())
    open_place = _READ if named or is_placed else _UNPLACED
    variants = _GUESS if guessed else _NEAR if named and focus.distance(named) <= 3 else open_place
    return f"{said} {say(chance, variants, line=focus.start + 1)}".strip()


def _changes(before: str, after: str, focus: Hunk | None, chance: Random) -> str:
    """The change in focus in its own words, the others counted."""
    hunks = differences(before, after)
    if not hunks:
        return ""
    first = min(hunks, key=lambda hunk: abs(hunk.start - focus.start) if focus else hunk.start)
    old = quoted(" ".join(before.split("\n")[first.start : first.end]), 140)
    new = quoted(" ".join(first.meant), 140)
    said = say(chance, _INDENTED if old == new else _CHANGE, old=old, new=new)
    return f"{said} {say(chance, _MORE, count=len(hunks) - 1)}" if len(hunks) > 1 else said


def _message(found: list[Diagnostic], log: str) -> str:
    lines = [item.message for item in found] or [line for line in log.splitlines() if line.strip()]
    return shortened(lines[0], 200) if lines else ""
