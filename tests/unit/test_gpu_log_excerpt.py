"""What the world model is asked to write of a GPU log."""

from hypothesis import given
from hypothesis import strategies as st

from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.execution.diagnostics import excerpt
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.world_model.rendering import RenderSettings, digest

COMPILER = """kernel.py:30: in row_argmax
kernel.py:13: in kernel
CompilationError: at 7:18:
def row_argmax_kernel(x_pointer, values_pointer, positions_pointer, columns, LOWEST: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    start_of_row = x_pointer + row * columns
    best_value = tl.load(start_of_row)
    for start in range(0, columns, BLOCK):
        offsets = star + tl.arange(0, BLOCK)
                  ^
NameError('star is not defined')
"""
MISMATCH = "case 0 ((2, 19, 3) float32, (2, 3) float32, 0.5): output 0: 114/114 elements differ, first (0, 0, 0)"
PIECES = st.sampled_from(
    ["case 1 ((2,) float32): ", "case 2 (", "): ", "CompilationError: at 3:4:\n", "    ^\n", "x = 1\n", "\n", "said"]
)


def kept(log: str) -> Observation:
    seen = Observation(Outcome.COMPILATION_ERROR, "compile", log.encode())
    return digest(seen, DOMAIN.output_template, RenderSettings())


def test_a_compilers_message_comes_with_its_statement_and_not_with_the_kernel() -> None:
    lines = kept(COMPILER).text.splitlines()
    assert lines[2:] == ["CompilationError: at 7:18:", *COMPILER.splitlines()[-3:]]
    assert DOMAIN.diagnostics(kept(COMPILER))[0].category == "undeclared"


def test_arguments_of_a_case_are_left_out() -> None:
    assert kept(MISMATCH).text == "output 0: 114/114 elements differ, first (0, 0, 0)"
    assert DOMAIN.diagnostics(kept(MISMATCH))[0].category == "mismatch"


@given(st.lists(PIECES).map("".join))
def test_nothing_more_is_left_out_the_second_time(log: str) -> None:
    assert excerpt(excerpt(log)) == excerpt(log)
