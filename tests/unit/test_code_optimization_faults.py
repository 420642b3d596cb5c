"""Fault rules of assembly: every kind has places, changes what it says, and never breaks on any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.code_optimization.domain import DOMAIN
from resources.domains.code_optimization.faults.ordinary.places import flags_dead_after
from resources.domains.code_optimization.faults.ordinary.savings import dead_after
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.domains.faults import apply_edits

INJECTOR = DOMAIN.fault_injector()
KINDS = {kind.name: kind for kind in INJECTOR.kinds}
SAMPLES = {
    "zeroing_overwrites_flags": "f:\n\tcmpl\t%esi, %edi\n\tmovl\t$0, %eax\n\tjl\t.L1\n.L1:\n\tret\n",
    "rounding_dropped": "f:\n\tmovl\t%edi, %eax\n\tshrl\t$31, %eax\n\taddl\t%edi, %eax\n\tsarl\t%eax\n\tret\n",
    "zero_by_xor": "f:\n\tmovl\t$0, %eax\n\tret\n",
    "copy_and_add_as_lea": "f:\n\tmovl\t%edi, %eax\n\taddl\t$5, %eax\n\tret\n",
    "multiplication_reduced": "f:\n\timull\t$5, %edi, %eax\n\tret\n",
    "comparison_as_test": "f:\n\tcmpl\t$0, %edi\n\tje\t.L1\n.L1:\n\tret\n",
    "extension_spelt_out": "f:\n\tcltq\n\tret\n",
    "misspelt_callee": "f:\n\tcall\tg\n\tret\ng:\n\tret\n",
    "lea_loses_flags": "f:\n\tsubq\t$1, %rdi\n\tjne\tf\n\tret\n",
}
WANTED = {
    "zeroing_overwrites_flags": "\txorl\t%eax, %eax\n\tjl",
    "rounding_dropped": "\tmovl\t%edi, %eax\n\tmovl\t%edi, %eax\n\tsarl",
    "zero_by_xor": "xorl\t%eax, %eax",
    "copy_and_add_as_lea": "f:\n\tleal\t5(%rdi), %eax\n\tret",
    "multiplication_reduced": "leal\t(%rdi,%rdi,4), %eax",
    "comparison_as_test": "testl\t%edi, %edi",
    "extension_spelt_out": "movslq\t%eax, %rax",
    "misspelt_callee": "call\tg_fast",
    "lea_loses_flags": "leaq\t-1(%rdi), %rdi\n\tjne",
}


def test_enough_kinds_in_enough_categories() -> None:
    faults = [kind for kind in KINDS.values() if kind.is_fault]
    assert len(faults) >= 25
    assert len({kind.category for kind in faults}) >= 4
    assert len(KINDS) == len(INJECTOR.kinds)
    assert len(KINDS) - len(faults) >= 10
    assert all(kind.description for kind in KINDS.values())


def test_every_kind_has_places_in_the_library_or_a_sample() -> None:
    found = {edit.kind for seed in builtin_seeds() for edit in INJECTOR.edits(seed.reference)}
    assert set(KINDS) - found <= set(SAMPLES)


@pytest.mark.parametrize("kind", SAMPLES)
def test_samples_become_what_they_should(kind: str) -> None:
    edits = [edit for edit in INJECTOR.edits(SAMPLES[kind]) if edit.kind == kind]
    assert WANTED[kind] in apply_edits(SAMPLES[kind], [edits[0]])


@pytest.mark.parametrize("seed", builtin_seeds()[::4], ids=lambda seed: seed.seed_id)
def test_edits_apply_and_name_their_place(seed: object) -> None:
    code = seed.reference  # type: ignore[attr-defined]
    for edit in INJECTOR.edits(code):
        assert apply_edits(code, [edit]) != code
        assert edit.context
        assert 1 <= edit.line <= code.count("\n") + 1


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from([*SAMPLES["lea_loses_flags"].split("\n"), "\tjmp\t.L9", "x:", "\tpopq"])).map("\n".join)
)
def test_any_text_is_searched(text: str) -> None:
    for edit in INJECTOR.edits(text):
        apply_edits(text, [edit])


@pytest.mark.parametrize(
    ("behind", "dead"),
    [
        ("ret", True), ("jl .L1\n.L1: ret", False), ("movl %eax, %ecx\ncmpl %eax, %ecx\nje .L1\n.L1: ret", True),
        ("adcl %eax, %eax\nret", False), ("sall %cl, %eax\nsetb %al\nret", False), ("sall $2, %eax\nret", True),
        ("jmp .L1\n.L1: sete %al\nret", False), ("jmp .L1\n.L1: testl %eax, %eax\nret", True), ("jmp *%rax", False),
        ("call g\nret", True), ("nop", False), (".L1: jmp .L1", True),
    ],
)  # fmt: skip
def test_flags_are_followed(behind: str, dead: bool) -> None:
    source = Assembly(f"addl $1, %eax\n{behind}\n")
    assert flags_dead_after(source, source.instructions[0]) is dead


@pytest.mark.parametrize(
    ("behind", "dead"),
    [
        ("ret", True), ("movl %ecx, %eax\nret", False), ("movl $1, %ecx\nmovl %ecx, %eax\nret", True),
        ("movb $1, %cl\nret", False), ("movb $1, %cl\nmovl %ecx, %eax\nret", False), ("call g\nret", False),
        ("testl %edi, %edi\nje .L1\nret\n.L1: addl %ecx, %eax\nret", False), ("rep stosq\nret", False),
        ("leaq (%rcx,%rdi), %rcx\nret", False), ("xorl %ecx, %ecx\nret", True), ("nop", False),
    ],
)  # fmt: skip
def test_registers_are_followed(behind: str, dead: bool) -> None:
    source = Assembly(f"movl $7, %ecx\n{behind}\n")
    assert dead_after(source, source.instructions[0], "rcx") is dead
