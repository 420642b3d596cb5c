"""The C library as the interpretation follows it: what functions answer, and how paths through them end."""

import math
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.simulator import arithmetic as floats
from resources.domains.code_optimization.prediction.simulator.library.memory import usable
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER
from resources.domains.code_optimization.prediction.simulator.memory import (
    FIRST_BUFFER,
    MASKS,
    RETURN_ADDRESS,
    STACK,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.simulation import HaltReason
from tests.unit.effort import ends_within

ROOM = FIRST_BUFFER << WINDOW_BITS
TARGET = ROOM + 512


def ended(code: str, *arguments: int, buffer: bytes = b"") -> tuple[HaltReason, Program]:
    """A function's text from its first instruction; the room is what `ROOM` points to."""
    program = Program(Assembly(code))
    stack = STACK << WINDOW_BITS
    content = bytearray(buffer.ljust(512, b"\0") + bytes(512))
    program.prepare({FIRST_BUFFER: Region(ROOM, content), STACK: Region(stack, bytearray(4096))})
    registers = program.machine.registers
    for place, value in zip((7, 6, 2, 1, 8, 9), arguments, strict=False):
        registers[place] = value & MASKS[8]
    registers[STACK_POINTER] = stack + 4000
    program.machine.push(RETURN_ADDRESS)
    return program.run(0, 3000).halt, program


def called(name: str, *arguments: int, buffer: bytes = b"") -> tuple[int, bytes]:
    """The answer, and what lies at `TARGET` up to the zero."""
    halt, program = ended(f"subq $8, %rsp\ncall {name}\naddq $8, %rsp\nret", *arguments, buffer=buffer)
    assert halt is HaltReason.RETURNED
    return program.machine.registers[0], bytes(program.machine.memory.regions[FIRST_BUFFER].content[512:]).partition(
        b"\0"
    )[0]


TEXT = b"to be or not\0be\0 \0"
BE, SPACE = ROOM + 13, ROOM + 16


@pytest.mark.parametrize(
    ("name", "arguments", "answer", "text"),
    [
        ("strlen", (ROOM,), 12, b""),
        ("strnlen", (ROOM, 5), 5, b""),
        ("strcpy", (TARGET, ROOM), TARGET, b"to be or not"),
        ("stpcpy", (TARGET, BE), TARGET + 2, b"be"),
        ("strncpy", (TARGET, ROOM, 4), TARGET, b"to b"),
        ("strcat", (TARGET, BE), TARGET, b"be"),
        ("strncat", (TARGET, ROOM, 2), TARGET, b"to"),
        ("__strcpy_chk", (TARGET, BE, 9), TARGET, b"be"),
        ("memcpy", (TARGET, ROOM, 2), TARGET, b"to"),
        ("strchr", (ROOM, ord("b")), ROOM + 3, b""),
        ("strrchr", (ROOM, ord("o")), ROOM + 10, b""),
        ("strchr", (ROOM, ord("z")), 0, b""),
        ("strstr", (ROOM, BE), ROOM + 3, b""),
        ("strspn", (BE, ROOM), 2, b""),
        ("strcspn", (ROOM, SPACE), 2, b""),
        ("strpbrk", (ROOM, SPACE), ROOM + 2, b""),
        ("memchr", (ROOM, ord("b"), 9), ROOM + 3, b""),
        ("toupper", (ord("q"),), ord("Q"), b""),
        ("tolower", (ord("Q"),), ord("q"), b""),
        ("isdigit", (ord("q"),), 0, b""),
        ("abs", (-5,), 5, b""),
        ("strtok", (ROOM, SPACE), ROOM, b""),
    ],
)
def test_texts_and_characters(name: str, arguments: tuple[int, ...], answer: int, text: bytes) -> None:
    assert called(name, *arguments, buffer=TEXT) == (answer, text)


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_comparisons_have_the_sign_of_the_first_difference(one: bytes, other: bytes) -> None:
    one, other = one.replace(b"\0", b""), other.replace(b"\0", b"")
    answer, _ = called("strcmp", ROOM, ROOM + 64, buffer=one.ljust(64, b"\0") + other)
    sign = (answer > 0) - (answer >> 63) * 2 if answer else 0
    assert sign == (one > other) - (one < other)


FORMATS = ("%d", "%5d|", "%-5d|", "%05d", "%+d", "%.3d", "%x", "%u", "%i%%", "%c", "%s", "%.2s", "%8s|", "%ld", "%hhu")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("value", [0, 7, 65, 300])
def test_texts_are_formatted_as_python_formats_them(form: str, value: int) -> None:
    buffer = form.encode().ljust(64, b"\0") + b"some text\0"
    given_value = ROOM + 64 if "s" in form else value
    expected: object = "some text" if "s" in form else chr(value & 255) if "c" in form else value
    if "hhu" in form:
        form, expected = "%u", value & 255
    wanted = (form % expected).encode("latin-1")
    answer, text = called("snprintf", TARGET, 400, ROOM, given_value, buffer=buffer)
    assert (answer, text) == (len(wanted), wanted.partition(b"\0")[0])
    answer, text = called("snprintf", TARGET, 3, ROOM, given_value, buffer=buffer)
    assert (answer, text) == (len(wanted), wanted.partition(b"\0")[0][:2])


def test_numbers_are_read_from_texts() -> None:
    buffer = b"12:-07 word\0%d:%d %s\0"
    answer, text = called("sscanf", ROOM, ROOM + 12, TARGET, TARGET + 4, TARGET + 8, buffer=buffer)
    assert (answer, text) == (3, b"\x0c")
    assert called("atoi", ROOM, buffer=b"  42nd\0")[0] == 42


def test_dates_are_put_right() -> None:
    """The 31st of February 2013 is the 3rd of March, a Sunday."""
    fields = (0, 0, 0, 31, 1, 113, 0, 0, 0)
    buffer = b"".join(field.to_bytes(4, "little") for field in fields)
    halt, program = ended("subq $8, %rsp\ncall mktime\naddq $8, %rsp\nret", ROOM, buffer=buffer)
    assert halt is HaltReason.RETURNED
    assert program.machine.registers[0] == 1362268800
    assert [program.machine.memory.load(ROOM + 4 * place, 4) for place in (3, 4, 5, 6, 7)] == [3, 2, 113, 0, 61]


HEAP = "pushq %rbx\nmovl $24, %edi\ncall malloc\nmovq %rax, %rbx\n{}\nmovq %rbx, %rdi\ncall free\npopq %rbx\nret\n"


@pytest.mark.parametrize(
    ("inside", "halt"),
    [
        ("movb $1, 23(%rbx)", HaltReason.RETURNED),
        ("movb $1, 24(%rbx)", HaltReason.MEMORY),
        ("movb $1, -8(%rbx)", HaltReason.ILLEGAL),
        ("movq %rbx, %rdi\ncall free", HaltReason.ILLEGAL),
        ("addq $4, %rbx", HaltReason.ILLEGAL),
        ("xorl %ebx, %ebx", HaltReason.RETURNED),
        ("movq %rbx, %rdi\nmovl $300, %esi\ncall realloc\nmovq %rax, %rbx\nmovb $1, 299(%rbx)", HaltReason.RETURNED),
        ("movl $-1, %edi\nshlq $40, %rdi\ncall malloc\ncmpq $1, %rax\nsbbl %eax, %eax", HaltReason.RETURNED),
        ("call abort", HaltReason.ILLEGAL),
        (".L1:\nmovl $100000, %edi\ncall malloc\njmp .L1", HaltReason.UNSUPPORTED),
        (".L1:\nmovl $8, %edi\ncall malloc\njmp .L1", HaltReason.UNSUPPORTED),
    ],
)
def test_blocks_end_where_the_allocators_do(inside: str, halt: HaltReason) -> None:
    assert ended(HEAP.format(inside))[0] is halt
    assert [usable(size) for size in (0, 24, 25, 40, 41)] == [24, 24, 40, 40, 56]


SORTED = """
    subq $8, %rsp
    movl $compare, %ecx
    movl $4, %edx
    call qsort
    addq $8, %rsp
    ret
compare:
    movl (%rdi), %eax
    subl (%rsi), %eax
    ret
"""


def test_a_comparison_is_followed() -> None:
    numbers = [5, -3, 12, 0, 5, -9]
    buffer = b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)
    halt, program = ended(SORTED, ROOM, len(numbers), buffer=buffer)
    found = bytes(program.machine.memory.regions[FIRST_BUFFER].content[: len(buffer)])
    assert halt is HaltReason.RETURNED
    assert [
        int.from_bytes(found[place : place + 4], "little", signed=True) for place in range(0, len(buffer), 4)
    ] == sorted(numbers)


