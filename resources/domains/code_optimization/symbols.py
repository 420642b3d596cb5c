"""Names in an assembly text: which it defines, which it takes from elsewhere. From the text alone."""

import re

from resources.domains.code_optimization.assembly import Assembly, Kind

_NAME = re.compile(r"(?<![\w.$%@])([A-Za-z_.][\w.$]*)(?:@\w+)?")
_ADDRESS_PART = re.compile(r"%\w+")
_DATA_DIRECTIVES = frozenset(".quad .long .8byte .4byte .int .word .set .equ".split())


def used_names(source: Assembly) -> frozenset[str]:
    """Names that operands of instructions and of data directives mention."""
    found: set[str] = set()
    for item in source.statements:
        if item.kind is Kind.INSTRUCTION or (item.kind is Kind.DIRECTIVE and item.name in _DATA_DIRECTIVES):
            for operand in item.operands:
                found.update(_NAME.findall(_ADDRESS_PART.sub("", operand.text)))
    return frozenset(found - {"."})


def defined_names(source: Assembly) -> frozenset[str]:
    """Labels, common symbols and names that are set."""
    common = {
        item.first.text
        for item in source.statements
        if item.kind is Kind.DIRECTIVE and item.name in (".comm", ".lcomm", ".set", ".equ") and item.operands
    }
    return frozenset(source.labels) | common


def imported_names(source: Assembly) -> frozenset[str]:
    """Names that a text uses and does not define."""
    return used_names(source) - defined_names(source)
