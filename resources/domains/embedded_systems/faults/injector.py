"""The fault injector of this domain: all rules, in an order that does not change from run to run."""

from functools import cache

from resources.domains.embedded_systems.language.source import Source, parse
from resources.domains.faults import FaultInjector
from resources.domains.toolkit.rules import Rule, RuleInjector, rules_of


def all_rules() -> tuple[Rule[Source], ...]:
    from resources.domains.embedded_systems.faults.ordinary import (
        build,
        configuration,
        equivalent_rewrites,
        interrupts,
        logic,
        memory,
        registers,
    )

    return rules_of(build, configuration, registers, interrupts, memory, logic, equivalent_rewrites)


@cache
def fault_injector() -> FaultInjector:
    return RuleInjector(parse, all_rules, __name__)
