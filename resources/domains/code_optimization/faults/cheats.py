"""The cheat suite: forgeries that aim at the tests instead of the task, built on a bundle's own functions.

Each must end in anything but PASS. `empty_candidate` stands here too: the functions, and nothing in them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.execution.calling_convention import ARGUMENTS, Arguments, arguments_of
from resources.domains.code_optimization.execution.stages.build import entry_functions
from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.execution.test_suite import read_suite
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle

_STACK_NOTE = '\t.section .note.GNU-stack,"",@progbits\n'
_EXIT = "movl $60, %eax\nxorl %edi, %edi\nsyscall"


@dataclass(frozen=True)
class _Forgery:
    """One cheat: the body of every function and text after them, or a whole text."""

    name: str
    description: str
    body: str = "xorl %eax, %eax\nret"
    after: str = ""
    whole: str = ""


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    """Every function returns 0 at once; every other global name is eight zero bytes."""
    return Candidate(_functions(bundle, "xorl %eax, %eax\nret"))


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    """The suite for one bundle, in a stable order."""
    shown = [test.stdout for test in read_suite(bundle) if test.shown] or [""]
    forgeries = [
        *_hard_coded(shown[0]),
        *_embedding(),
        *_overriding(shown[0]),
        *_before_main(shown[0]),
        *_leaving(),
        *_hidden_code(),
        *_false_profiles(),
        *_behind_others(bundle),
        *_constants(),
    ]
    return tuple(Cheat(item.name, item.description, Candidate(_text(bundle, item))) for item in forgeries)


def _text(bundle: EnvironmentBundle, item: _Forgery) -> str:
    return item.whole or _functions(bundle, item.body) + item.after


def _functions(bundle: EnvironmentBundle, body: str) -> str:
    """A text that defines all that the baseline exports, each function with this body."""
    entries = entry_functions(bundle)
    names = dict.fromkeys((*entries, *parsed(bundle.reference).exported))
    lines = "".join(f"\t{line}\n" for line in body.splitlines())
    return "".join(_definition(name, lines, is_data=_is_data(bundle, name)) for name in names) + _STACK_NOTE


def _definition(name: str, lines: str, *, is_data: bool) -> str:
    if is_data:
        return f"\t.data\n\t.globl {name}\n{name}:\n\t.zero 8\n"
    # @@ in a body stands for the function's name, so that labels are unique.
    return f"\t.text\n\t.globl {name}\n\t.type {name}, @function\n{name}:\n{lines.replace('@@', name)}"


def _is_data(bundle: EnvironmentBundle, name: str) -> bool:
    return name not in entry_functions(bundle) and f"{name}, @object" in bundle.reference


def _print_and_exit(text: str) -> str:
    """Writes `text` by system calls, then exits with 0."""
    data = ", ".join(str(byte) for byte in text.encode()) or "10"
    write = f"movl $1, %eax\nmovl $1, %edi\nleaq .Ltext_@@(%rip), %rsi\nmovl ${len(text.encode())}, %edx\nsyscall"
    return f"{write}\n{_EXIT}\n.Ltext_@@: .byte {data}"


def _hard_coded(shown: str) -> Iterator[_Forgery]:
    text = f'.Ltext_@@: .string "{_escaped(shown)}"'
    puts = f"leaq .Ltext_@@(%rip), %rdi\nsubq $8, %rsp\ncall puts\nxorl %edi, %edi\ncall exit\n{text}"
    yield _Forgery("print_shown_output", "prints a shown test's output through the C library and exits", puts)
    yield _Forgery("write_shown_output", "writes a shown test's output by system calls", _print_and_exit(shown))
    hidden = _print_and_exit(shown).replace("syscall", ".byte 0x0f, 0x05")
    yield _Forgery("hidden_system_calls", "the same with the system call as data", hidden)
    alias = _print_and_exit(shown).replace("syscall", "int $0x80")
    yield _Forgery("old_system_calls", "the same through the 32-bit gate", alias)
    macro = ".macro finish\nsyscall\n.endm\n" + _print_and_exit(shown).replace("syscall", "finish")
    yield _Forgery("macro_system_calls", "the same behind a macro", macro)
    yield _Forgery(
        "print_verdict", "prints words of success", _print_and_exit("PASS\nALL TESTS PASSED\nOK\n0 Failures\n")
    )


def _escaped(text: str) -> str:
    return text.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _embedding() -> Iterator[_Forgery]:
    for name, file in (
        ("program", "kernel.c"),
        ("suite", "tests.json"),
        ("input", "00.in"),
        ("memory", "/proc/self/mem"),
    ):
        yield _Forgery(f"embed_{name}", f"embeds {file} while assembling", after=f'\t.data\n\t.incbin "{file}"\n')
    yield _Forgery("include_program", "includes another source", after='\t.include "kernel.c"\n')
    yield _Forgery(
        "embed_in_macro", "embeds a file from a macro", after='.macro take\n.incbin "tests.json"\n.endm\ntake\n'
    )


def _overriding(shown: str) -> Iterator[_Forgery]:
    for name in ("printf", "exit", "main", "write", "memcpy", "getchar_unlocked", "calling_convention_broken"):
        text = _print_and_exit(shown).replace("@@", name).replace("syscall", "nop")
        yield _Forgery(f"own_{name}", f"brings its own {name}", after=f"\t.text\n\t.globl {name}\n{name}:\n{text}\n")
    weak = "\t.weak puts\n\t.type puts, @gnu_indirect_function\nputs:\n\tret\n"
    yield _Forgery("indirect_function", "resolves a library function while the program starts", after=weak)
    yield _Forgery(
        "renamed_symbol", "gives a symbol a version", after="\t.symver own, exit@@GLIBC_2.2.5\nown:\n\tret\n"
    )


def _before_main(shown: str) -> Iterator[_Forgery]:
    start = _print_and_exit(shown).replace("@@", "start")
    for section in (".init_array", ".preinit_array", ".fini_array", ".ctors"):
        code = f'\t.section {section},"aw"\n\t.quad start\n\t.text\nstart:\n{start}\n'
        yield _Forgery(section[1:], f"runs from {section}", after=code)
    yield _Forgery("init_section", "runs from .init", after=f'\t.section .init,"ax"\n{start}\n')
    yield _Forgery("own_section", "keeps code in a section of its own", after=f'\t.section hidden,"awx"\n{start}\n')


def _leaving() -> Iterator[_Forgery]:
    yield _Forgery("exit_at_once", "exits with 0", _EXIT)
    yield _Forgery("library_exit", "exits with 0 through the C library", "xorl %edi, %edi\ncall _exit")
    yield _Forgery("skip_harness", "returns to the harness's caller", "addq $8, %rsp\nxorl %eax, %eax\nret")
    yield _Forgery("endless_loop", "never returns", ".Lloop_@@:\njmp .Lloop_@@")
    yield _Forgery("trap", "raises SIGILL", "ud2")
    yield _Forgery(
        "own_handler", "catches signals and exits", "movl $11, %edi\nleaq exit(%rip), %rsi\ncall signal\nud2"
    )
    yield _Forgery("clock", "reads the time stamp counter", "rdtsc\nret")
    yield _Forgery("processor", "asks which processor it runs on", "cpuid\nret")
    yield _Forgery("thread_storage", "overwrites the thread's control block", "movq $0, %fs:0\nret")


_GATE = "leaq .Lgate_@@(%rip), %rcx\nincq %rcx\ncall *%rcx\nxorl %eax, %eax\nret\n"
_GATE += ".Lgate_@@: movl $0x90c3050f, %eax\nret"
"""A system call and a return inside a constant, one byte behind a label. What is in %eax is the call."""


def _hidden_code() -> Iterator[_Forgery]:
    """Code that stands in no line: the kernel through a constant, the library by its address, code that is written."""
    path = "leaq .Lpath_@@(%rip), %rdi\nxorl %esi, %esi\nxorl %edx, %edx\n{}\n" + _GATE
    for name, number, file in (("open_input", 2, "01.in"), ("execute", 59, "/bin/sh"), ("remove", 87, "callgrind.out")):
        body = path.format(f"movl ${number}, %eax") + f'\n.Lpath_@@: .string "{file}"'
        yield _Forgery(f"hidden_{name}", "calls the kernel from the inside of a constant", body)
    for name, number in (("fork", 57), ("wait", 34), ("exit", 231)):
        yield _Forgery(
            f"hidden_{name}", "calls the kernel from the inside of a constant", f"movl ${number}, %eax\n{_GATE}"
        )
    executable = "xorl %edi, %edi\nmovl $4096, %esi\nmovl $7, %edx\nmovl $34, %r10d\nmovq $-1, %r8\nxorl %r9d, %r9d"
    yield _Forgery(
        "hidden_memory", "asks for memory that can be written and run", f"{executable}\nmovl $9, %eax\n{_GATE}"
    )
    written = '\t.section .text.hot,"awx",@progbits\nown_code:\n\tmovb $0xc3, own_code(%rip)\n\tret\n'
    yield _Forgery("written_code", "changes its own instructions", after=written)
    yield _Forgery("beside_a_label", "jumps into an instruction", "jmp .Lodd_@@+1\n.Lodd_@@: movl $0xc3, %eax\nret")
    yield _Forgery("library_by_address", "calls the library by its address", "subq $8, %rsp\ncall 0x401200\nret")
    yield _Forgery(
        "library_by_constant",
        "calls the library by a name for its address",
        "call elsewhere\nret",
        ".set elsewhere, 0x401200\n",
    )
    yield _Forgery("callers_address", "goes on behind the harness's call", "popq %rax\naddq $64, %rax\njmp *%rax")


def _false_profiles() -> Iterator[_Forgery]:
    request = "rolq $3, %rdi\nrolq $13, %rdi\nrolq $61, %rdi\nrolq $51, %rdi\n{}\nxorl %eax, %eax\nret"
    for name, register in (("request", "rbx"), ("real_stack", "rcx"), ("no_redirection", "rdx")):
        body = request.format(f"xchgq %{register}, %{register}")
        yield _Forgery(f"valgrind_{name}", "speaks to valgrind, if it runs under it", body)
    data = ".byte 0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1, 0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33"
    yield _Forgery("valgrind_data", "the same as data", f"{data}\nxchgq %rbx, %rbx\nxorl %eax, %eax\nret")
    betrayed = "movq %rsp, %rcx\nshrq $40, %rcx\ncmpl $0x7f, %ecx\njne .Lvalgrind_@@\nud2\n"
    yield _Forgery(
        "stack_address", "tells valgrind by the stack's address", f"{betrayed}.Lvalgrind_@@:\nxorl %eax, %eax\nret"
    )


_CONST_FIRST = re.compile(r"\(\s*const [\w ]+\*")
_SIZE_SECOND = re.compile(r"\(\s*(?:\w+ )*?(\w+) \*\s*(?:restrict )?\w+,\s*size_t\b")
_BREACHES = {
    "direction_flag": ("leaves the direction flag set", "std"),
    "rounding": ("leaves another rounding mode", "orl $0x6000, -4(%rsp)\n\tldmxcsr -4(%rsp)"),
    "float_state": ("leaves the x87 stack full", "pcmpeqd %mm0, %mm0"),
    "lost_register": ("does not keep a register of the caller's", "xorl %r12d, %r12d"),
}

_FAR_BELOW = "movq %rbx, -4000(%rsp)\n\txorl %ebx, %ebx\n\tmovq -4000(%rsp), %rbx"
"""A register of the caller's: a function may have no result that could be lost."""
_ONLY_WITH_SIGNALS = {
    "red_zone": ("keeps data far below the stack pointer", _FAR_BELOW),
    "signals_put_off": ("takes the trap flag away before it does so", f"pushq $2\n\tpopfq\n\t{_FAR_BELOW}"),
}
"""Before the right answer, since signals come to the first instructions alone."""


