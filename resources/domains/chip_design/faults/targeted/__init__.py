"""Faults of Verilog that aim at a label that others seldom lead to. Each label has its rules."""

from functools import cache

from resources.domains.chip_design.language.source import Source
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


@cache
def targeted_faults() -> TargetedRuleInjector[Source]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return TargetedRuleInjector(Source, _rules, __name__)


def _rules() -> RulesByLabel[Source]:
    from resources.domains.chip_design.faults.targeted import endings, refusals

    return {
        Outcome.REJECTED: refusals.REJECT_RULES,
        Outcome.RESOURCE_EXCEEDED: endings.RESOURCE_RULES,
        Outcome.TIMEOUT: endings.TIMEOUT_RULES,
        Outcome.LINK_ERROR: refusals.LINK_RULES,
        Outcome.RUNTIME_ERROR: endings.CRASH_RULES,
    }
