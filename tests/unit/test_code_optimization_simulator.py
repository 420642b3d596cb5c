"""Random interpretation: what instructions do, how paths end, and what a comparison says of a changed baseline."""

import random
import zlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.simulator.calls import Prototype, calls, read_prototype
from resources.domains.code_optimization.prediction.simulator.comparison import OUTCOMES, simulate
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER
from resources.domains.code_optimization.prediction.simulator.memory import (
    FIRST_BUFFER,
    MASKS,
    RETURN_ADDRESS,
    STACK,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.program import Path, Program
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.domains.simulation import HaltReason
from resources.execution.bundle import EnvironmentBundle
from tests.unit.effort import ends_within

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds()}
ROOM = FIRST_BUFFER << WINDOW_BITS


def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def followed(code: str, *arguments: int, buffer: bytes = b"", most: int = 20_000) -> tuple[Path, Program]:
    """Runs from the first instruction. The room is what `ROOM` points to."""
    program = Program(Assembly(code))
    stack = STACK << WINDOW_BITS
    program.prepare({FIRST_BUFFER: Region(ROOM, bytearray(buffer)), STACK: Region(stack, bytearray(4096))})
    registers = program.machine.registers
    registers[:] = [0] * 16
    for place, value in zip((7, 6, 2, 1, 8, 9), arguments, strict=False):
        registers[place] = value
    registers[STACK_POINTER] = stack + 4000
    program.machine.push(RETURN_ADDRESS)
    return program.run(0, most), program


def result_of(code: str, *arguments: int, buffer: bytes = b"") -> int:
    path, program = followed(code, *arguments, buffer=buffer)
    assert path.halt is HaltReason.RETURNED
    return program.machine.registers[0]


def seed_result(name: str, *arguments: int, buffer: bytes = b"") -> int:
    code = bundle(name).reference
    program = Program(Assembly(code))
    start = program.entry(bundle(name).settings["entry"])
    assert start == 0
    return result_of(code, *arguments, buffer=buffer)


@given(st.binary(max_size=60))
@settings(max_examples=40, deadline=None)
def test_baselines_compute_what_python_computes(data: bytes) -> None:
    buffer = data + bytes(16)
    assert seed_result("crc32_bitwise", ROOM, len(data), buffer=buffer) & MASKS[4] == zlib.crc32(data)
    assert seed_result("adler32_checksum", ROOM, len(data), buffer=buffer) & MASKS[4] == zlib.adler32(data)


@given(st.integers(0, MASKS[8]))
@settings(max_examples=60, deadline=None)
def test_digits_are_summed(value: int) -> None:
    assert seed_result("decimal_digit_sum", value) & MASKS[4] == sum(map(int, str(value)))


@pytest.mark.parametrize(("name", "is_signed"), [("insertion_sort", True), ("quick_sort", True), ("heap_sort", False)])
def test_baselines_sort(name: str, is_signed: bool) -> None:
    chance = random.Random(3)
    numbers = [chance.randint(-(1 << 31) if is_signed else 0, (1 << 31) - 1) for _ in range(23)]
    buffer = b"".join(number.to_bytes(4, "little", signed=is_signed) for number in numbers)
    code = bundle(name).reference
    path, program = followed(code, ROOM, len(numbers), buffer=buffer)
    content = program.machine.memory.regions[FIRST_BUFFER].content
    got = [int.from_bytes(content[at : at + 4], "little", signed=is_signed) for at in range(0, len(content), 4)]
    assert path.halt is HaltReason.RETURNED
    assert got == sorted(numbers)


