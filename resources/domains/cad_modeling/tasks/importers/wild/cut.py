"""The parts of a CadQuery file: what its script leaves, and what each function returns that needs no argument; each cut
out with the statements that it needs, in one text that leaves `result`.

All of it is read in a reader. What is not understood shows when the cut text runs.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.cad_modeling.language.source import parse_script
from resources.domains.cad_modeling.tasks.importers.wild.words import Said, Unit, said_of, unsaid
from resources.domains.toolkit.python_statements import Statement, called, names_in, needed, statements_of
from resources.execution.reader.apart import apart

MAXIMUM_CHARACTERS, MAXIMUM_FILE_CHARACTERS = 16_000, 60_000
MOST_FUNCTIONS = 64
"""Of one file: more are a library's, or somebody's joke."""
SCRIPT = "script"
_SHOWN = frozenset({"show_object", "show"})
_EXPORTED = frozenset("export exportStl exportStep exportBrep save".split())
_MOST_NAMED = 3


class CannotCut(Exception):
    """Why a part cannot be a task."""


@dataclass(frozen=True)
class CutPart:
    """`name` is the function's, or SCRIPT. `problem` says why it is no task, and the rest is empty then."""

    name: str
    reference: str
    said: Said
    problem: str = ""


def _broken(death: Exception, text: str) -> tuple[CutPart, ...]:
    return (_refused(SCRIPT, str(death)),)


@apart(died=_broken)
def parts_of(text: str) -> tuple[CutPart, ...]:
    """The script's part first, then the functions' in order."""
    if len(text) > MAXIMUM_FILE_CHARACTERS:
        return (_refused(SCRIPT, _too_long(len(text), MAXIMUM_FILE_CHARACTERS)),)
    source = parse_script(text)
    if source is None:
        return (_refused(SCRIPT, "Python does not parse it"),)
    try:
        statements = statements_of(source.tree, text)
        return tuple(_parts(statements))
    except RecursionError:
        return (_refused(SCRIPT, "it is nested too deeply"),)


def _too_long(length: int, most: int) -> str:
    return f"over a size limit: {length} characters; at most {most} are taken"


def _refused(name: str, problem: str) -> CutPart:
    return CutPart(name, "", Said("", (), ()), problem)


def _parts(statements: Sequence[Statement]) -> Iterator[CutPart]:
    functions = [item for item in statements if isinstance(item.node, ast.FunctionDef)]
    try:
        if left := _left(statements):
            yield _cut(Unit(SCRIPT, None, statements), left)
        elif not functions:
            yield _refused(SCRIPT, "it leaves no part: nothing is shown, exported, or set last")
    except CannotCut as error:
        yield _refused(SCRIPT, str(error))
    if len(functions) > MOST_FUNCTIONS:
        yield _refused(SCRIPT, f"over a size limit: {len(functions)} functions; {MOST_FUNCTIONS} are looked at")
    for item in functions[:MOST_FUNCTIONS]:
        assert isinstance(item.node, ast.FunctionDef)
        try:
            _demand_callable(item.node)
            yield _cut(Unit(item.node.name, item, statements), f"{item.node.name}()")
        except CannotCut as error:
            yield _refused(item.node.name, str(error))


def _cut(unit: Unit, left: str) -> CutPart:
    """Raises CannotCut with the reason."""
    kept = needed(unit.statements, names_in(ast.parse(left, mode="eval")))
    first = unit.statements[0]
    head = [] if first in kept else [first.text if _is_text(first.node) else _comments_above(first)]
    texts = [*head, *(item.text for item in kept), "" if left == "result" else f"\nresult = {left}"]
    reference = re.sub(r"\n{3,}", "\n\n", "\n".join(texts)).strip() + "\n"
    if len(reference) > MAXIMUM_CHARACTERS:
        raise CannotCut(_too_long(len(reference), MAXIMUM_CHARACTERS))
    said = said_of(unit, kept)
    if quiet := unsaid(unit, kept, said):
        raise CannotCut(quiet)
    return CutPart(unit.name, reference, said)


def _left(statements: Sequence[Statement]) -> str:
    """The expression of the script's part: what it shows, else `result`, else what it exports, else what it set last;
    "" where there is none. Raises CannotCut where it leaves several."""
    shown = _given(statements, _SHOWN)
    if not shown and any(_shows_within(item.node) for item in statements):
        raise CannotCut("it shows parts in a loop or under a condition")
    if shown:
        return _only(shown, "shows")
    if any("result" in item.binds for item in statements):
        return "result"
    if exported := _given(statements, _EXPORTED):
        return _only(exported, "exports")
    made = [item.node for item in statements if isinstance(item.node, ast.Assign | ast.AnnAssign)]
    last = [name for node in made if (name := _target(node))]
    return last[-1] if last else ""


def _given(statements: Sequence[Statement], calls: frozenset[str]) -> list[str]:
    """What the statements hand to calls of these names: the first argument that is no text, else the call's owner."""
    texts: list[str] = []
    for item in statements:
        call = item.node.value if isinstance(item.node, ast.Expr) else None
        if isinstance(call, ast.Call) and called(call) in calls:
            objects = [part for part in call.args[:1] if not isinstance(part, ast.Constant | ast.JoinedStr)]
            objects += [call.func.value] if isinstance(call.func, ast.Attribute) and not objects else []
            texts += [ast.unparse(part) for part in objects[:1]]
    return list(dict.fromkeys(texts))


def _only(parts: list[str], verb: str) -> str:
    if len(parts) > 1:
        names = ", ".join(" ".join(part.split())[:30] for part in parts[:_MOST_NAMED])
        raise CannotCut(f"it {verb} several parts: {names}")
    return parts[0]


def _shows_within(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return False
    return any(isinstance(part, ast.Call) and called(part) == "show_object" for part in ast.walk(node))


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    """The name that is set to what a call makes."""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    target = node.target if isinstance(node, ast.AnnAssign) else target
    makes = node.value is not None and any(isinstance(part, ast.Call) for part in ast.walk(node.value))
    return target.id if isinstance(target, ast.Name) and makes else ""


def _demand_callable(node: ast.FunctionDef) -> None:
    """Raises CannotCut for a function that cannot be called without arguments, or gives nothing back."""
    if node.decorator_list:
        raise CannotCut("it is decorated")
    given = node.args
    required = [one.arg for one in (*given.posonlyargs, *given.args)]
    required = required[: len(required) - len(given.defaults)]
    required += [one.arg for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is None]
    if required:
        raise CannotCut(f"nothing says what it is called with: {', '.join(required[:_MOST_NAMED])}")
    if not any(_returns(part) for part in _own_nodes(node)):
        raise CannotCut("it returns nothing")


def _returns(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, without the functions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _own_nodes(child)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _comments_above(item: Statement) -> str:
    """But for the line that names an interpreter."""
    alone = (one.text for one in item.comments if one.is_alone and not one.text.startswith("!"))
    return "\n".join(f"# {text}".rstrip() for text in alone)
