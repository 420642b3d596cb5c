"""Faults of firmware that aim at a label: REJECTED, RESOURCE_EXCEEDED, RUNTIME_ERROR."""

from functools import cache

from resources.domains.embedded_systems.language.source import Source, parse
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


@cache
def targeted_faults() -> TargetedRuleInjector[Source]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return TargetedRuleInjector(parse, _rules, __name__)


def _rules() -> RulesByLabel[Source]:
    from resources.domains.embedded_systems.faults.targeted import rules

    return {
        Outcome.REJECTED: rules.REJECTED,
        Outcome.RESOURCE_EXCEEDED: rules.RESOURCE_EXCEEDED,
        Outcome.RUNTIME_ERROR: rules.RUNTIME_ERROR,
    }
