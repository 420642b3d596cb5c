"""Faults of Verilog that aim at a label that others seldom lead to. One module for each label."""

from functools import cache

from resources.domains.aimed_rules import AimedRuleInjector, RulesByLabel
from resources.domains.chip_design.faults.source import Source
from resources.execution.outcome import Outcome


@cache
def aimed_faults() -> AimedRuleInjector[Source]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return AimedRuleInjector(Source, _rules, __name__)


def _rules() -> RulesByLabel[Source]:
    from resources.domains.chip_design.aimed_faults import crashes, endless, excesses, forbidden, linking

    return {
        Outcome.REJECTED: forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: excesses.RULES,
        Outcome.TIMEOUT: endless.RULES,
        Outcome.LINK_ERROR: linking.RULES,
        Outcome.RUNTIME_ERROR: crashes.RULES,
    }
