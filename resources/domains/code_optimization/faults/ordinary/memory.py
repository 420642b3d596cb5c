"""Faults of category "memory access": addresses, scales, widths and alignment of loads and stores."""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import MEMORY, at
from resources.domains.code_optimization.language.assembly import Assembly, Operand
from resources.domains.code_optimization.language.vocabulary import whole_of
from resources.domains.toolkit.rules import Place, rule

_ADDRESS = re.compile(r"(-?\d*)\((%\w+)?(?:,\s*(%\w+)(?:,\s*([1248]))?)?\)")
_ALIGNED = {"movups": "movaps", "movdqu": "movdqa", "movupd": "movapd"}


def _addresses(source: Assembly) -> Iterator[tuple[Place, Operand, re.Match[str]]]:
    """Operands of the form displacement(base, index, scale) that do not go through the stack pointer."""
    for item in source.instructions:
        for operand in item.operands:
            match = _ADDRESS.fullmatch(operand.text)
            if match and match[2] != "%rsp":
                yield at(source, item), operand, match


@rule(MEMORY, "The scale of an index is not the element's size.")
def wrong_scale(source: Assembly) -> Iterator[Place]:
    for place, operand, match in _addresses(source):
        if match[3]:
            scale = match[4] or "1"
            wrong = {"1": "2", "2": "4", "4": "8", "8": "4"}[scale]
            text = f"{match[1]}({match[2] or ''},{match[3]},{wrong})"
            yield Place((source.replace(operand, text),), place.context)


@rule(MEMORY, "A displacement is off by one element.")
def wrong_displacement(source: Assembly) -> Iterator[Place]:
    for place, operand, match in _addresses(source):
        for step in (4, -4) if match[1] or match[2] else ():
            text = f"{int(match[1] or 0) + step}{operand.text[len(match[1]) :]}"
            yield Place((source.replace(operand, text),), place.context)


@rule(MEMORY, "An address leaves out its index.")
def index_dropped(source: Assembly) -> Iterator[Place]:
    for place, operand, match in _addresses(source):
        if match[2] and match[3]:
            yield Place((source.replace(operand, f"{match[1]}({match[2]})"),), place.context)


@rule(MEMORY, "Base and index of a scaled address are exchanged.")
def base_and_index_swapped(source: Assembly) -> Iterator[Place]:
    for place, operand, match in _addresses(source):
        if match[2] and match[3] and match[4] not in (None, "1"):
            text = f"{match[1]}({match[3]},{match[2]},{match[4]})"
            yield Place((source.replace(operand, text),), place.context)


@rule(MEMORY, "The address is taken in place of the value that stands there, or the value in place of the address.")
def address_for_value(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("movq", "movl", "leaq", "leal") and len(item.operands) == 2:
            left, right = item.operands
            if "(" in left.text and right.is_register and whole_of(right.text):
                other = ("lea" if item.name.startswith("mov") else "mov") + item.name[-1]
                yield at(source, item, source.rename(item, other))


@rule(MEMORY, "A result is not written back to memory.")
def store_dropped(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name.startswith("mov") and len(item.operands) == 2 and "(" in item.last.text:
            yield at(source, item, source.remove(item))


@rule(MEMORY, "An aligned vector access is used on an address that may not be aligned.")
def alignment_assumed(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in _ALIGNED:
            yield at(source, item, source.rename(item, _ALIGNED[item.name]))


@rule(MEMORY, "A load goes through a register that was just advanced.")
def pointer_advanced_early(source: Assembly) -> Iterator[Place]:
    for place, operand, match in _addresses(source):
        if match[2] and not match[3] and match[1] in ("", "0"):
            yield Place((source.replace(operand, f"8({match[2]})"),), place.context)
