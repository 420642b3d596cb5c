"""Aimed at RUNTIME_ERROR: instructions on which the processor stops the program."""

from collections.abc import Iterator
from itertools import chain

from resources.domains.code_optimization.faults.ordinary.places import CONTROL, OPERANDS, at
from resources.domains.code_optimization.faults.targeted.places import everywhere, inserted, jumps, returns, starts
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.toolkit.rules import Place, rule


@rule(CONTROL, "A breakpoint was left in the code.")
def breakpoint_left(source: Assembly) -> Iterator[Place]:
    yield from inserted(source, "int3", before=everywhere(source))


@rule(CONTROL, "A place that is reached is marked as one that is not.")
def reached_marked_unreachable(source: Assembly) -> Iterator[Place]:
    yield from inserted(source, "ud2", before=everywhere(source))


@rule(OPERANDS, "A mean is taken over a count that was cleared before.")
def divided_by_cleared_count(source: Assembly) -> Iterator[Place]:
    for register in ("ecx", "esi", "r10d"):
        text = f"xorl\t%edx, %edx\nxorl\t%{register}, %{register}\ndivl\t%{register}"
        yield from inserted(source, text, before=chain(starts(source), returns(source)))


@rule(OPERANDS, "A quotient does not fit, since the dividend's upper half holds something else.")
def quotient_too_large(source: Assembly) -> Iterator[Place]:
    for text in ("movl\t$2, %ecx\nmovl\t$-1, %edx\ndivl\t%ecx", "movl\t$10, %ecx\nmovq\t%rsp, %rdx\ndivq\t%rcx"):
        yield from inserted(source, text, before=chain(starts(source), returns(source)))


@rule(OPERANDS, "A divisor is cleared right before the division.")
def divisor_cleared(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("divl", "divq", "idivl", "idivq") and item.first.is_register:
            wide = item.name.endswith("q")
            yield at(
                source,
                item,
                source.insert_before(item, f"xor{'q' if wide else 'l'}\t{item.first.text}, {item.first.text}"),
            )


@rule(CONTROL, "An opcode stands there that processors keep undefined.")
def undefined_opcode(source: Assembly) -> Iterator[Place]:
    for name in ("ud0\t%eax, %ecx", "ud1\t%eax, %ecx"):
        yield from inserted(source, name, before=jumps(source))
