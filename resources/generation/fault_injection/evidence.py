"""Evidence: what the log of the failed attempt says, where it points, and whether the last change helped."""

import re
from random import Random
from typing import NamedTuple

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation
from resources.generation.fault_injection.phrases import listed, paragraph, quotable, quoted, say
from resources.generation.fault_injection.reading import lines_with, shortened
from resources.generation.fault_injection.steps import Move, Step

_VERDICT = (
    "[The result|The outcome|The verdict|What came back] is {outcome}, [from|out of|decided in] the {stage} stage.",
    "{outcome}[:|;] the {stage} stage [did not accept it|turned it down|does not let it through|refuses it].",
    "[It ended in|This ends in|The run ended in|The attempt stops at|It got as far as|The run came to] the {stage} "
    "stage, with {outcome}.",
    "[The {stage} stage|The stage that decides, {stage},] [says|answers|reports|gives|returns] {outcome}.",
    "{outcome} [in {stage}|is what {stage} makes of it|is the word of {stage}|comes from {stage}].",
)
_QUOTE = (
    "[The log|The output|The tool|The run] [reads|says|prints|puts it as] `{message}`.",
    "[The line|The message|The sentence|The part] [that matters|to go by|to start from|that counts] is `{message}`.",
    "[It|The stage|The tool] [reports|complains|tells me|objects]: `{message}`.",
    "[In its words|Word by word|Its complaint|What I read there]: `{message}`.",
    "What [it says|it reports|the log says|I read there] is `{message}`.",
)
_HEAD = (
    "[First message|At the top|To begin with|Its first complaint]: `{message}`.",
    "[The log|The output|The run] begins with `{message}`.",
    "`{message}` [is what the log says first|stands at the head of the log|is the first thing it says|opens the log].",
)
"""For a message in the log's first line: domains name the most important one first, wherever it stands."""
_PASSED = (
    "{stages} [went through|let it pass|ran without complaint|raised no objection], so {outcome} [has another "
    "cause|comes from elsewhere|must lie deeper|is about something else].",
    "What {stages} would have [found|shown|caught|refused] [can be left aside|need not be looked for|is ruled "
    "out|is not it].",
    "{stages} [had nothing to object to|found nothing|raised no complaint|took it as it is].",
    "[Up to there|Until then|Before that|On the way] ({stages}) [all was well|the text was fine|there was no "
    "complaint|everything held].",
    "[Not the kind of thing|Nothing|It is nothing] that {stages} would [find|see|notice|stop at].",
    "{stages} [accepted|took|passed|let through] the [text|program|code|file].",
)
_POINTS = (
    "Line {number} [of my code|of the file|as I wrote it|in my text] [is|reads|says] `{text}`.",
    "[That is|It means|This points to|So it is about] line {number}: `{text}`.",
    "[The place it names|The place|Where it points|The spot], line {number}, [holds|has|says|reads] `{text}`.",
    "[At|In|On] line {number} I [wrote|have|put] `{text}`.",
    "`{text}` [is what stands at|stands in|is the text of] line {number}.",
)
_SYMBOL = (
    "`{name}` [stands in|is used in|appears in|is read or written in] {lines}.",
    "[The name it mentions|The name in it|Its subject|What it names], `{name}`, [occurs in|stands in|is found "
    "in|appears in] {lines}.",
    "[I follow|Following|I trace|I look for] `{name}` [through|in|along] {lines}.",
    "For `{name}` the [lines|places|spots] are {lines}.",
    "[Where is|Who uses|What touches] `{name}`? [That is|It comes to|I count] {lines}.",
)
_MORE = (
    "[It is not alone|There is more|It does not stay at that|Others come with it]: {count} [further|other|more] "
    "[messages|lines|complaints], [such as|for example|one being] `{message}`.",
    "{count} others [are there|come with it|stand beside it], [for example|among them|such as] `{message}`, [perhaps "
    "from the same cause|maybe of one origin|which may have one cause with it].",
)
_MORE_BELOW = (
    "[After it|Behind it|Further down|Below it] [come|follow|stand] {count} more, [among them|such as|one of them] "
    "`{message}`.",
)
_ONE_MORE = (
    "[It is not alone|There is one more|A second one comes with it]: `{message}`[, perhaps from the same cause|].",
)
_ONE_MORE_BELOW = (
    "[After it|Behind it|Further down|Below it] [comes|follows|stands] [one more|another]: `{message}`.",
)
_SILENT = (
    "[The log says nothing that names a place|No line of the log names a place|The log points nowhere]; I [have "
    "to|must|can only] go by {outcome} [alone|and nothing else].",
    "[No message helps here|There is no message to help|No text comes with it], only the label {outcome}.",
    "There is [no line|no place|nothing] to start from [besides|but|except] {outcome}.",
)
_UNCHANGED = (
    "My last change did not help: [before it|until then|the run before] the log said `{old}`, and it still "
    "[does|says so].",
    "The same message as before, `{old}`. So the change to {place} alone [does not mend it|is not enough|mends "
    "nothing].",
    "`{old}` again, word for word: what I changed in {place} is not enough, or not it.",
    "[Comparing the two runs|Side by side|Between the two logs], nothing moved: `{old}` both times. [Changing|A change "
    "to] {place} alone was not it.",
    "Last time I [changed|touched|turned to] {place}, and nothing moved: `{old}` [before|then] and now.",
)
_SAME_MESSAGE = (
    "`{old}` is still there, but the log is [not the same|another one]: {difference}. The change to {place} [had an "
    "effect|did something].",
    "The first message stays, `{old}`; [beside it|elsewhere in the log] {difference}. So {place} matters, and is not "
    "all of it.",
    "Two runs that [both say|agree in] `{old}`, and yet differ: {difference}.",
    "`{old}` as before. What moved is [something else|another line]: {difference}.",
)
_SAME_LOG = (
    "`{old}` again, and the log is the same to the letter; [only|nothing but] figures beside it differ. The change to "
    "{place} [did something|is not without effect].",
    "The log [stays as it was|has not changed], `{old}`; figures beside it [have|did], so {place} is not [idle|without "
    "effect].",
)
_CHANGED = (
    "[The last change|My last change|What I changed last] [moved something|had a result|told me something]: `{old}` "
    "is gone and now it [is|says|reads] `{new}`.",
    "[Before|Last time|A run ago], the log said `{old}`; now it says `{new}`. The change to {place} [had an "
    "effect|counted for something|mattered], but this is not [done|all|the end].",
    "From `{old}` to `{new}`: {place} [mattered|was part of it|counted], and [something else is left|there is "
    "more|another cause remains].",
    "[Two runs, two messages|The message is another one|The complaint has changed]: `{old}`, then `{new}`.",
)
_WORSE = (
    "`{old}` has turned into `{new}` since I changed {place}; [a guess, and the problem is still there|that was a "
    "guess, and no repair|so the trouble has only moved].",
    "[After|Since|With] my change to {place} the log went from `{old}` to `{new}`, so I [misread the cause|looked "
    "in the wrong place|have not found the cause].",
    "The change to {place} was not [it|the answer|what was needed]: `{old}` before, `{new}` after.",
)

