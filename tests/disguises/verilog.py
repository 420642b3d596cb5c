"""Verilog in disguise; nodes of slang's syntax tree are rewritten as text."""

import re
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, parse
from tests.disguises.words import another, outside, without_comments

_COMMUTES = ("AddExpression", "BinaryAndExpression", "BinaryOrExpression", "BinaryXorExpression", "MultiplyExpression")
_TURNED = {
    "LessThanExpression": ">",
    "GreaterThanExpression": "<",
    "EqualityExpression": "==",
    "InequalityExpression": "!=",
}
_MOVED = ("AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "ContinuousAssign", "HierarchyInstantiation")
_SIZED = re.compile(r"\b(\d+)'([bdh])([0-9a-fA-F_]+)\b")


def renamed(code: str) -> str:
    """All names that the text declares, ports and modules among them."""
    names = {token.valueText for token in _tokens(parse(code).root) if kind_of(token) == "Identifier"}
    pattern = re.compile(r"(?<![\w$'])[A-Za-z_]\w*")
    return outside(code, lambda part: pattern.sub(lambda m: another(m[0]) if m[0] in names else m[0], part))


def reformatted(code: str) -> str:
    lines = without_comments(code).splitlines()
    directives = [line.strip().startswith("`") for line in lines]
    out = ""
    for line, alone in zip(lines, directives, strict=True):
        words = " ".join(line.split())
        out += f"\n{words}\n" if alone else f" {words}"
    return re.sub(r";(?![^(]*\))\s*", ";\n   ", out) + "\n"


def reordered(code: str) -> str:
    """Processes, assignments and instances of each module the other way round."""
    for module in [item for item in _nodes(parse(code).root) if kind_of(item) == "ModuleDeclaration"]:
        code = _members_turned(module, code)
    return code


def _members_turned(module: Any, code: str) -> str:
    moved = [str(member).strip() for member in module.members if kind_of(member) in _MOVED]
    if len(moved) < 2 or any(code.count(part) != 1 for part in moved):
        return code
    place = code.index("endmodule", code.index(moved[-1]))
    head, rest = code[:place], code[place:]
    for part in moved:
        head = head.replace(part, "")
    return head + "\n".join(reversed(moved)) + "\n" + rest


def restyled(code: str) -> str:
    """Operands exchanged, conditions and branches turned, numbers in another base."""
    text = _written(parse(code).root)
    return outside_numbers(text)


def outside_numbers(text: str) -> str:
    def based(match: re.Match[str]) -> str:
        value = int(match[3].replace("_", ""), {"b": 2, "d": 10, "h": 16}[match[2]])
        return f"{match[1]}'h{value:x}" if match[2] != "h" else f"{match[1]}'d{value}"

    return _SIZED.sub(based, text)


def _written(node: Any) -> str:
    """The node's text, its parts rewritten first."""
    if is_token(node):
        return str(node)
    kind = kind_of(node)
    parts = [_written(child) for child in node if child is not None]
    if kind in _COMMUTES and len(parts) >= 3:
        return f" ({parts[-1].strip()} {parts[1].strip()} {parts[0].strip()}) "
    if kind in _TURNED and len(parts) >= 3:
        return f" ({parts[-1].strip()} {_TURNED[kind]} {parts[0].strip()}) "
    if kind == "ConditionalExpression" and len(parts) == 6:
        return f" (!({parts[0].strip()}) ? {parts[5].strip()} : {parts[3].strip()}) "
    if kind == "ConditionalStatement" and len(parts) >= 6 and parts[-1].lstrip().startswith("else"):
        body, other = parts[-2], parts[-1].lstrip().removeprefix("else")
        head = "".join(parts[:-2])
        opened, closed = head.index("("), head.rindex(")")
        return f"{head[:opened]}(!({head[opened + 1 : closed]})) begin {other} end else begin {body} end\n"
    return "".join(parts)


def _nodes(node: Any) -> list[Any]:
    if is_token(node):
        return []
    return [node, *(found for child in node if child is not None for found in _nodes(child))]


def _tokens(node: Any) -> list[Any]:
    if is_token(node):
        return [node]
    return [found for child in node if child is not None for found in _tokens(child)]
