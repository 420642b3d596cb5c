"""The reasoning of a correction: what the log says, where the changed code touches it, what the change does.

Of a request with the run after it (hindsight), a cause is named where that run bears it out: the change touches what
the message names, and the message is gone. Nowhere else: then it is said what is tried, and what the next run decides.
"""

from random import Random

from resources.generation.diagnosis.bearing import Link
from resources.generation.diagnosis.change import effect_of
from resources.generation.diagnosis.contrast import contrast
from resources.generation.diagnosis.correction import Correction
from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.earlier_runs import setback
from resources.generation.diagnosis.phrases import paragraph, say, text_of
from resources.generation.diagnosis.places import places
from resources.generation.diagnosis.reported import reported
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.hindsight import HindsightRequest

_CAUSE = (
    "[So I take|I take] line {line} for the cause.",
    "[The cause, then, is line {line}|That makes line {line} the cause|Line {line} is what has to change].",
    "[So|Hence] the message [goes back to|comes from] line {line}.",
    "[The fault is at|What is wrong is at] line {line}[, and the message comes from there|].",
    "[That is it|There it is]: line {line} is [at fault|the cause of the message|the cause].",
    "[The message|It] is [owed to|about] line {line}[, so that is what changes|].",
)
_MISSING = (
    "[So something is missing|What is missing belongs] [before|above] line {line}.",
    "[The cause is|So it is] what is missing [before|above] line {line}.",
)
_OPEN = (
    "[I change line {line} alone|One change, one run: line {line}], so that the next run [can be compared with this "
    "one|tells whether it matters].",
    "[Whether line {line} has a part in it|Whether that is line {line}] the log does not say[; one change, one run|: I "
    "change that and run again|].",
    "[I try|The next thing to try is] line {line}; [if the log stays as it is, it goes back|should nothing change, I "
    "undo it].",
    "[From the log alone I cannot tell|The log does not tell me] whether line {line} [is the one|matters]; I try it.",
    "[My next guess|A guess] is line {line}[, and no more than a guess|, for want of a better one|].",
)
_OPEN_NAMED = (
    "[Whether line {line} has a part in it|Whether it is line {line} instead] the log does not say; [I try it|a try].",
    "[What I try is another line|I try another line], {line}[: a guess|, and see whether the message stays].",
    "[I try|A guess:] line {line}; [if the log stays as it is, it goes back|should nothing change, I undo it].",
)
_OPEN_SEVERAL = (
    "The log does not say which of [the|these] {count} places [matters|has a part in it][; the next run says whether "
    "the message stays|].",
    "[I change|There are] {count} places [at once|in one go], so one run will not tell [them apart|which one it was].",
)
_TRY = (
    "[Whether that is all|Whether it ends there] [the next run says|only a run can tell].",
    "[If|Should] the message [stays|come again], line {line} was not enough.",
    "[I try that|That is what I try] first.",
)
_NEXT = (
    "If that was it, `{stage}` [lets it through|has nothing more to say].",
    "[The next run|A run] has to [show|say] whether [the message comes again|that is all|the message is gone].",
    "[Then I run it again|Next, a run][ and look for that message| and see what `{stage}` says|].",
)
_BACK_AGAIN = (
    "[So I take that change back|I undo that change][: the code is again what it was two runs ago|].",
    "[This takes back|I take back] [what I changed last|my last change].",
    "[Back to|I return to] the code of [two runs ago|the run before].",
)
_NEXT_SAID = 0.35


def reason_now(request: HindsightRequest) -> str:
    """Of a turn of a solved trajectory, whoever wrote it. Milliseconds. Raises GeneratorFailed where the two texts are
    the same: there is nothing to explain."""
    corrected = request.corrected
    if not line_changes(request.failed.candidate.code, corrected.candidate.code):
        raise GeneratorFailed(f"turn {request.index} has the code of the turn before")
    turns = request.turns[: request.index]
    told = Correction(
        request.domain,
        request.bundle,
        turns,
        corrected.candidate.code,
        corrected.observation,
    )
    return reason_about(told, Random(f"{request.bundle.hash}/{request.seed}/hindsight {request.index}"))


def written_at_the_time(request: GenerationRequest, after: str) -> Correction:
    """What the author of the next attempt knows: the runs so far."""
    return Correction(request.domain, request.bundle, request.history, after)


def reason_about(told: Correction, chance: Random) -> str:
    """Paragraphs: the two last runs, the log, the code that it touches, the change, what is left to see."""
    symptom, hunks = told.symptoms[-1], told.hunks
    facts = (
        [effect_of(hunk, told.before, told.after, told.language, chance) for hunk in hunks] if len(hunks) == 1 else []
    )
    return text_of(
        [
            setback(told.turns, told.symptoms, chance),
            paragraph(*reported(symptom, chance), *places(told, chance)),
            paragraph(*_stance(told, chance)),
            f"{contrast(told.before, told.after, chance)}\n{paragraph(*facts)}".strip(),
            _outlook(told, chance),
        ]
    )


def _stance(told: Correction, chance: Random) -> list[str]:
    """A cause where the next run bears it out; else what is open."""
    hunks, found = told.hunks, told.bearing
    if not hunks:
        return []
    if len(told.turns) > 1 and told.after == told.turns[-2].candidate.code:
        return [say(chance, _BACK_AGAIN)]
    if told.has_cause:
        hunk = found.hunk or hunks[0]
        return [say(chance, _CAUSE if hunk.removed else _MISSING, line=hunk.line)]
    if told.places > 1:
        return [say(chance, _OPEN_SEVERAL, count=told.places)]
    if found.link is Link.NOTHING:
        return [say(chance, _OPEN if found.named is None else _OPEN_NAMED, line=hunks[0].line)]
    return [say(chance, _TRY, line=hunks[0].line)]


def _outlook(told: Correction, chance: Random) -> str:
    symptom = told.symptoms[-1]
    if chance.random() > _NEXT_SAID or not symptom.first:
        return ""
    return say(chance, _NEXT, stage=symptom.stage)
