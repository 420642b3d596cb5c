"""Faults of assembly that aim at a label: REJECTED, RESOURCE_EXCEEDED, RUNTIME_ERROR. One module for each."""

from resources.domains.aimed_rules import AimedRuleInjector, RulesByLabel
from resources.domains.code_optimization.assembly import Assembly
from resources.execution.outcome import Outcome


def _parse(code: str) -> Assembly | None:
    """None for a text that is too long for editing it to make sense."""
    return Assembly(code) if len(code) <= 200_000 else None


def _rules() -> RulesByLabel[Assembly]:
    from resources.domains.code_optimization.aimed_faults import excesses, forbidden, traps

    return {
        Outcome.REJECTED: forbidden.RULES,
        Outcome.RESOURCE_EXCEEDED: excesses.RULES,
        Outcome.RUNTIME_ERROR: traps.RULES,
    }


INJECTOR: AimedRuleInjector[Assembly] = AimedRuleInjector(_parse, _rules, __name__)
