"""What a C text declares and uses, read from its syntax tree: errors, names, and arguments of its own functions.

Scopes and types are not looked at: a name is declared wherever it is. Features of this are `cheap_checks`.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.embedded_systems.language.source import Source, parse


@dataclass(frozen=True)
class Declarations:
    """Names and counts. `members` are used after . or ->, and no structure here has them.

    `syntax_errors`: places that are no C; `repeated`: functions defined twice; `misfits`: calls of functions of this
    text with another number of arguments; `constants_written`: assignments to what is declared const.
    """

    declared: frozenset[str]
    used: frozenset[str]
    members: frozenset[str]
    included: frozenset[str]
    syntax_errors: int
    repeated: int
    misfits: int
    constants_written: int


@lru_cache(maxsize=512)
def declarations(code: str) -> Declarations | None:
    """None for a text that is not looked at. One parse, about a millisecond."""
    source = parse(code)
    if source is None:
        return None
    names = source.nodes("identifier")
    declared = Counter(_text(node) for node in names if is_declared(node))
    return Declarations(
        frozenset(declared),
        frozenset(_text(node) for node in names if not is_declared(node)),
        _members(source),
        frozenset(_text(node.child_by_field_name("path")) for node in source.nodes("preproc_include")),
        len(source.nodes("ERROR")) + source.missing,
        _repeated(source),
        _misfits(source),
        _constants_written(source),
    )


def _text(node: object) -> str:
    return (getattr(node, "text", b"") or b"").decode("utf-8", "replace")


def _members(source: Source) -> frozenset[str]:
    """Members that are used and that no structure of this text has."""
    members = source.nodes("field_identifier")
    return frozenset(map(_text, members)) - {_text(node) for node in members if is_declared(node)}


def is_declared(node: object) -> bool:
    parent = getattr(node, "parent", None)
    if parent is None:
        return False
    return any(node in parent.children_by_field_name(field) for field in ("declarator", "name"))


def _repeated(source: Source) -> int:
    defined = Counter(
        _text(declarator.child_by_field_name("declarator"))
        for node in source.nodes("function_definition")
        if (declarator := node.child_by_field_name("declarator")) is not None
        and declarator.type == "function_declarator"
    )
    return sum(count - 1 for count in defined.values())


def parameter_counts(source: Source) -> dict[str, int]:
    """Of each function that the text declares with a fixed number of them: () and ... leave it open."""
    wanted: dict[str, int] = {}
    for node in source.nodes("function_declarator"):
        name, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
        if name is None or parameters is None or name.type != "identifier":
            continue
        declared = [item for item in parameters.named_children if item.type != "comment"]
        if declared and all(item.type == "parameter_declaration" for item in declared):
            wanted[_text(name)] = 0 if [_text(item) for item in declared] == ["void"] else len(declared)
    return wanted


def _misfits(source: Source) -> int:
    wanted, calls = parameter_counts(source), 0
    for node in source.nodes("call_expression"):
        name, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if name is not None and given is not None and _text(name) in wanted:
            count = sum(item.type != "comment" for item in given.named_children)
            calls += count != wanted[_text(name)]
    return calls


def _constants_written(source: Source) -> int:
    constant = {
        _text(name)
        for node in source.nodes("declaration")
        if any(item.type == "type_qualifier" and _text(item) == "const" for item in node.children)
        for item in node.children_by_field_name("declarator")
        if (name := item.child_by_field_name("declarator")) is not None and name.type == "identifier"
    }
    written = [node.child_by_field_name("left") for node in source.nodes("assignment_expression")]
    return sum(item is not None and _text(item) in constant for item in written)
