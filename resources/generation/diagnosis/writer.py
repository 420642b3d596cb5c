"""The reasoning of a correction: what the log says, where the changed code touches it, what the change does.

Of a request with the run after it (hindsight), a cause is named where that run bears it out: the change touches what
the message names, and the message is gone. Nowhere else: then it is said what is tried, and what the next run decides.
"""

from random import Random

from resources.generation.diagnosis.bearing import Link
from resources.generation.diagnosis.change import effect_of
from resources.generation.diagnosis.contrast import contrast, moves
from resources.generation.diagnosis.correction import Correction
from resources.generation.diagnosis.differences import LineChange, line_changes
from resources.generation.diagnosis.earlier_runs import setback
from resources.generation.diagnosis.phrases import listed, paragraph, say, text_of
from resources.generation.diagnosis.places import places
from resources.generation.diagnosis.reported import reported
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.hindsight import HindsightRequest

_CAUSE = (
    "[So I take|I take|Thus I take|Hence I take|With that I take] line {line} [for the cause|as the cause][ of this| "
    "of it| here|].",
    "[The cause, then, is|The cause is|So the cause is|The cause I see is|That makes the cause] line {line}[, then|, "
    "as it stands| as written|].",
    "[So|Hence|Thus|Then|Therefore] the [message|complaint|failure|error] [goes back to|comes from|is owed to|stems "
    "from|is about] line {line}[ of the file| as it stands| as I wrote it|].",
    "[The fault|The mistake|The error|The trouble] is [at|in] line {line}[, and the message comes from there|, which "
    "is what I change|: that has to change|].",
    "[That is it|There it is|So that is it|Here it is]: line {line} is [at fault|the cause of the message|the "
    "cause|to blame][ here|].",
    "[What is wrong|What has to change|What I have to mend|The thing to mend] is [at line {line}|line {line}|in line "
    "{line}][, and that I change|, for this message|].",
)
_MISSING = (
    "[So something is missing|What is missing belongs|So what is missing belongs|Something, then, is missing] "
    "[before|above|right before|just above] line {line}[ of the file| there|].",
    "[The cause is|So it is|So the cause is|The cause, then, is] what is missing [before|above|in front of] line {line}"
    "[ as it stands|].",
)
_CAUSES = (
    "[So I take|I take|Thus I take] lines {lines} for the cause[ of this|, together|].",
    "[The cause, then, is|The cause is|So the cause is] in lines {lines}[, then|, each with its message|].",
    "[What is wrong|What has to change|What I have to mend] is in lines {lines}.",
)
"""Where one change takes in several lines that the log names."""
_INCOMPLETE = (
    "[So something is missing|What is missing belongs|So what is missing belongs|Something, then, is missing] "
    "[at|with] line {line}[ of the file| there|].",
    "[The cause is|So it is|So the cause is|The cause, then, is] what line {line} [lacks|goes without|does not "
    "have][ as it stands|].",
)
_OPEN = (
    "[I change line {line} alone|One change, one run: line {line}|Line {line} alone changes now|Nothing but line "
    "{line} changes], so that the next run [can be compared with this one|tells whether it matters].",
    "[I try|The next thing to try is|What I try is|I would try|Let me try] line {line}[; a run will tell|, and compare "
    "the two logs|; the next run decides|, then run it].",
    "[A guess|My guess|What I would guess at|One guess] is line {line}[, and no more than a guess|, "
    "for want of a better one|; a run will tell|, to be tested|].",
    "[I have no more than a guess|This is a guess|It is a guess that I make|I am guessing]: line {line}[; the next run "
    "decides|, and the next run has to show it|; I change it and compare|].",
)
"""That the log leaves something open is not said: it may hold more than was read in it. Nothing is promised either."""
_OPEN_NAMED = (
    "[What I try is another line|I try another line|I turn to another line|It is another line that I try], {line}[: a "
    "guess|, and see whether the message stays|, as a test|; the next run decides].",
    "[I try|A guess:|As a guess, I try|My guess is] line {line}[; a run will tell|, and compare the two logs|; the "
    "next run decides].",
)
_OPEN_SEVERAL = (
    "[I change|This changes|I touch|The change takes in] {count} places[ at once| together| in one turn|]; [the next "
    "run says whether the message stays|whether the message stays, the next run says|then I look for the message "
    "again].",
    "[It takes|I make|There are] {count} changes [this time|here|in this turn][, and one run for them|; I run them "
    "together|].",
)
_TRY = (
    "[Whether that is all|Whether it ends there|Whether that settles it|Whether more is needed] [the next run "
    "says|only a run can tell|a run has to say].",
    "If the message [stays|comes again|is there again|does not go], line {line} was not enough[, or not it|].",
    "Should the message [stay|come again|be there again|not go], line {line} was not enough[, or not it|].",
    "[I try|What I try is|So I try|I would try] line {line} [first|now|and see|before anything else|and compare].",
    "[I start|I begin|The first try is|A first try is] [with|at] line {line}[, then run it|, and then a run|].",
)
_NEXT = (
    "If that was it, `{stage}` [lets it through|has nothing more to say|will accept it|does not stop here].",
    "[The next run|A run|Running it|Another run] has to [show|say|tell] whether [the message comes again|that is "
    "all|the message is gone|it holds].",
    "[Then I run it again|Next, a run|After that I run it|Now a run][ and look for that message| and see what "
    "`{stage}` says|, with an eye on `{stage}`|].",
)
_BACK_AGAIN = (
    "[So I take that change back|I undo that change|That change goes back|So that change goes again][: the code is "
    "again what it was two runs ago|, as it was two runs ago|, and the old text stands again|].",
    "[This takes back|I take back|With this I take back|I return from] [what I changed last|my last change|the last "
    "edit|the change before].",
    "[Back to|I return to|I go back to|So back to] the code of [the run before|the earlier run|the attempt before that "
    "one|the run before this one][, then|].",
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
    meanings = told.domain.meanings
    effects = (effect_of(hunk, told.before, told.after, told.language, chance, meanings) for hunk in hunks)
    facts = list(effects) if len(hunks) == 1 else []
    first, further = reported(symptom, told.figure.message if told.figure else "", chance)
    return text_of(
        [
            setback(told.turns, told.symptoms, chance),
            paragraph(*first, *places(told, chance), *further),
            paragraph(*_stance(told, chance)),
            f"{contrast(told.before, told.after, chance, told.answering)}\n{paragraph(*facts)}".strip(),
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
        hunk = told.left if moves(hunks) else found.hunk or hunks[0]
        line = told.innermost.number if told.innermost else hunk.line
        named = sorted({item.line for item in told.symptoms[-1].diagnostics if hunk.takes(item.line)})
        if len(named) > 1:
            return [say(chance, _CAUSES, lines=listed([str(number) for number in named], len(named)))]
        if _stays(hunk):
            return [say(chance, _INCOMPLETE, line=line)]
        return [say(chance, _CAUSE if hunk.removed else _MISSING, line=line)]
    if told.places > 1:
        return [say(chance, _OPEN_SEVERAL, count=told.places)]
    line = told.left.line
    if found.link is Link.NOTHING:
        return [say(chance, _OPEN if found.named is None else _OPEN_NAMED, line=line)]
    return [say(chance, _TRY, line=line)]


def _stays(hunk: LineChange) -> bool:
    """Whether all that stood there stands in the new text, too, with more words: then nothing of it was wrong."""
    old_text, new_text = ("".join("".join(lines).split()) for lines in (hunk.removed, hunk.added))
    if old_text == new_text:
        return False
    new = iter(line.strip() for line in hunk.added)
    return bool(hunk.removed) and all(
        any(f"{one} ".startswith(f"{line.strip()} ") for one in new) for line in hunk.removed
    )


def _outlook(told: Correction, chance: Random) -> str:
    symptom = told.symptoms[-1]
    if chance.random() > _NEXT_SAID or not symptom.first:
        return ""
    return say(chance, _NEXT, stage=symptom.stage)
