"""The fault injector of CAD modelling: all rules, in an order that does not change from run to run."""

from functools import cache

from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.toolkit.rules import Rule, RuleInjector, rules_of


@cache
def fault_injector() -> RuleInjector[CadSource]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return RuleInjector(parse_script, _rules, __name__)


def _rules() -> tuple[Rule[CadSource], ...]:
    from resources.domains.cad_modeling.faults.ordinary import (
        booleans,
        details,
        dimensions,
        misuse,
        patterns,
        placement,
        profiles,
        rewrites,
        syntax,
    )

    return rules_of(dimensions, placement, booleans, details, profiles, patterns, misuse, syntax, rewrites)
