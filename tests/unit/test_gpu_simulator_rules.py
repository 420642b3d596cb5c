"""What the simulator of GPU candidates holds to the backend's own rules: rare inputs, layouts of outputs, every
configuration of an autotuned kernel, local variables that nobody sets. What it cannot follow it says nothing of."""

from functools import cache

import numpy as np
import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.prediction.simulator import SIMULATOR
from resources.domains.gpu_kernels.prediction.simulator.cuda.comparison import expected_of, trials
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Unread
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import Case, cases_of, edges_of
from resources.domains.gpu_kernels.prediction.simulator.triton.comparison import planned
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT16, FLOAT32, INT32
from resources.domains.gpu_kernels.prediction.simulator.triton.results import layouts
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import fresh
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.simulation import Agreement, DifferentialResult, HaltReason
from resources.execution.bundle import Candidate, EnvironmentBundle
from tests.gpu_autotuned import ADD, COUNT
from tests.gpu_rare_mistakes import MISTAKES

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds()}
HEAD = "import torch\nimport triton\nimport triton.language as tl\n"
TOO_LARGE = ("a size of 16 bits",)
"""Shown by a case of 65,536 threads, which is not simulated."""


@cache
def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def compared(name: str, code: str) -> DifferentialResult:
    return SIMULATOR.compare(bundle(name), Candidate(code))


def changed(name: str, old: str, new: str) -> DifferentialResult:
    assert old in bundle(name).reference
    return compared(name, bundle(name).reference.replace(old, new))


@pytest.mark.parametrize("name", sorted(set(MISTAKES) - {*TOO_LARGE}))
def test_a_mistake_that_rare_inputs_show_is_simulated(name: str) -> None:
    result = changed(*MISTAKES[name])
    assert (result.agreement, result.halt) == (Agreement.DIFFERENT, HaltReason.RETURNED), result.coverage


def test_each_edge_is_known_by_its_values() -> None:
    wide = np.array([1.0, -0.0, np.nan, np.inf, 1e-40], np.float32)
    assert edges_of(fresh(wide, FLOAT32)) == {"negative zero", "NaN", "infinity", "denormal number"}
    near = np.array([8.0, 1.0, np.nextafter(np.float32(8), np.float32(9))], np.float32)
    assert edges_of(fresh(near, FLOAT32)) == {"neighbours"}
    assert edges_of(fresh(near, FLOAT16)) == set()
    assert edges_of(fresh([3, 3, 3, 1], INT32)) == {"ties"}
    assert edges_of(fresh([-(2**31), 5, 2**31 - 1], INT32)) == {"least number", "largest number", "wide number"}
    assert edges_of(-0.0) == {"negative zero"}
    assert edges_of(1e-40) == {"denormal number"}
    assert edges_of(fresh(np.zeros(0), FLOAT32)) == edges_of(7) == edges_of(None) == set()


def test_ordinary_random_numbers_have_no_edge() -> None:
    random = np.random.default_rng(1)
    for size in (2, 300, 3000):
        assert edges_of(fresh(random.standard_normal(size), FLOAT32)) == set()


def test_cases_of_one_shape_are_alike_only_with_the_same_edges() -> None:
    plain, other, zero = (Case(0, (fresh(row, FLOAT32),), True) for row in ([1.0, 2.0], [3.0, 5.0], [-0.0, 2.0]))
    assert repr(plain.description) == repr(other.description) != repr(zero.description)


@pytest.mark.parametrize("name", ["cuda_single_pass_argmax", "cuda_bitonic_sort_rows", "row_argmax"])
def test_every_edge_of_a_task_is_in_a_case_that_is_simulated(name: str) -> None:
    wanted = expected_of(bundle(name)) if name.startswith("cuda") else planned(bundle(name))
    kept = frozenset[str]().union(*(item.case.edges for item in wanted))
    assert kept == frozenset[str]().union(*(case.edges for case in cases_of(bundle(name).files["oracle.py"])))


ORACLE = """
import torch


def cases(random):
    x = torch.tensor([1.0, -2.0])
    yield torch.nextafter(x, torch.tensor(9.0)), torch.copysign(x, -x), torch.maximum(x, -x), torch.signbit(x)
    yield torch.sort(x, descending=True)[0], x.abs(), torch.full((2,), torch.finfo(torch.float32).tiny), x < 0
"""


