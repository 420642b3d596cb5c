"""Aimed at REJECTED: constructs that work elsewhere and that a candidate may not have."""

from collections.abc import Iterator
from itertools import chain

from resources.domains.code_optimization.faults.ordinary.places import LINKING, at, branch_targets
from resources.domains.code_optimization.faults.targeted.places import directives, everywhere, inserted, jumps, starts
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.toolkit.rules import Place, rule

FORBIDDEN = "forbidden construct"


@rule(FORBIDDEN, "A time stamp is read, as left over from measuring.")
def time_stamp_left(source: Assembly) -> Iterator[Place]:
    yield from inserted(source, "rdtsc", before=everywhere(source))


@rule(FORBIDDEN, "The processor is asked for its features before the fast path.")
def feature_asked(source: Assembly) -> Iterator[Place]:
    text = "pushq\t%rbx\nmovl\t$7, %eax\nxorl\t%ecx, %ecx\ncpuid\npopq\t%rbx"
    yield from inserted(source, text, before=chain(starts(source), jumps(source)))


@rule(FORBIDDEN, "A system call writes a message, as left over from debugging.")
def system_call_left(source: Assembly) -> Iterator[Place]:
    text = "movl\t$1, %eax\nmovl\t$2, %edi\nmovq\t%rsp, %rsi\nmovl\t$8, %edx\nsyscall"
    yield from inserted(source, text, before=everywhere(source))


@rule(FORBIDDEN, "The stack protector's canary is loaded, as compilers of distributions do by default.")
def canary_loaded(source: Assembly) -> Iterator[Place]:
    yield from inserted(source, "movq\t%fs:40, %r11", before=everywhere(source))


@rule(FORBIDDEN, "A loop's body is to be repeated by the assembler.")
def padding_repeated(source: Assembly) -> Iterator[Place]:
    yield from inserted(source, ".rept 4\nnop\n.endr", before=jumps(source))


@rule(LINKING, "A block's label is made global, to see it in a profile.")
def label_made_global(source: Assembly) -> Iterator[Place]:
    for name in branch_targets(source):
        label = source.labels[name]
        yield at(source, label, source.insert_before(label, f".globl\t{name}"))


@rule(LINKING, "A function is weak where it has to be global.")
def weak_for_global(source: Assembly) -> Iterator[Place]:
    for item in directives(source, ".globl", ".global"):
        yield at(source, item, source.rename(item, ".weak"))


@rule(LINKING, "Hot code is moved to a section of its own.")
def section_of_its_own(source: Assembly) -> Iterator[Place]:
    for item in directives(source, ".text"):
        for name in (".fast", ".hot_code", ".unrolled"):
            yield at(source, item, source.rewrite(item, f'.section\t{name},"ax",@progbits'))


@rule(FORBIDDEN, "The rest of the text is in the other syntax, or says so.")
def syntax_switched(source: Assembly) -> Iterator[Place]:
    for item in directives(source, ".text", ".p2align"):
        for text in (".intel_syntax noprefix", ".att_syntax noprefix", ".arch haswell"):
            yield at(source, item, source.insert_before(item, text))
