"""Accesses of Triton kernels to memory, by class: races are judged by location, between programs and between lanes, and
bounds by the argument that a pointer came from."""

import re

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.test_gpu_triton_forgeries import run
from tests.tools.test_gpu_triton_labels import backend, bundle_of

RACING = """
@triton.jit
def k(x, y, output, counter, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    ATOMIC
    tl.store(output, tl.program_id(0) * 1.0)
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    counter = torch.zeros(32, dtype=torch.int32)
    k[(triton.cdiv(x.numel(), 256),)](x, y, output, counter, x.numel(), BLOCK=256)
    return output
"""
DUMMIES = {
    "none": "pass",
    "on a location of no interest": "tl.atomic_add(counter, 1)",
    "relaxed": 'tl.atomic_add(counter, 1, sem="relaxed")',
    "of many lanes": "tl.atomic_add(counter + tl.arange(0, 32), 1)",
    "a compare and swap": "tl.atomic_cas(counter, 0, 1)",
    "on another location for each program": "tl.atomic_add(counter + tl.program_id(0), 1)",
}


@pytest.mark.parametrize("member", DUMMIES)
def test_a_race_stays_a_race_beside_an_atomic(member: str) -> None:
    """Every program writes another value to the first element, after its atomic: nothing orders that."""
    seen = run("vector_add", RACING.replace("ATOMIC", DUMMIES[member]))
    assert seen.outcome is Outcome.RUNTIME_ERROR, seen.text
    assert "race" in seen.text


LANES = """
@triton.jit
def k(x, y, output, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    offsets = tl.program_id(0) * BLOCK + at
    mask = offsets < n
    total = tl.load(x + offsets, mask=mask, other=0.0) + tl.load(y + offsets, mask=mask, other=0.0)
    DO


def vector_add(x, y):
    output = torch.empty_like(x)
    k[(triton.cdiv(x.numel(), 256),)](x, y, output, x.numel(), BLOCK=256)
    return output
"""
KEPT = "tl.store(output + offsets, total, mask=mask)\n    "
NEIGHBOUR = "tl.load(output + offsets - 1, mask=mask & (at > 0), other=0.0)"
BETWEEN_LANES = {
    "different values to one address": ("tl.store(output + offsets // 2, total, mask=mask)", Outcome.RUNTIME_ERROR),
    "what another lane stored": (
        f"{KEPT}total += {NEIGHBOUR}\n    tl.store(output + offsets, total, mask=mask)",
        Outcome.RUNTIME_ERROR,
    ),
    "another value over another lane's": (
        f"{KEPT}tl.store(output + offsets - 1, total, mask=mask & (at > 0))",
        Outcome.RUNTIME_ERROR,
    ),
    "one value to one address": (
        f"tl.store(output + tl.program_id(0) * BLOCK + at * 0, 7.0)\n    tl.debug_barrier()\n    {KEPT}",
        Outcome.PASS,
    ),
    "what the lane itself stored": (
        f"{KEPT}total = tl.load(output + offsets, mask=mask)\n    {KEPT}",
        Outcome.PASS,
    ),
    "with a barrier": (
        f"{KEPT}tl.debug_barrier()\n    before = {NEIGHBOUR}\n"
        "    tl.store(output + offsets, tl.where(before == before, total, total), mask=mask)",
        Outcome.PASS,
    ),
}


@pytest.mark.parametrize("member", BETWEEN_LANES)
def test_lanes_of_a_program_race_as_programs_do(member: str) -> None:
    body, outcome = BETWEEN_LANES[member]
    seen = run("vector_add", LANES.replace("DO", body))
    assert seen.outcome is outcome, seen.text
    assert outcome is Outcome.PASS or "a lane" in seen.text


def test_an_answer_for_one_type_in_the_task_s_other_formula_is_wrong() -> None:
    """The tanh approximation of GELU where only bfloat16's rounding could hide it."""
    bundle = bundle_of("gelu")
    line = next(line for line in bundle.reference.splitlines() if "tl.store(" in line)
    tail = "tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))"
    other = f"    if x_pointer.dtype.element_ty == tl.bfloat16:\n        result = tl.where(x < -20, 0.0, x * {tail})\n"
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(line, other + line)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


