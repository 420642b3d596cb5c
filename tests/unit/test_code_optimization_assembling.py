"""What the assembler and the linker refuse, found without either."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.language.acceptance import assembling_of
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.instruction_forms import refusal
from resources.domains.code_optimization.language.operands import OperandKind, read_operand
from resources.domains.code_optimization.language.vocabulary import families
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate

ACCEPTED = """\
movl $1, %eax|movq $4294967296, %rax|movl $4294967296, %eax|addb $300, %al|movb %ah, (%rax)|push %rax|push $1|pushw %ax
ret|ret $4|rep stosq|rep ret|shrq %rcx|sall %cl, %eax|sall $33, %eax|imull $3, %eax|imull $3, (%rax), %eax|imulq %rax
movabsq $-3750763034362895579, %rdx|movabs $5, %rcx|movzbl (%rdi,%rax), %edx|movslq %eax, %rdx|cmovne %rdx, %rax
jne .L3|jmp *.L4(,%rax,8)|call memset|jmp 5|setne %al|sete (%rax)|testl (%rax), %eax|xchgq %rax, (%rbx)|bswap %eax
movq %xmm0, %rax|movd %eax, %xmm0|pshufd $1, %xmm0, %xmm1|movdqa .LC0(%rip), %xmm3|psrldq $8, %xmm0|lock addl $1, (%rax)
leaq -1(%rdi,%rsi), %rcx|leaq 0(,%rax,4), %rcx|leal (%rax), %eax|movl (rax), %eax|movl $-3000000000, %eax|nop
movl %fs:40, %eax|movl letters.0(%r8), %ebx|subq $-128, %rdi|movw $-1, 2(%rax)|stosq|cltq|endbr64|pause
"""
REFUSED = """\
movl %eax|movl %rax, %eax|movq %eax, %rdx|movl %eax, $3|movl (%rax), (%rbx)|movb %ah, %sil|addq $2147483648, %rax
pushl %eax|pop $1|lea %rax, %rbx|leaq (%rax), %eax|xorl %eax %eax|movl 4(rax), %eax|movl (%rax,rcx,4), %eax
movl (%rax,%ecx,4), %eax|movl (%rax,%rsp,4), %eax|movl (%rax,%rcx,3), %eax|movl (%ax), %eax|movl (%rax, %eax|movl %eax,
movzbl %eax, %eax|movslq %rax, %rax|setne %eax|movl %xmm0, %eax|paddd %eax, %xmm0|bswap %ax|jne *%rax|jne (%rax)|call $5
movl $, %eax|movl $%eax, %eax|movl $5(%rax), %eax|movl %eaxz, %eax|lslq $3, %rax|mvol $1, %eax|the rest of it|cltq %rax
movl 2147975281, %r8d|movabsq %r8, %rax|movl 3000000000(%rax), %ecx|lock addl $1, %eax|rep addl %eax, %eax
addq -$16, %rax|movl 4edx, %eax|jmp|sall $256, %eax|imulb $3, %al, %al|cmovne $1, %eax|divq $3
xchg $1, %eax|movdqa (%rax), (%rbx)
vzeroupper|popcntl %edi, %eax|andn %rax, %rbx, %rcx|pshufb %xmm0, %xmm1|movdqa %ymm0, %ymm1
"""


def _reason(text: str) -> str:
    (item,) = Assembly(text).statements
    return refusal(item.name, tuple(operand.text for operand in item.operands), item.prefixes)


@pytest.mark.parametrize("text", [text for line in ACCEPTED.splitlines() for text in line.split("|")])
def test_what_the_assembler_takes_is_not_refused(text: str) -> None:
    assert _reason(text) == ""


@pytest.mark.parametrize("text", [text for line in REFUSED.splitlines() for text in line.split("|")])
def test_what_the_assembler_does_not_take_is_refused(text: str) -> None:
    assert _reason(text) != ""


def test_operands_are_read() -> None:
    assert read_operand("%eax").size == 4
    assert read_operand("%xmm15").kind is OperandKind.VECTOR
    assert read_operand("$0x10").value == 16
    assert read_operand("8(%rax,%rbx,4)").kind is OperandKind.MEMORY
    assert read_operand("*%rax").kind is OperandKind.INDIRECT
    assert all(read_operand(f"%{name}").kind is OperandKind.REGISTER for names in families().values() for name in names)


SMALL = "\t.text\n\t.globl\tone\none:\n\tmovl\t$1, %eax\n.L2:\n\tjne\t.L2\n\tret\n\t.size\tone, .-one\n"


def test_a_text_without_mistakes() -> None:
    found = assembling_of(SMALL)
    assert not found.fails
    assert (found.undefined, found.exported) == (frozenset(), frozenset({"one"}))


def test_names_at_odds() -> None:
    assert assembling_of(SMALL.replace("one:", ".L2:")).repeated == 1
    assert assembling_of(SMALL.replace("one:", "eno:")).unmeasured == 1
    assert assembling_of(SMALL.replace("jne\t.L2", "jne\t.L3")).undefined == {".L3"}
    assert assembling_of(SMALL.replace("$1", "ebx")).undefined == {"ebx"}
    assert assembling_of(SMALL.replace("$1", "-ebx")).fails
    assert assembling_of(SMALL.replace(".globl\tone", "")).exported == frozenset()
    assert assembling_of("1:\tjmp\t1b\n\tjmp\t2f\n").unmeasured == 1
    assert assembling_of("\t.globbl\tone\n").reason == "unknown directive"


def test_baselines_are_built_and_a_missing_comma_is_not() -> None:
    domain = get_domain("code_optimization")
    for seed in domain.builtin_seeds():
        bundle = bundle_from_seed(seed)
        assert domain.cheap_checks(bundle, bundle.reference_candidate)["links"] == 1.0, bundle.seed_id
        broken = Candidate(bundle.reference.replace(", %", " %", 1))
        assert domain.cheap_checks(bundle, broken)["assembles"] == 0.0, bundle.seed_id


@given(st.text(alphabet='%$(),.*-+4axlr8 "\tLmovq:\n#;=', max_size=120) | st.text(max_size=60))
def test_any_text_is_judged(text: str) -> None:
    found = assembling_of(text)
    assert found.fails == bool(found.refused or found.repeated or found.unmeasured)


def test_giants_are_judged_in_no_time() -> None:
    deep = "movl " + "(" * 20_000 + "%rax" + ")" * 20_000 + ", %eax\n"
    assert assembling_of(deep * 2).refused == 0
    assert assembling_of("movl " + ",".join(["%eax"] * 5000)).refused == 1
