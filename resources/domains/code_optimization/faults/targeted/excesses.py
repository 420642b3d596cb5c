"""Aimed at RESOURCE_EXCEEDED: texts that ask the assembler, or a run, for more memory than there is."""

from collections.abc import Iterator
from itertools import chain

from resources.domains.code_optimization.faults.ordinary.places import MEMORY, at
from resources.domains.code_optimization.faults.targeted.places import directives, inserted, returns, starts
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.toolkit.rules import Place, rule

_GIBIBYTES = (1, 2, 3, 4, 6, 8, 12, 16)


@rule(MEMORY, "An alignment in bytes stands where its power of two is asked for.")
def alignment_in_bytes(source: Assembly) -> Iterator[Place]:
    for item in directives(source, ".p2align"):
        for number in (64, 128, 256):
            yield at(source, item, source.replace(item.first, str(number)))


@rule(MEMORY, "Constants are padded to a boundary that is much too far.")
def padding_too_long(source: Assembly) -> Iterator[Place]:
    """Among constants: bytes have no place among the code."""
    for number in _GIBIBYTES:
        text = f".section\t.rodata\n.skip\t{number << 30}\n.text"
        yield from inserted(source, text, before=directives(source, ".globl", ".global"))


@rule(MEMORY, "A table has as many entries as there are numbers of 32 bits.")
def table_too_long(source: Assembly) -> Iterator[Place]:
    for item in directives(source, ".text"):
        for number in _GIBIBYTES:
            yield at(
                source,
                item,
                source.insert_before(item, f".section\t.rodata\nmemo_table:\n\t.fill\t{number << 28}, 4, -1"),
            )


@rule(MEMORY, "A scratch buffer that is larger than the memory of a run is cleared before the work.")
def scratch_cleared(source: Assembly) -> Iterator[Place]:
    for size in (700 << 20, 800 << 20, 1000 << 20):
        text = f".local\tscratch\n.comm\tscratch, {size}, 64\nleaq\tscratch(%rip), %rdi\nxorl\t%eax, %eax"
        yield from inserted(
            source, f"{text}\nmovl\t${size}, %ecx\nrep stosb", before=chain(starts(source), returns(source))
        )
