"""Evidence: what the log of the failed attempt says, where it points, and whether the last change helped."""

from random import Random

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation
from resources.generation.fault_injection.phrases import listed, paragraph, quotable, quoted, say
from resources.generation.fault_injection.reading import lines_with, shortened
from resources.generation.fault_injection.steps import Move, Step

_VERDICT = (
    "The result is {outcome}, from the {stage} stage.",
    "{outcome}: the {stage} stage did not accept it.",
    "It ended in the {stage} stage with {outcome}.",
    "The {stage} stage says {outcome}.",
    "{outcome} in {stage}.",
)
_QUOTE = (
    "The log reads `{message}`.",
    "The line that matters is `{message}`.",
    "It reports `{message}`.",
    "First message: `{message}`.",
    "What it says is `{message}`.",
)
_PASSED = (
    "{stages} went through, so {outcome} has another cause.",
    "What {stages} would have found can be left aside.",
    "{stages} had nothing to object to.",
    "Up to there ({stages}) all was well.",
    "Not the kind of thing that {stages} would find.",
    "{stages} accepted the text.",
)
_POINTS = (
    "Line {number} of my code is `{text}`.",
    "That is line {number}: `{text}`.",
    "The place it names, line {number}, holds `{text}`.",
    "At line {number} I wrote `{text}`.",
)
_SYMBOL = (
    "`{name}` stands in {lines}.",
    "The name it mentions, `{name}`, occurs in {lines}.",
    "I follow `{name}` through {lines}.",
    "For `{name}` the lines are {lines}.",
)
_ONE_MORE = (
    "After it comes one more: `{message}`.",
    "It is not alone: `{message}` follows.",
    "`{message}` follows, perhaps from the same cause.",
)
_MORE = (
    "After it come {count} more, among them `{message}`.",
    "It is not alone: {count} further messages, such as `{message}`.",
    "{count} others follow, for example `{message}`, perhaps from the same cause.",
)
_SILENT = (
    "The log says nothing that names a place; I have to go by {outcome} alone.",
    "No message helps here, only the label {outcome}.",
    "There is no line to start from besides {outcome}.",
)
_UNCHANGED = (
    "My last change did not help: before it the log said `{old}`, and it still does.",
    "The same message as before, `{old}`. So the change to {place} alone does not mend it.",
    "`{old}` again, word for word: what I changed in {place} is not enough, or not it.",
    "Comparing the two runs, nothing moved: `{old}` both times. Changing {place} alone was not it.",
)
_SAME_MESSAGE = (
    "`{old}` is still there, but the log is not the same: {difference}. The change to {place} had an effect.",
    "The first message stays, `{old}`; beyond it {difference}. So {place} matters, and is not all of it.",
    "Two runs that begin alike, with `{old}`, and differ further down: {difference}.",
    "`{old}` as before. What moved is lower in the log: {difference}.",
)
_CHANGED = (
    "The last change moved something: `{old}` is gone and now it is `{new}`.",
    "Before, the log said `{old}`; now it says `{new}`. The change to {place} had an effect, but this is not done.",
    "From `{old}` to `{new}`: {place} mattered, and something else is left.",
    "Two runs, two messages: `{old}`, then `{new}`.",
)
_WORSE = (
    "`{old}` has turned into `{new}` since I changed {place}; a guess, and the problem is still there.",
    "After my change to {place} the log went from `{old}` to `{new}`, so I misread the cause.",
    "The change to {place} was not it: `{old}` before, `{new}` after.",
)


def evidence(step: Step, before: str, chance: Random) -> str:
    """The outcome, the log's own words, and the code that they point to."""
    observation = step.observation
    said = [say(chance, _VERDICT, outcome=observation.outcome, stage=observation.stage or "first")]
    messages = _messages(step.diagnostics, observation)
    if not messages:
        return paragraph(*said, say(chance, _SILENT, outcome=observation.outcome))
    said.append(say(chance, _QUOTE, message=messages[0]))
    passed = [item.stage for item in observation.stages if item.passed]
    if passed and chance.random() < 0.7:
        said.append(say(chance, _PASSED, stages=quoted(passed, 5), outcome=observation.outcome))
    said += _places(step.diagnostics, before, chance)
    if len(messages) > 1:
        variants = _MORE if len(messages) > 2 else _ONE_MORE
        said.append(say(chance, variants, count=len(messages) - 1, message=chance.choice(messages[1:])))
    return paragraph(*said)


def first_message(step: Step) -> str:
    """The log's own words: the first diagnostic, else the first line of the log, else the label."""
    messages = _messages(step.diagnostics, step.observation)
    return messages[0] if messages else str(step.observation.outcome)


def setback(steps: list[Step], chance: Random) -> str:
    """What the previous change did, by comparing the two logs whole; "" where there was none."""
    if len(steps) < 2:
        return ""
    earlier, now = steps[-2], steps[-1]
    old, new = (shortened(first_message(step), 160) for step in (earlier, now))
    place = f"the {earlier.focus.context}" if earlier.focus else "the writing"
    if earlier.observation == now.observation:
        return say(chance, _UNCHANGED, old=old, place=place)
    if old == new:
        return say(chance, _SAME_MESSAGE, old=old, place=place, difference=_difference(earlier, now))
    variants = _CHANGED if earlier.move is Move.REPAIR else _WORSE
    return say(chance, variants, old=old, new=new, place=place)


def _difference(earlier: Step, now: Step) -> str:
    """The first line that one log has and the other has not, in words; or the figures that differ."""
    before, after = (step.observation.text.splitlines() for step in (earlier, now))
    added = next((line for line in after if line.strip() and line not in before), "")
    dropped = next((line for line in before if line.strip() and line not in after), "")
    if added and dropped:
        return f"where `{_short(dropped, 140)}` stood there is now `{_short(added, 140)}`"
    if added:
        return f"`{_short(added, 140)}` has come"
    if dropped:
        return f"`{_short(dropped, 140)}` has left"
    return "only figures beside the log differ"


def _messages(diagnostics: tuple[Diagnostic, ...], observation: Observation) -> list[str]:
    """The log's messages; where the domain reads none from it, its first lines."""
    texts = [item.message for item in diagnostics] or observation.text.splitlines()[:3]
    return [_short(text, 200) for text in dict.fromkeys(texts) if text.strip()]


def _short(text: str, limit: int) -> str:
    return quotable(shortened(text, limit))


def _places(diagnostics: tuple[Diagnostic, ...], before: str, chance: Random) -> list[str]:
    lines, said = before.splitlines(), []
    for number in list(dict.fromkeys(item.line for item in diagnostics))[:2]:
        if 0 < number <= len(lines) and lines[number - 1].strip():
            said.append(say(chance, _POINTS, number=number, text=_short(lines[number - 1], 140)))
    name = next((item.symbol for item in diagnostics if item.symbol), "")
    found = [f"`{quotable(line.text)}` (line {line.number})" for line in lines_with(before, name)]
    if found:
        said.append(say(chance, _SYMBOL, name=quotable(name), lines=listed(found, 3)))
    return said
