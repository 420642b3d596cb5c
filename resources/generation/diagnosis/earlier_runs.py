"""Earlier runs: what the last change did, by comparing whole logs. What is wrong now is not said here."""

from collections.abc import Sequence
from random import Random

from resources.generation.diagnosis.differences import LineChange, line_changes
from resources.generation.diagnosis.phrases import quotable, say
from resources.generation.diagnosis.reading import shortened
from resources.generation.diagnosis.symptom import FAILED, Effect, Symptom
from resources.generation.trajectory import Turn

_SAME = (
    "[The change to {place} left the log as it was, word for word|Both logs are the same, word for word, before and "
    "after the change to {place}|With {place} changed, the log is identical to the one before|Word for word, the log "
    "is that of the run before, in spite of the change to {place}]; {follows}.",
    "[I compare|Comparing|Having compared|Side by side,] the two logs[:| -] [they are the same to the letter|no line "
    "differs|not one line differs], [so|hence|and thus] {follows}, and the change to {place} [made no difference|had "
    "no effect on them].",
    "[My last edit|What I did last|My last change|The edit before], to {place}, [made no difference|did nothing] to "
    "the log; {follows}.",
)
_FOLLOWS = (
    "[it takes something else, or something more|more than that is needed, or something else|what is needed is more, "
    "or another thing]",
    "[that edit alone does not settle it|that alone was not it|by itself it does not help|alone it was no help]",
)
_SAME_EITHER_WAY = (
    "[With the change to {place} and without it|Before the change to {place} and after it] the log is the same, word "
    "for word.",
    "The log [is|was] the same word for word, [whichever of the two stood in|whichever way I had] {place}.",
)
"""Of a change that took the one before it back: nothing was tried by it."""
_STILL = (
    "`{old}` [is there again|stands in the log again|has come again|is still there], [and yet the logs differ|but the "
    "logs differ|though not all is the same]: {difference}.",
    "[After|With|Since] the change to {place}, `{old}` [stays|remains|is still there|stands as before], but "
    "{difference}.",
    "[Of the two logs|In both runs|Before and after the change to {place}|In this log and the last] there is "
    "`{old}`[; |, yet |: what differs is that ]{difference}.",
)
_OTHER = (
    "[Since|After|With] the change to {place}, `{old}` is gone[; what I read first now is|, and what I read now is|; "
    "now the tool prints|, and there is now|. Now it is] `{new}`.",
    "`{old}` is gone [after|with|since] the edit [of|to] {place}[, and|;] `{new}` [is what I read now|comes first "
    "now|is there now|stands first].",
    "[The log has moved on|Another log now|The log is another one|Something has moved]: `{old}` is gone, `{new}` [is "
    "there|is what it says|stands there now|comes first].",
)
"""The new message may have stood in the earlier log, too, behind the one that is gone."""
_FURTHER = (
    "[The run now gets as far as|This time the file reaches|It comes as far as|Now it reaches|The file has come to] "
    "{stage}, [past|beyond|having passed] {earlier}[, where it ended before| at last| with that change|].",
    "{earlier} [lets the file through|is passed|has no more to say|accepts it] now[; what speaks next is|, and the run "
    "ends in|; the next to object is|, and it is left to] {stage}.",
)
_BACK = (
    "[It now ends in|The run stops earlier, in|Now it does not come further than] {stage}, "
    "[where {earlier} was reached before|and was in {earlier} before|while it had come to {earlier}].",
    "[Before the change to {place}|Before that edit|Before I touched {place}] the run reached {earlier}; [now|with "
    "it|since then] it [ends in|stops at|gets to] {stage}[ already| and no further|].",
)
_COUNTS = "where `{old}` stood there is `{new}`"
_SHORT = 130


def setback(turns: tuple[Turn, ...], symptoms: list[Symptom], chance: Random) -> str:
    """Of the last change and the two runs around it; "" for a first correction and where the code did not change.

    `turns` and `symptoms` are those up to the failed attempt.
    """
    if len(turns) < 2:
        return ""
    hunks = line_changes(turns[-2].candidate.code, turns[-1].candidate.code)
    if not hunks:
        return ""
    earlier, now = symptoms[-2], symptoms[-1]
    place = _place(hunks)
    facts = {"place": place, "stage": f"`{now.stage}`", "earlier": f"`{earlier.stage}`"}
    if _flat(earlier) == _flat(now):
        is_return = len(turns) > 2 and turns[-1].candidate.code == turns[-3].candidate.code
        wordings = _SAME_EITHER_WAY if is_return else _SAME
        return say(chance, wordings, follows=say(chance, _FOLLOWS), **facts)
    effect = earlier.effect(now)
    if effect is Effect.EARLIER:
        return say(chance, _BACK, **facts)
    if now.stage != earlier.stage:
        return say(chance, _FURTHER, **facts)
    old, new = (_short(one.quoted or one.label) for one in (earlier, now))
    difference = _difference(earlier, now)
    if old == new:
        return say(chance, _STILL, old=old, difference=difference, **facts) if difference else ""
    if old and new and old not in _flat(now) and effect is not Effect.STAYED:
        return say(chance, _OTHER, old=old, new=new, **facts)
    return ""


def _place(hunks: Sequence[LineChange]) -> str:
    """Of one change its line, which did not change where something was put in before it."""
    if len(hunks) > 1:
        return f"{len(hunks)} places"
    return f"line {hunks[0].line}" if hunks[0].removed else f"the text at line {hunks[0].line}"


def _difference(earlier: Symptom, now: Symptom) -> str:
    """A bench's count of failed checks, else the last lines by which the logs differ."""
    counts = [FAILED.search(one.observation.text) for one in (earlier, now)]
    if counts[0] and counts[1] and counts[0][1] != counts[1][1]:
        more = "more" if int(counts[1][1]) > int(counts[0][1]) else "fewer"
        return f"{counts[1][1]} checks fail where it was {counts[0][1]}, so {more} than before"
    before, after = (one.observation.text.splitlines() for one in (earlier, now))
    gone = [line for line in before if line.strip() and line not in after]
    come = [line for line in after if line.strip() and line not in before]
    if gone and come:
        return _COUNTS.format(old=_short(gone[-1]), new=_short(come[-1]))
    if come:
        return f"`{_short(come[0])}` has come"
    return f"`{_short(gone[0])}` has left" if gone else ""


def _flat(symptom: Symptom) -> str:
    return " ".join(symptom.observation.text.split())


def _short(text: str) -> str:
    return quotable(shortened(text, _SHORT))
