"""The fault injector of this domain: all rules, in an order that does not change from run to run."""

from functools import cache

from resources.domains.chip_design.language.source import Source
from resources.domains.faults import FaultInjector
from resources.domains.toolkit.rules import Rule, RuleInjector, rules_of


def all_rules() -> tuple[Rule[Source], ...]:
    from resources.domains.chip_design.faults.ordinary import (
        clocking,
        expressions,
        rewrites,
        selections,
        state_machines,
        structure,
        structure_rewrites,
        syntax,
        types,
    )

    return rules_of(
        syntax, types, structure, clocking, state_machines, expressions, selections, rewrites, structure_rewrites
    )


@cache
def fault_injector() -> FaultInjector:
    return RuleInjector(Source, all_rules, __name__)
