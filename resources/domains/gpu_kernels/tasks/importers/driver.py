"""A TritonBench test section as a driver: the same calls on the same inputs, whose results are returned and compared.

Read from syntax trees; nothing is run. The driver runs in the candidate's process, and in the oracle's on the operator
itself; what a trial is beside it stands in `triton_worker.script_trial`.
"""

import ast
import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.domains.gpu_kernels.language.triton_source import TritonSource, parse_triton
from resources.domains.gpu_kernels.tasks.importers.scaling import MOST_ELEMENTS, scaled_literals
from resources.domains.gpu_kernels.tasks.importers.stubs import class_stub, function_stub, imports_for

_DRIVER = '''"""The task's own test as a program: bind it to a module, then run it with a seed."""

{imports}

NAMES = {names!r}


def bind(module):
    """Lets the test call what `module` defines; AttributeError names what it lacks."""
    for name in NAMES:
        globals()[name] = getattr(module, name)
    return run


{test}
{run}'''
_RUN = '''

def run(seed):
    torch.manual_seed(seed)
    return kept([{calls}])


def kept(result):
    """Tensors and numbers of a result in a fixed order; texts and None are no results."""
    if isinstance(result, dict):
        return [part for key in sorted(result, key=str) for part in kept(result[key])]
    if isinstance(result, (list, tuple)):
        return [part for item in result for part in kept(item)]
    return [result] if isinstance(result, (torch.Tensor, int, float)) else []
'''


class UnusableTestError(Exception):
    """The test cannot become a driver; the message says why, as `TaskSeed.unusable` shows it."""


@dataclass(frozen=True)
class Driver:
    """What the tests of a usable task become. `names` are what a candidate must define, in the order of their use."""

    names: tuple[str, ...]
    interface: str
    driver: str
    oracle: str
    scaled: Mapping[str, Sequence[int]]


def read_driver(operator: str, test: str, named: frozenset[int] = frozenset()) -> Driver:
    """`named` are sizes that the prompt names. Raises UnusableTestError."""
    source, section = parse_triton(operator), parse_triton(test)
    if source is None or section is None:
        raise UnusableTestError(f"Python does not parse the {'operator' if source is None else 'test section'}")
    calls = _calls(section)
    scaled = scaled_literals(section, _functions(section), named)
    if scaled.largest > MOST_ELEMENTS:
        raise UnusableTestError(f"a tensor of {scaled.largest} elements does not shrink to {MOST_ELEMENTS}")
    small = parse_triton(scaled.text) or section
    names = _names(source, small)
    body = "\n\n".join(small.text(item) for item in small.module.tree.body if _is_kept(item)) + "\n"
    run = _RUN.format(calls=", ".join(calls))
    # Imports of the operator first: the two were one file.
    imports = "\n".join(dict.fromkeys(["import torch", imports_for(source, body).strip(), _imports(small)]))
    return Driver(
        names,
        _interface(source, names),
        _DRIVER.format(imports=imports.strip(), names=names, test=body, run=run),
        operator,
        scaled.changed,
    )


def _functions(section: TritonSource) -> list[ast.FunctionDef]:
    return [item for item in section.module.tree.body if isinstance(item, ast.FunctionDef)]


def _calls(section: TritonSource) -> list[str]:
    """The calls at module level that run the tests, as text, in order."""
    functions = {item.name: item for item in _functions(section)}
    run = [item for item in _top(section.module.tree.body) if isinstance(item, ast.Assign | ast.Expr)]
    nodes = [node for statement in run for node in ast.walk(statement)]
    lines: list[str] = []
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in functions:
            continue
        if node.args or node.keywords:
            raise UnusableTestError("its tests are called with arguments")
        if not _returns(functions[node.func.id]):
            raise UnusableTestError(f"{node.func.id} returns nothing that could be compared")
        lines.append(f"{node.func.id}()")
    if not lines:
        raise UnusableTestError("no call at module level runs a test")
    return lines


def _returns(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def _top(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements at module level, those under `if __name__ == "__main__"` included."""
    return [inner for item in body for inner in ([*item.body] if isinstance(item, ast.If) else [item])]


def _is_kept(statement: ast.stmt) -> bool:
    """Definitions and settings of the test section stay; running and printing is the driver's."""
    if isinstance(statement, ast.Assign):
        return not isinstance(statement.value, ast.Call)
    return isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.AnnAssign)


def _imports(section: TritonSource) -> str:
    imports = [item for item in section.module.tree.body if isinstance(item, ast.Import | ast.ImportFrom)]
    return "\n".join(ast.unparse(item) for item in imports)


def _names(source: TritonSource, section: TritonSource) -> tuple[str, ...]:
    """What the tests take from the operator, in the order of its use."""
    nodes = section.module.nodes
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)} | set(section.module.aliases)
    bound |= {node.name or "" for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler)}
    used = dict.fromkeys(
        node.id
        for node in sorted((node for node in nodes if isinstance(node, ast.Name)), key=section.start)
        if isinstance(node.ctx, ast.Load) and node.id not in bound
    )
    offered = set(_definitions(source))
    # An operator may be called as a builtin is: `abs`.
    used = {name: None for name in used if name in offered or not hasattr(builtins, name)}
    unknown = [name for name in used if name not in offered and name not in source.module.aliases]
    if unknown:
        raise UnusableTestError(f"its tests use names that nothing defines: {', '.join(unknown[:5])}")
    names = tuple(name for name in used if name in offered)
    if not names:
        raise UnusableTestError("its tests call nothing of the operator")
    return names


def _definitions(source: TritonSource) -> dict[str, ast.stmt]:
    definitions: dict[str, ast.stmt] = {}
    for item in source.module.tree.body:
        if isinstance(item, ast.FunctionDef | ast.ClassDef):
            definitions[item.name] = item
        elif isinstance(item, ast.Assign):
            definitions |= {target.id: item for target in item.targets if isinstance(target, ast.Name)}
    return definitions


def _interface(source: TritonSource, names: Sequence[str]) -> str:
    """Signatures of what the tests call, with the imports that they mention."""
    definitions = _definitions(source)
    parts: list[str] = []
    for name in names:
        item = definitions[name]
        if isinstance(item, ast.FunctionDef):
            parts.append(function_stub(item))
        elif isinstance(item, ast.ClassDef):
            parts.append(class_stub(item, name))
        else:
            parts.append(f"{source.text(item)}\n")
    body = "\n\n".join(parts)
    return f"{imports_for(source, body)}\n\n{body}"
