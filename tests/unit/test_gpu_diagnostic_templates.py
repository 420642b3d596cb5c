"""What is said, in the tools' words, of how a followed GPU candidate fails."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.prediction.diagnostic_templates.nvcc import syntax_log
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Unread
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome

BUNDLES = {
    seed.seed_id.rpartition("/")[2]: bundle_from_seed(seed)
    for seed in DOMAIN.builtin_seeds()
    if seed.seed_id.endswith(("/axpy", "/cuda_saxpy"))
}
TRITON, CUDA = BUNDLES["axpy"], BUNDLES["cuda_saxpy"]


def said_of(bundle: EnvironmentBundle, old: str, new: str) -> tuple[Outcome, list[str]]:
    assert old in bundle.reference
    found = DOMAIN.simulated_failure(bundle, Candidate(bundle.reference.replace(old, new)))
    assert found is not None
    return found.outcome, found.text.splitlines()


def test_nothing_is_said_of_what_agrees() -> None:
    for bundle in (TRITON, CUDA):
        assert DOMAIN.simulated_failure(bundle, Candidate(bundle.reference)) is None
        assert DOMAIN.simulated_failure(bundle, Candidate(bundle.reference + "\n")) is None


def test_an_access_out_of_bounds_is_said_with_its_lines() -> None:
    outcome, (host, kernel, access) = said_of(TRITON, "x_stride, mask=mask)", "x_stride)")
    assert (outcome, host, kernel) == (Outcome.MEMORY_FAULT, "kernel.py:20: in axpy", "kernel.py:10: in axpy_kernel")
    assert access.startswith("InvalidAccess: Invalid __global__ read of size 4 bytes: ")
    assert "first is 4 bytes past the end of the " in access


def test_a_race_of_programs_is_said_with_its_lines() -> None:
    outcome, lines = said_of(TRITON, "output_pointer + offsets", "output_pointer + offsets % 512")
    assert (outcome, lines[1]) == (Outcome.RUNTIME_ERROR, "kernel.py:13: in axpy_kernel")
    assert lines[2].startswith("DataRace: data race: program (1, 0, 0) writes argument shape=")


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("block = 512", "block = 500", "at 2:41:", "arange's range must be a power of 2"),
        ("block = 512", "block = 1 << 21", "at 2:41:", "numel (2097152) exceeds triton maximum tensor numel (1048576)"),
        ("x_stride, mask=mask", "x_stride, masks=mask", "at 4:8:", "load() got an unexpected keyword argument 'masks'"),
        (
            "offsets < length",
            "offsets < x_pointer",
            "at 3:11:",
            "IncompatibleTypeErrorImpl('invalid operands of type pointer<fp32> and triton.language.int32')",
        ),
    ],
)
def test_what_the_compiler_refuses_is_said_as_it_says_it(old: str, new: str, place: str, said: str) -> None:
    outcome, lines = said_of(TRITON, old, new)
    assert outcome is Outcome.COMPILATION_ERROR
    assert (lines[2], lines[-1]) == (f"CompilationError: {place}", said)


def test_wrong_results_are_said() -> None:
    outcome, (line,) = said_of(TRITON, "alpha * x + y", "alpha * x - y")
    assert outcome is Outcome.FUNCTIONAL_MISMATCH
    assert " elements differ, first (" in line
    outcome, (line,) = said_of(TRITON, "return output", "return None")
    assert (outcome, line) == (Outcome.FUNCTIONAL_MISMATCH, "case 0: returned NoneType, not a tensor")


def test_what_cuda_meets_is_said_with_its_line() -> None:
    outcome, (line,) = said_of(CUDA, "i < n % 4", "i < 4")
    assert outcome is Outcome.MEMORY_FAULT
    assert ": kernel.cu:12, thread " in line
    outcome, (line,) = said_of(CUDA, "threads = 256", "threads = 2048")
    assert outcome is Outcome.MEMORY_FAULT
    assert "failed: out of resource: threads, Required: 2048, Hardware limit: 1024" in line
    outcome, (line,) = said_of(CUDA, "(out)[i] =", "(out)[i / 2] =")
    assert outcome is Outcome.RUNTIME_ERROR
    assert "write access at kernel.cu:7 by thread (0, 0, 0) of block (0, 0, 0) and write access at kernel.cu:7" in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("x[tail] + y[tail]", "x[tale] + y[tail]", 'kernel.cu(12): error: identifier "tale" is undefined'),
        ("const int tail", "const itn tail", 'kernel.cu(10): error: identifier "itn" is undefined'),
        ("y[tail];", "y[tail]", 'kernel.cu(13): error: expected a ";"'),
        ("x, y, out, n);", "x, y, out);", "kernel.cu(22): error: too few arguments in function call"),
    ],
)
def test_what_nvcc_refuses_is_said_with_its_line(old: str, new: str, said: str) -> None:
    outcome, lines = said_of(CUDA, old, new)
    assert outcome is Outcome.COMPILATION_ERROR
    assert said in lines


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([TRITON, CUDA]), st.integers(0, 1200), st.integers(0, 40), st.text(max_size=12))
def test_whatever_the_text_nothing_is_raised(bundle: EnvironmentBundle, start: int, length: int, new: str) -> None:
    text = bundle.reference[:start] + new + bundle.reference[start + length :]
    found = DOMAIN.simulated_failure(bundle, Candidate(text))
    assert found is None or found.outcome in DOMAIN.outcomes


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 900), st.text(alphabet="(){}[];=<>* abint_", max_size=12))
def test_any_text_is_read_for_its_syntax(start: int, new: str) -> None:
    text = CUDA.reference[:start] + new + CUDA.reference[start + 4 :]
    program = parsed(text)
    if isinstance(program, Unread):
        assert isinstance(syntax_log(text, program.missing), str)


@pytest.mark.parametrize("text", ["", "\0", "(" * 20_000, "\udcff", "x = 1\n" * 4_000, '"' * 3000, "{" * 3000 + "}"])
def test_odd_texts_raise_nothing(text: str) -> None:
    for bundle in (TRITON, CUDA):
        found = DOMAIN.simulated_failure(bundle, Candidate(text))
        assert found is None or found.outcome in DOMAIN.outcomes
