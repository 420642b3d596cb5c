"""Reading a log: what the reject stage, Python, OCCT, the gates and the comparison wrote into it, by importance.

Works on an observation's log alone, real or predicted. How logs come about is `judging`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation

_MAXIMUM_LINE = 2000


@dataclass(frozen=True)
class _Rule:
    """Lines of one category. The pattern may name groups `line` and `symbol`."""

    category: str
    pattern: re.Pattern[str]


def _rule(category: str, pattern: str) -> _Rule:
    return _Rule(category, re.compile(pattern))


_PLACE = r"[\w./-]+:(?P<line>\d+): "
_CALL = r"(?:(?P<symbol>\w+)\(\): )?"
_RULES = (
    _rule("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
    _rule("syntax", _PLACE + r"(?:SyntaxError|IndentationError|TabError)\b"),
    _rule("import", _PLACE + r"(?:ImportError|ModuleNotFoundError): .*'(?P<symbol>[\w.]+)'"),
    _rule("undeclared", _PLACE + r"(?:\w+\(\): )?NameError: name '(?P<symbol>\w+)'"),
    _rule("no such method", _PLACE + r"(?:\w+\(\): )?AttributeError: .*attribute '(?P<symbol>\w+)'"),
    _rule("arguments", _PLACE + r"(?:\w+\(\): )?TypeError: (?P<symbol>[\w.]+)\(\) "),
    _rule("bad step", _PLACE + r"(?P<symbol>\w+)\(\): the first step whose solid fails"),
    _rule(
        "selector", _PLACE + _CALL + r".*(?:requires that (?:edges|faces)|[Nn]o (?:edges|faces)|ParseException|empty)"
    ),
    _rule("open wire", _PLACE + _CALL + r".*(?:[Pp]ending wires|not closed|Wire)"),
    _rule("kernel", _PLACE + _CALL + r"(?:StdFail|Standard|BRep|GC|gp|Geom|ShapeFix|TopoDS)\w*"),
    _rule("no result", r"[\w./-]+: NoResult"),
    _rule("exception", _PLACE + _CALL + r"\w+(?:Error|Exception|Exit|Iteration|Warning)\b"),
    _rule("result", _PLACE + r"`(?P<symbol>result)` is set here"),
    _rule("gate", r"gate (?P<symbol>type|solids|volume|BRepCheck|tolerance|edges|crossing|overlap): "),
    _rule("mismatch", r"compare: (?P<symbol>overlap|volume|area|bounding box in [xyz]|centre of mass|wall) "),
    _rule("topology", r"compare: (?P<symbol>genus|sealed voids)\b"),
    _rule(
        "surface",
        r"compare: (?P<symbol>surface deviation|narrow gaps|flat surface|a feature's face|an edge's face|round hole"
        r"|only)\b",
    ),
    _rule("unmeasurable", r"compare: OCCT cannot"),
    _rule("limit", r"(?:script|gates|compare): (?:timed out|out of memory|limit exceeded|the shape takes more)"),
    _rule("crash", r"(?:script|gates|compare): (?:ended by signal \d+|the process ended before)"),
    _rule("caller", _PLACE + r"called from here"),
    _rule("aligned", r"compare: after alignment"),
)
_ORDER = {category: index for index, category in enumerate(dict.fromkeys(rule.category for rule in _RULES))}


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """Diagnostics by importance of their category, and in the log's order within one; each text once."""
    found = list(dict.fromkeys(_read(observation.text)))
    return sorted(found, key=lambda diagnostic: _ORDER[diagnostic.category])


def _read(text: str) -> Iterator[Diagnostic]:
    for line in text.splitlines():
        line = line[:_MAXIMUM_LINE]
        for rule in _RULES:
            match = rule.pattern.match(line)
            if match:
                groups = match.groupdict()
                yield Diagnostic(rule.category, line.strip(), int(groups.get("line") or 0), groups.get("symbol") or "")
                break
