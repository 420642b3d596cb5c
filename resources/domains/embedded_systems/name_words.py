"""gcc's words for names of a C text: what nothing declares, members that no structure has, calls with another number
of arguments, functions defined twice.

Scopes and types are not followed. Tokens that are missing are `compiler_words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.compiler_words import Error
from resources.domains.embedded_systems.declarations import is_declared, parameter_counts
from resources.domains.embedded_systems.faults.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node

_TOKEN = re.compile(r"\w+|\S")
_BEGIN_DECLARATIONS = frozenset(
    "void int char short long unsigned signed const volatile static struct float double".split()
)
IMPLICIT = " [-Werror=implicit-function-declaration]"


def undeclared_names(source: Source, known: frozenset[str]) -> Iterator[Error]:
    """Names that nothing declares: functions where they are called, others once in each function."""
    declared = {source.text(node) for node in source.nodes("identifier") if is_declared(node)}
    seen: set[tuple[str, str]] = set()
    note = "each undeclared identifier is reported only once for each function it appears in"
    for node in source.nodes("identifier"):
        name, function = source.text(node), source.function(node)
        if not name or name in declared or name in known or not function or (function, name) in seen:
            continue
        seen.add((function, name))
        if _is_called(node):
            declared.add(name)
            yield Error(source.position(node.start_byte), _implicit(name), function)
        else:
            words = f"'{name}' undeclared (first use in this function)"
            yield Error(source.position(node.start_byte), words, function, note)
            note = ""


def unknown_types(source: Source, known: frozenset[str], standard: frozenset[str]) -> Iterator[Error]:
    """Types that nothing declares, once each; `standard` are those of a header that the text does not include."""
    declared = {source.text(node) for node in source.nodes("type_identifier") if is_declared(node)}
    for node in source.nodes("type_identifier", "primitive_type"):
        name, parent = source.text(node), node.parent
        if name in declared or (name in known and name not in standard) or parent is None or node.has_error:
            continue
        if node.type == "primitive_type" and name not in standard:
            continue
        if parent.type not in ("declaration", "parameter_declaration", "function_definition", "field_declaration"):
            continue
        declared.add(name)
        at = source.position(node.start_byte)
        following = _TOKEN.search(source.code, at + len(name))
        if following and following[0] in _BEGIN_DECLARATIONS:
            yield Error(at + len(name), f"expected ';' before '{following[0]}'", "")
            continue
        if following and following[0] == "(":
            continue
        note = f"'{name}' is defined in header '<stdint.h>'; did you forget to '#include <stdint.h>'?"
        function = source.function(node) if parent.type == "declaration" else ""
        yield Error(at, f"unknown type name '{name}'", function, note if name in standard else "")


def _implicit(name: str) -> str:
    return f"implicit declaration of function '{name}'{IMPLICIT}"


def _is_called(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node


def misfitting_calls(source: Source) -> Iterator[Error]:
    """Calls of functions of this text with another number of arguments."""
    wanted = parameter_counts(source)
    for node in source.nodes("call_expression"):
        name, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if name is None or given is None or source.text(name) not in wanted or node.has_error:
            continue
        count = sum(item.type != "comment" for item in given.named_children)
        if count != wanted[source.text(name)]:
            size = "few" if count < wanted[source.text(name)] else "many"
            words = f"too {size} arguments to function '{source.text(name)}'"
            yield Error(source.position(name.start_byte), words, source.function(node))


def repeated_functions(source: Source) -> Iterator[Error]:
    """The second definition of a function."""
    seen: set[str] = set()
    for node in source.nodes("function_definition"):
        name, found = source.name_of(node), node.child_by_field_name("declarator")
        if name in seen and found is not None and node.parent is not None and node.parent.type == "translation_unit":
            at = found.child_by_field_name("declarator")
            yield Error(source.position((at or found).start_byte), f"redefinition of '{name}'", "")
        seen.add(name)


def unknown_members(source: Source, known: frozenset[str], types: dict[str, str]) -> Iterator[Error]:
    """Members of peripherals that no structure has; `types` gives each peripheral's."""
    own = {source.text(node) for node in source.nodes("field_identifier") if is_declared(node)}
    for node in source.nodes("field_identifier"):
        name, parent = source.text(node), node.parent
        if name in own or name in known or parent is None or parent.type != "field_expression":
            continue
        of = types.get(source.text(parent.child_by_field_name("argument")), "struct")
        yield Error(source.position(node.start_byte), f"'{of}' has no member named '{name}'", source.function(node))
