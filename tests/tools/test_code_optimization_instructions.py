"""The simulator's instructions beside the processor's: the same registers, vectors and memory before, the same after.

Each body runs natively in a shared object of its own function, and in the simulator, on the same random blocks.
"""

import ctypes
import random
import subprocess
from pathlib import Path

import pytest

from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.simulator.machine import STACK_POINTER
from resources.domains.code_optimization.prediction.simulator.memory import (
    FIRST_BUFFER,
    RETURN_ADDRESS,
    STACK,
    WINDOW_BITS,
    Region,
)
from resources.domains.code_optimization.prediction.simulator.program import Program
from resources.domains.simulation import HaltReason

ROOM = FIRST_BUFFER << WINDOW_BITS
BLOCK, TRIES = 256, 12
"""Bytes of a block: six registers, four vectors, 64 bytes of memory from 128 on, and flags at its end."""
BEFORE = """
\tmovq (%rdi), %rax
\tmovq 8(%rdi), %rcx
\tmovq 16(%rdi), %rdx
\tmovq 24(%rdi), %r8
\tmovdqu 48(%rdi), %xmm0
\tmovdqu 64(%rdi), %xmm1
\tmovdqu 80(%rdi), %xmm2
\tmovdqu 96(%rdi), %xmm3
"""
AFTER = """
\tmovq %rax, (%rdi)
\tmovq %rcx, 8(%rdi)
\tmovq %rdx, 16(%rdi)
\tmovq %r8, 24(%rdi)
\tmovdqu %xmm0, 48(%rdi)
\tmovdqu %xmm1, 64(%rdi)
\tmovdqu %xmm2, 80(%rdi)
\tmovdqu %xmm3, 96(%rdi)
\tret
"""
FLAGS = "\tsetc 240(%rdi)\n\tsetz 241(%rdi)\n\tsets 242(%rdi)\n"
"""Carry, zero and sign, before anything else may change them."""

