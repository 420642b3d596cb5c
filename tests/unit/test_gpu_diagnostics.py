"""Reading GPU logs: each message finds its category, its line in the candidate, and the name it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.domain import Diagnostic
from resources.domains.gpu_kernels.execution.diagnostics import diagnostics
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

COMPILER = """kernel.py:25: in hinge_loss
CompilationError: at 8:50:
def hinge_loss_kernel(
    x, BLOCK: tl.constexpr
):
    target = tl.load(x + rows, mask=mas, other=0.0)
                                    ^
{}
"""
CASES = {
    "undeclared": (COMPILER.format("NameError('mas is not defined')"), "undeclared", 0, "mas"),
    "constexpr": (COMPILER.format("arange's arguments must be of type tl.constexpr"), "constexpr", 0, ""),
    "block": (COMPILER.format("arange's range must be a power of 2"), "block size", 0, ""),
    "numel": (COMPILER.format("numel (2097152) exceeds triton maximum tensor numel (1048576)"), "block size", 0, ""),
    "keyword": (COMPILER.format("load() got an unexpected keyword argument 'default'"), "signature", 0, "default"),
    "attribute": (
        COMPILER.format("AttributeError(\"module 'triton.language' has no attribute 'gelu'\")"), "attribute", 0, "gelu",
    ),
    "dot types": (COMPILER.format("Both operands must be same dtype. Got fp32 and fp64"), "type", 0, ""),
    "broadcast": (COMPILER.format("Cannot make_shape_compatible: incompatible dimensions at index 0"), "shape", 0, ""),
    "other": (COMPILER.format("something that nobody has seen"), "compile", 0, ""),
    "shared": (
        "kernel.py:12: in f\nOutOfResources: out of resource: shared memory, Required: 409600, Hardware limit: 232448. "
        "Reducing block sizes or `num_stages` may help.",
        "shared memory", 12, "",
    ),
    "threads": ("OutOfResources: out of resource: threads, Required: 2048, Hardware limit: 1024.", "threads", 0, ""),
    "bounds": (
        "case 0 ((7, 300) float32): kernel.py:25: in f\nkernel.py:14: in f_kernel\nInvalidAccess: Invalid __global__ "
        "write of size 4 bytes: 212 lane(s) of program (6, 0, 0) out of bounds; first is 4 bytes past the end of the "
        "8400-byte allocation of argument shape=(7, 300) torch.float32",
        "out of bounds", 14, "",
    ),
    "race": ("kernel.py:9: in k\nDataRace: data race: program (1, 0, 0) reads argument", "race", 9, ""),
    "mismatch": (
        "case 2 ((7, 300) float32): 1786/2100 elements differ, first (0, 0): got 1 expected 2, max abs err 1",
        "mismatch", 0, "",
    ),
    "dtype": ("case 0 ((3,) float32): got (3,) float64, expected (3,) float32", "shape of the result", 0, ""),
    "changed": ("case 1: argument 0 was changed", "changed input", 0, "0"),
    "changed CUDA": ("case 1: the input x was changed", "changed input", 0, "x"),
    "argument": (
        "case 0 ((3,) float32): kernel.py:25: in f\nTypeError: k() missing 1 required positional argument: 'n'",
        "signature", 25, "n",
    ),
    "traceback": (
        '  File "kernel.py", line 7, in f\nZeroDivisionError: division by zero', "exception", 7, "ZeroDivisionError"
    ),
    "name at import": ("kernel.py:20: in <module>\nNameError: name 'torch' is not defined", "undeclared", 20, "torch"),
    "syntax": ('  File "kernel.py", line 3\nSyntaxError: invalid syntax', "syntax", 3, ""),
    "forbidden": ("kernel.py:5: forbidden: torch.matmul", "forbidden", 5, "torch.matmul"),
    "computes": (
        "rejected: host code computes with torch.mm; kernels are to do the arithmetic", "forbidden", 0, "torch.mm"
    ),
    "nvcc": ('kernel.cu(12): error: identifier "flaot" is undefined', "undeclared", 12, "flaot"),
    "nvcc syntax": ('kernel.cu(9): error: expected a ";"', "syntax", 9, ""),
    "nvcc arguments": ("kernel.cu(33): error: too few arguments in function call", "signature", 33, ""),
    "nvcc constant": ("kernel.cu(21): error: expression must be a modifiable lvalue", "not writable", 21, ""),
    "nvcc host": (
        'kernel.cu(29): error: calling a __host__ function("reduce(float)") from '
        'a __global__ function("k") is not allowed',
        "qualifier", 29, "reduce",
    ),
    "ptxas": (
        "ptxas error   : Entry function '_Z1kPf' uses too much shared data (0x10000 bytes, 0xc000 max)",
        "shared memory", 0, "_Z1kPf",
    ),
    "shim bounds": (
        "case 0: Invalid __global__ read of size 4 bytes: kernel.cu:7, thread (1, 0, 0) of block (0, 0, 0); address is "
        "just past the end of the 4-byte allocation of argument x (kernel k)",
        "out of bounds", 7, "",
    ),
    "shim race": ("case 3: Race reported between write access at kernel.cu:24 by thread (0, 0, 0)", "race", 24, ""),
    "shim launch": (
        "case 0: launch of k failed: a dimension of the grid is 0: invalid configuration", "launch", 0, "k"
    ),
    "shim call": ("case 5: cudaMemset of 1 bytes failed: invalid argument", "runtime call", 0, "cudaMemset"),
    "shim host": ("case 0: Invalid host access: kernel.cu:17, host code reads", "host access", 17, ""),
    "asan": ("==1==ERROR: AddressSanitizer: heap-buffer-overflow at kernel.cu:14", "sanitiser", 14, ""),
    "time": ("interpreter: timed out", "limit", 0, ""),
    "signal": ("compile: ended by signal 11", "crash", 0, ""),
    "spill": ("ptxas info: 16 bytes stack frame, 24 bytes spill stores, 24 bytes spill loads", "spill", 0, ""),
}  # fmt: skip


def read(log: str) -> list[Diagnostic]:
    return list(diagnostics(Observation(Outcome.RUNTIME_ERROR, "x", log.encode("utf-8", "replace"))))


@pytest.mark.parametrize("name", CASES)
def test_messages_are_classified(name: str) -> None:
    log, category, line, symbol = CASES[name]
    (found,) = read(log)
    assert (found.category, found.line, found.symbol) == (category, line, symbol)


def test_the_compilers_message_is_one_line_with_the_statement() -> None:
    (found,) = read(COMPILER.format("NameError('mas is not defined')"))
    assert found.message == (
        "CompilationError: at 8:50: target = tl.load(x + rows, mask=mas, other=0.0): NameError('mas is not defined')"
    )


def test_figures_of_a_passed_run_say_nothing() -> None:
    assert read("compile: sm_90 k: 21 registers, 0 bytes spilled, 0 bytes shared\ninterpreter: 7 cases agree\n") == []


def test_the_most_important_comes_first_and_each_text_once() -> None:
    log = "interpreter: timed out\nkernel.cu(3): warning: x\nkernel.py:5: forbidden: a\nkernel.py:5: forbidden: a\n"
    assert [item.category for item in read(log)] == ["forbidden", "limit", "warning"]


@given(st.text(max_size=400))
def test_any_log_is_read(text: str) -> None:
    read(text)


@given(st.lists(st.sampled_from([part for log, *_ in CASES.values() for part in log.splitlines()]), max_size=20))
def test_any_order_of_lines_is_read(lines: list[str]) -> None:
    for found in read("\n".join(lines)):
        assert found.message
        assert found.line >= 0
