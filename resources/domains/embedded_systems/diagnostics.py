"""Reading a log: which diagnostics compiler, linker, MCU model, QEMU and checks wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages` and `judging`.
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


_PLACE = r"(?:[\w./-]*/)?[\w.-]+\.[ch]:(?P<line>\d+):(?:\d+:)? "
_AT = r"(?:[\w.-]+\.[ch]:(?P<line>\d+)|0x[0-9A-F]+)(?: in \w+)?: "
_NAME = r"['‘`]+(?P<symbol>[\w>.-]+)['’]"
_RULES = (
    _rule("forbidden", r"[\w./-]+:(?P<line>\d+): forbidden: (?P<symbol>.+)"),
    _rule("register", _PLACE + r"(?:fatal )?error: .*has no member named " + _NAME),
    _rule(
        "undeclared",
        _PLACE
        + r"(?:fatal )?error: (?:.*"
        + _NAME
        + r" undeclared|unknown type name "
        + _NAME.replace("symbol", "other")
        + ")",
    ),
    _rule("implicit function", _PLACE + r"error: implicit declaration of function " + _NAME),
    _rule(
        "type", _PLACE + r"error: .*(?:incompatible|makes integer|makes pointer|invalid operands|conflicting types).*"
    ),
    _rule("syntax", _PLACE + r"error: (?:expected|stray|missing|unterminated).*"),
    _rule("compile", _PLACE + r"(?:fatal )?error: "),
    _rule("region overflow", r".*region `(?P<symbol>\w+)' overflowed by \d+ bytes"),
    _rule("region overflow", r".*section `\S+' will not fit in region `(?P<symbol>\w+)'"),
    _rule("undefined reference", r".*undefined reference to `(?P<symbol>[^']+)'"),
    _rule("multiple definition", r".*multiple definition of `(?P<symbol>[^']+)'"),
    _rule("stack overflow", _AT + r"(?P<symbol>\w+Fault) .*: stack overflow.*"),
    _rule("cpu fault", _AT + r"(?P<symbol>(?:Bus|Usage|Hard|MemManage)\w*) .*"),
    _rule("cpu fault", r"qemu: (?P<symbol>\w+) .*: lock-up"),
    _rule("clock off", _AT + r"(?P<symbol>[\w>\[\].-]+): (?:read|write) while the clock of \w+ is off.*"),
    _rule("interrupt storm", _AT + r"(?P<symbol>\w+): the handler of .*"),
    _rule("sequence", _AT + r"(?P<symbol>[A-Z]\w*(?:->[\w\[\].]+)?): .* \(at [\d.e+-]+ ms\)"),
    _rule(
        "ended", r"scenario .*: (?:main returned|(?P<symbol>\w+) has no handler|the program reset|the watchdog reset).*"
    ),
    _rule("stuck", _AT + r"(?:polls|writes) (?P<symbol>\S+) = .* without end.*"),
    _rule("budget", r"scenario .*: (?:the budget of|more output).*"),
    _rule("waveform", r"scenario .*: (?P<symbol>P[A-E]\d+) .*expected .* got .*"),
    _rule("text", r"scenario .*: (?P<symbol>USART\d) text.* got .*"),
    _rule("interrupts", r"scenario .*: (?:interrupts of|longest run of the) (?P<symbol>\w+).* got .*"),
    _rule("mismatch", r"scenario .*: (?:variable )?(?P<symbol>[\w>\[\].-]+) .*expected .* got .*"),
    _rule("mismatch", r"scenario .*: .*expected .* got .*"),
    _rule("verdict", r"verdict: "),
    _rule("limit", r"(?:compile|link|model|qemu): (?:timed out|out of memory|limit exceeded)"),
    _rule("crash", r"(?:compile|link|model): ended by signal \d+"),
    _rule("linker", r".*(?:ld: .*error|ld returned \d+ exit status).*"),
    _rule("warning", _PLACE + r"warning: .*"),
)
_ORDER = {category: index for index, category in enumerate(dict.fromkeys(rule.category for rule in _RULES))}


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """Diagnostics by importance of their category, and in the log's order within one; each text once."""
    found = list(dict.fromkeys(_read(observation.text)))
    return sorted(found, key=lambda diagnostic: _ORDER[diagnostic.category])


def _read(text: str) -> Iterator[Diagnostic]:
    for line in text.splitlines():
        line = line[:_MAXIMUM_LINE]
        if line.startswith("  ") and " ms " in line:
            continue
        for rule in _RULES:
            match = rule.pattern.match(line)
            if match:
                groups = match.groupdict()
                symbol = groups.get("symbol") or groups.get("other") or ""
                yield Diagnostic(rule.category, line.strip(), int(groups.get("line") or 0), symbol)
                break
