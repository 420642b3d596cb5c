"""What the shim makes of CUDA's device language, held against what a device computes, and the races that it finds."""

import re
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from resources.domains.gpu_kernels.execution.stages.cuda import emulation, shim_library
from resources.domains.gpu_kernels.execution.stages.cuda.case import Case
from resources.domains.gpu_kernels.execution.stages.cuda.pipeline import CudaStages
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.gpu_cuda_runs import bundle, integers, numbers, run, shape
from tests.tools.kept_backends import cuda_stages

LANGUAGE = Path(__file__).with_name("gpu_cuda_language.cu")
N = 64
X = [(17 * i + 5) % 101 for i in range(N)]


def warp(t: int) -> list[int]:
    """The values of a thread's warp."""
    return X[t - t % 32 : t - t % 32 + 32]


def half(value: float) -> int:
    return int(struct.unpack("<H", struct.pack("<e", value))[0])


def brain(value: float) -> int:
    bits = int(struct.unpack("<I", struct.pack("<f", value))[0])
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16


def vote(t: int) -> int:
    return sum(value % 2 == 0 for value in X[t - t % 32 : t]) + 100 * (5 in warp(t)) + 1000


def counted(value: int) -> int:
    """Leading zeros, lowest bit, one bit reversed, minimum, rounding to even, bytes, directed rounding."""
    zeros, lowest = 32 - value.bit_length(), (value & -value).bit_length()
    directed_and_averaged = 127_000  # seven comparisons, each of which holds
    return zeros + 100 * lowest + 1 + min(value, 50) + round(value + 0.5) + 1 + directed_and_averaged