def test_an_oracle_may_make_its_inputs_with_what_tests_of_public_programs_use() -> None:
    first, second = ([item.view.tolist() for item in case.arguments] for case in cases_of(ORACLE))
    assert first == [[1.0 + 2.0**-23, -2.0 + 2.0**-23], [-1.0, 2.0], [1.0, 2.0], [False, True]]
    assert second == [[1.0, -2.0], [1.0, 2.0], [2.0**-126] * 2, [False, True]]


def told(name: str, code: str) -> str:
    said = DOMAIN.simulated_failure(bundle(name), Candidate(code))
    assert said is not None
    return f"{said.outcome.value}: {said.text}"


def test_an_output_that_the_task_calls_contiguous_is_contiguous() -> None:
    old = "output = torch.empty_like(x)\n    length = x.numel()"
    new = "length = x.numel()\n    output = torch.empty((length, 2), dtype=x.dtype, device=x.device)[:, 0]"
    assert old in bundle("vector_add").reference
    strided = bundle("vector_add").reference.replace(old, new)
    strided = strided.replace("output_pointer + offsets", "output_pointer + offsets * 2")
    result = compared("vector_add", strided)
    assert result.agreement is Agreement.DIFFERENT
    assert result.first_difference is not None
    assert result.first_difference.what == "an output's layout"
    said = "case 0: output 0 is not contiguous, against what the task asks"
    assert told("vector_add", strided) == f"FUNCTIONAL_MISMATCH: {said}\n"
    dense = strided.replace("return output", "return output.contiguous()")
    assert compared("vector_add", dense).agreement is Agreement.SAME


def test_a_tensor_lies_in_an_argument_s_memory_or_in_its_own() -> None:
    given = fresh(np.arange(6.0).reshape(2, 3), FLOAT32)
    row, turned, none = given.seen(given.view[1]), given.seen(given.view.T), given.seen(given.view[:0].T)
    own = fresh([1.0], FLOAT32)
    placed = layouts(4, (own, row, turned, none, 3), [given, own.view])
    assert placed == [(4, 1, "argument"), (4, 2, "strided"), (4, 2, "argument")]


def test_what_adds_is_cleared_between_the_runs_of_tuning() -> None:
    code = HEAD + COUNT.replace("MORE", "")
    assert compared("histogram", code).agreement is Agreement.DIFFERENT
    assert told("histogram", code).startswith("FUNCTIONAL_MISMATCH: 37/37 elements differ, first (0,): got ")


@pytest.mark.parametrize("more", [', reset_to_zero=["counts"]', ', restore_value=["counts"]'])
def test_what_is_cleared_or_put_back_is_right(more: str) -> None:
    result = compared("histogram", HEAD + COUNT.replace("MORE", more))
    assert result.agreement is Agreement.SAME, result


@pytest.mark.parametrize(
    ("lazy", "key", "agreement"),
    [
        ("(0, 1)", "['n']", Agreement.DIFFERENT),
        ("(0, 2, 1)", "[]", Agreement.DIFFERENT),
        ("(0, 2, 3, 4)", "['n']", Agreement.SAME),
        ("(1,)", "['n']", Agreement.DIFFERENT),
        ("(0,)", "['n']", Agreement.SAME),
    ],
)
def test_each_configuration_is_to_be_right(lazy: str, key: str, agreement: Agreement) -> None:
    result = compared("vector_add", HEAD + ADD.replace("in LAZY", f"in {lazy}").replace("KEY", key))
    assert result.agreement is agreement, result


def test_a_search_of_another_form_is_not_followed() -> None:
    result = compared("histogram", HEAD + COUNT.replace("MORE", ', prune_configs_by={"early_config_prune": None}'))
    assert (result.agreement, result.halt) == (Agreement.UNKNOWN, HaltReason.UNSUPPORTED)


@pytest.mark.parametrize(
    ("name", "right", "wrong", "is_second"),
    [
        ("cuda_matrix_vector", "float sum = 0.0f", "float sum", False),
        ("cuda_max_pool_2d", "float largest = -INFINITY", "float largest", True),
        ("cuda_max_pool_2d", "float largest = -INFINITY", "float held[2]; float& largest = held[0]", None),
    ],
)
def test_a_local_variable_that_nobody_set_is_no_number(
    name: str, right: str, wrong: str, is_second: bool | None
) -> None:
    result = changed(name, right, wrong)
    if is_second is None:
        assert result.agreement is Agreement.UNKNOWN
        return
    assert result.agreement is Agreement.DIFFERENT
    said = told(name, bundle(name).reference.replace(right, wrong))
    assert said.startswith("FUNCTIONAL_MISMATCH: ")
    assert ("with local variables at 0 that are never set:\n" in said) is is_second


