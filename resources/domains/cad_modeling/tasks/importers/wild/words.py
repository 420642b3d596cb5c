"""What an author says of a part, and whether an answer can be written from it: enough words, each dimension of the
source in the words or in a table of parameters, and a word on every operation that gives the part a feature.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from resources.domains.toolkit.author_words import is_enough, paragraphs
from resources.domains.toolkit.file_licence import comment_lines
from resources.domains.toolkit.python_statements import Comment, Statement, called, docstring

NOTHING_SAYS = "nothing says what it is"
_MOST_NAMED = 4
_LONGEST_VALUE = 200
_TOOL = re.compile(
    r"(?:-\*-|!|%%|<|type:|noqa|nosec|pylint|pragma|fmt:|mypy|ruff|flake8|isort|vim:|region\b|endregion\b)|https?://\S*$",
    re.IGNORECASE,
)
_CHAIN = re.compile(r"\.\w+\(|\)\s*$|[\])}]+[,.]?$|[\w.]+\s*=\s*[\w.]*[(\[{]\s*$|(?:def|class|for|if|while)\b.*:\s*$")
_CALLED = re.compile(r"\w\(")
_HEADINGS = frozenset(
    "parameters params dimensions constants imports import variables export exports output result config settings "
    "configuration inputs main script".split()
)
"""Of what follows them in the source alone."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_COUNTS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_SPOKEN: Mapping[str, tuple[str, ...]] = {
    "fillet": ("fillet", "round", "radius", "radii", "corner"),
    "chamfer": ("chamfer", "bevel", "countersink", "broken", "break"),
    "shell": ("shell", "hollow", "wall", "thin", "thick"),
    "hole": ("hole", "bore", "drill", "through", "opening", "screw", "bolt"),
    "cboreHole": ("counterbor", "cbore", "counter-bor", "bolt", "screw", "hole"),
    "cskHole": ("countersink", "countersunk", "csk", "counter-s", "bolt", "screw", "hole"),
    "cutBlind": ("cut", "pocket", "slot", "recess", "groove", "notch", "hole", "hollow", "cavity", "bore", "channel"),
    "cutThruAll": ("cut", "slot", "groove", "notch", "hole", "hollow", "opening", "window", "bore", "through"),
    "cut": ("cut", "subtract", "remov", "hole", "slot", "pocket", "recess", "groove", "notch", "hollow", "cavity",
            "bore", "channel", "opening", "without", "inner", "inside", "clearance"),
    "revolve": ("revolv", "turn", "lathe", "rotat", "profile", "axis", "axial"),
    "sweep": ("sweep", "swept", "path", "pipe", "tube", "along"),
    "loft": ("loft", "taper", "transition", "frustum", "blend"),
    "twistExtrude": ("twist", "helix", "helical", "spiral"),
    "polarArray": ("polar", "circle", "around", "evenly", "spaced", "spacing", "radial", "ring", "pattern", "circular"),
    "rarray": ("grid", "row", "column", "array", "pattern", "spaced", "spacing", "pitch"),
    "mirror": ("mirror", "symmetr", "both", "opposite", "either"),
    "text": ("text", "letter", "engrav", "emboss", "label", "inscri", "raised"),
    "split": ("split", "half", "halves", "cut"),
    "intersect": ("intersect", "common", "within", "bound", "limit"),
}  # fmt: skip
"""By method, how words begin that speak of what it makes."""
_RIGHT_TURNS = frozenset({"rotate", "rotateAboutCenter", "transformed", "Location"})
_FIGURES = ast.Constant | ast.Name | ast.Tuple | ast.List | ast.BinOp | ast.UnaryOp | ast.Call | ast.Attribute
_FUNCTIONS = frozenset(
    "sqrt sin cos tan atan atan2 asin acos radians degrees hypot min max round abs float int".split()
)


@dataclass(frozen=True)
class Parameter:
    """`value` as it is written, in numbers and other parameters."""

    name: str
    value: str
    remark: str


@dataclass(frozen=True)
class Said:
    """`description` stands above the part, `notes` at its steps in their order."""

    description: str
    notes: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    @property
    def words(self) -> str:
        return "\n".join([self.description, *self.notes, *(one.remark for one in self.parameters)])


@dataclass(frozen=True)
class Unit:
    """A part of a file: its script, or one of its functions; `statements` are the whole file's."""

    name: str
    function: Statement | None
    statements: Sequence[Statement]

    @property
    def node(self) -> ast.FunctionDef | None:
        node = self.function.node if self.function is not None else None
        return node if isinstance(node, ast.FunctionDef) else None


