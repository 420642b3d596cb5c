"""Smaller sizes for public tasks: a GPU's problem sizes take an interpreter hours.

Constants shrink by halves, so that powers of two, divisors and ratios survive; kernel sizes, strides and groups stay.
What was changed is recorded with the task. Whether a task still makes sense at its new size, certification finds out.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resources.domains.faults import Change, Edit, apply_edits
from resources.domains.gpu_kernels.language.triton_source import TritonSource
from resources.domains.gpu_kernels.tasks.importers.constants import (
    NotConstantError,
    allocated_elements,
    assign,
    constant,
    module_constants,
)
from resources.domains.toolkit.python_syntax import parse_python

ELEMENTS = 1 << 14
"""Aimed at for each tensor: the interpreter takes about a second for some hundred thousand elements."""
MOST_ELEMENTS = 1 << 21
SMALLEST_LITERAL = 128
TIED = 256
"""From here on, sizes that are equal stay equal: a vector may be broadcast over a matrix of that many columns."""

_FIXED = re.compile(r"kernel|stride|pad|dilat|group|pool|scal|seed|head|window|layers|classes|negative")
_BATCH = re.compile(r"batch")
_SPATIAL = re.compile(r"height|width|depth|length|^[dhwDHW]$|dim\d|sequence")
_CHANNELS = re.compile(r"channel|feature|size|hidden|embed")


@dataclass(frozen=True)
class Scaled:
    """A text with smaller sizes, what was changed (name or literal → [before, after]), and its largest tensor."""

    text: str
    changed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    largest: int = 0


@dataclass
class _Size:
    """One constant at module level: its names, the expression that is replaced, its value now and at least."""

    names: tuple[str, ...]
    node: ast.expr
    before: int
    now: int
    least: int


def scaled_module(source: TritonSource, inputs: ast.FunctionDef) -> Scaled:
    """A KernelBench module with at most ELEMENTS in each input, and in a product of two channel counts, if possible."""
    sizes = _sizes(source.module.tree)
    while _cost(source.module.tree, inputs, sizes) > ELEMENTS:
        shrinkable = [size for size in sizes if size.now > size.least]
        if not shrinkable:
            break
        largest = max(shrinkable, key=lambda size: size.now / size.least)
        for size in _tied(largest, sizes):
            size.now = max(size.least, size.now // 2)
    changed = [size for size in sizes if size.now != size.before]
    text = _replaced(source, [source.replace(size.node, str(size.now)) for size in changed])
    record = {name: [size.before, size.now] for size in changed for name in size.names}
    return Scaled(text, record, _largest_input(source.module.tree, inputs, sizes))


def _sizes(tree: ast.Module) -> list[_Size]:
    known = module_constants(tree)
    groups = max((value for name, value in known.items() if "group" in name and isinstance(value, int)), default=1)
    # A cube needs fewer points a side than a square to have an inside around kernels and pools.
    flat = sum(bool(_SPATIAL.search(name)) for name in known) < 3
    sizes: list[_Size] = []
    for statement in tree.body:
        if not isinstance(statement, ast.Assign):
            continue
        for names, node in _bindings(statement):
            try:
                value = constant(node, known)
            except NotConstantError:
                continue
            if isinstance(value, int) and value > 8 and not any(_FIXED.search(name) for name in names):
                sizes.append(_Size(names, node, value, value, _least(names[0], groups, 32 if flat else 16)))
    return sizes


def _tied(one: _Size, sizes: Sequence[_Size]) -> list[_Size]:
    return [size for size in sizes if size is one or (size.before == one.before >= TIED and size.now == one.now)]


def _bindings(statement: ast.Assign) -> list[tuple[tuple[str, ...], ast.expr]]:
    """Names and what they are bound to: `a = b = 3` is one, `a, b = 3, 4` and `a = (3, 4)` are two.

    Expressions with names in them are none: they follow what the names become.
    """
    if all(isinstance(target, ast.Name) for target in statement.targets):
        names = tuple(target.id for target in statement.targets if isinstance(target, ast.Name))
        uses_names = any(isinstance(node, ast.Name) for node in ast.walk(statement.value))
        if isinstance(statement.value, ast.Tuple | ast.List):
            return [(names, part) for part in statement.value.elts if not uses_names]
        return [] if uses_names else [(names, statement.value)]
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = zip(target.elts, value.elts, strict=True)
        return [((name.id,), part) for name, part in pairs if isinstance(name, ast.Name)]
    return []


def _least(name: str, groups: int, side: int) -> int:
    if _BATCH.search(name):
        return 2
    if _CHANNELS.search(name):
        return max(8, 2 * groups)
    return side if _SPATIAL.search(name) else 16


def _values(tree: ast.Module, sizes: Sequence[_Size]) -> dict[str, Any]:
    """Constants at module level as they would be with the sizes of now."""
    known: dict[str, Any] = {}
    replaced = {size.node: size.now for size in sizes}
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            for names, node in _bindings(statement):
                _bind(statement, names, node, replaced, known)
            _assign_others(statement, known, {name for size in sizes for name in size.names})
    return known


def _bind(
    statement: ast.Assign, names: Sequence[str], node: ast.expr, replaced: Mapping[ast.expr, int], known: dict[str, Any]
) -> None:
    """Binds names to a size of now, alone or as one of a tuple's."""
    if isinstance(statement.value, ast.Tuple | ast.List) and isinstance(statement.targets[0], ast.Name):
        parts = [replaced.get(part, part.value) for part in statement.value.elts if isinstance(part, ast.Constant)]
        if len(parts) == len(statement.value.elts):
            known |= dict.fromkeys(names, tuple(parts))
    elif node in replaced:
        known |= dict.fromkeys(names, replaced[node])


