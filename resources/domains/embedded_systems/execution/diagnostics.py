"""Reading a log: which diagnostics compiler, linker, MCU model, QEMU and checks wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages` and `judging`.
"""

from collections.abc import Sequence

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.log_rules import LogReader, log_rule
from resources.execution.observation import Observation

_PLACE = r"(?:[\w./-]*/)?[\w.-]+\.[ch]:(?P<line>\d+):(?:\d+:)? "
_AT = r"(?:[\w.-]+\.[ch]:(?P<line>\d+)|0x[0-9A-F]+)(?: in \w+)?: "
_NAME = r"['‘`]+(?P<symbol>[\w>.-]+)['’]"
_RULES = (
    log_rule("forbidden", r"[\w./-]+:(?P<line>\d+): forbidden: (?P<symbol>.+)"),
    log_rule("register", _PLACE + r"(?:fatal )?error: .*has no member named " + _NAME),
    log_rule(
        "undeclared",
        _PLACE
        + r"(?:fatal )?error: (?:.*"
        + _NAME
        + r" undeclared|unknown type name "
        + _NAME.replace("symbol", "symbol2")
        + ")",
    ),
    log_rule("implicit function", _PLACE + r"error: implicit declaration of function " + _NAME),
    log_rule(
        "type", _PLACE + r"error: .*(?:incompatible|makes integer|makes pointer|invalid operands|conflicting types).*"
    ),
    log_rule("syntax", _PLACE + r"error: (?:expected|stray|missing|unterminated).*"),
    log_rule("compile", _PLACE + r"(?:fatal )?error: "),
    log_rule("region overflow", r".*region `(?P<symbol>\w+)' overflowed by \d+ bytes"),
    log_rule("region overflow", r".*section `\S+' will not fit in region `(?P<symbol>\w+)'"),
    log_rule("undefined reference", r".*undefined reference to `(?P<symbol>[^']+)'"),
    log_rule("multiple definition", r".*multiple definition of `(?P<symbol>[^']+)'"),
    log_rule("stack overflow", _AT + r"(?P<symbol>\w+Fault) .*: stack overflow.*"),
    log_rule("cpu fault", _AT + r"(?P<symbol>(?:Bus|Usage|Hard|MemManage)\w*) .*"),
    log_rule("cpu fault", r"qemu: (?P<symbol>\w+) .*: lock-up"),
    log_rule("clock off", _AT + r"(?P<symbol>[\w>\[\].-]+): (?:read|write) while the clock of \w+ is off.*"),
    log_rule("interrupt storm", _AT + r"(?P<symbol>\w+): the handler of .*"),
    log_rule("sequence", _AT + r"(?P<symbol>[A-Z]\w*(?:->[\w\[\].]+)?): .* \(at [\d.e+-]+ ms\)"),
    log_rule(
        "ended", r"scenario .*: (?:main returned|(?P<symbol>\w+) has no handler|the program reset|the watchdog reset).*"
    ),
    log_rule("stuck", _AT + r"(?:polls|writes) (?P<symbol>\S+) = .* without end.*"),
    log_rule("budget", r"scenario .*: (?:the budget of|more output).*"),
    log_rule("waveform", r"scenario .*: (?P<symbol>P[A-E]\d+) .*expected .* got .*"),
    log_rule("text", r"scenario .*: (?P<symbol>USART\d) text.* got .*"),
    log_rule("interrupts", r"scenario .*: (?:interrupts of|longest run of the) (?P<symbol>\w+).* got .*"),
    log_rule("mismatch", r"scenario .*: (?:variable )?(?P<symbol>[\w>\[\].-]+) .*expected .* got .*"),
    log_rule("mismatch", r"scenario .*: .*expected .* got .*"),
    log_rule("verdict", r"verdict: "),
    log_rule("limit", r"(?:compile|link|model|qemu): (?:timed out|out of memory|limit exceeded)"),
    log_rule("crash", r"(?:compile|link|model): ended by signal \d+"),
    log_rule("linker", r".*(?:ld: .*error|ld returned \d+ exit status).*"),
    log_rule("warning", _PLACE + r"warning: .*"),
)


def _is_measured(line: str) -> bool:
    """A line of the trace behind a mismatch."""
    return line.startswith("  ") and " ms " in line


_READER = LogReader(_RULES, skips=_is_measured)


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    return _READER.diagnostics(observation)
