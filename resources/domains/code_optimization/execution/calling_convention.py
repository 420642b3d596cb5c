"""Guards around a candidate's functions: assembly that checks what the System V calling convention promises.

The linker's --wrap sends the harness's calls through a guard, which fills the callee-saved registers with marks,
calls the candidate's function, and compares afterwards: the registers, the stack pointer, the direction flag, the
control bits of MXCSR, the x87 control word, whether the x87 stack is free again, and the words above the return
address, where the caller's data are. The call's own arguments, on the stack too, stay where they are; then nothing
above is watched. Nested calls work: each level has a frame of its own.

Reading the floating-point controls takes as long as a short function: in a run that is timed (`support/crash_report.c`)
they and the direction flag are left out, the candidate's and the baseline's alike. What registers hold is the same
there: a candidate that could tell a timed run from a test by them would have the one tested and the other timed.

Where a harness runs rounds, the function is in another process (`support/apart.c`): the guard compares what that came
back with, out of its reach. A run that is stepped or under callgrind has one process, and so have other harnesses.

The marks differ in each call and each candidate (`stages.marks`), so that a register is kept by keeping it and not by
knowing what was in it.

What a function may not rely on holds noise when it begins: flags, registers without an argument, the upper halves of
arguments of 32 bits and of floating-point numbers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.language.c_types import Callback, Nothing, Number, Pointer
from resources.execution.reader.apart import apart

CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
BROKEN_MARK = "calling convention: "
BROKEN_EXIT_CODE = 120
MARK_HEAD = 0x5AFE
"""A mark's upper half: no memory is mapped there, and no program computes it by chance."""
_LEVELS = 40
_FRAME_BYTES = 96
_AT_MARK, _AT_VECTORS, _AT_FLOATS = 72, 64, 68
_NOW = 80
"""Where a guard's frame has the call's mark, MXCSR and the x87 control word, and what these are afterwards."""
_DIRECTION_FLAG, _TRAP_FLAG, _SYSTEM_FLAGS = 0x400, 0x100, 0x240000
_VECTOR_CONTROLS = 0xFFC0
"""Of MXCSR: rounding, masks, flush to zero. The rest are flags that any sum may raise."""
_X87 = "x87"
ARGUMENTS = (("rdi", "edi"), ("rsi", "esi"), ("rdx", "edx"), ("rcx", "ecx"), ("r8", "r8d"), ("r9", "r9d"))
_FLOAT_REGISTERS = 8
_ABOVE = ("nop", "notq %{0}", "bswapq %{0}", "notq %{0}")
"""What makes each word above the return address, where no argument lies, of the one before it: no register's mark."""
_FXAM_BITS, _FXAM_EMPTY = 0x4500, 0x4100
_IN_ORDER = {
    **{"r15": 0, "r14": 8, "r13": 16, "r12": 24, "rbp": 32, "rbx": 40, "r11": 48, "r10": 56},
    **{"r9": 64, "r8": 72, "rax": 80, "rcx": 88, "rdx": 96, "rsi": 104, "rdi": 112},
}
_AT_FLAGS, _AT_STACK = 144, 152
"""In the kernel's structure of a process's registers."""
_UNKNOWN_WORDS = 16
"""Of arguments on the stack, where a function's declaration was not read."""


@dataclass(frozen=True)
class _Check:
    """What is compared behind a call with its frame in r11: a jump if the promise is broken, and the words for that."""

    name: str
    code: str
    words: str


@dataclass(frozen=True)
class Arguments:
    """Sizes in bytes of what a function is given in general and in floating-point registers, in order. `pointers` are
    the places of those among the first that point to memory, `constants` of those that it may only read."""

    integers: tuple[int, ...]
    floats: tuple[int, ...]
    pointers: frozenset[int] = frozenset(range(len(ARGUMENTS)))
    constants: frozenset[int] = frozenset()


@dataclass(frozen=True)
class _Noise:
    """Instructions that fill what holds no argument. `on_stack` says that arguments lie there, or may."""

    vectors: str = ""
    others: str = ""
    on_stack: bool = True
    arguments: Arguments | None = None


