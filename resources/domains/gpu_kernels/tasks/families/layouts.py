"""Family `layout`: elements moved, never changed: axes permuted, flipped, rolled, cut out, padded, repeated, in
chains."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from random import Random

from resources.domains.gpu_kernels.tasks.families.task import EXACT, TARGETS, KernelTask, tier_of


@dataclass(frozen=True)
class Move:
    """One step from an array u to the next. `words` say it, `torch` does it to `u`. `source` are lines of the kernel
    that turn the next array's coordinates (i0, i1, i2) into u's; `shape` are u's sizes after it, from n0, n1, n2
    before."""

    words: str
    torch: str
    source: tuple[str, ...]
    shape: tuple[str, str, str]
    padding: bool = False


Maker = Callable[[Random, bool], Move]


def draw_task(rng: Random) -> KernelTask:
    makers: list[Maker] = [_permute, _permute, _flip, _roll, _cut, _pad, _repeat, _split]
    moves: list[Move] = []
    for maker in rng.sample(makers, rng.randint(2, 3)):
        moves.append(maker(rng, any(move.padding for move in moves)))
    return _task(rng, moves)


def _permute(rng: Random, padded: bool) -> Move:
    order = rng.choice([one for one in permutations(range(3)) if one != (0, 1, 2)])
    back = [order.index(axis) for axis in range(3)]
    named = ", ".join(f"old axis {axis}" for axis in order)
    return Move(
        f"permute its axes: the new axes 0, 1, 2 are {named}",
        f"u.permute{order}",
        (f"i0, i1, i2 = {', '.join(f'i{place}' for place in back)}",),
        (f"n{order[0]}", f"n{order[1]}", f"n{order[2]}"),
    )


def _flip(rng: Random, padded: bool) -> Move:
    axis = rng.randrange(3)
    shape = ("n0", "n1", "n2")
    return Move(f"reverse the order along axis {axis}", f"u.flip({axis})", (f"i{axis} = n{axis} - 1 - i{axis}",), shape)


def _roll(rng: Random, padded: bool) -> Move:
    axis, shift = rng.randrange(3), rng.choice((1, 2, 3, 5))
    return Move(
        f"roll it by {shift} along axis {axis}: what stood at index k stands at (k + {shift}) modulo the axis' length",
        f"u.roll({shift}, {axis})",
        (f"i{axis} = (i{axis} - {shift} % n{axis} + n{axis}) % n{axis}",),
        ("n0", "n1", "n2"),
    )


def _cut(rng: Random, padded: bool) -> Move:
    """Every second or third, from an offset of 0, so that nothing is ever empty."""
    axis, step = rng.randrange(3), rng.choice((2, 3))
    shape = [f"n{place}" for place in range(3)]
    shape[axis] = f"(n{axis} + {step - 1}) // {step}"
    index = ", ".join(f"::{step}" if place == axis else ":" for place in range(3))
    return Move(
        f"keep the indices 0, {step}, {2 * step} and so on along axis {axis}",
        f"u[{index}]",
        (f"i{axis} = i{axis} * {step}",),
        (shape[0], shape[1], shape[2]),
    )


def _pad(rng: Random, padded: bool) -> Move:
    if padded:
        return _flip(rng, padded)
    axis, before, after = rng.randrange(3), rng.randint(0, 3), rng.randint(1, 4)
    pads = [0, 0, 0, 0, 0, 0]
    pads[2 * (2 - axis)], pads[2 * (2 - axis) + 1] = before, after
    shape = [f"n{place}" for place in range(3)]
    shape[axis] = f"n{axis} + {before + after}"
    return Move(
        f"pad it along axis {axis} with {before} zero(s) before and {after} after",
        f"torch.nn.functional.pad(u, {tuple(pads)})",
        (f"i{axis} = i{axis} - {before}", f"inside = inside & (i{axis} >= 0) & (i{axis} < n{axis})"),
        (shape[0], shape[1], shape[2]),
        padding=True,
    )


def _repeat(rng: Random, padded: bool) -> Move:
    axis, times, each = rng.randrange(3), rng.choice((2, 3)), rng.random() < 0.5
    shape = [f"n{place}" for place in range(3)]
    shape[axis] = f"n{axis} * {times}"
    if each:
        words = f"repeat each element {times} times in a row along axis {axis}"
        return Move(
            words,
            f"u.repeat_interleave({times}, {axis})",
            (f"i{axis} = i{axis} // {times}",),
            (shape[0], shape[1], shape[2]),
        )
    counts = tuple(times if place == axis else 1 for place in range(3))
    words = f"put {times} copies of it one after the other along axis {axis}"
    return Move(words, f"u.repeat{counts}", (f"i{axis} = i{axis} % n{axis}",), (shape[0], shape[1], shape[2]))


def _split(rng: Random, padded: bool) -> Move:
    """Halves of an axis of even length exchanged, told as an interleaving."""
    axis = rng.randrange(3)
    return Move(
        f"exchange neighbours along axis {axis}: the elements at 2 k and 2 k + 1 change places; a last one without a "
        "neighbour stays",
        f"u.index_select({axis}, neighbours(u.shape[{axis}]))",
        (f"i{axis} = tl.where((i{axis} ^ 1) < n{axis}, i{axis} ^ 1, i{axis})",),
        ("n0", "n1", "n2"),
    )


_NEIGHBOURS = """\
def neighbours(length: int) -> torch.Tensor:
    order = torch.arange(length)
    return torch.where((order ^ 1) < length, order ^ 1, order)
