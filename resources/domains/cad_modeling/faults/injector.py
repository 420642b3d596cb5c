"""The fault injector of CAD modelling: all rules of the sibling modules. Knows no kind by name."""

import importlib
from collections.abc import Iterable
from functools import cache

from resources.domains.cad_modeling.source import CadSource, parse_script
from resources.domains.toolkit.rules import Rule, RuleInjector

_MODULES = ("dimensions", "placement", "booleans", "details", "profiles", "patterns", "misuse", "syntax", "rewrites")


@cache
def fault_injector() -> RuleInjector[CadSource]:
    """One injector for the process: it remembers the edits of the texts it saw last."""
    return RuleInjector(parse_script, _rules, __package__)


def _rules() -> Iterable[Rule[CadSource]]:
    """The rules of these modules in the order in which they are written, which does not change from run to run."""
    for name in _MODULES:
        module = importlib.import_module(f"{__package__}.{name}")
        yield from (value for value in vars(module).values() if isinstance(value, Rule))