def guards(functions: Iterable[str], *, interface: str = "", uses_x87: bool = False) -> str:
    """The guards' assembly, one for each function. Where the task `uses_x87`, results may be left on its stack.

    `interface` has the functions' declarations in C; one that is not found there, or cannot be read, gets no noise.
    """
    checks = [check for check in _CHECKS if check.name != _X87 or not uses_x87]
    return "".join([_DATA, *(_guard(name, checks, _noise(interface, name)) for name in functions), _NOTE])


def mark_symbols() -> tuple[str, ...]:
    """Names that a link has to give values: the marks' sum changes by a step in each call, and each register has one
    of its own."""
    return "guard_seed", "guard_step", "guard_above", *(f"guard_mark_{name}" for name in CALLEE_SAVED)


_DATA = f"""\
\t.section harness_state,"aw",@progbits
\t.balign 64
\t.globl guard_frames, guard_frames_end
guard_frame: .quad guard_frames
guard_sum: .quad guard_seed
guard_frames: .zero {_LEVELS * _FRAME_BYTES}
guard_frames_end:
\t.section .rodata
\t.balign 16
guard_noise: .quad 0x5afe5afe5afe5afe, 0x5afe5afe5afe5afe
\t.text
"""
_NOTE = '\t.section .note.GNU-stack,"",@progbits\n'


def _register(name: str) -> _Check:
    compared = f"movabsq $guard_mark_{name}, %rsi\n\txorq {_AT_MARK}(%r11), %rsi\n\tcmpq %rsi, %{name}\n\tjne"
    return _Check(name, compared, f"does not restore %{name}")


_CHECKS = (
    _Check("rsp", "cmpq %rsp, 56(%r11)\n\tjne", "does not restore %rsp"),
    *(_register(name) for name in CALLEE_SAVED),
    _Check("df", f"pushfq\n\tpopq %rsi\n\ttestl ${_DIRECTION_FLAG}, %esi\n\tjne", "leaves the direction flag set"),
    _Check(
        "system_flags",
        f"pushfq\n\tmovq (%rsp), %rsi\n\tandq $~{_SYSTEM_FLAGS}, (%rsp)\n\tpopfq\n"
        f"\ttestl ${_SYSTEM_FLAGS}, %esi\n\tjne",
        "leaves the alignment check or identification flag set",
    ),
    _Check(
        "mxcsr",
        f"stmxcsr {_NOW}(%r11)\n\tmovl {_NOW}(%r11), %esi\n\txorl {_AT_VECTORS}(%r11), %esi\n"
        f"\ttestl ${_VECTOR_CONTROLS}, %esi\n\tjne",
        "changes the control bits of MXCSR",
    ),
    _Check(
        "fcw",
        f"fnstcw {_NOW}(%r11)\n\tmovzwl {_NOW}(%r11), %esi\n\tcmpw %si, {_AT_FLOATS}(%r11)\n\tjne",
        "changes the x87 control word",
    ),
    _Check(
        _X87,
        f"fxam\n\tfnstsw {_NOW}(%r11)\n\tmovzwl {_NOW}(%r11), %esi\n"
        f"\tandl ${_FXAM_BITS}, %esi\n\tcmpl ${_FXAM_EMPTY}, %esi\n\tjne",
        "leaves the x87 stack full (MMX without emms)",
    ),
)


@apart(died=lambda *_: None)
def arguments_of(interface: str, function: str) -> Arguments | None:
    """Of a function whose arguments are numbers and pointers; None for any other."""
    # Here, since the parser of C is for readers alone.
    from resources.domains.code_optimization.language.c_declarations import read_header

    header = read_header(interface)
    signature = header.functions.get(function) if header is not None else None
    if signature is None or not isinstance(signature.result, Number | Pointer | Nothing):
        return None
    kinds = [parameter.type for parameter in signature.parameters]
    is_open = not kinds and not re.search(rf"\b{re.escape(function)}\s*\(\s*void\s*\)", interface)
    if is_open or not all(isinstance(kind, Number | Pointer | Callback) for kind in kinds):
        return None
    floats = tuple(kind.size for kind in kinds if isinstance(kind, Number) and kind.is_float)
    others = [kind for kind in kinds if not isinstance(kind, Number) or not kind.is_float]
    integers = tuple(kind.size if isinstance(kind, Number) else 8 for kind in others)
    pointers = {place: kind for place, kind in enumerate(others[: len(ARGUMENTS)]) if isinstance(kind, Pointer)}
    constants = frozenset(place for place, kind in pointers.items() if kind.is_constant)
    arguments = Arguments(integers, floats, frozenset(pointers), constants)
    return arguments if len(floats) <= _FLOAT_REGISTERS else None