PACKED = """
paddb paddw paddd paddq paddsb paddsw paddusb paddusw psubb psubw psubd psubq psubsb psubsw psubusb psubusw
pavgb pavgw pcmpeqb pcmpeqw pcmpeqd pcmpgtb pcmpgtw pcmpgtd pmaxsw pmaxub pminsw pminub pmulhw pmulhuw pmullw pmuludq
pmaddwd psadbw packsswb packssdw packuswb punpcklbw punpckhbw punpcklwd punpckhwd punpckldq punpckhdq punpcklqdq
punpckhqdq pand pandn por pxor movhlps movlhps unpcklps unpckhps unpcklpd unpckhpd
""".split()
BODIES = {
    **{name: f"\t{name} %xmm1, %xmm0\n" for name in PACKED},
    **{
        f"{name} {count}": f"\t{name} ${count}, %xmm0\n"
        for name in "psllw pslld psllq psrlw psrld psrlq psraw psrad pslldq psrldq".split()
        for count in (3, 17)
    },
    "shift by a vector": "\tmovl $5, %ecx\n\tmovd %ecx, %xmm1\n\tpsllw %xmm1, %xmm0\n\tpsrad %xmm1, %xmm2\n",
    **{
        name: f"\t{name} $0x6c, %xmm1, %xmm0\n" for name in ("pshufd", "pshuflw", "pshufhw", "shufps", "shufpd")
    },
    "masks": "\tpmovmskb %xmm0, %eax\n\tmovmskps %xmm1, %ecx\n\tmovmskpd %xmm2, %edx\n",
    "words": "\tpextrw $5, %xmm0, %eax\n\tpinsrw $3, %ecx, %xmm1\n\tpinsrw $2, 130(%rdi), %xmm2\n",
    "halves": "\tmovhps 128(%rdi), %xmm0\n\tmovlps 136(%rdi), %xmm1\n\tmovhpd %xmm2, 144(%rdi)\n\tmovlpd %xmm2, 152(%rdi)\n",
    "converted": "\tcvtdq2ps %xmm0, %xmm1\n\tcvtdq2pd %xmm0, %xmm2\n\tcvttps2dq %xmm1, %xmm3\n\tcvttpd2dq %xmm2, %xmm0\n",
    "resized": "\tcvtdq2pd 128(%rdi), %xmm0\n\tcvtpd2ps %xmm0, %xmm1\n\tcvtps2pd %xmm1, %xmm2\n\tcvtps2dq %xmm1, %xmm3\n",
    "compared": "\tcvtdq2ps %xmm0, %xmm0\n\tcvtdq2ps %xmm1, %xmm1\n\tmovaps %xmm0, %xmm2\n\tmovaps %xmm0, %xmm3\n"
    "\tcmpltps %xmm1, %xmm2\n\tcmpneqps %xmm1, %xmm3\n\tcmpless %xmm1, %xmm0\n",
    **{
        f"{name}{suffix}": f"\t{name}{suffix} {source}, {target}\n{FLAGS}"
        for suffix, source, target in (
            ("b", "%cl", "%al"), ("w", "%cx", "%ax"), ("l", "%ecx", "%eax"), ("q", "%rcx", "%rax")
        )
        for name in "add sub adc sbb and or xor cmp test xchg xadd".split()
        if name != "xchg"
    },
    **{
        f"{name} {size}": f"\t{name}{size} {source}\n"
        for size, source in (("b", "%cl"), ("w", "%cx"), ("l", "%ecx"), ("q", "%rcx"))
        for name in ("mul", "imul")
    },
    "div b": "\torb $1, %cl\n\tmovzbl %al, %eax\n\tdivb %cl\n",
    "idiv b": "\torb $3, %cl\n\tmovsbw %al, %ax\n\tsarw $2, %ax\n\tidivb %cl\n",
    "div w": "\torw $1, %cx\n\txorl %edx, %edx\n\tdivw %cx\n",
    "idiv w": "\torw $3, %cx\n\tsarw $1, %ax\n\tcwtd\n\tidivw %cx\n",
    "div l": "\torl $1, %ecx\n\txorl %edx, %edx\n\tdivl %ecx\n",
    "idiv q": "\torq $3, %rcx\n\tsarq $1, %rax\n\tcqto\n\tidivq %rcx\n",
    "widened": "\tcbtw\n\tcwtl\n\tcltq\n\tmovsbl %ch, %ecx\n\tmovzbl %ah, %edx\n",
    **{
        f"{name} {suffix}": f"\tandl $7, %ecx\n\torl $1, %ecx\n\t{name}{suffix} %cl, {target}\n"
        for suffix, target in (("b", "%al"), ("w", "%ax"), ("l", "%eax"), ("q", "%rax"))
        for name in "shl shr sar rol ror".split()
    },
    "rcl": "\taddl %edx, %r8d\n\trcll $3, %eax\n\trclq $1, %rdx\n",
    "rcr": "\taddl %edx, %r8d\n\trcrl $3, %eax\n\trcrq $1, %rdx\n",
    "double shifts": "\tshldl $5, %edx, %eax\n\tshrdq %cl, %r8, %rdx\n",
    "bits": "\tbtsl %ecx, %eax\n\tsetc 200(%rdi)\n\tbtrq $9, %rdx\n\tsetc 201(%rdi)\n\tbtcw $3, %r8w\n\tsetc 202(%rdi)\n"
    "\tbtl $4, 128(%rdi)\n\tsetc 203(%rdi)\n",
    "scans": "\torl $64, %ecx\n\tbsfl %ecx, %eax\n\tbsrq %rcx, %rdx\n\tbswap %r8\n",
    "exchange": "\tcmpxchgl %edx, 128(%rdi)\n\tmovl 128(%rdi), %eax\n\tcmpxchgl %edx, 128(%rdi)\n\tsetz 200(%rdi)\n",
    "carry": "\tstc\n\tadcl $0, %eax\n\tclc\n\tcmc\n\tsbbl %edx, %ecx\n",
    "stos": "\tmovq %rdi, %r9\n\taddq $130, %rdi\n\tmovl $5, %ecx\n\trep stosl\n\tmovq %rdi, %r8\n\tsubq %r9, %r8\n"
    "\tmovq %r9, %rdi\n",
    "movs": "\tmovq %rdi, %r9\n\tleaq 128(%rdi), %rsi\n\taddq $131, %rdi\n\tmovl $20, %ecx\n\trep movsb\n\tmovq %r9, %rdi\n",
    "lods": "\tleaq 128(%rdi), %rsi\n\tlodsb\n\tlodsw\n\tmovq %rsi, %rdx\n\tsubq %rdi, %rdx\n",
    "scas": "\tmovq %rdi, %r9\n\taddq $128, %rdi\n\tmovb 135(%r9), %al\n\tmovl $40, %ecx\n\trepne scasb\n\tsetz 200(%r9)\n"
    "\tmovq %r9, %rdi\n",
    "cmps": "\tmovq %rdi, %r9\n\tleaq 128(%rdi), %rsi\n\taddq $128, %rdi\n\tmovl $16, %ecx\n\trepe cmpsl\n\tsetz 200(%r9)\n"
    "\tmovq %r9, %rdi\n",
    "loops": "\tmovl $7, %ecx\n\txorl %eax, %eax\n1:\taddl $3, %eax\n\tloop 1b\n\tjrcxz 2f\n\tmovl $9, %eax\n2:\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def natives(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder: Path = tmp_path_factory.mktemp("instructions")
    functions = (f"\t.globl f{n}\nf{n}:{BEFORE}{body}{AFTER}" for n, body in enumerate(BODIES.values()))
    (folder / "f.s").write_text("\t.text\n" + "".join(functions) + '\t.section .note.GNU-stack,"",@progbits\n')
    subprocess.run(["gcc", "-shared", "-o", folder / "f.so", folder / "f.s"], check=True, timeout=60)
    return ctypes.CDLL(str(folder / "f.so"))


def simulated(body: str, block: bytes) -> bytes:
    program = Program(Assembly(f"{BEFORE}{body}{AFTER}"))
    stack = STACK << WINDOW_BITS
    content = bytearray(block)
    program.prepare({FIRST_BUFFER: Region(ROOM, content), STACK: Region(stack, bytearray(4096))})
    program.machine.registers[:] = [0] * 16
    program.machine.registers[7], program.machine.registers[STACK_POINTER] = ROOM, stack + 4000
    program.machine.push(RETURN_ADDRESS)
    path = program.run(0, 500)
    assert path.halt is HaltReason.RETURNED, (body, path)
    return bytes(content)


@pytest.mark.parametrize("name", BODIES)
def test_an_instruction_does_what_the_processor_does(name: str, natives: ctypes.CDLL) -> None:
    number, chance = list(BODIES).index(name), random.Random(name)
    for _ in range(TRIES):
        words = (chance.choice((chance.getrandbits(64), chance.getrandbits(64), 0, (1 << 64) - 1)) for _ in range(32))
        block = b"".join(word.to_bytes(8, "little") for word in words)[:BLOCK]
        buffer = ctypes.create_string_buffer(block, BLOCK)
        natives[f"f{number}"](ctypes.byref(buffer))
        assert simulated(BODIES[name], block).hex() == buffer.raw.hex(), block.hex()
