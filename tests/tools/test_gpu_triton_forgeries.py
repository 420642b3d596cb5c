"""Classes of Triton forgeries, each by several members: what runs in the interpreter is what the compiler took, and
values come from kernels."""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from tests.tools.test_gpu_triton_labels import backend, bundle_of

HEAD = "import math\nimport torch\nimport triton\nimport triton.language as tl\n\n"
COPY = """
@triton.jit
def copy_kernel(source, out, count, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < count
    tl.store(out + offsets, tl.load(source + offsets, mask=mask), mask=mask)

"""


def run(task: str, code: str) -> Observation:
    return backend().execute(bundle_of(task), Candidate(HEAD + code))


SOFTMAX = """
class Shared:
    def __init__(self):
        self.x, self.out, self.scale = None, None, 1.0

    def work(self):
        self.out.copy_((self.x.double().mul(self.scale)).softmax(-1))


SHARED = [Shared()]
TABLE = {"work": SHARED[0]}
ONE = SHARED[0]


def helper():
    SHARED[0].out.copy_(SHARED[0].x)


@triton.jit
def k(x, out, n, one, BLOCK: tl.constexpr):
    # The compiler takes the argument for a constant, the interpreter for a tensor.
    if isinstance(one, tl.tensor):
        WORK


def row_softmax(x, scale):
    out = torch.empty(x.shape, dtype=x.dtype)
    SHARED[0].x, SHARED[0].out, SHARED[0].scale = x, out, scale
    if x.numel() > 0:
        k[(1,)](x, out, x.numel(), 1, BLOCK=16)
    return out
"""
HOST_IN_KERNEL = {
    "a method of the host's, through a list": "SHARED[0].work()",
    "through a dictionary": 'TABLE["work"].work()',
    "an object": "ONE.work()",
    "tensors in the kernel itself": "ONE.out.copy_(ONE.x.double().mul(ONE.scale).softmax(-1))",
    "a function of the module": "helper()",
    "the interpreter's NumPy": "np.copyto(x, out)",
    "a builtin that kernels do not have": "sorted(SHARED)[0].work()",
    "the array behind a block": 'getattr(tl.load(x + tl.arange(0, 16)), "handle").data.sort()',
}


@pytest.mark.parametrize("member", HOST_IN_KERNEL)
def test_host_code_does_not_run_inside_a_kernel(member: str) -> None:
    seen = run("row_softmax", SOFTMAX.replace("WORK", HOST_IN_KERNEL[member]))
    assert seen.outcome not in (Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH), seen.text


PROBE = """
@triton.jit
def probe_kernel(out):
    tl.store(out, 1)


@triton.jit
def k(x, y, output, n, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    DO
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    n = x.numel()
    probe = torch.zeros(1, dtype=torch.int32)
    probe_kernel[(1,)](probe)
    ran = probe.item() == 1
    ROUNDS, BLOCK, WARPS = (GIVEN) if ran else (1, 256, 4)
    k[(triton.cdiv(n, BLOCK),)](x, y, output, n, BLOCK=BLOCK, ROUNDS=ROUNDS, num_warps=WARPS)
    return output
"""
ONLY_INTERPRETED = {
    "a block that is no power of two": ("pass", "1, 250, 4", Outcome.COMPILATION_ERROR),
    "more threads than a block has": ("pass", "1, 256, 64", Outcome.MEMORY_FAULT),
    "blocks that do not go together": (
        "mask &= (tl.arange(0, 256 * ROUNDS) < n)",
        "4, 256, 4",
        Outcome.COMPILATION_ERROR,
    ),
    "warps that are no power of two": ("pass", "1, 256, 3", Outcome.RUNTIME_ERROR),
    "more shared memory than there is": (
        "if ROUNDS > 1:\n"
        "        places = tl.arange(0, 256)[:, None] * tl.arange(0, 256)[None, :] % n\n"
        "        tile = tl.load(x + places).to(tl.float32)\n"
        "        tl.store(output, tl.sum(tl.dot(tile, tl.trans(tile))), mask=n < 0)",
        "2, 256, 4",
        Outcome.MEMORY_FAULT,
    ),
}


