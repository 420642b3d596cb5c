"""The fault injector of CAD modelling: all rules, in an order that does not change from run to run."""

from functools import cache

from resources.domains.cad_modeling.language.source import CadSource, parse_script
from resources.domains.toolkit.rules import Rule, RuleInjector


@cache
def fault_injector() -> RuleInjector[CadSource]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return RuleInjector(parse_script, _rules, __name__)


def _rules() -> tuple[Rule[CadSource], ...]:
    """Those of each module in the order in which they are written."""
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

    modules = (dimensions, placement, booleans, details, profiles, patterns, misuse, syntax, rewrites)
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Rule))
