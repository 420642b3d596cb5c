"""A header of C as types and signatures. pycparser reads the syntax; what it means is told here.

Not read: unions, bit fields, long double, functions with further arguments.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from resources.domains.code_optimization.language.c_preprocessor import preprocessed
from resources.domains.code_optimization.language.c_types import (
    Array,
    Callback,
    CType,
    Field,
    Header,
    Nothing,
    Number,
    Parameter,
    Pointer,
    Shape,
    Signature,
    Structure,
    UnreadableError,
    alignment_of,
    size_of,
    spelled,
    standard_names,
)

_LARGEST = 1 << 63
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "%": lambda one, other: one % other,
    "<<": lambda one, other: one << min(other, 64),
    ">>": lambda one, other: one >> min(other, 64),
    "|": lambda one, other: one | other,
    "&": lambda one, other: one & other,
}


class UnknownValueError(Exception):
    """No constant, or one that is not modelled."""


def value_of(node: c_ast.Node, names: Mapping[str, int], size_of: Callable[[c_ast.Node], int]) -> int:
    """Raises UnknownValueError."""
    value = _value(node, names, size_of)
    if not -_LARGEST <= value <= 2 * _LARGEST:
        raise UnknownValueError(str(type(node)))
    return value


def _value(node: c_ast.Node, names: Mapping[str, int], size_of: Callable[[c_ast.Node], int]) -> int:
    match node:
        case c_ast.Constant(type="char"):
            return _character(node.value)
        case c_ast.Constant(type="string"):
            raise UnknownValueError("string")
        case c_ast.Constant():
            return _number(node.value)
        case c_ast.ID() if node.name in names:
            return names[node.name]
        case c_ast.UnaryOp(op="sizeof"):
            if isinstance(node.expr, c_ast.Constant) and node.expr.type == "string":
                return len(node.expr.value) - 1
            return size_of(node.expr)
        case c_ast.UnaryOp(op="-"):
            return -value_of(node.expr, names, size_of)
        case c_ast.BinaryOp() if node.op in _OPERATIONS:
            one, other = value_of(node.left, names, size_of), value_of(node.right, names, size_of)
            if other <= 0 and node.op in ("/", "%", "<<", ">>"):
                raise UnknownValueError(node.op)
            return _OPERATIONS[node.op](one, other)
        case c_ast.Cast():
            return value_of(node.expr, names, size_of)
    raise UnknownValueError(type(node).__name__)


def _number(text: str) -> int:
    digits = text.rstrip("uUlL")
    try:
        return int(digits, 8 if digits.isdigit() and digits[0] == "0" and len(digits) > 1 else 0)
    except ValueError:
        raise UnknownValueError(text) from None


def _character(text: str) -> int:
    inner = text.strip("'")
    if len(inner) != 1:
        raise UnknownValueError(text)
    return ord(inner)


_LARGEST_STRUCTURE = 1 << 16


def is_header(text: str) -> bool:
    """Whether this is a whole header: a lone prototype has its own calls."""
    return "#" in text


@lru_cache(maxsize=256)
def read_header(text: str) -> Header | None:
    """None where it cannot be read. A function with a type that is not known is left out."""
    plain = preprocessed(text)
    try:
        tree = CParser().parse(standard_names(plain.text) + plain.text)
        return _Reader(plain.defined).header(tree)
    except (ParseError, UnreadableError, RecursionError, AttributeError, AssertionError):
        return None


class _Reader:
    """Goes through the declarations in order."""

    def __init__(self, defined: dict[str, str]) -> None:
        self._defined = defined
        self._types: dict[str, CType] = {}
        self._shapes: dict[str, Shape] = {}
        self._constants: dict[str, int] = {}
        self._enumerations: dict[str, Number] = {}
        self._functions: dict[str, Signature] = {}

    def header(self, tree: c_ast.FileAST) -> Header:
        for node in tree.ext:
            try:
                self._declaration(node.decl if isinstance(node, c_ast.FuncDef) else node)
            except (UnreadableError, UnknownValueError):
                continue
        for name, text in self._defined.items():
            if name not in self._constants and re.fullmatch(
                r"\(?-?(?:0x[0-9a-fA-F]{1,16}|[1-9][0-9]{0,18}|0)\)?", text
            ):
                self._constants[name] = int(text.strip("()"), 0)
        return Header(self._functions, self._shapes, self._constants)

    def _declaration(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.Typedef):
            self._types[node.name] = self._type(node.type)
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            self._functions[node.name] = self._signature(node.name, node.type)
        elif isinstance(node, c_ast.Decl):
            self._type(node.type)

    def _signature(self, name: str, node: c_ast.FuncDecl) -> Signature:
        parameters = []
        for item in node.args.params if node.args else ():
            if isinstance(item, c_ast.EllipsisParam):
                raise UnreadableError(name)
            kind = self._type(item.type)
            if isinstance(kind, Array):
                kind = Pointer(kind.element, "const" in getattr(_innermost(item.type), "quals", ()))
            if isinstance(kind, Callback):
                kind = Pointer(kind)
            if not isinstance(kind, Nothing):
                parameters.append(Parameter(getattr(item, "name", None) or "", kind))
        return Signature(name, self._type(node.type), tuple(parameters))

    def _type(self, node: c_ast.Node) -> CType:
        match node:
            case c_ast.TypeDecl() | c_ast.Typename():
                return self._type(node.type)
            case c_ast.PtrDecl():
                return Pointer(self._type(node.type), "const" in getattr(node.type, "quals", ()))
            case c_ast.ArrayDecl():
                return self._array(node)
            case c_ast.FuncDecl():
                signature = self._signature("", node)
                return Callback(signature.result, tuple(item.type for item in signature.parameters))
            case c_ast.Struct():
                return self._structure(node)
            case c_ast.Enum():
                return self._enumeration(node)
            case c_ast.IdentifierType():
                return self._named(node.names)
        raise UnreadableError(type(node).__name__)

    def _array(self, node: c_ast.ArrayDecl) -> CType:
        """A size that is known only at run time makes it as long as there is memory for."""
        element = self._type(node.type)
        if node.dim is None:
            return Array(element, 0)
        try:
            return Array(element, max(0, min(self._value(node.dim), 1 << 16)))
        except UnknownValueError:
            return element if isinstance(element, Number) else Array(element, 0)

    def _value(self, node: c_ast.Node) -> int:
        return value_of(node, self._constants, lambda kind: size_of(self._type(kind), self._shapes))

    def _structure(self, node: c_ast.Struct) -> CType:
        name = node.name or f" {node.coord}"
        if node.decls is not None:
            self._shapes[name] = self._shape(node.decls)
        return Structure(name)

    def _shape(self, members: list[c_ast.Node]) -> Shape:
        fields, end, widest = [], 0, 1
        for member in members:
            if not isinstance(member, c_ast.Decl) or member.bitsize is not None or member.name is None:
                raise UnreadableError("field")
            kind = self._type(member.type)
            aligned = alignment_of(kind, self._shapes)
            start = -(-end // aligned) * aligned
            fields.append(Field(member.name, start, kind))
            end, widest = start + size_of(kind, self._shapes), max(widest, aligned)
            if end > _LARGEST_STRUCTURE:
                raise UnreadableError("large")
        return Shape(-(-end // widest) * widest, widest, tuple(fields))

    def _enumeration(self, node: c_ast.Enum) -> CType:
        if node.values is None:
            return self._enumerations.get(node.name, Number(4, is_signed=False))
        following, members = 0, []
        for item in node.values.enumerators:
            value = following if item.value is None else self._value(item.value)
            self._constants[item.name] = value
            members.append(value)
            following = value + 1
        kind = Number(4, is_signed=min(members) < 0, members=tuple(dict.fromkeys(members)))
        self._enumerations[node.name or ""] = kind
        return kind

    def _named(self, names: list[str]) -> CType:
        if len(names) == 1 and names[0] in self._types:
            return self._types[names[0]]
        return spelled(names)


def _innermost(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.ArrayDecl):
        node = node.type
    return node
