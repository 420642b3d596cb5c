"""Where aimed faults of Verilog stand: before the items of a module; and modules that nothing in the text uses."""

from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary.signals import Signals, modules_of
from resources.domains.chip_design.language.source import Node, Source
from resources.domains.toolkit.rules import Place

FOR_SIMULATION = "`ifndef SYNTHESIS\n{}\n`endif"
"""Yosys leaves out what stands in it, and would refuse most of it."""


def between_items(source: Source, *texts: str) -> Iterator[Place]:
    """A place for each text before each item of a module that begins a line, and before its end."""
    for module in source.nodes("ModuleDeclaration"):
        for item in module.children:
            is_item = not item.is_token and item.kind != "ModuleHeader" and item.end > item.start
            if (is_item or item.kind == "EndModuleKeyword") and item.whole and source.begins_line(item):
                yield from (_before(source, item, text) for text in texts)


def _before(source: Source, item: Node, text: str) -> Place:
    indent = source.indent(item.start)
    written = "".join(f"{line}\n{indent}" for line in text.splitlines())
    return Place((source.insert(item.start, written),), source.context(item))


def tops(source: Source) -> Iterator[Signals]:
    """Modules that no other module of the text instantiates: one of them is what the bench asks for."""
    used = {item.children[0].text for item in source.nodes("HierarchyInstantiation") if item.children}
    for signals in modules_of(source):
        name = name_of(signals)
        if name is not None and name.text not in used:
            yield signals


def name_of(signals: Signals) -> Node | None:
    header = signals.module.child("ModuleHeader")
    name = header.child("Identifier") if header is not None else None
    return name if name is not None and name.whole and name.text else None