LAST_PROGRAM = """
@triton.jit
def k(x, y, output, parts, counter, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(parts + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)
    FENCE
    if done == tl.num_programs(0) - 1:
        for start in range(0, n, BLOCK):
            all = start + tl.arange(0, BLOCK)
            tl.store(output + all, tl.load(parts + all, mask=all < n), mask=all < n)


def vector_add(x, y):
    output, parts = torch.empty_like(x), torch.empty_like(x)
    counter = torch.zeros(1, dtype=torch.int32)
    k[(triton.cdiv(x.numel(), 256),)](x, y, output, parts, counter, x.numel(), BLOCK=256)
    return output
"""


def test_the_last_program_may_read_what_an_atomic_orders() -> None:
    fence = "tl.debug_barrier()\n    done = tl.atomic_add(counter, 1)"
    seen = run("vector_add", LAST_PROGRAM.replace("FENCE", fence))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize(
    "fence",
    [
        'tl.debug_barrier()\n    done = tl.atomic_add(counter, 1, sem="relaxed")',
        'tl.debug_barrier()\n    done = tl.atomic_add(counter, 1, scope="cta")',
        "done = tl.atomic_add(counter, 1)",
        "tl.debug_barrier()\n    done = tl.program_id(0)",
        "tl.debug_barrier()\n    tl.atomic_add(counter, 1)\n    done = tl.program_id(0)",
    ],
    ids=[
        "relaxed",
        "of one program's scope",
        "by one thread, before which no barrier stands",
        "no atomic",
        "the last by number",
    ],
)
def test_the_last_program_may_not_where_nothing_orders_it(fence: str) -> None:
    seen = run("vector_add", LAST_PROGRAM.replace("FENCE", fence))
    assert seen.outcome is Outcome.RUNTIME_ERROR, seen.text


ONE_LANE = """
@triton.jit
def k(x, y, output, flags, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    before = tl.load(flags + 1)
    tl.store(flags + 1, before + 1)
    tl.atomic_xchg(flags, 0)
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output, flags = torch.empty_like(x), torch.zeros(2, dtype=torch.int32)
    k[(triton.cdiv(x.numel(), 256),)](x, y, output, flags, x.numel(), BLOCK=256)
    return output
"""


EXCHANGED = """
@triton.jit
def k(x, y, held, output, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    kind = held.dtype.element_ty
    nothing = tl.atomic_xchg(held + offsets, tl.load(x + offsets, mask=mask).to(kind), mask=mask) - 2
    one = tl.atomic_xchg(held + offsets, tl.load(y + offsets, mask=mask).to(kind), mask=mask)
    other = tl.atomic_xchg(held + offsets, nothing, mask=mask)
    tl.store(output + offsets, (one + other + nothing).to(output.dtype.element_ty), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    held = torch.full_like(x, 2, dtype=torch.float32 if x.is_floating_point() else x.dtype)
    k[(triton.cdiv(x.numel(), 256),)](x, y, held, output, x.numel(), BLOCK=256)
    return output
"""


def test_floating_point_numbers_are_exchanged() -> None:
    seen = run("vector_add", EXCHANGED)
    assert seen.outcome is Outcome.PASS, seen.text


LOCKED = "while tl.atomic_cas(flags, 0, 1) == 1:\n        pass\n    before ="


@pytest.mark.parametrize(("lock", "outcome"), [(LOCKED, Outcome.PASS), ("before =", Outcome.RUNTIME_ERROR)])
def test_what_one_thread_did_its_own_atomic_gives_away_without_a_barrier(lock: str, outcome: Outcome) -> None:
    """A lock around a scalar: the thread that stores is the one that unlocks."""
    seen = run("vector_add", ONE_LANE.replace("before =", lock))
    assert seen.outcome is outcome, seen.text