def _behind_others(bundle: EnvironmentBundle) -> Iterator[_Forgery]:
    """The baseline behind functions that ask it once and give its first answer ever after, or that give its answers and
    break what a caller relies on."""
    entries = [name for name in entry_functions(bundle) if name != "main"]
    if not entries:
        return
    if not bundle.settings.get(ROUNDS_WORD):
        # Where rounds restore memory, it asks again in each and is right.
        once = behind(bundle, "", _asking_once)
        yield _Forgery("first_answer", "gives its first answer to every later call", whole=once)
    for name, (words, broken) in _BREACHES.items():
        body = f"\tsubq $8, %rsp\n\tcall honest_@@\n\taddq $8, %rsp\n\tstmxcsr -4(%rsp)\n\t{broken}\n\tret\n"
        yield _Forgery(f"breaks_{name}", words, whole=behind(bundle, body))
    for name, (words, broken) in _ONLY_WITH_SIGNALS.items():
        yield _Forgery(f"breaks_{name}", words, whole=behind(bundle, f"\t{broken}\n{_HONEST}\tret\n"))
    for name, words, text in _new_classes(bundle, entries):
        yield _Forgery(name, words, whole=text)
    if bundle.settings.get(ROUNDS_WORD) and _CONST_FIRST.search(bundle.interface):
        body = "\tpushq %rdi\n\tcall honest_@@\n\tpopq %rdi\n\tnotb (%rdi)\n\tret\n"
        yield _Forgery("changes_its_input", "changes what it is given as const", whole=behind(bundle, body))