@pytest.mark.parametrize("unset", ["float last; last = 0.0f;", "float last[2]; last[0] = last[1] = 0.0f;"])
def test_a_variable_that_is_set_before_it_is_read_begins_with_anything(unset: str) -> None:
    old = "float largest = -INFINITY;"
    result = changed("cuda_max_pool_2d", old, f"{old} {unset}")
    assert result.agreement is Agreement.SAME, result


PAIRS = "struct Pair { float a; int b; };\n"


@pytest.mark.parametrize(
    ("statements", "is_read"),
    [
        ("float2 v; v.x = 0.0f; v.y = 1.0f; float2 w = v; if (w.x > 0.5f) largest = w.y;", False),
        ("float2 v; v.x = 0.0f; if (v.x > 0.5f) largest = 1.0f;", False),
        ("float2 v; v.x = 0.0f; if (v.y == 0.25f) largest = 1.0f;", True),
        ("Pair p[2]; p[1].a = 0.0f; p[1].b = 1; if (p[1].a > p[1].b) largest = 1.0f;", False),
        ("Pair p[2]; p[1].a = 0.0f; if (p[1].b == 77) largest = 1.0f;", True),
    ],
)
def test_a_field_is_set_for_itself(statements: str, is_read: bool) -> None:
    """What is read unset is executed a second time."""
    name, old = "cuda_max_pool_2d", "float largest = -INFINITY;"
    program = parsed(PAIRS + bundle(name).reference.replace(old, f"{old} {statements}"))
    assert not isinstance(program, Unread)
    tried = trials(bundle(name), program, expected_of(bundle(name))[:1])
    assert [(trial.run.outcome, trial.execution.zeros) for trial in tried] == [("same", is_read)]


def test_references_read_no_variable_that_is_unset() -> None:
    names = [name for name in SEEDS if name.startswith("cuda_")]
    assert not any(item.execution.reads_unset for name in names for item in expected_of(bundle(name)))


def test_a_launch_beyond_the_device_s_sizes_is_refused_in_the_emulator_s_words() -> None:
    old = "<<<blocks, threads>>>"
    code = bundle("cuda_vector_add").reference
    assert old in code
    wrong = code.replace(old, "<<<blocks, dim3(1, 1, threads)>>>")
    said = told("cuda_vector_add", wrong)
    assert said.startswith(
        "RUNTIME_ERROR: case 0: launch of vector_add_kernel failed: a dimension exceeds the device's"
    )


BUFFERS = """
template <class T> struct Buffer {
  T* p = nullptr;
  explicit Buffer(int n) { cudaMalloc(&p, n * sizeof(T)); }
  ~Buffer() { cudaFree(p); }
  Buffer(const Buffer&) = delete;
  operator T*() const { return p; }
};
"""
NOT_READ = {
    "an object that becomes a pointer at a launch": BUFFERS,
    "an array in a struct": "struct State { unsigned next; unsigned long long part[1]; };\n",
    "a vector of bytes": "__device__ int first(const uchar4* v) { return v[0].x; }\n",
}


@pytest.mark.parametrize("what", NOT_READ)
def test_what_is_not_read_is_neither_right_nor_wrong(what: str) -> None:
    code = NOT_READ[what] + bundle("cuda_vector_add").reference
    result = compared("cuda_vector_add", code)
    assert (result.agreement, result.halt) == (Agreement.UNKNOWN, HaltReason.UNSUPPORTED)
    assert DOMAIN.simulated_failure(bundle("cuda_vector_add"), Candidate(code)) is None


@pytest.mark.parametrize(("rounds", "agreement"), [("1", Agreement.SAME), ("400", Agreement.UNKNOWN)])
def test_a_slow_program_is_neither_endless_nor_followed(rounds: str, agreement: Agreement) -> None:
    old = "    const int stride = gridDim.x * blockDim.x;"
    loop = f"    int waste = 0;\n    for (int j = 0; j < {rounds}; j++) {{ waste += j & 3; }}\n"
    result = changed("cuda_vector_add", old, loop + old)
    assert result.agreement is agreement, result
