"""Simulating CUDA programs: what kernels compute, how paths end, and what a comparison says of a changed reference."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutilation import spliced

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.execution.stages.cuda.signature import read_signature
from resources.domains.gpu_kernels.prediction.cheap_checks import cheap_checks
from resources.domains.gpu_kernels.prediction.simulator.cuda.comparison import compare
from resources.domains.gpu_kernels.prediction.simulator.cuda.execution import Execution, execute
from resources.domains.gpu_kernels.prediction.simulator.cuda.memory import Race
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Program
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import Case
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT32
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import fresh
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.domains.simulation import Agreement, FailureSite, HaltReason
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from tests.unit.effort import ends_within

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds() if seed.settings["language"] == "cuda"}
SIGNATURE = read_signature({"entry": "go", "arguments": '["x: in float32", "out: out float32", "n: int32"]'})
PROGRAM = """
constexpr int kThreads = 64;

__device__ float twice(float value) {
    return 2.0f * value;
}

__global__ void kernel(const float* x, float* out, int n) {
    __shared__ float own[kThreads];
    const int i = blockIdx.x * kThreads + threadIdx.x;
    own[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    float value = own[kThreads - 1 - threadIdx.x];
    value = twice(own[threadIdx.x]) + 0.0f * value;
    if (i < n) {
        out[i] = value;
    }
}

void go(const float* x, float* out, int n) {
    kernel<<<(n + kThreads - 1) / kThreads, kThreads>>>(x, out, n);
}
"""


@cache
def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def simulated(code: str, count: int = 100, steps: int = 20_000) -> Execution:
    program = parsed(code)
    assert isinstance(program, Program)
    case = Case(0, (fresh(np.arange(count), FLOAT32), count), True)
    return execute(program, SIGNATURE, case, [count], steps)


def computed(expression: str, before: str = "") -> list[float]:
    """What a kernel of 64 threads writes with this expression."""
    code = PROGRAM.replace("        out[i] = value;", f"        {before}\n        out[i] = {expression};")
    result = simulated(code, 64)
    assert result.reason is HaltReason.RETURNED, result.why
    found: list[float] = result.outputs[0].tolist()
    return found


def test_a_kernel_computes_what_it_says() -> None:
    result = simulated(PROGRAM)
    assert (result.reason, result.launches) == (HaltReason.RETURNED, 1), result.why
    assert result.outputs[0].tolist() == [2.0 * item for item in range(100)]
    assert result.reaches == (100,)


@pytest.mark.parametrize(
    ("old", "new", "ending"),
    [
        ("if (i < n)", "if (i <= n)", HaltReason.MEMORY),
        ("i < n ? x[i]", "i <= n ? x[i]", HaltReason.MEMORY),
        ("own[kThreads];", "own[kThreads - 1];", HaltReason.MEMORY),
        ("    __syncthreads();\n", "", HaltReason.RACE),
        ("    __syncthreads();\n", "    if (threadIdx.x < 32) { __syncthreads(); }\n", HaltReason.RAISED),
        ("out[i] = value", "out[i / 2] = value", HaltReason.RACE),
        ("out[i] = value", "out[i] = valu", HaltReason.REFUSED),
        ("out[i] = value", "out = value", HaltReason.REFUSED),
        ("float value = own", "float value = 0; float value = own", HaltReason.REFUSED),
        ("__device__ float twice", "float twice", HaltReason.REFUSED),
        (">>>(x, out, n)", ">>>(x, out)", HaltReason.REFUSED),
        ("kThreads = 64", "kThreads = 2048", HaltReason.RESOURCES),
        ("own[kThreads];", "own[kThreads * 1024];", HaltReason.RESOURCES),
        ("(n + kThreads - 1) / kThreads", "n - n", HaltReason.LAUNCH),
        ("    float value", "    while (n > 0) { i; }\n    float value", HaltReason.ENDLESS),
        ("void go", "void gone", HaltReason.ENTRY),
        ("void go(const float* x, float* out, int n) {", "void go(const float* x, float* out, int n) {\n    n = n / 0;",
         HaltReason.RAISED),
        ("out[i] = value", "out[i] = __ldg(x)", HaltReason.UNSUPPORTED),
    ],
)  # fmt: skip
def test_every_path_ends_in_its_way(old: str, new: str, ending: HaltReason) -> None:
    assert old in PROGRAM
    assert simulated(PROGRAM.replace(old, new)).reason is ending


def test_a_race_is_known_by_the_lines_of_both_accesses() -> None:
    code = PROGRAM.replace("    __syncthreads();\n", "")
    halt = simulated(code).halt
    assert halt is not None
    assert isinstance(halt.fault, Race)
    lines = code.splitlines()
    accesses = [(access.what, lines[access.line - 1].strip()[:12]) for access in (halt.fault.earlier, halt.fault.later)]
    assert sorted(accesses) == [("read", "float value "), ("write", "own[threadId")]


@pytest.mark.parametrize(
    ("expression", "before", "wanted"),
    [
        ("(i - 8) / 3", "", [math.trunc((item - 8) / 3) for item in range(64)]),
        ("(i - 8) % 3", "", [math.fmod(item - 8, 3) for item in range(64)]),
        ("i >> 2 & 3 ^ 1", "", [item >> 2 & 3 ^ 1 for item in range(64)]),
        ("sum", "int sum = 0; for (int j = 0; j < i; j++) { if (j == 3) continue; if (j > 5) break; sum += j; }",
         [sum(j for j in range(min(item, 6)) if j != 3) for item in range(64)]),
        ("found", "int found = 1; do { found *= 2; } while (found < i);",
         [2.0, 2.0, *(max(2.0, 2.0 ** math.ceil(math.log2(item))) for item in range(2, 64))]),
        ("__shfl_xor_sync(0xffffffffu, i, 1)", "", [item ^ 1 for item in range(64)]),
        ("__popc(__ballot_sync(0xffffffffu, i % 4 == 0))", "", [8.0] * 64),
        ("static_cast<signed char>(i * 3)", "", [float(np.int8(item * 3 % 256 - 256 * (item * 3 % 256 > 127)))
                                                 for item in range(64)]),
        ("part[1] + part[0]", "float part[2] = {1.0f, 2.0f}; part[i % 2] += i;", [3.0 + item for item in range(64)]),
        ("i < 3 ? fmaxf(i, 1.0f) : -INFINITY", "", [1.0, 1.0, 2.0] + [-math.inf] * 61),
    ],
)  # fmt: skip
def test_operations_are_those_of_c(expression: str, before: str, wanted: list[float]) -> None:
    assert computed(expression, before) == wanted


def test_structs_have_fields() -> None:
    code = "struct Pair { float a; int b; };\n" + PROGRAM
    code = code.replace("        out[i] = value;", "        Pair p = {value, i}; p.b += 1; out[i] = p.a + p.b;")
    assert simulated(code, 64).outputs[0].tolist() == [3.0 * item + 1 for item in range(64)]


def test_atomics_add_up_over_blocks() -> None:
    code = PROGRAM.replace("out[i] = value", "atomicAdd(out, 1.0f)")
    code = code.replace("    kernel<<<", "    cudaMemset(out, 0, n * sizeof(float));\n    kernel<<<")
    assert simulated(code).outputs[0][0] == 100.0


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_every_reference_is_simulated_and_like_itself(name: str) -> None:
    found = compare(bundle(name), Candidate(SEEDS[name].reference)).features
    assert found["followed"] == 1.0
    assert (found["followed_same"], found["followed_differs"], found["followed_unknown"]) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "old", "new", "outcome"),
    [
        ("cuda_vector_add", "a[i] + b[i]", "b[i] + a[i]", "same"),
        ("cuda_vector_add", "a[i] + b[i]", "a[i] - b[i]", "values"),
        ("cuda_vector_add", "i < n;", "i <= n;", "memory"),
        ("cuda_vector_add", "threads = 128", "threads = 64", "same"),
        ("cuda_vector_add", "threads = 128", "threads = 2048", "resources"),
        ("cuda_block_sum", "offset = 16", "offset = 8", "values"),
        ("cuda_tiled_matmul", "sum += a_tile", "sum = a_tile", "values"),
        ("cuda_row_softmax", "expf", "exp2f", "values"),
        ("cuda_byte_histogram", "atomicAdd(&own[x[i]], 1);", "own[x[i]] += 1;", "race"),
        ("cuda_inclusive_scan", "__syncthreads();", "", "race"),
    ],
)
def test_a_changed_reference_shows_in_its_outcome(name: str, old: str, new: str, outcome: str) -> None:
    assert old in SEEDS[name].reference
    found = compare(bundle(name), Candidate(SEEDS[name].reference.replace(old, new))).features
    assert found[f"followed_{outcome}"] == 1.0, {key: value for key, value in found.items() if value}
    assert (found["followed_differs"] == 0.0) == (outcome == "same")


def test_a_text_that_cannot_be_read_says_so() -> None:
    code = SEEDS["cuda_vector_add"].reference.replace(");", ")")
    result = compare(bundle("cuda_vector_add"), Candidate(code))
    assert (result.agreement, result.halt) == (Agreement.UNKNOWN, HaltReason.UNSUPPORTED)
    assert result.coverage.simulated == 0 < result.coverage.cases
    assert result.features == {"followed": 0.0, "followed_unread": 1.0}
    assert result.site is not None
    assert code.splitlines()[result.site.line - 2].endswith(")"), "what is due is found missing in the next line"


@pytest.mark.parametrize(
    ("old", "new", "halt", "what", "symbol"),
    [
        ("a[i] + b[i]", "a[i] - b[i]", HaltReason.RETURNED, "out", None),
        ("a[i] + b[i]", "a[n] + b[i]", HaltReason.MEMORY, "memory", "vector_add_kernel"),
        ("a[i] + b[i]", "aa[i] + b[i]", HaltReason.REFUSED, "refused", ""),
    ],
)
def test_a_result_says_where_and_in_what_it_differs(
    old: str, new: str, halt: HaltReason, what: str, symbol: str | None
) -> None:
    code = SEEDS["cuda_vector_add"].reference.replace(old, new)
    result = compare(bundle("cuda_vector_add"), Candidate(code))
    assert (result.agreement, result.halt) == (Agreement.DIFFERENT, halt)
    assert result.first_difference is not None
    assert result.first_difference.what == what
    line = next(number for number, text in enumerate(code.splitlines(), 1) if new in text)
    assert result.site == (None if symbol is None else FailureSite(line, symbol))


@pytest.mark.parametrize(("stride", "endless"), [("1", False), ("0", True)])
def test_a_slow_loop_is_not_taken_for_an_endless_one(stride: str, endless: bool) -> None:
    old = "const int stride = gridDim.x * blockDim.x;"
    code = SEEDS["cuda_vector_add"].reference
    assert old in code
    said = DOMAIN.simulated_failure(
        bundle("cuda_vector_add"), Candidate(code.replace(old, f"const int stride = {stride};"))
    )
    assert (said is not None and said.outcome is Outcome.TIMEOUT) == endless


HOSTILE = [
    "    while (true) { n = n + 1; }\n",
    "    for (int i = 0; i < 2147483647; i++) { n += i; }\n",
    "    go(x, out, n);\n",
    "    cudaMalloc(&out, 1l << 60);\n",
    "    float big[1 << 30];\n",
    "    n = 1 << 1000;\n",
    "    n = " + "-" * 3000 + "1;\n",
    "    n = " + "(" * 300 + "1" + ")" * 300 + ";\n",
    "    " + "{" * 300 + "}" * 300 + "\n",
    "    n = " + "9" * 6000 + ";\n",
    "    kernel<<<1 << 30, 1024>>>(x, out, n);\n",
    "    kernel<<<-1, 32>>>(x, out, n);\n",
    "    cudaMemset(out, 0, -5);\n",
]


@pytest.mark.parametrize("line", HOSTILE)
def test_hostile_texts_end_soon(line: str) -> None:
    code = PROGRAM.replace("    kernel<<<(n", line + "    kernel<<<(n")
    program = ends_within(1.0, lambda: parsed(code))
    if isinstance(program, Program):
        ending = ends_within(1.0, lambda: simulated(code)).reason
        assert ending is not HaltReason.RETURNED or "{{" in line or "((" in line or "---" in line


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mutilated_texts_give_finite_features(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["cuda_vector_add", "cuda_block_sum", "cuda_tiled_transpose"]))
    words = "|0|-1|x|1u << 31|NULL|{|}|(|)|;|int|float*|while|<<<|/0|.5f".split("|")
    code = spliced(data, SEEDS[name].reference, words, 40)
    found = ends_within(2.0, lambda: cheap_checks(bundle(name), Candidate(code)))
    assert all(isinstance(value, float) and math.isfinite(value) for value in found.values())
    assert found == cheap_checks(bundle(name), Candidate(code))


def test_a_shared_number_that_is_declared_again_stays_a_number() -> None:
    before = (
        "for (int k = 0; k < 2; k++) { __shared__ float s; s = 1.0f; __syncthreads(); value += s; __syncthreads(); }"
    )
    assert computed("value", before)[:2] == [2.0, 4.0]
