"""Faults of CadQuery scripts that are targeted at a label which others seldom lead to."""

from functools import cache

from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.toolkit.rules import rules_of
from resources.domains.toolkit.targeted_rules import RulesByLabel, TargetedRuleInjector
from resources.execution.outcome import Outcome


@cache
def targeted_faults() -> TargetedRuleInjector[CadSource]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return TargetedRuleInjector(parse_script, _rules, __name__)


def _rules() -> RulesByLabel[CadSource]:
    from resources.domains.cad_modeling.faults.targeted import exhaustion, forbidden

    return {
        Outcome.REJECTED: rules_of(forbidden),
        Outcome.RESOURCE_EXCEEDED: exhaustion.EXCESSES,
        Outcome.TIMEOUT: exhaustion.ENDLESS,
        Outcome.MEMORY_FAULT: exhaustion.LAZY,
    }
