"""Reading a log by rules: a domain names patterns of lines, by importance; how lines become diagnostics is said here.

Works on an observation's log alone, real or predicted. What a candidate printed says nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.candidate_words import is_printed
from resources.execution.observation import Observation

LONGEST_LINE = 2000
"""In characters; more of a line is not looked at."""


@dataclass(frozen=True)
class LogRule:
    """Lines of one category. The pattern is matched at the start; groups `line`, `symbol`, `symbol2` tell the rest."""

    category: str
    pattern: re.Pattern[str]


def log_rule(category: str, pattern: str) -> LogRule:
    return LogRule(category, re.compile(pattern))


def by_importance(diagnostics: Iterable[Diagnostic], rules: Sequence[LogRule]) -> Sequence[Diagnostic]:
    """In the order of the rules' categories, and in the log's order within one; each text once."""
    order = {category: place for place, category in enumerate(dict.fromkeys(rule.category for rule in rules))}
    return sorted(dict.fromkeys(diagnostics), key=lambda diagnostic: order[diagnostic.category])


def first_match(line: str, rules: Sequence[LogRule]) -> tuple[LogRule, re.Match[str]] | None:
    """The first rule that fits a line."""
    return next(((rule, match) for rule in rules if (match := rule.pattern.match(line))), None)


@dataclass(frozen=True)
class LogReader:
    """Reads a log line by line; the first rule that fits a line decides. `skips` says which lines tell nothing."""

    rules: Sequence[LogRule]
    skips: Callable[[str], bool] = lambda line: False

    def diagnostics(self, observation: Observation) -> Sequence[Diagnostic]:
        return by_importance(self._read(observation.text), self.rules)

    def _read(self, text: str) -> Iterator[Diagnostic]:
        for line in (line[:LONGEST_LINE] for line in text.splitlines()):
            fit = None if is_printed(line) or self.skips(line) else first_match(line, self.rules)
            if fit is not None:
                yield diagnostic_of(line, *fit)


def diagnostic_of(line: str, rule: LogRule, match: re.Match[str]) -> Diagnostic:
    groups = match.groupdict()
    symbol = groups.get("symbol") or groups.get("symbol2") or ""
    return Diagnostic(rule.category, line.strip(), int(groups.get("line") or 0), symbol)
