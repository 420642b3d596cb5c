"""Reading a log: which diagnostics the assembler, the linker and the tests wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages`.
"""

import re
from collections.abc import Iterator, Sequence

from resources.domains.domain import Diagnostic
from resources.execution.observation import Observation

_MAXIMUM_LINE = 2000
_PLACE = r"[\w./-]+\.s:(?P<line>\d+): "
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (category, re.compile(pattern))
    for category, pattern in (
        ("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
        ("forbidden", r"(?:held-back )?test \d+: .*forbidden: (?P<symbol>.+)"),
        ("mnemonic", _PLACE + r"Error: (?:no such instruction|invalid instruction suffix).*?`(?P<symbol>[\w.]+)"),
        ("directive", _PLACE + r"Error: unknown pseudo-op: `(?P<symbol>[^']+)"),
        ("redefined", _PLACE + r"Error: symbol `(?P<symbol>[^']+)' is already defined"),
        (
            "operand",
            _PLACE + r"Error: (?:.*(?:register|operand|suffix|expression|scale|base|index|memory).*)`(?P<symbol>[^']+)",
        ),
        ("operand", _PLACE + r"Error: .*(?:register|operand|suffix|expression|scale|base|index|memory|number of)"),
        ("syntax", _PLACE + r"Error: "),
        ("syntax", r"[\w./-]+\.s: Error: "),
        ("undefined", r"(?:[\w./-]+\.s:(?P<line>\d+)|.*\)): undefined reference to `(?P<symbol>[^']+)'"),
        ("redefined", r".*multiple definition of `(?P<symbol>[^']+)'"),
        ("link", r".*\.o: .*(?:relocation|error)"),
        ("calling convention", r".*calling convention: (?P<symbol>\w+) (?:does not restore|leaves|changes)"),
        ("crash", r"(?:held-back )?test \d+: .*ended by signal \d+"),
        ("crash place", r"\s+SIG\w+ at (?:[\w./-]+\.s:(?P<line>\d+): .*\(in (?P<symbol>[^)]+)\))?"),
        ("time limit", r"(?:held-back )?test \d+: .*timed out"),
        ("limit", r"(?:held-back )?test \d+: .*(?:out of memory|limit exceeded)"),
        ("exit code", r"(?:held-back )?test \d+: .*exit code \d+, expected \d+"),
        ("mismatch", r"test \d+: .*expected .* got "),
        ("mismatch", r"held-back test \d+: wrong output"),
        ("summary", r"\d+ of \d+ runs failed"),
        ("caller", r"\s+called from (?P<symbol>\S+) at [\w./-]+\.s:(?P<line>\d+)"),
        ("limit", r"(?:assemble|link|test|measure): (?:timed out|out of memory|limit exceeded)"),
        ("speed", r"measure: "),
        ("warning", _PLACE + r"Warning: "),
    )
)
_ORDER = {category: index for index, category in enumerate(dict.fromkeys(category for category, _ in _RULES))}


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """Diagnostics by importance of their category, and in the log's order within one; each text once."""
    found = list(dict.fromkeys(_read(observation.text)))
    return sorted(found, key=lambda diagnostic: _ORDER[diagnostic.category])


def _read(text: str) -> Iterator[Diagnostic]:
    for line in text.splitlines():
        line = line[:_MAXIMUM_LINE]
        for category, pattern in _RULES:
            if match := pattern.match(line):
                groups = match.groupdict()
                yield Diagnostic(category, line.strip(), int(groups.get("line") or 0), groups.get("symbol") or "")
                break
