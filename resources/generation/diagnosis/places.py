"""Places: where the code of a failed attempt touches what its log names, in sentences."""

from random import Random

from resources.generation.diagnosis.bearing import Assignment, Bearing, Link, assignments, fed
from resources.generation.diagnosis.correction import Correction
from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.figures import Figure
from resources.generation.diagnosis.phrases import listed, quotable, say
from resources.generation.diagnosis.reading import CodeLine, lines_with, shortened
from resources.generation.diagnosis.reported import common_fields
from resources.generation.diagnosis.selected_item import selected_item

_LINE = (
    "Line {line}[, which it names,|, the one it points at,|, the place it gives,|] [reads|is|says|has] `{text}`.",
    "[It points at|The place is|It names|The place it gives is|It sends me to|That is] line {line}[, `{text}`|: "
    "`{text}`|, which reads `{text}`|, where I have `{text}`|; `{text}` stands there].",
    "`{text}` [is what stands|stands|is written|is what I have] [at|in] line {line}[, the line that it names|, where "
    "it points|, the one in the message|, and that is the line it means].",
    "[There, at|At|There, in|In] line {line}[,|, as it stands,|, the place named,] [I wrote|I have|my text has|the "
    "file has] `{text}`.",
    "[I look up|I go to|I open|I read] line {line}[: `{text}`|, and find `{text}`|; it reads `{text}`].",
)
_LINE_ABOVE = (
    "[It points at|It names|The place is] line {line}, `{text}`[; the line above|; the one before|, and the line "
    "above|, while the one before], `{above}`, is the one I change.",
    "Line {line} [is|reads|has] `{text}`[, and above it|; above it|, and just before it] [stands|there is|comes] "
    "`{above}`.",
)
_STATEMENT = (
    "[It belongs to|It is part of|It stands in|That line is in] a statement [of several lines|over several lines|that "
    "runs over lines], and line {changed} is [one of them|in it, too|part of it, too].",
    "The statement [around it|that it stands in|it is part of|there] [takes in|also has|reaches over] line {changed}[, "
    "too|, as well|].",
)
_NAME = (
    "`{name}` [stands|is used|occurs|is found|appears] in {lines}.",
    "[The log speaks of|Its subject is|It is about the name|The name in it is|What it names is] `{name}`, [which is "
    "in|found in|which stands in|and that is in] {lines}.",
    "[I follow|I look for|Looking for|Searching for|I trace] `{name}`[ in the code| in the file| through the text|][:| "
    "-] {lines}.",
    "[Where does `{name}` stand|Which lines have `{name}`|Where is `{name}`|Who has `{name}`]? [In|That is|There "
    "are|It is in] {lines}.",
)
_FIELD = (
    "`{name}` [is in the code, too|stands in the code, too|is a name of the code|is one of my names]: {lines}.",
    "[As to|For|And] `{name}`[, the code has it in|: it stands in|, it is in|: I have it in] {lines}.",
)
_SELECTED = (
    "[Where|With] `{name}` [is|at] {value}, the case statement [takes|goes to|comes to] `{text}` (line {line}).",
    "[The case statement|The selection] [takes|goes to] `{text}` (line {line}) [where|as soon as] `{name}` is {value}.",
    "`{text}` (line {line}) is what the case statement [takes|selects] [where|when] `{name}` is {value}.",
)
_STEP = (
    "`{target}` [is set|gets its value|is assigned|is written|takes its value] in line {line}[, by|:|, which reads|, "
    "with] `{text}`.",
    "[The line that sets|What assigns] `{target}` is [line {line}|number {line}|line {line} here]: `{text}`.",
)
_FROM = (
    "[It|That|This line] reads `{target}`[, which line {line} sets|, set in line {line}|, and line {line} sets that|; "
    "that is set in line {line}]: `{text}`.",
    "`{target}`, [which it reads|in turn|read there|on its part], [comes in|is set in|is assigned in|gets its value "
    "in] line {line}: `{text}`.",
    "[One step back|Further back|Going back|A step further], line {line} [sets|assigns|gives] `{target}`[:|, with|, "
    "by] `{text}`.",
)
_USES = (
    "[What line {line} sets|What line {line} assigns], `{name}`, [is also in|stands in|is found in|turns up in] "
    "{lines}[, too|].",
    "`{name}` [is set in|is assigned in] line {line}[, and is found in|; it is also in|, and comes again in] {lines}.",
    "Line {line} [gives|sets|assigns] `{name}`[, which is in|; that name is in|, to be found in] {lines}[, too|].",
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
    "[In another place|Elsewhere] the log [has|names|gives] line {line}: `{said}`.",
    "[There is also|I see|I find|The log has] `{said}`[ in the log|][, which is|, and that is|:] line {line}, "
    "`{text}`.",
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
        said += _path(told, found, chance)
    elif found.name and (found.named is None or found.link in (Link.NAME, Link.NOTHING)):
        said += _lines_of(told, found.name, _NAME, chance)
    if told.figure is not None:
        said.append(_figure(told.figure, chance))
    mentioned = found.mentioned or told.innermost
    if mentioned is not None and (found.named is None or mentioned.number != found.named.number):
        number, text = mentioned.number, _short(mentioned.text)
        said.append(say(chance, _MENTIONED, line=number, said=text, text=_short(told.before.splitlines()[number - 1])))
    selected = _selected(told, chance)
    said += selected
    if found.link is Link.NOTHING and not selected:
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
    hunk = told.bearing.hunk
    is_above = told.bearing.link is Link.LINE_ABOVE and above and hunk is not None and hunk.removed
    facts = {"line": named.number, "text": _short(named.text), "above": _short(above)}
    return say(chance, _LINE_ABOVE if is_above else _LINE, **facts)


def _lines_of(told: Correction, name: str, wordings: tuple[str, ...], chance: Random) -> list[str]:
    """The lines that a name stands in, those that change first."""
    changed = {hunk.line + offset for hunk in told.hunks for offset in range(len(hunk.removed))}
    lines = sorted(lines_with(told.before, name), key=lambda line: line.number not in changed)
    places = [f"`{_short(line.text)}` (line {line.number})" for line in lines]
    return [say(chance, wordings, name=name, lines=listed(places, _MOST))] if places else []


def _selected(told: Correction, chance: Random) -> list[str]:
    """The item of a `case` that the log's values choose, where the change touches it."""
    if told.language not in ("verilog", "systemverilog"):
        return []
    item = selected_item(told.before, common_fields(told.symptoms[-1]))
    if item is None or not item.is_touched_by(told.hunks):
        return []
    text = _short(told.before.splitlines()[item.line - 1])
    return [say(chance, _SELECTED, name=item.selector, value=item.value, line=item.line, text=text)]


def _uses(told: Correction, hunk: LineChange, chance: Random) -> list[str]:
    """Where the value of a changed line goes."""
    name, lines = fed(told.before, hunk)
    places = [f"`{_short(line.text)}` (line {line.number})" for line in lines]
    return [say(chance, _USES, line=hunk.line, name=name, lines=listed(places, 2))] if places else []


def _path(told: Correction, found: Bearing, chance: Random) -> list[str]:
    """From what the log names to the change, one assignment a sentence. Nothing where several lines assign one of the
    names: which of these branches was at work, the text does not show."""
    first, *rest = found.chain
    targets = [one.target for one in assignments(told.before)]
    if any(targets.count(step.target) > 1 for step in found.chain):
        return []
    said = [] if found.named is not None else [_step(first, _STEP, chance)]
    return [*said, *(_step(step, _FROM, chance) for step in rest)]


def _step(step: Assignment, wordings: tuple[str, ...], chance: Random) -> str:
    return say(chance, wordings, target=step.target, line=step.line.number, text=_short(step.line.text))


def _short(text: str) -> str:
    return quotable(shortened(text, _SHORT))
