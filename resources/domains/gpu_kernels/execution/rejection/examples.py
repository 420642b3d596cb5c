"""A candidate's own examples below its operator: what a task never calls, cut before anything reads the text.

Authors show how to call what they wrote: a block for running the file, tests, a call that prints. The public sets cut
that off and put their own tests there, and so is it here. Code that is cut runs in no stage, and lines keep their
numbers. An import, a function or an assignment goes with the examples only where they alone use it.
"""

import ast
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from resources.domains.gpu_kernels.execution.rejection.triton import NestsTooDeeply, parsed
from resources.domains.gpu_kernels.language.python_names import PythonModule

_EXAMPLE = re.compile(
    r"_?(test|tests|testing|bench|benchmark|main|example|examples|demo|verify|usage|run_tests?)(_\w+)?"
)
_SHOWN = frozenset({"print"})


@lru_cache(maxsize=512)
def without_examples(code: str, needed: tuple[str, ...]) -> str:
    """`code` with the examples' lines empty; the same text where there are none, or where it cannot be read."""
    try:
        tree = parsed(code.encode())
    except (NestsTooDeeply, UnicodeEncodeError):
        return code
    examples = _examples(PythonModule(tree), needed) if tree is not None else []
    return _blanked(code, tree.body, examples) if tree is not None and examples else code


def _examples(module: PythonModule, needed: Sequence[str]) -> list[ast.stmt]:
    body = module.tree.body
    last = max((number for number, item in enumerate(body) if _bound(item) & set(needed)), default=len(body))
    own = {item.name for item in body if isinstance(item, ast.FunctionDef | ast.ClassDef)}
    used = {item: _used(item) for item in body}
    chosen = {item for item in body[last + 1 :] if _shows(item, own) or _is_block_for_running(item)}
    chosen |= {item for item in body if _is_named_example(item, needed)}
    while True:
        chosen = _without_needed(chosen, body, used, needed)
        of_kept = {name for item in body if item not in chosen for name in used[item]} | set(needed)
        of_examples = {name for item in chosen for name in used[item]}
        more = {
            item for item in body if item not in chosen and _goes_with(item, of_examples, of_kept, body[last + 1 :])
        }
        if not more:
            return [item for item in body if item in chosen]
        chosen |= more


def _without_needed(
    chosen: set[ast.stmt], body: Sequence[ast.stmt], used: dict[ast.stmt, set[str]], needed: Iterable[str]
) -> set[ast.stmt]:
    """Examples that bind nothing which the rest uses; blocks for running bind nothing here."""
    while True:
        of_kept = {name for item in body if item not in chosen for name in used[item]} | set(needed)
        left = {item for item in chosen if _is_block_for_running(item) or not _bound(item) & of_kept}
        if left == chosen:
            return chosen
        chosen = left


def _goes_with(item: ast.stmt, of_examples: set[str], of_kept: set[str], below: Sequence[ast.stmt]) -> bool:
    """Whether only examples use what this statement binds. Assignments above the operator are its own."""
    bound = _bound(item)
    if not bound or bound & of_kept or not bound & of_examples:
        return False
    return isinstance(item, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef) or item in below


def _shows(item: ast.stmt, own: set[str]) -> bool:
    """A call of the program's own functions, or of print, whether its result is kept or not."""
    value = item.value if isinstance(item, ast.Expr | ast.Assign | ast.AnnAssign) else None
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in own | _SHOWN


def _is_block_for_running(item: ast.stmt) -> bool:
    """`if __name__ == "__main__":` without an else."""
    if not isinstance(item, ast.If) or item.orelse or not isinstance(item.test, ast.Compare):
        return False
    sides = [item.test.left, *item.test.comparators]
    named = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return named and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def _is_named_example(item: ast.stmt, needed: Sequence[str]) -> bool:
    is_function = isinstance(item, ast.FunctionDef) and not item.decorator_list and item.name not in needed
    return is_function and _EXAMPLE.fullmatch(item.name) is not None  # type: ignore[attr-defined]


def _bound(item: ast.stmt) -> set[str]:
    """Names at module level that a statement binds."""
    match item:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {(alias.asname or alias.name).partition(".")[0] for alias in names}
        case _:
            stored = (node for node in ast.walk(item) if isinstance(node, ast.Name))
            return {node.id for node in stored if isinstance(node.ctx, ast.Store | ast.Del)}


def _used(item: ast.stmt) -> set[str]:
    """Names that a statement takes from the module, those in texts too: an annotation may be one."""
    if isinstance(item, ast.ClassDef):
        outside = [*item.bases, *item.decorator_list, *item.keywords]
        return {name for part in outside for name in _loaded(part)} | {n for part in item.body for n in _used(part)}
    loaded = _loaded(item)
    if not isinstance(item, ast.FunctionDef):
        return loaded
    own = {node.arg for node in ast.walk(item) if isinstance(node, ast.arg)}
    own |= {node.id for node in ast.walk(item) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    shared = {name for node in ast.walk(item) if isinstance(node, ast.Global) for name in node.names}
    around = {name for part in [*item.decorator_list, *item.args.defaults] for name in _loaded(part)}
    return (loaded - own) | shared | around


def _loaded(node: ast.AST) -> set[str]:
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    texts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return names | {word for text in texts if len(text) < 200 for word in re.findall(r"\w+", text)}


def _blanked(code: str, body: Sequence[ast.stmt], examples: Sequence[ast.stmt]) -> str:
    """Lines are emptied whole: an example that shares one with something else stays."""
    if "\r" in code.replace("\r\n", "\n"):
        return code
    lines = code.split("\n")
    kept = {number for item in body if item not in examples for number in _lines(item)}
    for item in examples:
        if kept.isdisjoint(_lines(item)):
            for number in _lines(item):
                lines[number - 1] = "\r" if lines[number - 1].endswith("\r") else ""
    return "\n".join(lines)


def _lines(item: ast.stmt) -> range:
    """The numbers of a statement's lines, its decorators' among them."""
    first = min([item.lineno, *(node.lineno for node in getattr(item, "decorator_list", []))])
    return range(first, (item.end_lineno or item.lineno) + 1)
