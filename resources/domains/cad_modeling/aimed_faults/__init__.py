"""Faults of CadQuery scripts that aim at a label that others seldom lead to. One module for each label."""

from functools import cache

from resources.domains.aimed_rules import AimedRuleInjector, RulesByLabel
from resources.domains.cad_modeling.source import CadSource, parse_script
from resources.execution.outcome import Outcome


@cache
def aimed_faults() -> AimedRuleInjector[CadSource]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return AimedRuleInjector(parse_script, _rules, __name__)


def _rules() -> RulesByLabel[CadSource]:
    from resources.domains.cad_modeling.aimed_faults import endless, excesses, forbidden, lazy

    return {
        Outcome.REJECTED: forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: excesses.RULES,
        Outcome.TIMEOUT: endless.RULES,
        Outcome.MEMORY_FAULT: lazy.RULES,
    }
