"""Guards around a candidate's functions: assembly that checks what the System V calling convention promises.

The linker's --wrap sends the harness's calls through a guard, which fills the callee-saved registers with marks,
calls the candidate's function, and compares registers, stack pointer and direction flag afterwards. The call's own
arguments, on the stack too, stay where they are. Nested calls work: each level has a frame of its own.
"""

from collections.abc import Iterable

CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
BROKEN_MARK = "calling convention: "
BROKEN_EXIT_CODE = 120
_LEVELS = 4096
_FRAME_BYTES = 64


def guards(functions: Iterable[str]) -> str:
    """The guards' assembly, one for each function."""
    names = tuple(functions)
    return "".join([_DATA, *(_guard(name) for name in names), _NOTE])


_DATA = f"""\
\t.local guard_frames
\t.comm guard_frames, {_LEVELS * _FRAME_BYTES}, 64
\t.data
guard_frame: .quad guard_frames
\t.text
"""
_NOTE = '\t.section .note.GNU-stack,"",@progbits\n'


def _guard(function: str) -> str:
    """r11 is free at calls and returns, and rcx at returns; nothing else may be touched."""
    save = "".join(f"\tmovq %{name}, {8 + 8 * index}(%r11)\n" for index, name in enumerate(CALLEE_SAVED))
    mark = "".join(f"\tmovq ${mark_of(index)}, %{name}\n" for index, name in enumerate(CALLEE_SAVED))
    check = "".join(
        f"\tleaq guard_message_{function}_{name}(%rip), %rcx\n"
        f"\tcmpq ${mark_of(index)}, %{name}\n\tjne guard_broken_{function}\n"
        for index, name in enumerate(CALLEE_SAVED)
    )
    restore = "".join(f"\tmovq {8 + 8 * index}(%r11), %{name}\n" for index, name in enumerate(CALLEE_SAVED))
    messages = "".join(
        f'guard_message_{function}_{name}: .asciz "{BROKEN_MARK}{function} does not restore %{name}\\n"\n'
        for name in (*CALLEE_SAVED, "rsp")
    )
    return f"""\
\t.globl __wrap_{function}
__wrap_{function}:
\tmovq guard_frame(%rip), %r11
\tpopq (%r11)
{save}\tmovq %rsp, 56(%r11)
\taddq ${_FRAME_BYTES}, guard_frame(%rip)
{mark}\tcall __real_{function}
\tsubq ${_FRAME_BYTES}, guard_frame(%rip)
\tmovq guard_frame(%rip), %r11
\tleaq guard_message_{function}_rsp(%rip), %rcx
\tcmpq %rsp, 56(%r11)
\tjne guard_broken_{function}
{check}{restore}\tcld
\tpushq (%r11)
\tret
guard_broken_{function}:
\tmovq %rcx, %rdi
\tandq $-16, %rsp
\tcall calling_convention_broken
\t.section .rodata
{messages}\t.text
"""


def mark_of(index: int) -> int:
    """A value that no program computes by chance, in 31 bits."""
    return 0x5AFE0000 + 0x1111 * (index + 1)