UNWRITTEN = 1 << 40
"""Stands for what no kernel writes."""
EXPECTED: list[tuple[str, Sequence[int]]] = [
    ("shuffle down", [X[t + 3] if t % 32 < 29 else X[t] for t in range(N)]),
    ("shuffle up in eights", [X[t - 2] if t % 8 > 1 else X[t] for t in range(N)]),
    ("shuffle across", [X[t ^ 5] for t in range(N)]),
    ("shuffle from one lane", [X[t - t % 16 + 3] for t in range(N)]),
    ("warp scan", [sum(X[t - t % 32 : t + 1]) for t in range(N)]),
    ("votes", [vote(t) for t in range(N)]),
    ("block votes", [sum(value > 50 for value in X) + 100 * (7 in X) + 1000] * N),
    ("half warps apart", [X[t ^ 1] if t % 32 < 16 else X[t ^ 2] for t in range(N)]),
    ("warp reduction", [max(warp(t)) + (t % 4 == 0) for t in range(N)]),
    ("volatile in step", [sum(X)] * N),
    ("atomics", [(sum(X), min(X), max(X), 9)[t % 4] for t in range(N)]),
    ("lock in warp", [sum(X)] * N),
    ("dynamic shared", [X[N - 1 - t] + N - 1 - t for t in range(N)]),
    ("two dimensions", [1000 * (i // 16 % 2) + 100 * (i // 32) + 10 * (i % 4) + i % 16 // 4 for i in range(N)]),
    ("vectors", [X[t] + (X[t + 3] if t % 4 == 0 else 0) for t in range(N)]),
    ("half rounding", [half(value / 32 + 100) + 65536 for value in X]),
    ("brain rounding", [brain(value * 1.5 + 1000.0) for value in X]),
    ("constants", [3 * value + (7, 8)[t % 2] for t, value in enumerate(X)]),
    ("bits", [counted(value) for value in X]),
    ("groups", [sum(X[t - t % 16 : t - t % 16 + 16]) + t % 16 for t in range(N)]),
    ("early leavers", [X[59 - t] if t < 60 else UNWRITTEN for t in range(N)]),
    ("same value", [4] + [0] * (N - 1)),
    ("an error that is dealt with", X),
    ("missing lanes are undefined", [*X[16:24], *[-1] * 8, *X[16:24], *[UNWRITTEN] * 40]),
    ("target", [80] * N),
    ("overloads", [abs(value - 50) + 6000 + max((value - 50) // 4, 0) for value in X]),
]


@pytest.fixture(scope="module")
def stages() -> CudaStages:
    return cuda_stages()


@pytest.fixture(scope="module")
def outputs(stages: CudaStages) -> Sequence[Sequence[int]]:
    task = bundle("entry", ["x: in int32", "out: out int32", "n: int32", "part: int32"])
    cases = [Case((integers(X), N, part), (shape("int32", N),)) for part in range(len(EXPECTED))]
    result = run(stages, task, LANGUAGE.read_text(), cases)
    assert result.outputs is not None, result.observation.text[-600:]
    return [[int(value) for value in numbers(case[0])] for case in result.outputs]


@pytest.mark.parametrize("part", range(len(EXPECTED)), ids=[name for name, _ in EXPECTED])
def test_a_kernel_computes_what_it_would_on_a_device(outputs: Sequence[Sequence[int]], part: int) -> None:
    pairs = zip(outputs[part], EXPECTED[part][1], strict=True)
    assert not [(got, wanted) for got, wanted in pairs if wanted not in (UNWRITTEN, got)]


RACES = {
    "lanes without a warp's barrier": "__shared__ int s[64]; s[t] = x[t]; out[t] = s[t ^ 1];",
    "a read before the next round's write": (
        "__shared__ int s; for (int i = 0; i < 2; i++) { if (t == 0) s = x[i]; __syncthreads(); out[t] = s; }"
    ),
    "an atomic beside a plain read": (
        "__shared__ int s; if (t == 0) s = 0; __syncthreads(); atomicAdd(&s, 1); out[t] = s;"
    ),
    "warps behind a warp's barrier": "__shared__ int s[64]; s[t] = x[t]; __syncwarp(); out[t] = s[63 - t];",
    "one counter for all": "if (t == 0) out[0] = 0; __syncthreads(); out[0] += x[t];",
    "an operation of the warp without the readers": (
        "__shared__ int s[2]; s[t / 32] = 1; __syncwarp(); out[t] = s[t / 32]; "
        "if (t % 32 >= 16) __syncwarp(0xFFFF0000u); if (t % 32 == 16) s[t / 32] += 1;"
    ),
    "structures": "__shared__ int2 s[64]; s[t] = make_int2(x[t], t); const int2 v = s[t ^ 32]; out[t] = v.x + v.y;",
}

WITHIN_WARPS = {
    "sums by halving": (
        "r[l] = x[t]; r[l + 32] = 0; __syncwarp(); for (int half = 16; half > 0; half >>= 1) { "
        "const int other = r[l + half]; __syncwarp(); /**/ r[l] += other; __syncwarp(); } out[t] = r[0];"
    ),
    "a value that all lanes read": "out[t] = r[0]; __syncwarp(); /**/ if (l == 7) r[0] += 1;",
    "lanes that have ended": "if (l >= 20) return; out[t] = r[0]; __syncwarp(); /**/ if (l == 7) r[0] += 1;",
    "half warps": "out[t] = r[l & 16]; __syncwarp(0xFFFFu << (l & 16)); /**/ if (l % 16 == 7) r[l & 16] += 1;",
    "by way of a third lane": (
        "if (l == 1) out[t] = r[0]; if (l < 2) { __syncwarp(3); /**/ } if (l == 0 || l == 2) __syncwarp(5); "
        "if (l == 2) r[0] += 1;"
    ),
    "read again by all lanes": (
        "out[t] = r[0]; __syncwarp(); out[t] += r[0]; __syncwarp(); /**/ if (l == 7) r[0] += 1;"
    ),
}
"""A lane reads what others have read before it, and writes it. Without the operation before the mark, it's a race."""
SYNC = re.compile(r"__syncwarp\([^;]*\); /\*\*/")


BETWEEN_BLOCKS = """
__device__ int flag, dummy, lock, data[64];
__global__ void k(const int* x, int* out) {{
    const int t = threadIdx.x, b = blockIdx.x;
    {body}
}}
void entry(const int* x, int* out) {{ k<<<2, 32>>>(x, out); }}
"""
SPIN = "while (*(volatile int*)&flag == 0) {} __threadfence();"
UNORDERED = {
    "volatile between warps": "__shared__ volatile int s[64]; s[t] = x[t]; out[t] = s[t ^ 32];",
    "volatile counter": "volatile int* o = out; if (t == 0) o[0] = 0; __syncthreads(); o[0] += x[t];",
    "volatile counter behind a fence": (
        "volatile int* o = out; if (t == 0) o[0] = 0; __syncthreads(); __threadfence(); o[0] += x[t]; __threadfence();"
    ),
    "an atomic elsewhere": (
        "__shared__ int s[64], d; s[t] = x[t]; __threadfence(); atomicAdd(&d, 0); out[t] = s[t ^ 32];"
    ),
}
UNORDERED_BLOCKS = {
    "volatile sum": "volatile int* o = out; if (t == 0) o[0] += x[b];",
    "fence without a flag": "if (t == 0) { out[0] += x[b]; __threadfence(); }",
    "fence and another's atomic": "if (t == 0) { out[0] += x[b]; __threadfence(); atomicAdd(&data[b], 1); }",
    "fence before the write": "if (t == 0) { __threadfence(); out[0] += x[b]; atomicAdd(&flag, 1); }",
    "atomic before the write": "if (t == 0) { __threadfence(); atomicAdd(&flag, 1); out[0] += x[b]; }",
    "no fence before the flag": (
        f"if (b == 0) {{ data[t] = x[t]; __syncthreads(); if (t == 0) atomicExch(&flag, 1); }} else {{ {SPIN} "
        "out[t] = data[t]; }"
    ),
    "the last block by number": (
        "data[b * 32 + t] = x[b * 32 + t]; __threadfence(); __syncthreads(); if (t == 0) atomicAdd(&flag, 1); "
        "__syncthreads(); if (b == 1) out[t] = data[t];"
    ),
    "a lock that nobody waits for": (
        "if (t == 0) { atomicCAS(&lock, 0, 1); __threadfence(); data[0] += x[b]; __threadfence(); "
        "atomicExch(&lock, 0); }"
    ),
    "read by both and written by one": "if (t == 0) { out[b] = data[0]; if (b == 1) data[0] += 1; }",
    "flag of one warp's first thread": (
        f"if (b == 0) {{ data[t] = x[t]; if (t == 0) {{ __threadfence(); atomicExch(&flag, 1); }} }} else {{ {SPIN} "
        "out[t] = data[t]; }"
    ),
}
ORDERED_BLOCKS = {
    "flag": (
        f"if (b == 0) {{ data[t] = x[t]; __syncthreads(); if (t == 0) {{ __threadfence(); atomicExch(&flag, 1); }} }} "
        f"else {{ {SPIN} out[t] = data[t]; }}"
    ),
    "volatile flag": (
        "if (b == 0) { data[t] = x[t]; __threadfence(); __syncthreads(); if (t == 0) *(volatile int*)&flag = 1; } "
        f"else {{ {SPIN} out[t] = data[t]; }}"
    ),
    "flag that one thread reads": (
        "if (b == 0) { data[t] = x[t]; __threadfence(); __syncthreads(); if (t == 0) atomicAdd(&flag, 1); } "
        f"else {{ if (t == 0) {{ {SPIN} }} __syncthreads(); out[t] = data[t]; }}"
    ),
    "flag that one lane reads": (
        "if (b == 0) { data[t] = x[t]; __syncwarp(); __threadfence(); if (t == 0) atomicAdd(&dummy, 1); "
        "data[t] = x[t]; "
        "__threadfence(); __syncthreads(); if (t == 0) atomicAdd(&flag, 1); } "
        f"else {{ if (t == 0) {{ {SPIN} }} __syncwarp(); out[t] = data[t]; }}"
    ),
    "last block": (
        "__shared__ bool last; data[b * 32 + t] = x[b * 32 + t]; __threadfence(); __syncthreads(); "
        "if (t == 0) last = atomicAdd(&flag, 1) == 1; __syncthreads(); if (last) out[t] = data[t];"
    ),
    "lock": (
        "if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) {} __threadfence(); data[0] += x[b]; __threadfence(); "
        "atomicExch(&lock, 0); } out[32 * b + t] = x[t];"
    ),
    "a flag that an atomic looks at": (
        "if (b == 0) { data[t] = x[t]; __threadfence(); __syncthreads(); if (t == 0) *(volatile int*)&flag = 1; } "
        "else { while (atomicAdd(&flag, 0) == 0) {} __threadfence(); out[t] = data[t]; }"
    ),
    "lock around reads": (
        "if (t == 0) { while (atomicCAS(&lock, 0, 1) != 0) {} __threadfence(); out[b] = data[0]; "
        "if (b == 1) data[0] += 1; __threadfence(); atomicExch(&lock, 0); }"
    ),
    "polled counter": (
        "if (t == 0) { atomicAdd(&flag, 1); while (*(volatile int*)&flag < 1) {} } out[32 * b + t] = x[t];"
    ),
}


WAITING = """
__device__ int flags[16], data[16];
__global__ void k(const int* x, int* out, int part) {
    int* flag = flags + part;
    volatile int *seen = flag, *value = data + part;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        out[0] = 0;
        *value = x[1];
        __threadfence();
        if (part / 2 % 2 != 0) atomicExch(flag, 1); else *seen = 1;
        if (part / 2 == 2) *seen = 1;
        return;
    }
    switch (part) {
        case 0: while (*seen == 0) {} break;
        case 1: if (*seen == 0) __threadfence(); break;
        case 2: while (atomicAdd(flag, 0) == 0) {} break;
        case 3: if (atomicAdd(flag, 0) == 0) __threadfence(); break;
        case 4: while (*seen == 0) __nanosleep(10); break;
        case 5: __threadfence(); if (*seen == 0) __threadfence(); break;
        case 6: while (atomicCAS(flag, 1, 1) != 1) {} break;
        case 7: atomicCAS(flag, 1, 1); break;
        case 8: while (atomicMax(flag, 0) == 0) {} break;
    }
    out[1] = *value;
}
void entry(const int* x, int* out, int part) { k<<<2, 32>>>(x, out, part); }
"""
"""Parts with an odd number do not wait for the block before."""
OF_A_BLOCK = {
    "last block, its fence": ("last block", "__threadfence()", "__threadfence_block()"),
    "last block, its atomic": ("last block", "atomicAdd(", "atomicAdd_block("),
    "flag, its fence": ("flag", "__threadfence()", "__threadfence_block()"),
    "flag, its atomic": ("flag", "atomicExch(", "atomicExch_block("),
    "lock, its fence": ("lock", "__threadfence()", "__threadfence_block()"),
    "lock, its atomics": ("lock", "atomicCAS(", "atomicCAS_block("),
}
"""What orders blocks, and the part of it that is then of one block's scope alone."""
BETWEEN_WARPS = """
__global__ void k(const int* x, int* out) {
    __shared__ int s[32], flags[32], sum;
    const int t = threadIdx.x;
    flags[t % 32] = sum = 0;
    __syncthreads();
    atomicAdd_block(&sum, 1);
    if (t < 32) {
        s[t] = x[t];
        FENCE
        *(volatile int*)&flags[t] = 1;
    } else {
        while (*(volatile int*)&flags[t - 32] == 0) {}
        __threadfence_block();
        out[t] = s[t - 32];
    }
}
void entry(const int* x, int* out) { k<<<1, 64>>>(x, out); }
"""


def observed(stages: CudaStages, code: str) -> Observation:
    task = bundle("entry", ["x: in int32", "out: out int32"])
    return run(stages, task, code, [Case((integers(X),), (shape("int32", N),))]).observation


@pytest.mark.parametrize("name", ORDERED_BLOCKS)
def test_what_a_fence_and_a_flag_order_is_no_race(stages: CudaStages, name: str) -> None:
    observation = observed(stages, BETWEEN_BLOCKS.format(body=ORDERED_BLOCKS[name]))
    assert observation.outcome is Outcome.PASS, observation.text[-400:]


@pytest.mark.parametrize("name", UNORDERED_BLOCKS)
def test_a_race_between_blocks_is_found(stages: CudaStages, name: str) -> None:
    observation = observed(stages, BETWEEN_BLOCKS.format(body=UNORDERED_BLOCKS[name]))
    assert observation.outcome is Outcome.RUNTIME_ERROR, observation.text[-400:]
    assert "Race reported between" in observation.text


def test_who_does_not_wait_for_another_block_finds_what_was_there_before(stages: CudaStages) -> None:
    task = bundle("entry", ["x: in int32", "out: out int32", "part: int32"])
    ran = run(stages, task, WAITING, [Case((integers(X), part), (shape("int32", N),)) for part in range(10)])
    assert ran.outputs is not None, ran.observation.text[-400:]
    assert [numbers(case[0])[1] for case in ran.outputs] == [X[1], 0] * 4 + [X[1], 0]


@pytest.mark.parametrize("name", OF_A_BLOCK)
def test_what_is_of_one_block_s_scope_orders_nothing_between_blocks(stages: CudaStages, name: str) -> None:
    whole, part, of_a_block = OF_A_BLOCK[name]
    assert part in ORDERED_BLOCKS[whole] + SPIN
    body = ORDERED_BLOCKS[whole].replace(part, of_a_block)
    observation = observed(stages, BETWEEN_BLOCKS.format(body=body))
    assert observation.outcome is Outcome.RUNTIME_ERROR, observation.text[-400:]
    assert "Race reported between" in observation.text


@pytest.mark.parametrize(
    ("fence", "outcome"), [("__threadfence_block();", Outcome.PASS), ("", Outcome.RUNTIME_ERROR)], ids=["fence", "none"]
)
def test_a_fence_of_the_block_orders_its_warps(stages: CudaStages, fence: str, outcome: Outcome) -> None:
    observation = observed(stages, BETWEEN_WARPS.replace("FENCE", fence))
    assert observation.outcome is outcome, observation.text[-400:]


def in_a_block(body: str) -> str:
    return (
        f"__global__ void k(const int* x, int* out) {{ const int t = threadIdx.x; {body} }}\n"
        "void entry(const int* x, int* out) { k<<<1, 64>>>(x, out); }\n"
    )


@pytest.mark.parametrize("name", RACES | UNORDERED)
def test_a_race_is_found(stages: CudaStages, name: str) -> None:
    observation = observed(stages, in_a_block((RACES | UNORDERED)[name]))
    assert observation.outcome is Outcome.RUNTIME_ERROR, observation.text[-400:]
    assert "Race reported between" in observation.text


@pytest.mark.parametrize("name", WITHIN_WARPS)
def test_who_reads_after_others_races_only_with_those_that_nothing_orders(stages: CudaStages, name: str) -> None:
    head = "__shared__ int s[2][64]; int* r = s[t / 32]; const int l = t % 32; r[l] = x[t]; __syncwarp(); "
    ordered, unordered = WITHIN_WARPS[name], SYNC.sub("", WITHIN_WARPS[name])
    observation = observed(stages, in_a_block(head + ordered))
    assert observation.outcome is Outcome.PASS, observation.text[-400:]
    observation = observed(stages, in_a_block(head + unordered))
    assert observation.outcome is Outcome.RUNTIME_ERROR, observation.text[-400:]
    assert "Race reported between" in observation.text


def hardened(command: Sequence[str]) -> tuple[str, ...]:
    """As Ubuntu's compiler understands it."""
    return (command[0], "-D_FORTIFY_SOURCE=2", "-fstack-protector-strong", "-fcf-protection=full", *command[1:])


def test_a_distribution_that_hardens_programs_by_itself_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shim_library, "RUNTIME", hardened(shim_library.RUNTIME))
    compiler = shim_library.COMPILER
    for module in (shim_library, emulation):
        monkeypatch.setattr(module, "COMPILER", hardened(compiler))
    fibers = in_a_block("__shared__ int s[64]; s[t] = x[t]; __syncthreads(); out[t] = s[63 - t];")
    observation = observed(CudaStages(make_sandbox()), fibers)
    assert observation.outcome is Outcome.PASS, observation.text[-400:]


BUFFERS = """
template <class T>
struct Buffer {
  T* at = nullptr;
  explicit Buffer(int count) { cudaMalloc(&at, count * sizeof(T)); }
  COPY
  ~Buffer() { cudaFree(at); }
  operator T*() const { return at; }
};
__global__ void first(const int* x, int* kept, int n) {
  if (threadIdx.x < n) kept[threadIdx.x] = x[threadIdx.x] + 1;
}
__global__ void second(const int* kept, int* out, const int* none, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 2 * kept[threadIdx.x] + (none != nullptr);
}
void twice(const int* x, int* out, int n) {
  Buffer<int> kept(n);
  first<<<1, 64>>>(x, kept, n);
  second<<<1, 64>>>(kept, out, 0, n);
}
"""
COPIES = {"deleted": "Buffer(const Buffer&) = delete;", "of the compiler's making": ""}


@pytest.mark.parametrize("copy", COPIES)
def test_a_launch_converts_an_object_to_the_parameter_s_type(stages: CudaStages, copy: str) -> None:
    """No copy of it is made, whose destructor would free the memory."""
    task = bundle("twice", ["x: in int32", "out: out int32", "n: int32"])
    given = Case((integers(X), N), (shape("int32", N),))
    ran = run(stages, task, BUFFERS.replace("COPY", COPIES[copy]), [given])
    assert ran.outputs is not None, ran.observation.text
    assert list(numbers(ran.outputs[0][0])) == [2 * (value + 1) for value in X]