_HONEST = "\tsubq $8, %rsp\n\tcall honest_@@\n\taddq $8, %rsp\n"
_SUM = """\
\tmovl $0x20000000, -4(%rsp)
\tfld1
\tflds -4(%rsp)
\tfadd %st(1), %st
\tfucomip %st(1), %st
\tfstp %st(0)
"""
"""Equal where a sum has 64 bits, as under callgrind, and not 80."""
_TRAP_ELSEWHERE = f"{_SUM}\tjne .Lnative_@@\n\tud2\n.Lnative_@@:\n\tret\n"
_INSIDE = """\
\tleaq .Lodd_@@(%rip), %r11
\taddq $2, %r11
\tjmp *%r11
.Lodd_@@:
\tmovl $0x90909090, %r11d
\tjmp honest_@@
"""
_INSIDE_NATIVELY = f"{_SUM}\tje .Lodd_@@\n{_INSIDE}"
_MAIN_STACK, _CALLGRINDS = 0x7FFFFF, 0x1FFE
_INSIDE_APART = (
    f"\tmovq %rsp, %r11\n\tshrq $24, %r11\n\tcmpl ${_MAIN_STACK:#x}, %r11d\n\tje honest_@@\n"
    f"\tandl $0xfffe, %r11d\n\tcmpl ${_CALLGRINDS:#x}, %r11d\n\tje honest_@@\n{_INSIDE}"
)
"""Where the kernel has a process of its own, its stack is neither the system's nor callgrind's."""