def test_vectors_are_followed() -> None:
    left, right = [7, -3, 5, 200, -30_000, 9, 1, 2, 3, 4, 5, -6], [1, 2, -3, 4, 30_000, 6, 7, 8, 9, 1, 2, 3]
    buffer = b"".join(number.to_bytes(2, "little", signed=True) for number in left + right)
    got = seed_result("dot_product", ROOM, ROOM + 24, 12, buffer=buffer) & MASKS[4]
    assert got == sum(a * b for a, b in zip(left, right, strict=True)) & MASKS[4]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("movl $-1, %eax\nret", 0xFFFF_FFFF),
        ("movq $-1, %rax\nmovb $0, %ah\nret", 0xFFFF_FFFF_FFFF_00FF),
        ("movl $5, %eax\nsubl $7, %eax\nsetb %al\nmovzbl %al, %eax\nret", 1),
        ("movl $1, %eax\nshlq $40, %rax\nbswap %rax\nret", 1 << 16),
        ("movl $7, %eax\ncltd\nmovl $-2, %ecx\nidivl %ecx\nret", MASKS[4] - 2),
        ("movl $3, %eax\nleaq 1(%rax,%rax,4), %rax\nret", 16),
        ("movl $3, %eax\ncmpl $4, %eax\njl .L1\nxorl %eax, %eax\n.L1:\nret", 3),
        ("movl $3, %ecx\n1:\naddl $2, %eax\ndecl %ecx\njne 1b\njmp 1f\nxorl %eax, %eax\n1:\nret", 6),
        ("pushq $9\npopq %rax\nret", 9),
        ("movq $0x4022000000000000, %rax\nmovq %rax, -8(%rsp)\ncvttsd2siq -8(%rsp), %rax\nret", 9),
        ("leaq mask(%rip), %rcx\nmovl 4(%rcx), %eax\nret\n.align 16\nmask:\n.long 1, (1<<4)|2\n", 18),
        ("movl few(%rip), %eax\nret\n.section .rodata\nfew:\n.zero 4, 85\n", 0x5555_5555),
        ("call one\naddl $1, %eax\nret\none:\nmovl $1, %eax\nret", 2),
        ("movl $-128, %eax\nsarl $3, %eax\nnegl %eax\nret", 16),
        ("xorl %eax, %eax\nadcl $0, %eax\nnotl %eax\npopcntl %eax, %eax\nret", 32),
        ('movzbl word+1(%rip), %eax\nret\n.section .rodata\nword:\n.string "a\\102c"\n', ord("B")),
        ("jmp *table(,%rdi,8)\n.L1:\nmovl $4, %eax\nret\n.section .rodata\ntable:\n.quad .L1\n", 4),
        (
            "movl $5, %eax\nmovd %eax, %xmm0\npshufd $0, %xmm0, %xmm1\npsrldq $8, %xmm1\nmovq %xmm1, %rax\nret",
            0x5_0000_0005,
        ),
    ],
)
def test_single_instructions(code: str, value: int) -> None:
    assert result_of(code) == value


@pytest.mark.parametrize(
    ("code", "halt"),
    [
        ("movl (%rdi), %eax\nret", HaltReason.MEMORY),
        ("popq %rax\nret", HaltReason.MEMORY),
        ("xorl %ecx, %ecx\ndivl %ecx\nret", HaltReason.ARITHMETIC),
        ("movl $1, %eax", HaltReason.ILLEGAL),
        (".L1:\njmp .L1", HaltReason.ENDLESS),
        ("movl $1, table(%rip)\nret\n.section .rodata\ntable:\n.long 0\n", HaltReason.MEMORY),
        ("movaps 8(%rsp), %xmm0\nmovaps (%rsp), %xmm0\nret", HaltReason.MEMORY),
        ("fld1\nret", HaltReason.UNSUPPORTED),
        ("call getenv\nret", HaltReason.UNSUPPORTED),
        ("rep stosq\nret", HaltReason.RETURNED),
        ("movl $-1, %ecx\nrep stosq\nret", HaltReason.MEMORY),
    ],
)
def test_paths_end(code: str, halt: HaltReason) -> None:
    assert followed(code, 3, most=300)[0].halt is halt