TURNS = """
@triton.jit
def k(x, y, output, flags, parts, n, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    before = 0
    if program > 0:
        while WAITS:
            pass
        before = tl.load(parts + program - 1)
    tl.store(parts + program, before + 1)
    tl.atomic_xchg(flags + program, 1)
    late = before - program
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask) + late, mask=mask)


def vector_add(x, y):
    programs = triton.cdiv(x.numel(), 2048)
    output, flags, parts = torch.empty_like(x), torch.zeros(programs, dtype=torch.int32), torch.zeros(programs)
    k[(programs,)](x, y, output, flags, parts.to(torch.int32), x.numel(), BLOCK=2048)
    return output
"""
WAITS = {
    "a volatile load": "tl.load(flags + program - 1, volatile=True) == 0",
    "an atomic that adds nothing": "tl.atomic_add(flags + program - 1, 0) == 0",
    "a compare and swap": "tl.atomic_cas(flags + program - 1, 1, 1) != 1",
}


@pytest.mark.parametrize("member", WAITS)
def test_who_takes_a_turn_without_waiting_for_it_races(member: str) -> None:
    code = TURNS.replace("WAITS", WAITS[member])
    assert run("vector_add", code).outcome is Outcome.PASS
    seen = run("vector_add", code.replace("while ", "if "))
    assert seen.outcome is Outcome.RUNTIME_ERROR, seen.text


@pytest.mark.parametrize("scope", ["cta", "gpu"])
def test_atomics_of_one_program_s_scope_add_nothing_between_programs(scope: str) -> None:
    bundle = bundle_of("histogram")
    assert "tl.atomic_add(" in bundle.reference
    code = re.sub(r"(tl\.atomic_add\([^\n]*)\)", rf'\1, scope="{scope}")', bundle.reference)
    seen = backend().execute(bundle, Candidate(code))
    assert seen.outcome is (Outcome.PASS if scope == "gpu" else Outcome.RUNTIME_ERROR), seen.text


COMBINED = """
@triton.jit
def first(a, i, b, j):
    keep = KEEP
    return tl.where(keep, a, b), tl.where(keep, i, j)


@triton.jit
def k(x, values, places, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    low = -float("inf") if x.dtype.element_ty == tl.float32 else -2147483648
    own = tl.load(x + row * n + at, mask=at < n, other=low)
    best, place = tl.reduce((own, at), 0, first)
    tl.store(values + row, best)
    tl.store(places + row, place.to(tl.int64))


def row_argmax(x):
    values = torch.empty(x.shape[0], dtype=x.dtype)
    places = torch.empty(x.shape[0], dtype=torch.int64)
    if x.shape[0]:
        k[(x.shape[0],)](x, values, places, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return values, places
"""


@pytest.mark.parametrize(
    ("keep", "outcome"),
    [("(a > b) | ((a == b) & (i < j))", Outcome.PASS), ("a >= b", Outcome.FUNCTIONAL_MISMATCH)],
)
def test_a_combine_function_that_tells_its_sides_apart_is_wrong_as_on_a_device(keep: str, outcome: Outcome) -> None:
    seen = run("row_argmax", COMBINED.replace("KEEP", keep))
    assert seen.outcome is outcome, seen.text


OTHERS = {
    "one tensor from another's pointer": "(y.data_ptr() - x.data_ptr()) // x.element_size()",
    "the output from an input's": "(output.data_ptr() - x.data_ptr()) // x.element_size()",
}


@pytest.mark.parametrize("member", OTHERS)
def test_an_access_belongs_to_the_argument_that_its_pointer_came_from(member: str) -> None:
    """Wherever the process's allocations lie, the distance between two of them is no offset."""
    code = f"""
@triton.jit
def k(x, y, output, n, distance, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    other = tl.load(x + distance + offsets, mask=mask)
    tl.store(output + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


def vector_add(x, y):
    output = torch.empty_like(x)
    distance = {OTHERS[member]}
    k[(triton.cdiv(x.numel(), 256),)](x, y, output, x.numel(), distance, BLOCK=256)
    return output
"""
    seen = run("vector_add", code)
    assert seen.outcome in (Outcome.MEMORY_FAULT, Outcome.REJECTED), seen.text
