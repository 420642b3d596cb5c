"""A public script made into a reference: what it exports or shows becomes `result`, and nothing is exported.

Works on the text by the syntax tree's offsets, so that the rest stays as its authors wrote it.
"""

import ast

from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.faults import Edit, apply_edits

_LEAVING = frozenset({"export", "exportStl", "exportStep", "exportBrep", "save", "show_object", "show", "debug"})


class UnfitReferenceError(Exception):
    """The script cannot be a reference; says why."""


def leaving_result(code: str) -> str:
    """The script that leaves in `result` what it last exported or showed, else `result`, else what it last assigned.

    A script may set `result` on its way and export another name: what it exports is the part.
    Raises UnfitReferenceError.
    """
    source = parse_script(code)
    if source is None:
        raise UnfitReferenceError("Python does not parse it")
    leaving = [statement for statement in source.tree.body if _leaves(statement)]
    bound = [statement for statement in source.tree.body if _target(statement) == "result"]
    left = _left(source, leaving[-1]) if leaving else ""
    part = left or ("" if bound else _last_target(source))
    if not bound and not part:
        raise UnfitReferenceError("it neither exports nor assigns a part")
    removals = tuple(source.replace(statement, "pass") for statement in leaving)
    edited = apply_edits(code, [Edit("reference", removals, 1, "script")]) if removals else code
    kept = "\n".join(line for line in edited.rstrip().splitlines() if line.strip() != "pass" or not removals)
    return f"{kept.rstrip()}\n" + (f"\nresult = {part}\n" if part not in ("", "result") else "")


def _leaves(statement: ast.stmt) -> bool:
    """A statement that only calls an exporter or a viewer."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    function = statement.value.func
    name = (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
    return name in _LEAVING


def _left(source: CadSource, statement: ast.stmt) -> str:
    """The text of what is exported: a function's first argument, or the object whose method it is."""
    assert isinstance(statement, ast.Expr)
    call = statement.value
    assert isinstance(call, ast.Call)
    first = call.args[0] if call.args else None
    if first is not None and not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return source.text(first)
    return source.text(call.func.value) if isinstance(call.func, ast.Attribute) else ""


def _target(statement: ast.stmt) -> str:
    """The name that a statement sets; "" where it sets none or several."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return statement.target.id
    return ""


def _last_target(source: CadSource) -> str:
    names = [name for name in map(_target, source.tree.body) if name]
    return names[-1] if names else ""