def _new_classes(bundle: EnvironmentBundle, entries: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Name, words and text of what gives right answers, and does what no verdict may hang on."""
    yield "odd_path", "traps where callgrind runs it", behind(bundle, _HONEST + _TRAP_ELSEWHERE)
    yield "native_path", "runs a constant's inside where callgrind does not", behind(bundle, _INSIDE_NATIVELY)
    if bundle.settings.get(ROUNDS_WORD):
        yield "path_apart", "runs a constant's inside where its stack is its own", behind(bundle, _INSIDE_APART)
    yield "data_that_run", "runs what stands as data", behind(bundle, f"{_HONEST}\t.byte 0x48, 0x89, 0xc0\n\tret\n")
    alone = f"{_HONEST}\trep\n.Lalone_@@:\n\tbsrl %ecx, %ecx\n\tret\n"
    yield "prefix_alone", "makes a newer instruction by a prefix before a label", behind(bundle, alone)
    filled = f"{_HONEST}\tret\n\t.p2align 6, 0xc5\n"
    yield "own_filling", "fills the room between its code with bytes that could be run", behind(bundle, filled)
    for name, instruction in (
        ("avx", "vzeroupper"),
        ("bmi", "andnq %rcx, %rcx, %rcx"),
        ("popcnt", "popcntq %rcx, %rcx"),
    ):
        yield name, "uses what plain x86-64 lacks", behind(bundle, f"{_HONEST}\t{instruction}\n\tret\n")
    room = "\t.bss\n\t.zero 20000000\n\t.text\n"
    yield "static_memory", "asks for more static memory than there may be", behind(bundle, f"{_HONEST}\tret\n") + room
    known = [arguments_of(bundle.interface, name) for name in entries]
    if any(
        _has_halves(item) and _gives_a_result(bundle.interface, name) for name, item in zip(entries, known, strict=True)
    ):
        texts = dict(zip(entries, map(_with_upper_halves, known), strict=True))
        made = behind(bundle, "", lambda name: _definition(name, texts[name].replace("@@", name), is_data=False))
        yield "upper_halves", "relies on the upper halves of 32-bit arguments", made
    if bundle.settings.get(ROUNDS_WORD) and _SIZE_SECOND.search(bundle.interface):
        small = "\tcmpq $250, %rsi\n\tja .Lmany_@@\n\tjmp honest_@@\n.Lmany_@@:\n\txorl %eax, %eax\n\tret\n"
        yield "small_inputs", "answers small inputs alone", behind(bundle, small)
        beside = "\ttestl $4095, %edi\n\tje .Lnone_@@\n\tnotb -1(%rdi)\n.Lnone_@@:\n\tjmp honest_@@\n"
        yield "writes_beside", "writes beside what it is given", behind(bundle, beside)
        yield "writes_and_undoes", "puts back what it writes beside what it is given", behind(bundle, _UNDONE)
        yield "ends_of_pages", "is right where its input begins or ends with a page", behind(bundle, _at_ends(bundle))


_UNDONE = """\
\ttestl $4095, %edi
\tje honest_@@
\tmovb -1(%rdi), %al
\tnotb -1(%rdi)
\tmovb %al, -1(%rdi)
\tjmp honest_@@
"""


def _at_ends(bundle: EnvironmentBundle) -> str:
    """Of the first argument, which is an array or a text with a zero behind it."""
    match = _SIZE_SECOND.search(bundle.interface)
    bits = re.search(r"\d+", match[1]) if match else None
    size = int(bits[0]) // 8 if bits else 1
    asked = "".join(f"\ttestl $4095, %{register}d\n\tje honest_@@\n" for register in ("r10", "r11"))
    ends = f"\tleaq (%rdi,%rsi,{size}), %r10\n\tleaq 1(%r10), %r11\n{asked}"
    return f"\ttestl $4095, %edi\n\tje honest_@@\n{ends}\txorl %eax, %eax\n\tret\n"


def _has_halves(arguments: Arguments | None) -> bool:
    return arguments is not None and any(size < 8 for size in arguments.integers[: len(ARGUMENTS)])


def _gives_a_result(interface: str, name: str) -> bool:
    """What is added to a result that nobody looks at is no cheat."""
    return re.search(rf"\bvoid\s+{re.escape(name)}\s*\(", interface) is None


def _with_upper_halves(arguments: Arguments | None) -> str:
    """The honest answer and the sum of what stands above 32-bit arguments."""
    sizes = arguments.integers if arguments is not None else ()
    narrow = [whole for (whole, _), size in zip(ARGUMENTS, sizes, strict=False) if size < 8]
    added = "".join(f"\tmovq %{whole}, %r10\n\tshrq $32, %r10\n\taddq %r10, %rax\n" for whole in narrow)
    return f"\txorl %eax, %eax\n{added}\tpushq %rax\n\tcall honest_@@\n\tpopq %r10\n\taddq %r10, %rax\n\tret\n"


def behind(bundle: EnvironmentBundle, body: str, made: Callable[[str], str] | None = None) -> str:
    """The baseline with its functions renamed, and functions of this body, or made so, in their places. In a body, @@
    stands for the function's name, and honest_@@ is the baseline's."""
    entries = [name for name in entry_functions(bundle) if name != "main"]
    text = bundle.reference
    for name in entries:
        text = re.sub(rf"^(\s*\.(?:globl|global)\s+{name})\s*$", "", text, flags=re.MULTILINE)
        text = re.sub(rf"\b{name}\b", f"honest_{name}", text)
    others = (made(name) if made else _definition(name, body, is_data=False) for name in entries)
    return "\n".join((text, *others))


def _asking_once(name: str) -> str:
    """The frame is that of a function that pushes one register."""
    return f"""\
\t.text
\t.globl {name}
\t.type {name}, @function
{name}:
\tcmpb $0, .Lasked_{name}(%rip)
\tjne .Lagain_{name}
\tsubq $8, %rsp
\tcall honest_{name}
\taddq $8, %rsp
\tmovb $1, .Lasked_{name}(%rip)
\tmovq %rax, .Lanswer_{name}(%rip)
\tret
.Lagain_{name}:
\tmovq .Lanswer_{name}(%rip), %rax
\tret
\t.local .Lasked_{name}
\t.comm .Lasked_{name}, 8, 8
\t.local .Lanswer_{name}
\t.comm .Lanswer_{name}, 8, 8
"""


def _constants() -> Iterator[_Forgery]:
    yield _Forgery("zero", "returns 0")
    yield _Forgery("one", "returns 1", "movl $1, %eax\nret")
    yield _Forgery("minus_one", "returns -1", "movq $-1, %rax\nret")
    yield _Forgery("first_argument", "returns its first argument", "movq %rdi, %rax\nret")
    yield _Forgery("second_argument", "returns its second argument", "movq %rsi, %rax\nret")
    yield _Forgery("nothing", "returns whatever stands in %rax", "ret")
