"""Reading a log: which diagnostics iverilog, Yosys, the bench and cocotb wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages`.
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
_RULES = (
    _rule("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
    _rule(
        "undeclared",
        _PLACE + r".*(?:Unable to bind|Could not find variable|Failed to find).*?[`'\"\\]+(?P<symbol>[\w$.]+)",
    ),
    _rule(
        "undeclared",
        _PLACE + r".*(?:Unknown|undefined|No function named|Enable of unknown task).*?`+(?P<symbol>[\w$.]+)",
    ),
    _rule("module", _PLACE + r"error: Unknown module type: (?P<symbol>\w+)"),
    _rule("module", r"(?P<symbol>\w+) referenced \d+ times"),
    _rule("module", r"No top level modules"),
    _rule("port", _PLACE + r"error: .*port [`']+(?P<symbol>\w+)'+ is not a port"),
    _rule("port", _PLACE + r".*Port \d+ \((?P<symbol>\w+)\) of \w+ expects \d+ bits"),
    _rule("system task", _PLACE + r".*System task/function (?P<symbol>\$\w+)\(\) is not defined"),
    _rule("multiple drivers", r".*multiple conflicting drivers for (?P<symbol>[^\s:]+)"),
    _rule("multiple drivers", _PLACE + r".*(?:multiple drivers|drivers?\.|cannot be driven).*"),
    _rule("combinational loop", r".*found logic loop in module (?P<symbol>\w+)"),
    _rule("latch", r"Latch inferred for signal `\\(?P<symbol>[^']+)'"),
    _rule("not a variable", _PLACE + r"error: (?P<symbol>\w+) is not a valid l-value"),
    _rule("redeclared", _PLACE + r"error: .*[`']+(?P<symbol>\w+)'+ .*(?:already|redefin|declared)"),
    _rule("syntax", _PLACE + r"(?:ERROR: )?.*(?:syntax error|Malformed|Invalid module item|Errors? in )"),
    _rule("unsupported", _PLACE + r"(?:ERROR|sorry): "),
    _rule("compile", _PLACE + r"error: "),
    _rule("synthesis", r"ERROR: "),
    _rule("mismatch", r".*\bMISMATCH\b[^:]*?\b(?P<symbol>\w+): expected .* got "),
    _rule("mismatch", r".*(?:Hint: Output '(?P<symbol>\w+)' has \d+ mismatches|\bMISMATCH\b)"),
    _rule("mismatch", r"\s*(?:AssertionError|assert .*)"),
    _rule("exception", r"\s+(?P<symbol>[A-Z]\w*(?:Error|Exception)): "),
    _rule("verdict", r"verdict: "),
    _rule("limit", r"(?:compile|synthesise|link|simulate): (?:timed out|out of memory|limit exceeded)"),
    _rule("crash", r"(?:compile|synthesise|link|simulate): ended by signal \d+"),
    _rule("undriven", r".*Wire (?P<symbol>\S+?)(?: \[\d+\])? is used but has no driver"),
    _rule("width", _PLACE + r"warning: .*(?:width|bits|truncat|[Pp]adding)"),
    _rule("warning", _PLACE + r"[Ww]arning: "),
    _rule("warning", r"Warning: "),
)
_ORDER = {category: index for index, category in enumerate(dict.fromkeys(rule.category for rule in _RULES))}
_SOURCE_PLACE = re.compile(r"(?:^|[^\w])[\w./-]+\.s?v:(\d+)")


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
                yield _diagnostic(rule.category, line, match)
                break


def _diagnostic(category: str, line: str, match: re.Match[str]) -> Diagnostic:
    groups = match.groupdict()
    number = int(groups.get("line") or 0)
    if not number:
        place = _SOURCE_PLACE.search(line)
        number = int(place.group(1)) if place else 0
    symbol = (groups.get("symbol") or "").rpartition(".")[2].lstrip("\\")
    return Diagnostic(category, line.strip(), number, symbol)
