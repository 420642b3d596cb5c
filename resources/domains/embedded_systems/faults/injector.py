"""The fault injector of this domain: all rules, in an order that does not change from run to run."""

from functools import cache

from resources.domains.embedded_systems.faults.source import Source, parse
from resources.domains.faults import FaultInjector
from resources.domains.toolkit.rules import Rule, RuleInjector


def all_rules() -> tuple[Rule[Source], ...]:
    from resources.domains.embedded_systems.faults import (
        building,
        configuration,
        interrupts,
        logic,
        memory,
        pins,
        registers,
        rewrites,
        rewrites_of_statements,
        syntax,
    )

    modules = (
        syntax, building, configuration, pins, registers, interrupts, memory, logic, rewrites, rewrites_of_statements
    )  # fmt: skip
    return tuple(rule for module in modules for rule in module.RULES)


@cache
def fault_injector() -> FaultInjector:
    return RuleInjector(parse, all_rules, __package__)