def said_of(unit: Unit, kept: Sequence[Statement]) -> Said:
    """What comments and docstrings say: those of the part, and those of what it needs."""
    figures = _figures(unit, kept)
    head = list(_text_above(unit))
    notes: list[str] = []
    for item in kept:
        notes += _told([one for one in _behind_head(unit, item) if one.line not in figures.lines])
        if isinstance(item.node, ast.FunctionDef) and item is not unit.function:
            notes += _paragraphs(docstring(item.node).split("\n"))
    told = [note for note in dict.fromkeys(notes) if note not in head and note.lower() not in _HEADINGS]
    return Said("\n\n".join(dict.fromkeys(head)), tuple(told), tuple(figures.parameters.values()))


def unsaid(unit: Unit, kept: Sequence[Statement], said: Said) -> str:
    """Why nobody could write the part from what is said of it; "" where one may."""
    if not is_enough(said.words, unit.name):
        return NOTHING_SAYS
    names = " ".join(one.name.replace("_", " ") for one in said.parameters)
    words = re.findall(r"[a-z-]+", f"{said.words} {names}".lower())
    for name in dict.fromkeys(_operations(kept)):
        if not any(word.startswith(_SPOKEN[name]) for word in words):
            return f"{NOTHING_SAYS}: no word speaks of its {name}"
    if letters := [text for text in _letters(kept) if text not in said.words]:
        return f"nothing says its letters: {letters[0][:40]}"
    known = set(_numbers_said(said.words)) | {number for one in said.parameters for number in _numbers_said(one.value)}
    quiet = [f"{value:g}" for value in dict.fromkeys(_dimensions(unit, kept, said)) if abs(value) not in known]
    if quiet:
        return f"nothing says its dimensions: {', '.join(quiet[:_MOST_NAMED])}"
    return ""


def _text_above(unit: Unit) -> Iterator[str]:
    """The docstring and the comments above; of a script those with which the file begins."""
    first = unit.function or unit.statements[0]
    if unit.node is not None:
        yield from _paragraphs(docstring(unit.node).split("\n"))
    if unit.node is None or _is_alone(unit):
        start = unit.statements[0].node
        if isinstance(start, ast.Expr) and isinstance(start.value, ast.Constant) and isinstance(start.value.value, str):
            yield from _paragraphs(start.value.value.split("\n"))
    yield from _told([one for one in first.comments if one.line < first.node.lineno])


def _is_alone(unit: Unit) -> bool:
    return sum(isinstance(item.node, ast.FunctionDef | ast.ClassDef) for item in unit.statements) == 1


def _told(comments: Sequence[Comment]) -> list[str]:
    """Comments of one run of lines are one text."""
    runs: list[list[Comment]] = []
    for one in comments:
        if runs and one.is_alone and runs[-1][-1].is_alone and runs[-1][-1].line == one.line - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [text for run in runs for text in _paragraphs([one.text for one in run])]


def _paragraphs(lines: Iterable[str]) -> list[str]:
    plain = [line for text in lines for line in comment_lines(text)]
    return list(paragraphs(plain, is_aside=_is_aside, is_code=_is_aside))


def _is_aside(line: str) -> bool:
    """A word to a tool, or code that is out of use. `diameter (mm)` would parse, too."""
    if _TOOL.match(line) or _CHAIN.match(line):
        return True
    try:
        body = ast.parse(line).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    plain = bool(body) and all(isinstance(part, ast.Expr | ast.AnnAssign) for part in body)
    return not plain or bool(_CALLED.search(line))


class _Figures:
    """Names that stand for numbers, each once, and what comments say of them: a parameter needs those before it."""

    def __init__(self, kept: Sequence[Statement]) -> None:
        self._bound = _times_bound(item.node for item in kept)
        self._changed = frozenset().union(*(item.changes for item in kept))
        self.parameters: dict[str, Parameter] = {}
        self.lines: set[int] = set()
        """Whose comments are remarks."""

    def add(self, name: str, value: ast.expr | None, comments: Iterable[Comment]) -> None:
        if value is None or not name or name in self._changed or not _is_figure(value, self.parameters):
            return
        told = {one.line: _remark(one.text) for one in comments}
        self.lines |= told.keys()
        remark = "; ".join(text for text in told.values() if text)
        self.parameters[name] = Parameter(name, ast.unparse(value), remark)

    def add_set(self, node: ast.stmt, comments: Iterable[Comment]) -> None:
        """An assignment of a name that is set nowhere else."""
        name = _target(node)
        if self._bound.get(name) == 1:
            self.add(name, getattr(node, "value", None), comments)


def _figures(unit: Unit, kept: Sequence[Statement]) -> _Figures:
    """Top-level assignments, a function's defaults, and those in its body."""
    figures = _Figures(kept)
    for item in kept:
        figures.add_set(item.node, _beside(item.node, list(_behind_head(unit, item))))
    if unit.node is None or unit.function is None:
        return figures
    arguments, comments = unit.node.args, unit.function.comments
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True)
    for argument, value in (*defaults, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)):
        figures.add(argument.arg, value, (one for one in comments if one.line == argument.lineno))
    for node in unit.node.body:
        figures.add_set(node, (one for one in comments if node.lineno <= one.line <= (node.end_lineno or 0)))
    return figures


