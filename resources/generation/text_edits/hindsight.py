"""The hindsight of this package's generator: why its corrected turns look as they do.

After the run the cause is known: the lines in which the failed text differs from what was meant. The text says which
of them the log was about, what changed, and what is still open; a guess is called one.
"""

from random import Random

from resources.domains.domain import Domain
from resources.execution.observation import Observation
from resources.generation.generator import GeneratorFailed
from resources.generation.hindsight import GeneratorHindsight, HindsightRequest
from resources.generation.text_edits.attempts import Hunk, differences, first_attempt
from resources.generation.text_edits.generator import TextEditGenerator, dice, source_of
from resources.generation.text_edits.wording import quoted, say, shortened

_SAID = (
    "{stage} ends with {outcome}: `{message}`.",
    "`{message}` is what {stage} reports, so the label is {outcome}.",
    "With `{message}`, {stage} gives {outcome}.",
)
_MORE_SAID = ("It also says `{message}`.", "There is `{message}`, too.", "With it comes `{message}`.")
_CAUSE = (
    "What it is about stands in line {line}: {old}. I put {new} in its place.",
    "The cause is line {line}. There I had {old}; now comes {new}.",
    "I trace it to line {line}, where {old} gives way to {new}.",
)
_PART = (
    "Line {line} is wrong, whatever else is: {old} gives way to {new}.",
    "What I can tell is line {line}: from {old} to {new}.",
    "On line {line}, {old} is not what the task needs; it becomes {new}.",
)
_ALSO = ("Line {line} goes with it: {old} gives way to {new}.", "So does line {line}: from {old} to {new}.")
_INDENTED = ("Line {line} stands in the wrong column: {new}.", "{new} in line {line} moves to another column.")
_GUESS = (
    "I cannot tell the cause from this, so I try line {line}: {old} becomes {new}. Whatever follows tells me more.",
    "Line {line} is one of several that might have a part in it. I change {old} to {new} and compare the two runs.",
)
_PLAIN = (
    "No single line explains it; I write the parts that it could come from in their plainest form, beginning with "
    "line {line}, {old}, which becomes {new}.",
    "Since nothing stands out I drop what is not needed: line {line}, {old}, is now {new}.",
)
_MISSING = (
    "The cause is what is missing after line {line}: {new}.",
    "I trace it to what ought to come after line {line}, which is {new}.",
)
_PART_MISSING = (
    "Something is missing after line {line}, whatever else is wrong: {new}.",
    "What I can tell is that after line {line} belongs {new}.",
)
_ALSO_MISSING = ("After line {line} comes {new}, too.", "With it goes what is put after line {line}: {new}.")
_GUESS_MISSING = (
    "I cannot tell the cause from this, so I put {new} after line {line}. Whatever follows tells me more.",
    "I put {new} after line {line} and compare the two runs.",
)
_OPEN = (
    "This need not be all; the next run says what is left.",
    "Should another message come, I go on from there.",
)
_SETTLED = (
    "Nothing else in it speaks against the task now, so {stage} should let it through.",
    "I see no other line that {stage} could object to.",
)
_ALSO_SHOWN, _MESSAGES_SHOWN = 6, 4


def text_edit_hindsight(domain: Domain) -> GeneratorHindsight:
    return GeneratorHindsight(TextEditGenerator(domain), reason_now)


def reason_now(request: HindsightRequest) -> str:
    """Milliseconds. Raises GeneratorFailed where the two texts are the same: there is nothing to explain."""
    before, after = request.failed.candidate.code, request.corrected.candidate.code
    changed = differences(before, after)
    if not changed:
        raise GeneratorFailed(f"turn {request.index} has the code of the turn before")
    chance = dice(request.bundle, request.seed, f"hindsight {request.index}")
    parts = (
        _evidence(request, chance),
        _cause(request, changed, chance),
        _outlook(request, chance),
    )
    return "\n\n".join(parts)


def _evidence(request: HindsightRequest, chance: Random) -> str:
    observation = request.failed.observation
    messages = _messages(request, observation)
    facts = {"stage": observation.stage or "the run", "outcome": observation.outcome.value}
    said = [say(chance, _SAID, message=shortened(messages[0], 400), **facts)]
    more = list(dict.fromkeys(messages[1:_MESSAGES_SHOWN]))
    return " ".join([*said, *(say(chance, _MORE_SAID, message=shortened(text, 200)) for text in more)])


def _messages(request: HindsightRequest, observation: Observation) -> list[str]:
    """Those that the domain reads, else the first lines, else the label."""
    lines = [line for line in observation.text.splitlines() if line.strip()]
    found = [item.message for item in request.domain.diagnostics(observation)]
    return found or [*lines[:3], observation.outcome.value.replace("_", " ")]


def _cause(request: HindsightRequest, changed: list[Hunk], chance: Random) -> str:
    """The changes of this turn: repairs where they lead to what was meant, else a guess."""
    before = request.failed.candidate.code
    wrong = differences(before, _meant(request))
    repairs = [hunk for hunk in changed if hunk in wrong]
    focus, *others = repairs or changed
    said = [_told(before, focus, _wordings(request, changed, focus, bool(repairs), bool(wrong)), chance)]
    said += [_told(before, hunk, (_ALSO, _ALSO_MISSING), chance) for hunk in others[:_ALSO_SHOWN]]
    return " ".join(said)


def _wordings(
    request: HindsightRequest, changed: list[Hunk], focus: Hunk, is_repair: bool, is_open: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """For a change of lines, and for lines that are put in."""
    if not is_repair:
        return (_GUESS if is_open else _PLAIN), _GUESS_MISSING
    return (_CAUSE, _MISSING) if _is_cause(request, changed, focus) else (_PART, _PART_MISSING)


def _is_cause(request: HindsightRequest, changed: list[Hunk], focus: Hunk) -> bool:
    """Whether the log's first message is gone after this change, which is the only one or which the log names."""
    now, later = (_messages(request, turn.observation) for turn in (request.failed, request.corrected))
    if not request.corrected.observation.outcome.passed and now[0] == later[0]:
        return False
    named = (item.line for item in request.domain.diagnostics(request.failed.observation) if item.line)
    return len(changed) == 1 or any(focus.distance(line) <= 1 for line in named)


def _told(before: str, hunk: Hunk, wordings: tuple[tuple[str, ...], tuple[str, ...]], chance: Random) -> str:
    facts = _facts(before, hunk)
    change, put_in = wordings
    if _is_put_in(hunk):
        return say(chance, put_in, **facts)
    return say(chance, _INDENTED if facts["old"] == facts["new"] else change, **facts)


def _is_put_in(hunk: Hunk) -> bool:
    """Whether it takes nothing away: then it has no line of its own in the failed text, and not at its very top."""
    return hunk.start == hunk.end and hunk.start > 0


def _outlook(request: HindsightRequest, chance: Random) -> str:
    left = differences(request.corrected.candidate.code, _meant(request))
    if left and not request.corrected.observation.outcome.passed:
        return say(chance, _OPEN)
    return say(chance, _SETTLED, stage=request.failed.observation.stage or "the run")


def _meant(request: HindsightRequest) -> str:
    plain = source_of(request.domain, request.bundle)
    return first_attempt(plain, dice(request.bundle, request.seed, "first"))[0].source.code


def _facts(before: str, hunk: Hunk) -> dict[str, object]:
    old = " ".join(before.split("\n")[hunk.start : hunk.end])
    new = " ".join(hunk.meant)
    line = hunk.start if _is_put_in(hunk) else hunk.start + 1
    return {"line": line, "old": quoted(old, 200), "new": quoted(new, 200)}