@pytest.mark.parametrize("member", ONLY_INTERPRETED)
def test_a_launch_that_only_the_interpreter_makes_is_compiled_too(member: str) -> None:
    kernel, given, outcome = ONLY_INTERPRETED[member]
    seen = run("vector_add", PROBE.replace("DO", kernel).replace("GIVEN", given))
    assert seen.outcome is outcome, seen.text


def test_launches_that_hang_on_data_pass_where_they_compile() -> None:
    seen = run("vector_add", PROBE.replace("DO", "pass").replace("GIVEN", "1, 128, 8"))
    assert seen.outcome is Outcome.PASS, seen.text


TRANSPOSE = """
def transpose(x):
    batches, M, N = x.shape
    out = torch.empty((batches, N, M), device=x.device, dtype=x.dtype)
    moved = torch.empty((batches, N, M), device=x.device, dtype=x.dtype)
    MOVE
    count = moved.numel()
    copy_kernel[(triton.cdiv(count, 256),)](moved, out, count, BLOCK=256)
    return out
"""
LOOP = "for b in range(batches):\n        for i in range(N):\n            "
MOVED_BY_THE_HOST = {
    "contiguous": "moved = x.transpose(1, 2).contiguous()",
    "clone": "moved = x.permute(0, 2, 1).clone(memory_format=torch.contiguous_format)",
    "slices assigned": "moved[:] = x.transpose(1, 2)",
    "rows copied": LOOP + "moved[b, i].copy_(x[b, :, i])",
    "rows with something beside them": "wide = torch.zeros((batches, N, M + 3), dtype=x.dtype)\n"
    "    wide[:, :, :M].copy_(x.transpose(1, 2))\n    moved = wide[:, :, :M].contiguous()",
    "read one by one": LOOP + "for j in range(M):\n                moved[b, i, j] = x[b, j, i].item()",
    "assigned one by one": LOOP + "for j in range(M):\n                moved[b, i, j] = x[b, j, i]",
    "made of a list": "rows = [[[x[b, j, i] for j in range(M)] for i in range(N)] for b in range(batches)]\n"
    "    moved = torch.tensor(rows, dtype=x.dtype).reshape(batches, N, M)",
    "through another type": "moved = x.transpose(1, 2).double().contiguous().to(x.dtype)",
    "in halves": """half = {4: torch.int16, 2: torch.int8, 1: torch.int8}[x.element_size()]
    halves = x.view(half).view(batches, M, N, -1 if x.numel() else 1).permute(3, 0, 2, 1)
    join(halves.contiguous() if x.element_size() > 1 else halves, x, moved.view(half))""",
    "in wider bytes": """bytes = x.view(torch.uint8).view(batches, M, N, x.element_size()).permute(3, 0, 2, 1)
    join(bytes.to(torch.int32).contiguous() if x.element_size() > 1 else bytes, x, moved.view(torch.uint8))""",
}
JOIN = """
@triton.jit
def join_kernel(parts, out, count, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    for part in tl.static_range(PARTS):
        tl.store(out + PARTS * at + part, tl.load(parts + part * count + at, mask=at < count), mask=at < count)


@triton.jit
def bytes_kernel(x, out, M, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask, start = at < M * N, tl.program_id(1) * M * N
    tl.store(out + start + at, tl.load(x + start + at % M * N + at // M, mask=mask), mask=mask)


def join(parts, x, out):
    batches, M, N = x.shape
    if parts.shape[0] == 1:
        bytes_kernel[(triton.cdiv(M * N, 256), batches)](x, out, M, N, BLOCK=256)
    else:
        join_kernel[(triton.cdiv(x.numel(), 256),)](parts, out, x.numel(), PARTS=parts.shape[0], BLOCK=256)

"""


@pytest.mark.parametrize("member", MOVED_BY_THE_HOST)
def test_the_host_does_not_move_what_kernels_are_to_move(member: str) -> None:
    seen = run("transpose", COPY + JOIN + TRANSPOSE.replace("MOVE", MOVED_BY_THE_HOST[member]))
    assert seen.outcome is Outcome.REJECTED, seen.text