def _behind_head(unit: Unit, item: Statement) -> Iterator[Comment]:
    """A statement's comments, but for those that stand above the whole part."""
    is_first = item is (unit.function or unit.statements[0])
    return (one for one in item.comments if not (is_first and one.line < item.node.lineno))


def _beside(node: ast.stmt, comments: Sequence[Comment]) -> list[Comment]:
    """Those on a statement's lines, and those that stand right above it: what a blank line parts from it is a note."""
    near, line = [one for one in comments if one.line >= node.lineno], node.lineno - 1
    for one in reversed([one for one in comments if one.line < node.lineno]):
        if one.line != line:
            break
        near, line = [one, *near], line - 1
    return near


def _remark(text: str) -> str:
    line = " ".join(comment_lines(text))
    return "" if _is_aside(line) or line.lower() in _HEADINGS else line


def _times_bound(nodes: Iterable[ast.stmt]) -> dict[str, int]:
    times: dict[str, int] = {}
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                times[part.id] = times.get(part.id, 0) + 1
    return times


def _target(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return ""


def _is_figure(value: ast.expr, known: Mapping[str, object]) -> bool:
    """Numbers, rows of them, and sums of them and of parameters that are known."""
    for part in ast.walk(value):
        if isinstance(part, ast.Constant) and not isinstance(part.value, int | float):
            return False
        if isinstance(part, ast.Name) and part.id not in known and part.id not in _FUNCTIONS | {"math"}:
            return False
        if isinstance(part, ast.Call) and called(part) not in _FUNCTIONS:
            return False
        if isinstance(part, ast.Attribute) and not (isinstance(part.value, ast.Name) and part.value.id == "math"):
            return False
        if isinstance(part, ast.expr) and not isinstance(part, _FIGURES):
            return False
    is_empty = isinstance(value, ast.List | ast.Tuple) and not value.elts
    return not is_empty and len(ast.unparse(value)) <= _LONGEST_VALUE


def _operations(kept: Sequence[Statement]) -> Iterator[str]:
    for item in kept:
        for part in ast.walk(item.node):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
                name = {"rArray": "rarray", "cutEach": "cut"}.get(part.func.attr, part.func.attr)
                if name in _SPOKEN:
                    yield name


def _letters(kept: Sequence[Statement]) -> Iterator[str]:
    """What the part has written on it, where it stands in the call itself."""
    for item in kept:
        for part in ast.walk(item.node):
            if isinstance(part, ast.Call) and called(part) == "text":
                yield from (
                    one.value for one in part.args if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


def _numbers_said(text: str) -> Iterator[float]:
    yield from (float(found) for found in _NUMBER.findall(text))
    words = set(re.findall(r"[a-z]+", text.lower()))
    yield from (float(number) for number, word in enumerate(_COUNTS) if word in words)


def _dimensions(unit: Unit, kept: Sequence[Statement], said: Said) -> Iterator[float]:
    """The numbers of the source beside its parameters, in order, but for those that say nothing of a size."""
    given = {one.name for one in said.parameters}
    for item in kept:
        waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(item.node, ())]
        while waiting:
            node, above = waiting.pop()
            if isinstance(node, ast.stmt) and _target(node) in given and (not above or above[-1] is unit.node):
                continue
            if isinstance(node, ast.arguments) and above and above[-1] is unit.node:
                continue
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, int | float) and not isinstance(value, bool) and not _is_plain(abs(value), above):
                yield float(value)
            children = list(ast.iter_child_nodes(node))
            waiting += [(child, (*above[-4:], node)) for child in reversed(children)]


def _is_plain(value: float, above: tuple[ast.AST, ...]) -> bool:
    """Zero and whole turns, halves and doubles, places in a row, directions, and right angles by which one turns."""
    outer = [node for node in above if not isinstance(node, ast.UnaryOp)]
    parent = outer[-1] if outer else None
    if value in (0, 360) or isinstance(parent, ast.Subscript):
        return True
    if isinstance(parent, ast.BinOp) and value in (1, 2, 0.5):
        return True
    calls = [node for node in outer if isinstance(node, ast.Call)]
    if value % 90 == 0 and any(called(call) in _RIGHT_TURNS for call in calls):
        return True
    row = parent.elts if isinstance(parent, ast.Tuple | ast.List) else getattr(parent, "args", [])
    return value == 1 and len(row) > 1 and all(_is_unit(part) for part in row)


def _is_unit(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and inner.value in (0, 1)
