"""The fault injector of this domain: all rules, in an order that does not change from run to run."""

from collections.abc import Iterable
from functools import cache

from resources.domains.code_optimization.language.assembly import Assembly, parse
from resources.domains.faults import FaultInjector
from resources.domains.toolkit.rules import Rule, RuleInjector, rules_of


def _rules() -> Iterable[Rule[Assembly]]:
    from resources.domains.code_optimization.faults.ordinary import (
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

    return rules_of(
        syntax, linking, operands, control_flow, memory, conventions, optimisations, rewrites, respellings, savings,
        slowdowns
    )  # fmt: skip


@cache
def fault_injector() -> FaultInjector:
    return RuleInjector(parse, _rules, __name__)
