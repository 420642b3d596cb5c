"""Reading a log: which diagnostics the assembler, the linker and the tests wrote into it, most important first.

Works on an observation's log alone, real or predicted. How logs come about is `stages`.
"""

from collections.abc import Sequence

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.log_rules import LogReader, log_rule
from resources.execution.observation import Observation

_PLACE = r"[\w./-]+\.s:(?P<line>\d+): "
_RULES = (
    log_rule("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
    log_rule("forbidden", r"(?:held-back )?test \d+: .*forbidden: (?P<symbol>.+)"),
    log_rule("mnemonic", _PLACE + r"Error: (?:no such instruction|invalid instruction suffix).*?`(?P<symbol>[\w.]+)"),
    log_rule("directive", _PLACE + r"Error: unknown pseudo-op: `(?P<symbol>[^']+)"),
    log_rule("redefined", _PLACE + r"Error: symbol `(?P<symbol>[^']+)' is already defined"),
    log_rule(
        "operand",
        _PLACE + r"Error: (?:.*(?:register|operand|suffix|expression|scale|base|index|memory).*)`(?P<symbol>[^']+)",
    ),
    log_rule("operand", _PLACE + r"Error: .*(?:register|operand|suffix|expression|scale|base|index|memory|number of)"),
    log_rule("syntax", _PLACE + r"Error: "),
    log_rule("syntax", r"[\w./-]+\.s: Error: "),
    log_rule("undefined", r"(?:[\w./-]+\.s:(?P<line>\d+)|.*\)): undefined reference to `(?P<symbol>[^']+)'"),
    log_rule("redefined", r".*multiple definition of `(?P<symbol>[^']+)'"),
    log_rule("link", r".*\.o: .*(?:relocation|error)"),
    log_rule("calling convention", r".*calling convention: (?P<symbol>\w+) (?:does not restore|leaves|changes|writes)"),
    log_rule("calling convention", r".*calling convention: (?:%rsp|it does not survive)"),
    log_rule("crash", r"(?:held-back )?test \d+: .*ended by signal \d+"),
    log_rule("crash place", r"\s+SIG\w+ at (?:[\w./-]+\.s:(?P<line>\d+): .*\(in (?P<symbol>[^)]+)\))?"),
    log_rule("time limit", r"(?:held-back )?test \d+: .*timed out"),
    log_rule("limit", r"(?:held-back )?test \d+: .*(?:out of memory|limit exceeded)"),
    log_rule("exit code", r"(?:held-back )?test \d+: (?:.*exit code \d+, expected \d+|wrong exit code)"),
    log_rule("mismatch", r"test \d+: .*expected .* got "),
    log_rule("mismatch", r"held-back test \d+: wrong output"),
    log_rule("summary", r"\d+ of \d+ runs failed"),
    log_rule("caller", r"\s+called from (?P<symbol>\S+) at [\w./-]+\.s:(?P<line>\d+)"),
    log_rule("limit", r"(?:assemble|link|test|measure): (?:timed out|out of memory|limit exceeded)"),
    log_rule("speed", r"measure: "),
    log_rule("warning", _PLACE + r"Warning: "),
)
_READER = LogReader(_RULES)


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    return _READER.diagnostics(observation)