def _noise(interface: str, function: str) -> _Noise:
    arguments = arguments_of(interface, function)
    if arguments is None:
        return _Noise()
    on_stack = len(arguments.integers) > len(ARGUMENTS)
    vectors, others = "".join(_vector_noise(arguments.floats)), "".join(_integer_noise(arguments.integers))
    return _Noise(vectors, others, on_stack, arguments)


def _vector_noise(floats: Sequence[int]) -> Iterator[str]:
    for place in range(len(floats), 16):
        yield f"\tmovaps guard_noise(%rip), %xmm{place}\n"
    for place, size in enumerate(floats):
        yield f"\tunpcklps %xmm15, %xmm{place}\n" if size == 4 else f"\tmovhps guard_noise(%rip), %xmm{place}\n"


def _integer_noise(integers: Sequence[int]) -> Iterator[str]:
    """r10 and rax are free at calls. Numbers of less than 32 bits are as wide as those, which gcc and clang rely on."""
    yield "\tmovq guard_sum(%rip), %rax\n\tmovq %rax, %r10\n\tshlq $32, %r10\n\tbtsq $40, %r10\n"
    for place, (whole, half) in enumerate(ARGUMENTS):
        if place >= len(integers):
            yield f"\tleaq {place}(%rax,%r10), %{whole}\n"
        elif integers[place] < 8:
            yield f"\tmovl %{half}, %{half}\n\torq %r10, %{whole}\n"
    for place, size in enumerate(integers[len(ARGUMENTS) :]):
        if size < 8:
            yield f"\tmovl $0x5afe5afe, {8 * place + 4}(%rsp)\n"
    yield "\taddq %rax, %rax\n"


def _guard(function: str, checks: Sequence[_Check], noise: _Noise) -> str:
    """r11 is free at calls, and rcx, rsi and r11 at returns; nothing else may be touched. No jump stands between
    the return address's leaving the stack and the call: callgrind would tell the call as the caller's."""
    save = "".join(f"\tmovq %{name}, {8 + 8 * index}(%r11)\n" for index, name in enumerate(CALLEE_SAVED))
    mark = "".join(
        f"\tmovabsq $guard_mark_{name}, %{name}\n\txorq {_AT_MARK}(%r11), %{name}\n" for name in CALLEE_SAVED
    )
    always = "".join(_checked(function, check) for check in checks if check.name in (*CALLEE_SAVED, "rsp"))
    untimed = "".join(_checked(function, check) for check in checks if check.name not in (*CALLEE_SAVED, "rsp"))
    restore = "".join(f"\tmovq {8 + 8 * index}(%r11), %{name}\n" for index, name in enumerate(CALLEE_SAVED))
    watched = () if noise.on_stack else tuple(enumerate(_ABOVE))
    first = f"\tmovabsq $guard_above, %{{0}}\n\txorq {_AT_MARK}(%r11), %{{0}}\n" if watched else ""
    room = f"\tsubq ${8 * len(watched)}, %rsp\n" if watched else ""
    above = first + "".join(f"\t{how}\n\tmovq %{{0}}, {8 * place}(%rsp)\n" for place, how in watched)
    beside = first + "".join(
        _checked(function, _Check("frame", f"{how}\n\tcmpq %{{0}}, {8 * place}(%rsp)\n\tjne", ""))
        for place, how in watched
    )
    always += beside.format("rsi")
    give_back = f"\taddq ${8 * len(watched)}, %rsp\n" if watched else ""
    messages = "".join(
        f'guard_message_{function}_{check.name}: .asciz "{BROKEN_MARK}{function} {check.words}\\n"\n'
        for check in (*checks, _Check("frame", "", "writes above its return address, where its caller's data are"))
    )
    return f"""\
\t.globl {", ".join(guard_places(function))}
\t.type __wrap_{function}, @function
__wrap_{function}:
\tmovq guard_frame(%rip), %r11
\tcmpq $guard_frames_end, %r11
\tjae .Lfull_{function}
\tcmpb $0, guard_is_timed(%rip)
\tjne .Lenter_{function}
\tstmxcsr {_AT_VECTORS}(%r11)
\tfnstcw {_AT_FLOATS}(%r11)
.Lenter_{function}:
{noise.vectors}\tpopq (%r11)
{room}{save}\tmovq %rsp, 56(%r11)
\taddq ${_FRAME_BYTES}, guard_frame(%rip)
\tmovabsq $guard_step, %rbx
\taddq guard_sum(%rip), %rbx
\tmovq %rbx, guard_sum(%rip)
\tmovl %ebx, %ebx
\tmovq %rbx, {_AT_MARK}(%r11)
{above.format("rbx")}{mark}{noise.others}\tleaq (%r12,%r13,2), %r11
\tcall *kernel_call_{function}(%rip)
guard_back_{function}:
\tsubq ${_FRAME_BYTES}, guard_frame(%rip)
\tmovq guard_frame(%rip), %r11
{always}\tcmpb $0, guard_is_timed(%rip)
\tjne .Lleave_{function}
{untimed}.Lleave_{function}:
guard_left_{function}:
{give_back}{restore}\tcld
\tpushq (%r11)
\tret
.Lfull_{function}:
\tud2
guard_broken_{function}:
\tcld
\tmovq %rcx, %rdi
\tmovq 56(%r11), %rsp
\tandq $-16, %rsp
\tcall calling_convention_broken
\t.size __wrap_{function}, .-__wrap_{function}
{_apart(function, noise, len(watched))}\t.section .rodata
{messages}\t.text
"""