_TELLING = 60
"""Characters by which a message is found in the log: a message of several lines is joined by the domain."""


class Message(NamedTuple):
    """`place` is where it stands in the log, -1 where that is not known."""

    text: str
    place: int


def evidence(step: Step, before: str, chance: Random) -> str:
    """The outcome, the log's own words, and the code that they point to."""
    observation = step.observation
    said = [say(chance, _VERDICT, outcome=observation.outcome, stage=observation.stage or "first")]
    messages = _messages(step.diagnostics, observation)
    if not messages:
        return paragraph(*said, say(chance, _SILENT, outcome=observation.outcome))
    first, *more = messages
    said.append(say(chance, (*_QUOTE, *_HEAD) if _opens(observation.text, first.place) else _QUOTE, message=first.text))
    passed = [item.stage for item in observation.stages if item.passed]
    if passed and chance.random() < 0.7:
        said.append(say(chance, _PASSED, stages=quoted(passed, 5), outcome=observation.outcome))
    said += _places(step, before, chance)
    if more:
        said.append(_beside(first, more, chance))
    return paragraph(*said)


def _beside(first: Message, more: list[Message], chance: Random) -> str:
    """The other messages, said to follow only where all of them stand below the first."""
    below = 0 <= first.place < min(item.place for item in more)
    variants, following = (_ONE_MORE, _ONE_MORE_BELOW) if len(more) == 1 else (_MORE, _MORE_BELOW)
    said = (*variants, *following) if below else variants
    return say(chance, said, count=len(more), message=chance.choice(more).text)


def _opens(log: str, place: int) -> bool:
    """Whether no line with anything in it stands before."""
    return place >= 0 and not log[:place].rpartition("\n")[0].strip()


def first_message(step: Step) -> str:
    """The log's own words: the first diagnostic, else the first line of the log, else the label."""
    messages = _messages(step.diagnostics, step.observation)
    return messages[0].text if messages else str(step.observation.outcome)


def named(step: Step) -> str:
    """The name that the log speaks of, "" where there is none. Figures' names and numbers are none of the code's."""
    symbols = (item.symbol for item in step.diagnostics if item.symbol not in step.observation.metrics)
    return next((symbol for symbol in symbols if re.search(r"[^\W\d]", symbol)), "")


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
        difference = _difference(earlier, now)
        return say(chance, _SAME_MESSAGE if difference else _SAME_LOG, old=old, place=place, difference=difference)
    variants = _WORSE if earlier.move is Move.WRONG_CHANGE else _CHANGED
    return say(chance, variants, old=old, new=new, place=place)


def _difference(earlier: Step, now: Step) -> str:
    """The first line that one log has and the other has not, in words; "" where both logs have the same lines."""
    before, after = (step.observation.text.splitlines() for step in (earlier, now))
    added = next((line for line in after if line.strip() and line not in before), "")
    dropped = next((line for line in before if line.strip() and line not in after), "")
    if added and dropped:
        return f"where `{_short(dropped, 140)}` stood there is now `{_short(added, 140)}`"
    if added:
        return f"`{_short(added, 140)}` has come"
    if dropped:
        return f"`{_short(dropped, 140)}` has left"
    return ""


def _messages(diagnostics: tuple[Diagnostic, ...], observation: Observation) -> list[Message]:
    """The log's messages; where the domain reads none from it, its first lines."""
    texts = [item.message for item in diagnostics] or observation.text.splitlines()[:3]
    found = {_short(text, 200): observation.text.find(text[:_TELLING].strip()) for text in texts if text.strip()}
    return [Message(text, place) for text, place in found.items()]


def _short(text: str, limit: int) -> str:
    return quotable(shortened(text, limit))


def _places(step: Step, before: str, chance: Random) -> list[str]:
    lines, said = before.splitlines(), []
    for number in list(dict.fromkeys(item.line for item in step.diagnostics))[:2]:
        if 0 < number <= len(lines) and lines[number - 1].strip():
            said.append(say(chance, _POINTS, number=number, text=_short(lines[number - 1], 140)))
    name = named(step)
    found = [f"`{quotable(line.text)}` (line {line.number})" for line in lines_with(before, name)]
    if found:
        said.append(say(chance, _SYMBOL, name=quotable(name), lines=listed(found, 3)))
    return said
