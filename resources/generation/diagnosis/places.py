"""Places: where the code of a failed attempt touches what its log names, in sentences."""

from random import Random

from resources.generation.diagnosis.bearing import Assignment, Bearing, Link, fed
from resources.generation.diagnosis.correction import Correction
from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.figures import Figure
from resources.generation.diagnosis.phrases import listed, quotable, say
from resources.generation.diagnosis.reading import CodeLine, lines_with, shortened
from resources.generation.diagnosis.reported import common_fields

_LINE = (
    "Line {line}[, which it names,|, the one it points at,|] [reads|is|says] `{text}`.",
    "[It points at|The place is|It names] line {line}, `{text}`.",
    "`{text}` [is what stands|stands] [at|in] line {line}, [the line that it names|where it points].",
    "[There, at|At] line {line}, [I wrote|I have] `{text}`.",
)
_LINE_ABOVE = (
    "[It points at|It names] line {line}, `{text}`; [the line above|the one before], `{above}`, is the one I change.",
    "Line {line} [is|reads] `{text}`[, and above it|; above it] [stands|there is] `{above}`.",
)
_STATEMENT = (
    "[It belongs to|It is part of|It stands in] a statement [of several lines|over several lines], and line {changed} "
    "is [one of them|in it, too].",
    "The statement [around it|that it stands in] [takes in|also has] line {changed}.",
)
_NAME = (
    "`{name}` [stands|is used|occurs] in {lines}.",
    "[The log speaks of|Its subject is|It is about] `{name}`, [which is in|found in] {lines}.",
    "[I follow|I look for|Looking for] `{name}`[ in the code|]: {lines}.",
    "[Where does `{name}` stand|Which lines have `{name}`]? In {lines}.",
)
_FIELD = (
    "`{name}` [is in the code, too|stands in the code, too]: {lines}.",
    "[As to|For|And] `{name}`[, the code has it in|: it stands in] {lines}.",
)
_STEP = ("`{target}` [is set|gets its value|is assigned] in line {line}[, by|:] `{text}`.",)
_FROM = (
    "[It|That] reads `{target}`, [which line {line} sets|set in line {line}]: `{text}`.",
    "`{target}`, [which it reads|in turn], [comes in|is set in] line {line}: `{text}`.",
    "[One step back|Further back], line {line} [sets|assigns] `{target}`: `{text}`.",
)
_USES = (
    "[What line {line} sets|The value in line {line}], `{name}`, [goes into|is read in|reaches] {lines}.",
    "`{name}` [is set in|has its value from] line {line}[, and|;] {lines} [has it|reads it|uses it].",
    "Line {line} [gives|sets] `{name}`[, which|; that name] [stands|is] in {lines}[, too|].",
)
_EXPECTED = (
    "`{got}` is [what came out|the number that came out], `{expected}` [is expected|the one that the log expects]: "
    "`{message}`.",
    "[The log has|I read] `{message}`[. There|, and there] `{got}` [came|is] where `{expected}` [should be|is wanted].",
)
_CAME_OUT = (
    "`{got}`, which [came out|the log has] in `{message}`, [stands|is written] in line {line}.",
    "[The log has|I read] `{message}`, and `{got}` [stands|is] in line {line}.",
)
_EXPECTED_SPAN = (
    "`{message}`: [that is a length of|from end to end] {got}[ there|], and {expected} [is expected|the log expects].",
    "[By|With] `{message}` [the part measures|it is] {got} [from end to end|in all], [and should be|instead of] "
    "{expected}.",
)
_MENTIONED = (
    "[Further on|Elsewhere] the log [has|names] line {line}[, too|]: `{said}`.",
    "[There is also|I see] `{said}` in the log, [which is|and that is] line {line}: `{text}`.",
)
_SHORT, _MOST = 140, 3


def places(told: Correction, chance: Random) -> list[str]:
    """Where the code touches what the log names."""
    found, said = told.bearing, list[str]()
    if found.named is not None:
        said.append(_named(told, found.named, chance))
    if found.link is Link.STATEMENT and found.hunk is not None:
        said.append(say(chance, _STATEMENT, changed=found.hunk.line))
    if found.link is Link.CHAIN:
        said += _path(found, chance)
    elif found.name and (found.named is None or found.link in (Link.NAME, Link.NOTHING)):
        said += _lines_of(told, found.name, _NAME, chance)
    if told.figure is not None:
        said.append(_figure(told.figure, chance))
    if found.mentioned is not None:
        number, text = found.mentioned.number, _short(found.mentioned.text)
        said.append(say(chance, _MENTIONED, line=number, said=text, text=_short(told.before.splitlines()[number - 1])))
    if found.link is Link.NOTHING:
        field = next((name for name in common_fields(told.symptoms[-1]) if lines_with(told.before, name)), "")
        said += _lines_of(told, field, _FIELD, chance)
        said += _uses(told, told.hunks[0], chance) if len(told.hunks) == 1 else []
    return said


def _figure(figure: Figure, chance: Random) -> str:
    variants = _EXPECTED_SPAN if figure.is_span else _EXPECTED if figure.expected else _CAME_OUT
    facts = {"got": figure.got, "expected": figure.expected, "line": figure.line}
    return say(chance, variants, message=_short(figure.message), **facts)


def _named(told: Correction, named: CodeLine, chance: Random) -> str:
    above = told.before.splitlines()[named.number - 2].strip() if named.number > 1 else ""
    is_above = told.bearing.link is Link.LINE_ABOVE and above
    facts = {"line": named.number, "text": _short(named.text), "above": _short(above)}
    return say(chance, _LINE_ABOVE if is_above else _LINE, **facts)


def _lines_of(told: Correction, name: str, wordings: tuple[str, ...], chance: Random) -> list[str]:
    """The lines that a name stands in, those that change first."""
    changed = {hunk.line + offset for hunk in told.hunks for offset in range(len(hunk.removed))}
    lines = sorted(lines_with(told.before, name), key=lambda line: line.number not in changed)
    places = [f"`{_short(line.text)}` (line {line.number})" for line in lines]
    return [say(chance, wordings, name=name, lines=listed(places, _MOST))] if places else []


def _uses(told: Correction, hunk: LineChange, chance: Random) -> list[str]:
    """Where the value of a changed line goes."""
    name, lines = fed(told.before, hunk)
    places = [f"`{_short(line.text)}` (line {line.number})" for line in lines]
    return [say(chance, _USES, line=hunk.line, name=name, lines=listed(places, 2))] if places else []


def _path(found: Bearing, chance: Random) -> list[str]:
    """From what the log names to the change, one assignment a sentence."""
    first, *rest = found.chain
    said = [] if found.named is not None else [say(chance, _STEP, **_step(first))]
    return [*said, *(say(chance, _FROM, **_step(step)) for step in rest)]


def _step(step: Assignment) -> dict[str, object]:
    return {"target": step.target, "line": step.line.number, "text": _short(step.line.text)}


def _short(text: str) -> str:
    return quotable(shortened(text, _SHORT))
