"""Fault kinds and equivalent rewrites of AT&T assembly. One module for each group of kinds."""

from collections.abc import Iterable

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.toolkit.rules import Rule, RuleInjector


def _rules() -> Iterable[Rule[Assembly]]:
    """Every rule, in an order that does not change from run to run."""
    from resources.domains.code_optimization.faults import (
        control_flow,
        conventions,
        linking,
        memory,
        operands,
        optimisations,
        respellings,
        rewrites,
        savings,
        slowdowns,
        syntax,
    )

    modules = (
        syntax,
        linking,
        operands,
        control_flow,
        memory,
        conventions,
        optimisations,
        rewrites,
        respellings,
        savings,
        slowdowns,
    )
    return tuple(rule for module in modules for rule in module.RULES)


def _parse(code: str) -> Assembly | None:
    """None for a text that is too long for editing it to make sense."""
    return Assembly(code) if len(code) <= 200_000 else None


INJECTOR: RuleInjector[Assembly] = RuleInjector(_parse, _rules, __name__)
