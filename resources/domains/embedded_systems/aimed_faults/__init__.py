"""Faults of firmware that aim at a label: REJECTED, RESOURCE_EXCEEDED, RUNTIME_ERROR. One module for each."""

from functools import cache

from resources.domains.aimed_rules import AimedRuleInjector, RulesByLabel
from resources.domains.embedded_systems.faults.source import Source, parse
from resources.execution.outcome import Outcome


@cache
def aimed_faults() -> AimedRuleInjector[Source]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return AimedRuleInjector(parse, _rules, __name__)


def _rules() -> RulesByLabel[Source]:
    from resources.domains.embedded_systems.aimed_faults import endings, excesses, forbidden

    return {
        Outcome.REJECTED: forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: excesses.RULES,
        Outcome.RUNTIME_ERROR: endings.RULES,
    }