def test_prototypes_are_read() -> None:
    assert read_prototype("uint32_t crc32(const char *text, size_t length);", "crc32") == Prototype(4, (-1, 8))
    assert read_prototype("void sort(int32_t *restrict words, unsigned n);", "sort") == Prototype(0, (-4, 4))
    assert read_prototype("char *find(char **all);", "find") == Prototype(8, (-8,))
    assert read_prototype("double half(double value);", "half") is None
    assert read_prototype("int one(void);", "two") is None
    made = calls(Prototype(4, (-1, 8)), (b"abc",))
    assert made == calls(Prototype(4, (-1, 8)), (b"abc",))
    assert {0, 1, 5} <= {call.count for call in made}


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_every_baseline_is_as_itself(name: str) -> None:
    found = simulate(bundle(name), Assembly(bundle(name).reference)).features
    assert found["followed_same"] == found["followed_first_same"] == found["followed_steps"] == 1.0


@pytest.mark.parametrize(
    ("name", "old", "new", "outcome"),
    [
        ("adler32_checksum", "movl\t$1, %edx", "movl\t$2, %edx", "different"),
        ("insertion_sort", "jg\t.L", "jl\t.L", "different"),
        ("edit_distance", "popq\t%rbx", "addq\t$8, %rsp", "unbalanced"),
        ("edit_distance", "popq\t%rbx\n", "", "memory"),
        ("fnv1a_hash", "movzbl\t(%rdi)", "movzbl\t3", "memory"),
        ("power_modulo", "ret\n", "ud2\n", "illegal"),
    ],
)
def test_what_a_change_does_is_seen(name: str, old: str, new: str, outcome: str) -> None:
    task = bundle(name)
    assert old in task.reference
    found = simulate(task, Assembly(task.reference.replace(old, new))).features
    assert found[f"followed_{outcome}"] > 0
    assert found["followed_first_same"] == 0.0
    assert sum(found[f"followed_{known}"] for known in OUTCOMES) == pytest.approx(1.0)


def test_walking_through_memory_is_told_from_standing_still() -> None:
    task = bundle("longest_run")
    walking = "longest_run:\n.L1:\n\tmovzbl\t(%rdi), %eax\n\taddq\t$1, %rdi\n\tjmp\t.L1\n"
    standing = "longest_run:\n.L1:\n\tjmp\t.L1\n"
    reference = task.reference
    assert simulate(task, Assembly(walking)).features["followed_first_endless"] == 0.0
    assert simulate(task, Assembly(standing)).features["followed_first_endless"] == 1.0
    assert simulate(replace(task, interface="struct odd f(double x);"), Assembly(reference)).features == {}


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_text_is_followed(data: st.DataObject) -> None:
    """Lines of a baseline in another order, cut, and with other characters in them."""
    task = bundle(data.draw(st.sampled_from(sorted(SEEDS))))
    lines = data.draw(st.lists(st.sampled_from(task.reference.splitlines()), max_size=40))
    odd = data.draw(st.text(alphabet='%$(),.*-+48axlr "\tLmovq:\n#;=\\', max_size=60))
    text = "\n".join([f"{task.settings['entry']}:", *lines, odd])
    found = ends_within(2.0, lambda: simulate(task, Assembly(text)).features)
    assert all(0.0 <= found[f"followed_{outcome}"] <= 1.0 for outcome in OUTCOMES)


@pytest.mark.parametrize(
    "text",
    [
        "\tmovq\t$" + "9" * 5000 + ", %rax\n",
        "\trep stosq\n" * 1000,
        ".bss\n" + ".zero 99999999\n" * 500 + ".text\n",
        ".comm a, 999999999\n" * 500,
        "\tcall\tlongest_run\n",
        "\tpushq\t%rax\n\tjmp\tlongest_run\n",
        "\tmovq\t" + "(" * 3000 + "%rax" + ")" * 3000 + ", %rax\n",
        "\tshlq\t$99999999999999999999, %rax\n\tjmp\t*%rax\n",
    ],
)
def test_giants_take_no_time(text: str) -> None:
    task = bundle("longest_run")
    simulate(task, Assembly(task.reference))
    found = ends_within(1.0, lambda: simulate(task, Assembly(f"longest_run:\n{text}")).features)
    assert found["followed_first_same"] == 0.0