"""
_CASES = """\
for _ in range(2):
    yield (torch.randn(3, 7, 21, generator=random),)
for shape in ((1, 1, 1), (0, 3, 4), (2, 33, 5), (5, 1, 70), (40, 6, 3)):
    yield (torch.randn(shape, generator=random).half(),)
yield (torch.randint(-128, 128, (4, 9, 31), generator=random, dtype=torch.int8),)
special = torch.randn(2, 3, 40, generator=random)
special[1, 2, 39] = float("nan")
special[0, 0, :3] = torch.tensor([-0.0, 1e-45, -3e-39])
yield (special,)
"""


def _task(rng: Random, moves: list[Move]) -> KernelTask:
    entry = rng.choice(("rearrange", "reorder", "relayout", "move_elements"))
    steps = [f"{number}. {move.words};" for number, move in enumerate(moves, 1)]
    steps[-1] = steps[-1].rstrip(";") + "."
    return KernelTask(
        title=f"Layout: {len(moves)} moves in one kernel",
        entry=entry,
        tier=tier_of(2 * len(moves) + 1),
        tags=("layout", "indexing"),
        parameters="x: torch.Tensor",
        returns="torch.Tensor",
        summary="The result of the task's moves, contiguous.",
        about=[
            "x: (A, B, C), contiguous, float32, float16 or int8; A >= 0, B, C >= 1.",
            "Returns a contiguous tensor of the same dtype, whose shape the moves give.",
        ],
        sentences=[
            f"Write `{entry}(x)` with a Triton kernel. `x` has three axes 0, 1, 2 (A, B, C). Do these moves one after "
            "the other, each to the result of the one before, in one pass over memory:",
            "The result is a new **contiguous** tensor of the dtype of `x` whose shape the moves give; a view is no "
            "answer.",
            "The dtypes are float32, float16 and int8. Values are moved unchanged, NaN and the sign of zero included; "
            "which NaN it is does not matter.",
            "A may be 0; B and C are at least 1 and multiples of nothing. Padding adds elements to an empty tensor, "
            "too.",
        ],
        formulas=steps,
        shared=_NEIGHBOURS if any("neighbours" in move.torch for move in moves) else "",
        cases=_CASES,
        expected="u = x\n" + "".join(f"u = {move.torch}\n" for move in moves) + "return u.contiguous()\n",
        timing="return (torch.randn(64, 512, 513, generator=random),)\n",
        kernels=_kernel(moves),
        host=_host(moves),
        target=rng.choice(TARGETS),
        tolerances=EXACT,
    )


def _kernel(moves: list[Move]) -> str:
    """From the result's coordinates back through the moves; `n0_1` is axis 0's size before move 1."""
    sizes = [f"n{axis}_{level}" for level in range(len(moves) + 1) for axis in range(3)]
    last = len(moves)
    lines = [
        f"    i2 = position % n2_{last}",
        f"    i1 = position // n2_{last} % n1_{last}",
        f"    i0 = position // n2_{last} // n1_{last}",
    ]
    for level in range(last - 1, -1, -1):
        for line in moves[level].source:
            lines.append("    " + _at_level(line, level))
    source = "    source = (i0 * n1_0 + i1) * n2_0 + i2\n"
    return (
        f"@triton.jit\ndef move_kernel(x_pointer, output, size, {', '.join(sizes)}, BLOCK: tl.constexpr):\n"
        "    position = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
        "    mask = position < size\n    inside = mask\n"
        + "\n".join(lines)
        + "\n"
        + source
        + "    value = tl.load(x_pointer + source, mask=inside, other=0)\n"
        "    tl.store(output + position, value, mask=mask)\n"
    )


def _at_level(text: str, level: int) -> str:
    for axis in range(3):
        text = text.replace(f"n{axis}", f"n{axis}_{level}")
    return text


def _host(moves: list[Move]) -> str:
    lines = ["n0_0, n1_0, n2_0 = x.shape"]
    for level, move in enumerate(moves):
        names = ", ".join(f"n{axis}_{level + 1}" for axis in range(3))
        lines.append(f"{names} = {', '.join(_at_level(size, level) for size in move.shape)}")
    last = len(moves)
    shape = ", ".join(f"n{axis}_{last}" for axis in range(3))
    sizes = ", ".join(f"n{axis}_{level}" for level in range(last + 1) for axis in range(3))
    return "\n".join(
        [
            *lines,
            f"output = torch.empty(({shape}), device=x.device, dtype=x.dtype)",
            "size = output.numel()",
            "if size > 0:",
            f"    move_kernel[(triton.cdiv(size, 512),)](x, output, size, {sizes}, BLOCK=512)",
            "return output",
        ]
    )
