"""Reading a log: which diagnostics iverilog, Yosys, the bench and cocotb wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages`.
"""

import re
from collections.abc import Iterator, Sequence

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.candidate_words import is_printed
from resources.domains.toolkit.log_rules import LONGEST_LINE, by_importance, first_match, log_rule
from resources.execution.observation import Observation

_PLACE = r"[\w./-]+:(?P<line>\d+): "
_RULES = (
    log_rule("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
    log_rule(
        "undeclared",
        _PLACE + r".*(?:Unable to bind|Could not find variable|Failed to find).*?[`'\"\\]+(?P<symbol>[\w$.]+)",
    ),
    log_rule(
        "undeclared",
        _PLACE + r".*(?:Unknown|undefined|No function named|Enable of unknown task).*?`+(?P<symbol>[\w$.]+)",
    ),
    log_rule("module", _PLACE + r"error: Unknown module type: (?P<symbol>\w+)"),
    log_rule("module", r"(?P<symbol>\w+) referenced \d+ times"),
    log_rule("module", r"No top level modules"),
    log_rule("port", _PLACE + r"error: .*port [`']+(?P<symbol>\w+)'+ is not a port"),
    log_rule("port", _PLACE + r".*Port \d+ \((?P<symbol>\w+)\) of \w+ expects \d+ bits"),
    log_rule("system task", _PLACE + r".*System task/function (?P<symbol>\$\w+)\(\) is not defined"),
    log_rule("multiple drivers", r".*multiple conflicting drivers for (?P<symbol>[^\s:]+)"),
    log_rule("multiple drivers", _PLACE + r".*(?:multiple drivers|drivers?\.|cannot be driven).*"),
    log_rule("combinational loop", r".*found logic loop in module (?P<symbol>\w+)"),
    log_rule("latch", r"Latch inferred for signal `\\(?P<symbol>[^']+)'"),
    log_rule("not a variable", _PLACE + r"error: (?P<symbol>\w+) is not a valid l-value"),
    log_rule("redeclared", _PLACE + r"error: .*[`']+(?P<symbol>\w+)'+ .*(?:already|redefin|declared)"),
    log_rule("syntax", _PLACE + r"(?:ERROR: )?.*(?:syntax error|Malformed|Invalid module item|Errors? in )"),
    log_rule("unsupported", _PLACE + r"(?:ERROR|sorry): "),
    log_rule("compile", _PLACE + r"error: "),
    log_rule("synthesis", r"ERROR: "),
    log_rule("mismatch", r".*\bMISMATCH\b[^:]*?\b(?P<symbol>\w+): expected .* got "),
    log_rule("mismatch", r".*(?:Hint: Output '(?P<symbol>\w+)' has \d+ mismatches|\bMISMATCH\b)"),
    log_rule("mismatch", r"\s*(?:AssertionError|assert .*)"),
    log_rule("exception", r"\s+(?P<symbol>[A-Z]\w*(?:Error|Exception)): "),
    log_rule("verdict", r"verdict: "),
    log_rule("limit", r"(?:compile|synthesise|link|simulate): (?:timed out|out of memory|limit exceeded)"),
    log_rule("crash", r"(?:compile|synthesise|link|simulate): ended by signal \d+"),
    log_rule("undriven", r".*Wire (?P<symbol>\S+?)(?: \[\d+\])? is used but has no driver"),
    log_rule("width", _PLACE + r"warning: .*(?:width|bits|truncat|[Pp]adding)"),
    log_rule("warning", _PLACE + r"[Ww]arning: "),
    log_rule("warning", r"Warning: "),
)
_SOURCE_PLACE = re.compile(r"(?:^|[^\w])([\w./-]+\.s?v):(\d+)")
_NOT_THE_CANDIDATES = re.compile(r"(?:\w*bench|(?:\w*_)?(?:test|tb|ref)|reference|interface|timescale)\.s?v")
"""Files that an environment puts beside the candidate; their lines are none of its."""


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    return by_importance(_read(observation.text), _RULES)


def _read(text: str) -> Iterator[Diagnostic]:
    """A line that names its place later on, as cocotb's do, has that place; symbols are without their path. A place in
    the environment's files is no line."""
    for line in (line[:LONGEST_LINE] for line in text.splitlines()):
        fit = None if is_printed(line) else first_match(line, _RULES)
        if fit is None:
            continue
        rule, match = fit
        groups = match.groupdict()
        place = _SOURCE_PLACE.search(line)
        number = int(groups.get("line") or 0) or int(place[2] if place else 0)
        if place and _NOT_THE_CANDIDATES.fullmatch(place[1].rpartition("/")[2]):
            number = 0
        symbol = (groups.get("symbol") or "").rpartition(".")[2].lstrip("\\")
        yield Diagnostic(rule.category, line.strip(), number, symbol)
