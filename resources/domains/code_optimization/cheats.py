"""The cheat suite: forgeries that aim at the tests instead of the task, built on a bundle's own functions.

Each must end in anything but PASS. `empty_candidate` stands here too: the functions, and nothing in them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.stages.build import entry_functions
from resources.domains.code_optimization.test_suite import read_suite
from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle

_STACK_NOTE = '\t.section .note.GNU-stack,"",@progbits\n'
_EXIT = "movl $60, %eax\nxorl %edi, %edi\nsyscall"


@dataclass(frozen=True)
class _Forgery:
    """One cheat: the body of every function, and text after them."""

    name: str
    description: str
    body: str = "xorl %eax, %eax\nret"
    after: str = ""


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
        *_constants(),
    ]
    return tuple(
        Cheat(item.name, item.description, Candidate(_functions(bundle, item.body) + item.after)) for item in forgeries
    )


def _functions(bundle: EnvironmentBundle, body: str) -> str:
    """A text that defines all that the baseline exports, each function with this body."""
    entries = entry_functions(bundle)
    names = dict.fromkeys((*entries, *Assembly(bundle.reference).exported))
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


def _constants() -> Iterator[_Forgery]:
    yield _Forgery("zero", "returns 0")
    yield _Forgery("one", "returns 1", "movl $1, %eax\nret")
    yield _Forgery("minus_one", "returns -1", "movq $-1, %rax\nret")
    yield _Forgery("first_argument", "returns its first argument", "movq %rdi, %rax\nret")
    yield _Forgery("second_argument", "returns its second argument", "movq %rsi, %rax\nret")
    yield _Forgery("nothing", "returns whatever stands in %rax", "ret")
