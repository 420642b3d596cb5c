"""Expressions of a Triton program as terms; see `program_terms`."""

import ast
import builtins
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from resources.domains.gpu_kernels.language.python_names import PythonModule

MOST_TERMS = 6000
"""Terms of one program; about 3 µs each. The longest built-in program has 700."""
LANGUAGE = "triton.language."
COMMUTING = ("Add", "Mult", "BitAnd", "BitOr", "BitXor", "Eq", "NotEq", "And", "Or")
_MIRRORED = {"Gt": "Lt", "GtE": "LtE"}
_TUNING = ("num_warps", "num_stages", "num_ctas", "maxnreg")
_POSITIONAL: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("sum", "max", "min", "argmax", "argmin", "cumsum"), ("input", "axis")),
    "load": ("pointer", "mask", "other"),
    "store": ("pointer", "value", "mask"),
    "atomic_add": ("pointer", "val", "mask"),
    "zeros": ("shape", "dtype"),
    "full": ("shape", "value", "dtype"),
    "dot": ("input", "other", "acc"),
}
"""Parameters that are passed by position in one program and by name in another."""


class Lost(Exception):
    """The program has what is not followed, or too much of it."""


@dataclass(frozen=True)
class Term:
    name: str
    children: tuple[str, ...]


@dataclass
class Expressions:
    """`names` maps local names to digests of terms; `around` are the loops and conditions of a statement; `unset`
    are names that are read before anything sets them."""

    module: PythonModule
    terms: dict[str, Term]
    kernels: Mapping[str, str]
    parameters: Mapping[str, Sequence[str]]
    tuning: list[str]
    names: dict[str, str] = field(default_factory=dict)
    effects: list[str] = field(default_factory=list)
    around: list[str] = field(default_factory=list)
    loops: int = 0
    unset: list[str] = field(default_factory=list)

    @cached_property
    def functions(self) -> frozenset[str]:
        return frozenset(item.name for item in self.module.functions)

    def term(self, name: str, *children: str) -> str:
        """The digest of a term; equal terms of any two programs have one. Raises Lost beyond MOST_TERMS."""
        digest = blake2b("\0".join((name, *children)).encode("utf-8", "replace"), digest_size=8).hexdigest()
        if digest not in self.terms:
            if len(self.terms) >= MOST_TERMS:
                raise Lost
            self.terms[digest] = Term(name, children)
        return digest

    def value(self, node: ast.AST) -> str:
        handler: Callable[[Any], str] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is not None:
            return handler(node)
        return self.term(type(node).__name__, *map(self.value, ast.iter_child_nodes(node)))

    def _constant(self, node: ast.Constant) -> str:
        return self.term(f"constant {node.value!r}"[:200])

    def _name(self, node: ast.Name) -> str:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.kernels:
            return self.term(self.kernels[node.id])
        if node.id not in self.module.aliases and node.id not in self.functions and not hasattr(builtins, node.id):
            self.unset.append(node.id)
        return self.term(f"name {self.module.aliases.get(node.id, node.id)}")

    def _attribute(self, node: ast.Attribute) -> str:
        dotted = self.module.dotted(node)
        root = dotted and next(item.id for item in ast.walk(node) if isinstance(item, ast.Name))
        if dotted and root not in self.names:
            return self.term(f"name {dotted}")
        return self.term(f"member {node.attr}", self.value(node.value))

    def _binop(self, node: ast.BinOp) -> str:
        return self.operation(type(node.op).__name__, self.value(node.left), self.value(node.right))

    def operation(self, sign: str, left: str, right: str) -> str:
        if sign in _MIRRORED:
            sign, left, right = _MIRRORED[sign], right, left
        if sign == "FloorDiv" and self._rounds_up(left, right):
            return self.call("triton.cdiv", (self._less_one(left, right), right))
        if sign in COMMUTING:
            left, right = sorted((left, right))
        return self.term(sign, left, right)

    def _rounds_up(self, left: str, right: str) -> bool:
        return self._less_one(left, right) != ""

    def _less_one(self, left: str, right: str) -> str:
        """`a` where `left` is a + right - 1; else ""."""
        outer = self.terms[left]
        if outer.name != "Sub" or self.terms[outer.children[1]].name != "constant 1":
            return ""
        total = self.terms[outer.children[0]]
        if total.name != "Add" or right not in total.children:
            return ""
        return total.children[1] if total.children[0] == right else total.children[0]

    def _unaryop(self, node: ast.UnaryOp) -> str:
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub) and self.terms[value].name == "infinity":
            return self.term("minus infinity")
        return self.term(type(node.op).__name__, value)

    def _boolop(self, node: ast.BoolOp) -> str:
        return self.term(type(node.op).__name__, *map(self.value, node.values))

    def _compare(self, node: ast.Compare) -> str:
        values = [self.value(item) for item in (node.left, *node.comparators)]
        parts = [
            self.operation(type(sign).__name__, one, other)
            for sign, one, other in zip(node.ops, values, values[1:], strict=False)
        ]
        return parts[0] if len(parts) == 1 else self.term("And", *parts)

    def _tuple(self, node: ast.Tuple) -> str:
        return self.term("tuple", *map(self.value, node.elts))

    def _subscript(self, node: ast.Subscript) -> str:
        return self.term("element", self.value(node.value), self.value(node.slice))

    def _lambda(self, node: ast.Lambda) -> str:
        before = dict(self.names)
        self.names |= {item.arg: self.term(f"argument {place}") for place, item in enumerate(node.args.args)}
        digest = self.term("lambda", self.value(node.body))
        self.names = before
        return digest

    def _call(self, node: ast.Call) -> str:
        owner = node.func.value if isinstance(node.func, ast.Subscript) else None
        if isinstance(node.func, ast.Subscript) and isinstance(owner, ast.Name) and owner.id in self.kernels:
            return self._launch(node, owner.id, node.func.slice)
        given = [self.value(item) for item in node.args]
        named = {item.arg or "**": self.value(item.value) for item in node.keywords}
        function = self.terms[self.value(node.func)].name
        if function.startswith("name "):
            dotted = function.removeprefix("name ")
            if dotted == "float" and len(given) == 1 and not named:
                return self._float(given[0])
            return self.call(dotted, given, named)
        return self.term("call", self.value(node.func), *given, *self._named(named))

    def _launch(self, node: ast.Call, kernel: str, grid: ast.expr) -> str:
        parameters = self.parameters[kernel]
        terms = [self.term("grid", self.value(grid))]
        passed = [(place, self.value(item)) for place, item in enumerate(node.args)]
        for keyword in sorted(node.keywords, key=lambda item: item.arg or ""):
            name, value = keyword.arg or "**", self.value(keyword.value)
            if name in _TUNING:
                self.tuning.append(f"{name} {self.terms[value].name}")
            elif name in parameters:
                passed.append((parameters.index(name), value))
            else:
                terms.append(self.term(f"misnamed {name}", value))
        terms += [self.term(f"passed {place}", value) for place, value in sorted(passed)]
        return self.term(f"launch {self.kernels[kernel]}", *terms)

    def _float(self, value: str) -> str:
        text = self.terms[value].name.removeprefix("constant ").strip("'\"")
        signs = {"inf": "infinity", "-inf": "minus infinity"}
        return self.term(signs[text]) if text in signs else self.term("float", value)

    def call(self, dotted: str, given: Sequence[str], named: Mapping[str, str] | None = None) -> str:
        """A call of something imported or built in, in its usual spelling."""
        arguments, operands = dict(named or {}), list(given)
        short = dotted.removeprefix(LANGUAGE)
        if dotted.startswith(LANGUAGE) and short in _POSITIONAL:
            arguments |= dict(zip(_POSITIONAL[short], operands, strict=False))
            operands = operands[len(_POSITIONAL[short]) :]
        if dotted == f"{LANGUAGE}cdiv":
            dotted = "triton.cdiv"
        if dotted == "range" and len(operands) == 2 and self.terms[operands[0]].name == "constant 0":
            operands = operands[1:]
        if short == "where" and len(operands) == 3:
            operands = self._where(operands)
        if short == "exp2" and len(operands) == 1 and (power := self._natural(operands[0])):
            dotted, operands = f"{LANGUAGE}exp", [power]
        return self.term(f"call {dotted}", *operands, *self._named(arguments))

    def _named(self, arguments: Mapping[str, str]) -> list[str]:
        return [self.term(f"keyword {name}", arguments[name]) for name in sorted(arguments)]

    def _where(self, operands: Sequence[str]) -> list[str]:
        """With the condition turned round where it is `… == 0`."""
        condition, chosen, other = operands
        test = self.terms[condition]
        zeros = [item for item in test.children if self.terms[item].name == "constant 0"]
        if test.name == "Eq" and zeros:
            inner = next((item for item in test.children if item != zeros[0]), zeros[0])
            return [inner, other, chosen]
        return [condition, chosen, other]

    def _natural(self, power: str) -> str:
        """`x` where the exponent is x times the logarithm of e to base two; else ""."""
        product = self.terms[power]
        if product.name != "Mult":
            return ""
        factors = [item for item in product.children if not self.terms[item].name.startswith("constant 1.442695")]
        return factors[0] if len(factors) == 1 else ""
