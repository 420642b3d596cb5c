"""Family `table_pass`: histograms, looked-up and permuted elements, by an index that is computed of each element."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Use,
    Wording,
    counted,
    fixed_array,
)
from resources.domains.code_optimization.tasks.families.integers import I16, U8, U16, U32, IntegerType, rotated
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("fill_buckets", "look_up_all", "count_kinds", "map_by_table", "distribute", "tabulate")
_ALL = (1 << 32) - 1


@dataclass(frozen=True)
class Slot:
    """An index of a table, computed of an element x. C's `x` is a uint32_t."""

    words: str
    c: str
    value: Callable[[int], int]


def draw_slot(random: Random, size: int) -> Slot:
    """Below `size`, a power of two, or of what is one more than a prime less."""
    mask, bits = size - 1, size.bit_length() - 1
    shift, turn = random.choice((0, 2, 5, 8)), random.choice((3, 9, 16))
    factor = random.choice((2654435761, 40503, 2246822507))
    modulus = random.choice((size - 1, size, size - 3))
    return random.choice(
        (
            Slot(
                f"(x >> {shift}) AND {mask}" if shift else f"x AND {mask}",
                f"x >> {shift} & {mask}",
                lambda x: x >> shift & mask,
            ),
            Slot(f"x modulo {modulus}", f"x % {modulus}", lambda x: x % modulus),
            Slot(
                f"the highest {bits} of the lowest 32 bits of x times {factor}",
                f"x * {factor}u >> {32 - bits}",
                lambda x: (x * factor & _ALL) >> 32 - bits,
            ),
            Slot(
                f"(x XOR x rotated left by {turn}, in 32 bits) AND {mask}",
                f"(x ^ (x << {turn} | x >> {32 - turn})) & {mask}",
                lambda x: (x ^ rotated(x, turn)) & mask,
            ),
            Slot(
                f"the number of ones of x, AND {mask}",
                f"ones_of(x) & {mask}",
                lambda x: x.bit_count() & mask,
            ),
        )
    )


_ONES = """\
static uint32_t ones_of(uint32_t x)
{
    uint32_t ones = 0;
    for (; x != 0; x &= x - 1)
        ones++;
    return ones;
}"""


@dataclass(frozen=True)
class Bucket:
    """What an element does to the bucket of its slot: C over `bucket` and `x`, and the same in Python."""

    words: str
    first: int
    c: tuple[str, ...]
    step: Callable[[int, int, int], int]


def _buckets(random: Random) -> Bucket:
    most = random.choice((3, 15, 255))
    return random.choice(
        (
            Bucket("the number of elements", 0, ("++*bucket;",), lambda kept, x, i: kept + 1),
            Bucket(
                f"the number of elements, and {most} at most",
                0,
                (f"if (*bucket < {most})", "    ++*bucket;"),
                lambda kept, x, i: min(kept + 1, most),
            ),
            Bucket(
                "the sum of the elements, of which 32 bits are kept",
                0,
                ("*bucket += x;",),
                lambda kept, x, i: (kept + x) & _ALL,
            ),
            Bucket(
                "the greatest element, 0 without one",
                0,
                ("if (x > *bucket)", "    *bucket = x;"),
                lambda kept, x, i: max(kept, x),
            ),
            Bucket(
                "the index of the last element plus 1, 0 without one",
                0,
                ("*bucket = (uint32_t)i + 1;",),
                lambda kept, x, i: i + 1,
            ),
            Bucket("all elements together by exclusive or", 0, ("*bucket ^= x;",), lambda kept, x, i: kept ^ x),
            Bucket(
                "h = 5 h + x (32 bits are kept) over the elements in order, from 1 on",
                1,
                ("*bucket = *bucket * 5 + x;",),
                lambda kept, x, i: (kept * 5 + x) & _ALL,
            ),
        )
    )


@dataclass(frozen=True)
class _Way:
    """A whole task but for its words around."""

    title: str
    arrays: tuple[Array, ...]
    rules: tuple[str, ...]
    body: tuple[str, ...]
    model: Callable[[Given], Answer]


def _histogram(random: Random, kind: IntegerType, size: int, slot: Slot) -> _Way:
    bucket, second = _buckets(random), random.random() < 0.35
    cumulates = random.random() < 0.3

    def model(given: Given) -> Answer:
        kept = [bucket.first] * size
        for i, value in enumerate(given.arrays["a"]):
            x = value & _ALL
            kept[slot.value(x)] = bucket.step(kept[slot.value(x)], x, i)
            if second and i % 2:
                kept[x & size - 1] ^= 1
        for place in range(1, size if cumulates else 0):
            kept[place] = (kept[place] + kept[place - 1]) & _ALL
        return Answer(arrays={"buckets": kept})

    lines = ["uint32_t x = (uint32_t)a[i];", f"uint32_t *bucket = buckets + ({slot.c});", *bucket.c]
    lines += ["if (i % 2 == 1)", f"    buckets[x & {size - 1}] ^= 1;"] if second else []
    body = [f"for (size_t k = 0; k < {size}; k++)", f"    buckets[k] = {bucket.first};"]
    body += ["for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"]
    rules = [
        f"The slot of x is {slot.words}.",
        f"`buckets[s]` becomes {bucket.words}, of the elements whose slot is s.",
    ]
    if second:
        rules.append(
            "The elements come in their order, and each one whose index is odd then also inverts the lowest bit of"
            f" bucket x AND {size - 1}, as it is at that time."
        )
    if cumulates:
        body += [f"for (size_t k = 1; k < {size}; k++)", "    buckets[k] += buckets[k - 1];"]
        rules.append(
            "At the end each bucket from the second on gets the one before it added, as that is then, of"
            " which 32 bits are kept."
        )
    target = fixed_array("buckets", U32, Use.WRITE, f"room for {size} results", size)
    return _Way(f"Histogram of {size} buckets", (target,), tuple(rules), tuple(body), model)