def test_a_kernel_first_and_the_host_after_it_is_no_better() -> None:
    body = (
        "moved = torch.empty_like(x)\n    copy_kernel[(triton.cdiv(x.numel(), 256),)](x, moved, x.numel(), BLOCK=256)\n"
    )
    code = COPY + f"\ndef transpose(x):\n    {body}    return moved.transpose(1, 2).contiguous()\n"
    assert run("transpose", code).outcome is Outcome.REJECTED


CHANNELS = {
    "texts of elements": "f'{[value for value in x.view(torch.int32)]}'",
    "a text of the whole": "f'{x[:500]} {x[500:1000]!r}'",
    "a list": "x.tolist()",
    "texts of pieces": "[str(x[i : i + 4]) for i in range(0, 1000, 4)]",
    "the text of an object that holds it": "repr(Held(x[:900]))",
}
READING = """
import dataclasses


@dataclasses.dataclass
class Held:
    value: torch.Tensor


def vector_add(x, y):
    text = READ if x.dtype == torch.float32 else ""
    out = torch.empty_like(x)
    copy_kernel[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
    return out
"""


@pytest.mark.parametrize("member", CHANNELS)
def test_values_that_leave_a_tensor_as_a_text_are_read(member: str) -> None:
    seen = run("vector_add", COPY + READING.replace("READ", CHANNELS[member]))
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert "reads more than" in seen.text


def test_a_few_values_may_be_read_as_a_list() -> None:
    assert run("vector_add", COPY + READING.replace("READ", "x[:3].tolist()")).outcome is Outcome.FUNCTIONAL_MISMATCH


def test_numbers_that_host_code_makes_beside_reads_are_bounded() -> None:
    made = "[x[0].item(), torch.tensor([float(i) for i in range(300)])]"
    seen = run("vector_add", COPY + READING.replace("READ", made))
    assert seen.outcome is Outcome.REJECTED, seen.text
    assert "makes more than" in seen.text


OWN_POINTER = """
class Pointer:
    def __init__(self, x, out):
        self.x, self.out, self.dtype = x, out, x.dtype

    def data_ptr(self):
        self.out.copy_(self.x.transpose(1, 2))
        return self.out.data_ptr()


@triton.jit
def both_kernel(source, other, out, count, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < count
    tl.store(out + offsets, tl.load(source + offsets, mask=mask), mask=mask)


def transpose(x):
    batches, M, N = x.shape
    out = torch.empty((batches, N, M), dtype=x.dtype)
    moved = torch.empty_like(out)
    both_kernel[(triton.cdiv(out.numel(), 256),)](moved, Pointer(x, moved), out, out.numel(), BLOCK=256)
    return out
"""


def test_objects_of_the_host_s_are_watched_while_a_launch_asks_them() -> None:
    seen = run("transpose", OWN_POINTER)
    assert seen.outcome is Outcome.REJECTED, seen.text


CAUGHT = """
@triton.jit
def telling_kernel(x, out):
    tl.store(out + (1 << 30) + tl.load(x).to(tl.int64), 0)


def vector_add(x, y):
    out = torch.empty_like(x)
    try:
        telling_kernel[(1,)](x, out)
    except Exception as error:
        told = f"{error}"
    copy_kernel[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
    return out
"""


def test_a_kernel_s_failure_tells_host_code_nothing() -> None:
    seen = run("vector_add", COPY + CAUGHT)
    assert seen.outcome is Outcome.MEMORY_FAULT, seen.text


def test_an_operand_may_be_made_contiguous() -> None:
    """Copies that leave a tensor's order as it is, or whose values are not the result's, are the host's affair."""
    bundle = bundle_of("matmul")
    line = next(line for line in bundle.reference.splitlines() if line.startswith("def matmul("))
    first, second = (item.split(":")[0].strip() for item in line.partition("(")[2].split(",")[:2])
    copied = f"{line}\n    {first} = {first}.t().contiguous().t().contiguous()\n    {second} = {second}.clone()"
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(line, copied)))
    assert seen.outcome is Outcome.PASS, seen.text
