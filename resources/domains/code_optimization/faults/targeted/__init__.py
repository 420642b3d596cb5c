"""Faults of assembly that aim at a label: REJECTED, RESOURCE_EXCEEDED, RUNTIME_ERROR. One module for each."""

from functools import cache

from resources.domains.code_optimization.language.assembly import Assembly, parse
from resources.domains.toolkit.rules import rules_of
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


def _rules() -> RulesByLabel[Assembly]:
    from resources.domains.code_optimization.faults.targeted import excesses, forbidden, traps

    return {
        Outcome.REJECTED: rules_of(forbidden),
        Outcome.RESOURCE_EXCEEDED: rules_of(excesses),
        Outcome.RUNTIME_ERROR: rules_of(traps),
    }


@cache
def targeted_faults() -> TargetedRuleInjector[Assembly]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return TargetedRuleInjector(parse, _rules, __name__)