def _lookup(random: Random, kind: IntegerType, size: int, slot: Slot) -> _Way:
    entry, hops, mixes = (
        random.choice((U8, U16, I16, U32)),
        random.choice((1, 1, 2, 3)),
        random.choice(("none", "xor", "add")),
    )

    def model(given: Given) -> Answer:
        table, results = given.arrays["table"], []
        for value in given.arrays["a"]:
            x = value & _ALL
            found = table[slot.value(x)]
            for _ in range(hops - 1):
                found = table[found & size - 1]
            results.append({"none": found, "xor": found ^ x, "add": found + x}[mixes] & _ALL)
        return Answer(arrays={"out": results})

    lines = ["uint32_t x = (uint32_t)a[i];", f"uint32_t found = (uint32_t)table[{slot.c}];"]
    lines += [f"found = (uint32_t)table[found & {size - 1}];"] * (hops - 1)
    lines += [{"none": "out[i] = found;", "xor": "out[i] = found ^ x;", "add": "out[i] = found + x;"}[mixes]]
    body = ["for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"]
    again = f", and {hops - 1} times more that of the table at what was found AND {size - 1}" if hops > 1 else ""
    ends = {"none": "it", "xor": "it XOR x", "add": "it + x"}[mixes]
    rules = (
        f"The slot of x is {slot.words}.",
        f"For each x = `a[i]`, the table's entry at x's slot is taken{again}. `out[i]` becomes {ends},"
        " of which 32 bits are kept.",
    )
    arrays = (
        fixed_array("table", entry, Use.READ, f"a table of {size} entries, {entry.name}", size, place=13),
        Array("out", U32, Use.WRITE, "room for `count` results"),
    )
    return _Way(f"Look-up in {size} entries, {hops} deep", arrays, rules, tuple(body), model)


def _permutation(random: Random, kind: IntegerType, size: int, slot: Slot) -> _Way:
    """Within blocks: element k goes to (k * step + start) modulo the block's size."""
    step, start = random.choice((3, 5, 7, 11)), random.choice((0, 1, 2, 3))
    gathers, changes = random.random() < 0.5, random.random() < 0.5

    def model(given: Given) -> Answer:
        a = [value & _ALL for value in given.arrays["a"]]
        results = [0] * len(a)
        for i, x in enumerate(a):
            block = i - i % size
            other = block + (i % size * step + start) % size
            value = (x ^ slot.value(x)) if changes else x
            if len(a) - block < size:
                results[i] = value
            elif gathers:
                results[i] = (a[other] ^ slot.value(a[other])) if changes else a[other]
            else:
                results[other] = value
        return Answer(arrays={"out": results})

    place = f"i % {size} * {step} + {start}"
    made = f"x ^ ({slot.c})" if changes else "x"
    source = "other" if gathers else "i"
    lines = [
        f"size_t block = i - i % {size}, other = block + ({place}) % {size};",
        f"if (count - block < {size})",
        "    other = i;",
    ]
    lines += [f"uint32_t x = (uint32_t)a[{source}];", f"out[{'i' if gathers else 'other'}] = {made};"]
    body = ["for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"]
    told = "`out` at place k becomes the element at" if gathers else "the element at k goes to `out` at"
    rules = [
        f"In each whole block of {size} elements, with places from 0 to {size - 1}, {told} place"
        f" (k * {step} + {start}) modulo {size}."
    ]
    rules.append("Elements behind the last whole block keep their places.")
    if changes:
        rules.append(f"Each x goes there as x XOR its slot, and the slot of x is {slot.words}.")
    target = Array("out", U32, Use.WRITE, "room for `count` results")
    return _Way(f"Permutation of blocks of {size}", (target,), tuple(rules), tuple(body), model)


def draw(random: Random) -> tuple[Function, Inputs]:
    kind, size = random.choice((U8, U16, U32, I16)), random.choice((16, 32, 64, 256))
    slot = draw_slot(random, size)
    way = random.choice((_histogram, _histogram, _lookup, _permutation))(random, kind, size, slot)
    rules = ("Of an element, 32 bits x are taken: a narrower one is extended, with its sign if it has one.", *way.rules)
    function = Function(
        entry=random.choice(_NAMES),
        title=way.title,
        returns="void",
        arguments=(
            Array("a", kind, Use.READ, f"`count` numbers, {kind.name}"),
            *way.arrays,
            counted("count", "the number of elements", random.choice((65_600, 66_000, 67_000))),
        ),
        body="\n".join(way.body),
        before=_ONES if "ones_of" in " ".join(way.body) else "",
        model=way.model,
        wording=Wording(
            random.choice(
                (
                    "which takes elements through a table",
                    "which sends each element to a slot",
                    "that works by computed indices",
                )
            ),
            rules,
        ),
        tags=("table", "memory_traffic", "loop"),
    )
    return function, ANY
