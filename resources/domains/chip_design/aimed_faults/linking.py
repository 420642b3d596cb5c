"""Aimed at LINK_ERROR: the module is named in another project's style.

Ports are left alone: a bench in Python finds out while it runs that one is missing, which is another label.
"""

from collections.abc import Iterator

from resources.domains.chip_design.aimed_faults.places import name_of, tops
from resources.domains.chip_design.faults.rule import STRUCTURE
from resources.domains.chip_design.faults.source import Source
from resources.domains.toolkit.rules import Place, rule


def _renamed(source: Source, *patterns: str) -> Iterator[Place]:
    """{0} is the name as it is, {1} in capitals, {2} in camel case."""
    for signals in tops(source):
        name = name_of(signals)
        if name is not None:
            styles = name.text, name.text.upper(), "".join(word.title() for word in name.text.split("_"))
            for pattern in patterns:
                yield Place((source.replace(name, pattern.format(*styles)),), source.context(name))


@rule(
    STRUCTURE,
    "The module has a word more behind its name.",
    symptom="The bench instantiates a module that is not there: unknown module type.",
    repair="Name the module as the interface does.",
)
def module_with_suffix(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "{0}_rtl", "{0}_v2", "{0}_core", "{0}_impl", "{0}_wrapper", "{0}_unit")


@rule(
    STRUCTURE,
    "The module has a word before its name.",
    symptom="The bench instantiates a module that is not there: unknown module type.",
    repair="Name the module as the interface does.",
)
def module_with_prefix(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "my_{0}", "top_{0}", "u_{0}", "mod_{0}", "new_{0}")


@rule(
    STRUCTURE,
    "The module is named in another style, or as modules are in examples.",
    symptom="The bench instantiates a module that is not there: unknown module type.",
    repair="Name the module as the interface does.",
)
def module_restyled(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "{1}", "{2}", "{2}Module", "dut", "top_module", "main")


RULES = (module_with_suffix, module_with_prefix, module_restyled)
