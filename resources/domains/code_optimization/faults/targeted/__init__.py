"""Faults of assembly that aim at a label: REJECTED, RESOURCE_EXCEEDED, RUNTIME_ERROR. One module for each."""

from functools import cache

from resources.domains.code_optimization.language.assembly import Assembly, parse
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


def _rules() -> RulesByLabel[Assembly]:
    from resources.domains.code_optimization.faults.targeted import excesses, forbidden, traps

    return {
        Outcome.REJECTED: forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: excesses.RULES,
        Outcome.RUNTIME_ERROR: traps.RULES,
    }


@cache
def targeted_faults() -> TargetedRuleInjector[Assembly]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return TargetedRuleInjector(parse, _rules, __name__)
