"""gcc's errors in a C text, foretold from its tokens and its syntax tree: tokens that are missing, names that nothing
declares, members that no structure has, calls with another number of arguments, functions defined twice.

Each is an `Error` at its place; scopes and types are not looked at. Which of them are said is `static_diagnostics`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.language.declarations import is_declared, parameter_counts
from resources.domains.embedded_systems.language.logical_lines import PARTS, without_comments
from resources.domains.embedded_systems.language.macros import Macros
from resources.domains.embedded_systems.language.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node

_NO_VALUE = re.compile(r"(?:(?<![=!<>])=|\|=|&=|(?<![|&])[|&^]|<<|>>)\s*(;)")
_ENDS_A_VALUE = re.compile(r"(?:\w|\)|\]|\+\+|--)\Z")
_TOKEN = re.compile(r"\w+|\S")
_BEGIN_DECLARATIONS = frozenset(
    "void int char short long unsigned signed const volatile static struct float double".split()
)
KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register"
    " restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof"
    " _Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local static_assert alignas"
    " alignof bool thread_local nullptr noreturn".split()
)
IMPLICIT = " [-Werror=implicit-function-declaration]"

_FUNCTION = re.compile(r"^(static\s+)?(?:\w+[ *]+)+?(\w+)\([^;{}]*\)\s*\{", re.MULTILINE)


@dataclass(frozen=True)
class Error:
    """`offset` is in characters; `function` is the one that the text around stands in, "" for none. `kind` is a
    warning's where gcc says that, too."""

    offset: int
    words: str
    function: str
    note: str = ""
    kind: str = "error"


def missing_tokens(source: Source, macros: Macros) -> Iterator[Error]:
    """Semicolons and brackets that the parser imagined, and no macro brings: gcc names the place behind the token
    before."""
    bare = without_comments(source.code, and_texts=True)
    for node in source.missing_nodes:
        if macros.is_near(source, node):
            continue
        if node.type in (";", ")", "]"):
            at = source.position(node.start_byte)
            expected, offset = f"'{node.type}'", len(bare[:at].rstrip())
            if node.type == ";" and node.parent is not None and node.parent.type == "declaration":
                expected, offset = _after_declarator(node.parent), _next_token(bare, at)
            yield Error(offset, f"expected {expected} before {_named(source.code, bare, at)}", source.function(node))


def unended_statements(source: Source, before: str) -> Iterator[Error]:
    """An expression that the parser made no statement of, in front of the token `before`."""
    bare = without_comments(source.code, and_texts=True)
    for node in source.nodes("ERROR"):
        start, end = source.position(node.start_byte), source.position(node.end_byte)
        following = _TOKEN.search(bare, end)
        text = bare[start:end].rstrip()
        if following is None or not before.startswith(following[0]) or not text or not _ENDS_A_VALUE.search(text):
            continue
        expected = f"expected ';' before {_named(source.code, bare, end)}"
        yield Error(start + len(text), expected, source.function(node))


def _after_declarator(declaration: Node) -> str:
    """What may follow, as gcc lists it."""
    last = declaration.children_by_field_name("declarator")
    set_already = bool(last) and last[-1].type == "init_declarator"
    return "',' or ';'" if set_already else "'=', ',', ';', 'asm' or '__attribute__'"


def _next_token(bare: str, at: int) -> int:
    match = _TOKEN.search(bare, at)
    return match.start() if match else len(bare)


def _named(code: str, bare: str, at: int) -> str:
    """How gcc names the token that stands at or behind a place."""
    match = _TOKEN.search(bare, at)
    texts = code[at : match.start() if match else len(code)].lstrip()
    if texts.startswith('"'):
        return "string constant"
    if match is None:
        return "end of input"
    if match[0][0].isdigit():
        return "numeric constant"
    return f"'{match[0]}'" if match[0][0].isalpha() or match[0][0] == "_" else f"'{match[0]}' token"


def missing_values(source: Source) -> Iterator[Error]:
    """An operator with nothing behind it."""
    bare = without_comments(source.code, and_texts=True)
    for match in _NO_VALUE.finditer(without_comments(source.code)):
        if bare[match.start(1)] == ";":
            yield Error(match.start(1), "expected expression before ';' token", function_at(bare, match.start()))


def open_texts(code: str) -> Iterator[Error]:
    """Quotes that nothing closes in their line; said twice, as a warning and as an error."""
    for match in PARTS.finditer(code):
        text = match["text"] or ""
        if text and (len(text) == 1 or text[-1] != text[0] or text.endswith("\\" + text[0])):
            function = function_at(without_comments(code, and_texts=True), match.start())
            for kind in ("warning", "error"):
                yield Error(match.start(), f"missing terminating {text[0]} character", function, "", kind)