def guard_places(function: str) -> tuple[str, ...]:
    """Symbols where a guard begins, where its call returns to and where it has compared: a run passes all equally
    often."""
    return f"__wrap_{function}", f"guard_back_{function}", f"guard_left_{function}"


def _apart(function: str, noise: _Noise, watched: int) -> str:
    """Where a guard's call goes while the function is in a process of its own: registers as they are there, and back as
    they came (`support/apart_calls.c`, whose structures these are). And where it goes to be stepped."""
    arguments = noise.arguments
    words = watched or (len(arguments.integers) - len(ARGUMENTS) if arguments else _UNKNOWN_WORDS)
    pointers, constants = (arguments.pointers, arguments.constants) if arguments else (range(len(ARGUMENTS)), ())
    given = "".join(f"\tmovq %{name}, kernel_registers+{at}(%rip)\n" for name, at in _IN_ORDER.items())
    taken = "".join(f"\tmovq kernel_registers+{at}(%rip), %{name}\n" for name, at in _IN_ORDER.items())
    return f"""\
apart_{function}:
{given}\tmovq %rsp, kernel_registers+{_AT_STACK}(%rip)
\tpushfq
\tpopq kernel_registers+{_AT_FLAGS}(%rip)
\tfxsave64 kernel_vectors(%rip)
\tcld
\tleaq kernel_call_{function}(%rip), %rdi
\tsubq $8, %rsp
\tcall run_apart
\taddq $8, %rsp
\tfxrstor64 kernel_vectors(%rip)
\tpushq kernel_registers+{_AT_FLAGS}(%rip)
\tpopfq
{taken}\tret
stepped_{function}:
\tpushfq
\torq ${_TRAP_FLAG}, (%rsp)
\tpopfq
\tjmp __real_{function}
\t.section kernel_calls,"aw",@progbits
\t.balign 8
kernel_call_{function}: .quad __real_{function}, apart_{function}, stepped_{function}, __real_{function}
\t.quad guard_message_{function}_rsp, guard_message_{function}_frame
\t.quad {words}, {sum(1 << place for place in pointers)}, {sum(1 << place for place in constants)}
"""


def _checked(function: str, check: _Check) -> str:
    return f"\tleaq guard_message_{function}_{check.name}(%rip), %rcx\n\t{check.code} guard_broken_{function}\n"


def mark_of(index: int) -> int:
    """What stands in a callee-saved register where a call is followed and not run."""
    return 0x5AFE0000 + 0x1111 * (index + 1)