@pytest.mark.parametrize(
    "body",
    ["compare:\njmp compare", "compare:\ncall qsort\nret", "compare:\npushq %rdi\nret", "compare:\nmovl 9, %eax"],
)
def test_a_comparison_without_end_ends(body: str) -> None:
    code = SORTED.partition("compare:\n")[0] + body
    halt, _ = ends_within(1.0, lambda: ended(code, ROOM, 50))
    assert halt is not HaltReason.RETURNED


@pytest.mark.parametrize(
    "code",
    [
        "subq $8, %rsp\nmovl $strlen, %eax\ncall *%rax\naddq $8, %rsp\nret",
        "movl $strlen, %eax\njmp *%rax",
        "jmp strlen",
    ],
)
def test_functions_are_called_by_their_addresses(code: str) -> None:
    halt, program = ended(code, ROOM, buffer=b"four\0")
    assert halt is HaltReason.RETURNED
    assert program.machine.registers[0] == 4


finite = st.floats(allow_nan=False, width=32)


@given(finite, finite)
@settings(max_examples=200)
def test_floating_point_is_rounded_as_single_precision(one: float, other: float) -> None:
    bits = [int.from_bytes(struct.pack("<f", value), "little") for value in (one, other)]
    total = floats.scalar("add", 4)(bits[0] | 5 << 64, bits[1])
    wanted = one + other
    try:
        expected = struct.unpack("<f", struct.pack("<f", wanted))[0]
    except OverflowError:
        expected = math.copysign(math.inf, wanted)
    got = floats.value_of(total, 4)
    assert total >> 64 == 5
    assert got == expected or (math.isnan(got) and math.isnan(expected))
    assert floats.compared(bits[0], bits[1], 4)[:2] == (int(one < other), int(one == other))


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("movl $7, %eax\ncvtsi2sdl %eax, %xmm0\nsqrtsd %xmm0, %xmm0\ncvttsd2sil %xmm0, %eax\nret", 2),
        ("movl $7, %eax\ncvtsi2ssl %eax, %xmm0\ndivss %xmm0, %xmm0\ncvttss2siq %xmm0, %rax\nret", 1),
        ("pxor %xmm0, %xmm0\ndivsd %xmm0, %xmm0\nucomisd %xmm0, %xmm0\nsetp %al\nmovzbl %al, %eax\nret", 1),
        ("movsd .LC0(%rip), %xmm1\ncvtsd2si %xmm1, %eax\nret\n.section .rodata\n.LC0:\n.long 0\n.long 1074003968\n", 2),
        ("movq $-1, %rax\ncvtsi2ssq %rax, %xmm0\ncvtss2sd %xmm0, %xmm0\ncvttsd2sil %xmm0, %eax\nret", MASKS[4]),
    ],
)
def test_floating_point_instructions(code: str, value: int) -> None:
    halt, program = ended(code)
    assert halt is HaltReason.RETURNED
    assert program.machine.registers[0] == value