def function_at(bare: str, offset: int) -> str:
    """The last function that begins before a place and is still open."""
    functions = list(_FUNCTION.finditer(bare, 0, offset))
    inside = bool(functions) and bare.count("{", functions[-1].start(), offset) > bare.count(
        "}", functions[-1].start(), offset
    )
    return functions[-1][2] if inside else ""


def unclosed(code: str) -> Iterator[Error]:
    """Of a text with one brace too few: static functions that now stand within another, and the text's end."""
    bare = without_comments(code, and_texts=True)
    if bare.count("{") - bare.count("}") != 1:
        return
    opened = outer = ""
    hidden = False
    for match in _FUNCTION.finditer(bare):
        depth = bare.count("{", 0, match.start()) - bare.count("}", 0, match.start())
        if depth and not outer:
            outer = opened
        if depth and match[1]:
            hidden = True
            yield Error(match.start(2), f"invalid storage class for function '{match[2]}'", outer)
        elif hidden and match[2] == "main":
            yield Error(match.start(2), "'main' is normally a non-static function [-Wmain]", outer, "", "warning")
        opened = match[2]
    if not hidden:
        end = max(0, len(bare.rstrip()) - 1)
        yield Error(end, "expected declaration or statement at end of input", outer or opened)


def undeclared_names(source: Source, known: frozenset[str]) -> Iterator[Error]:
    """Names that nothing declares: functions where they are called, others once in each function."""
    declared_in = _declared_in(source)
    declared = declared_in[""]
    seen: set[tuple[str, str]] = set()
    note = "each undeclared identifier is reported only once for each function it appears in"
    for node in source.nodes("identifier", "type_identifier"):
        name, function = source.text(node), source.function(node)
        if node.type == "type_identifier" and (node.parent is None or node.parent.type != "type_descriptor"):
            continue
        if not name or name in declared or name in known or not function or (function, name) in seen:
            continue
        if name in declared_in.get(function, ()):
            continue
        if _is_of_the_compiler(node):
            continue
        seen.add((function, name))
        if _is_called(node):
            declared.add(name)
            yield Error(source.position(node.start_byte), _implicit(name), function)
        else:
            words = f"'{name}' undeclared (first use in this function)"
            yield Error(source.position(node.start_byte), words, function, note)
            note = ""


def _declared_in(source: Source) -> dict[str, set[str]]:
    """Names by the function that declares them; "" for the file's, and for what C itself has."""
    declared: dict[str, set[str]] = {"": set(KEYWORDS)}
    for node in source.nodes("identifier", "type_identifier", "statement_identifier"):
        if node.type == "statement_identifier" or is_declared(node):
            declared.setdefault(_scope(source, node), set()).add(source.text(node))
    return declared


def _scope(source: Source, node: Node) -> str:
    """A function's own name is the file's, as are those that it declares elsewhere."""
    around: Node | None = node
    while around is not None and around.type != "function_definition":
        if around.type == "function_declarator" and around.child_by_field_name("declarator") == node:
            return ""
        if around.type == "declaration" and source.text(around).startswith("extern"):
            return ""
        around = around.parent
    return source.name_of(around) if around is not None else ""


def late_functions(source: Source) -> Iterator[Error]:
    """Calls of functions that are declared only behind them."""
    declared: dict[str, int] = {}
    for node in source.nodes("function_declarator"):
        name = source.text(node.child_by_field_name("declarator"))
        declared.setdefault(name, node.start_byte)
    others = {source.text(node) for node in source.nodes("identifier") if is_declared(node)} - declared.keys()
    seen: set[str] = set()
    for node in source.nodes("identifier"):
        name, function = source.text(node), source.function(node)
        first = declared.get(name, -1)
        if node.start_byte < first and function and name not in others | seen and _is_called(node):
            seen.add(name)
            yield Error(source.position(node.start_byte), _implicit(name), function)


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


def _is_of_the_compiler(node: Node) -> bool:
    """Whether a name is the assembler's for an operand, which nothing declares."""
    parent = node.parent
    return parent is not None and parent.type.startswith("gnu_asm") and parent.child_by_field_name("symbol") == node


def _implicit(name: str) -> str:
    return f"implicit declaration of function '{name}'{IMPLICIT}"


def _is_called(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node


def misfitting_calls(source: Source, macros: Macros) -> Iterator[Error]:
    """Calls of functions of this text with another number of arguments, none of which a macro gives."""
    wanted = {name: count for name, count in parameter_counts(source).items() if name not in macros.words}
    for node in source.nodes("call_expression"):
        name, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if name is None or given is None or source.text(name) not in wanted or node.has_error:
            continue
        if macros.is_near(source, given):
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
        name, declarator = source.name_of(node), node.child_by_field_name("declarator")
        if (
            name in seen
            and declarator is not None
            and node.parent is not None
            and node.parent.type == "translation_unit"
        ):
            at = declarator.child_by_field_name("declarator")
            yield Error(source.position((at or declarator).start_byte), f"redefinition of '{name}'", "")
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