def _assign_others(statement: ast.Assign, known: dict[str, Any], taken: set[str]) -> None:
    fresh = dict(known)
    assign(statement, fresh)
    known |= {name: value for name, value in fresh.items() if name not in taken}


def _cost(tree: ast.Module, inputs: ast.FunctionDef, sizes: Sequence[_Size]) -> int:
    channels = sorted((size.now for size in sizes if _CHANNELS.search(size.names[0])), reverse=True)[:2]
    weights = channels[0] * channels[1] if len(channels) == 2 else 0
    return max(weights, _largest_input(tree, inputs, sizes))


def _largest_input(tree: ast.Module, inputs: ast.FunctionDef, sizes: Sequence[_Size]) -> int:
    return max(allocated_elements(inputs.body, _values(tree, sizes)), default=0)


def scaled_literals(
    source: TritonSource, functions: Sequence[ast.FunctionDef], named: frozenset[int] = frozenset()
) -> Scaled:
    """Tests whose literal sizes are divided by one power of two until their tensors are small enough.

    Sizes that the prompt has `named` stay, and so does every relation between sizes: lengths still sum up to their
    total. Where the tensors are then too large to be run at all, sizes give up both.
    """
    literals = [
        node
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > SMALLEST_LITERAL
    ]
    gentle = _divided(source, functions, [node for node in literals if node.value not in named], exactly=True)
    return gentle if gentle.largest <= MOST_ELEMENTS else _divided(source, functions, literals, exactly=False)


def _divided(
    source: TritonSource, functions: Sequence[ast.FunctionDef], literals: Sequence[ast.Constant], *, exactly: bool
) -> Scaled:
    shift, now = 0, {node: int(str(node.value)) for node in literals}
    largest = _largest_allocated(functions, source)
    changed: dict[str, Sequence[int]] = {}
    text = source.code
    while largest > ELEMENTS and shift < 12 and any(value > SMALLEST_LITERAL for value in now.values()):
        shift += 1
        if exactly and any(value % 2 or value // 2 < SMALLEST_LITERAL for value in now.values()):
            break
        now = {node: max(SMALLEST_LITERAL, int(str(node.value)) >> shift) for node in literals}
        text = _replaced(source, [source.replace(node, str(value)) for node, value in now.items()])
        changed = {str(node.value): [int(str(node.value)), value] for node, value in now.items()}
        smaller = TritonSource(text, type(source.module)(parse_python(text)))
        names = {function.name for function in functions}
        largest = _largest_allocated([item for item in smaller.module.functions if item.name in names], smaller)
    return Scaled(text, changed, largest)


def _largest_allocated(functions: Sequence[ast.FunctionDef], source: TritonSource) -> int:
    known = module_constants(source.module.tree)
    return max((size for function in functions for size in allocated_elements(function.body, known)), default=0)


def _replaced(source: TritonSource, changes: Sequence[Change]) -> str:
    return apply_edits(source.code, [Edit("scaling", tuple(changes), 1, "sizes")]) if changes else source.code
