"""Family `record_sort`: packed records by drawn keys: insertion, selection, shell sort, networks, counting, merging."""

from collections.abc import Callable, Sequence
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
)
from resources.domains.code_optimization.tasks.families.integers import U32
from resources.domains.code_optimization.tasks.families.suite import (
    Inputs,
    any_words,
    edge_words,
    equal_words,
    few_words,
    small_words,
)

_NAMES = ("order_records", "sort_packed", "arrange", "rank_items", "sort_by_fields", "put_in_order")


@dataclass(frozen=True)
class KeyField:
    low: int
    bits: int
    descending: bool
    signed: bool

    def value(self, record: int) -> int:
        """Ascending."""
        value = record >> self.low & (1 << self.bits) - 1
        if self.signed:
            value ^= 1 << self.bits - 1
        return (1 << self.bits) - 1 - value if self.descending else value

    @property
    def words(self) -> str:
        kind = "a two's complement number" if self.signed else "a number"
        order = "greater ones first" if self.descending else "less ones first"
        return f"bits {self.low} to {self.low + self.bits - 1} as {kind}, {order}"


@dataclass(frozen=True)
class Key:
    """Fields, the most important first; `c` gives all of them as one number of up to 32 bits."""

    fields: tuple[KeyField, ...]

    def value(self, record: int) -> int:
        key = 0
        for field in self.fields:
            key = key << field.bits | field.value(record)
        return key

    @property
    def c(self) -> str:
        lines = ["static uint32_t key_of(uint32_t record)", "{", "    uint32_t key = 0, part;"]
        for field in self.fields:
            mask = (1 << field.bits) - 1
            part = f"(record >> {field.low} & {mask}u)"
            part += f" ^ {1 << field.bits - 1}u" if field.signed else ""
            lines.append(f"    part = {part};")
            value = f"{mask}u - part" if field.descending else "part"
            lines.append(f"    key = {f'key << {field.bits} | ({value})' if field is not self.fields[0] else value};")
        return "\n".join([*lines, "    return key;", "}"])

    @property
    def words(self) -> str:
        told = "; where they are the same, ".join(field.words for field in self.fields)
        return f"Records are ordered by {told}."


def draw_key(random: Random) -> Key:
    """Fields that do not overlap."""
    cuts = sorted(random.sample(range(1, 32), random.choice((2, 3, 4))))
    pieces = [(low, high - low) for low, high in zip([0, *cuts], [*cuts, 32], strict=True)]
    chosen = random.sample(pieces, random.choice((1, 2, 2, min(3, len(pieces)))))
    return Key(
        tuple(KeyField(low, bits, random.random() < 0.5, bits > 1 and random.random() < 0.4) for low, bits in chosen)
    )


@dataclass(frozen=True)
class Sorting:
    """`most` is the limit of the number of records. `sort` gives them in the order that the C statements give."""

    name: str
    words: str
    c: tuple[str, ...]
    sort: Callable[[list[int], Callable[[int], int]], list[int]]
    most: int
    measured: int = 150


STABLE = "Records with the same key stay in their order."


def _stable(records: list[int], key: Callable[[int], int]) -> list[int]:
    return sorted(records, key=key)


def _insertion(random: Random) -> Sorting:
    c = (
        "for (size_t i = 1; i < count; i++) {",
        "    uint32_t record = records[i], key = key_of(record);",
        "    size_t place = i;",
        "    while (place > 0 && key_of(records[place - 1]) > key) {",
        "        records[place] = records[place - 1];",
        "        place--;",
        "    }",
        "    records[place] = record;",
        "}",
    )
    return Sorting("insertion sort", f"All are sorted. {STABLE}", c, _stable, 700)


def _binary_insertion(random: Random) -> Sorting:
    c = (
        "for (size_t i = 1; i < count; i++) {",
        "    uint32_t record = records[i], key = key_of(record);",
        "    size_t low = 0, high = i;",
        "    while (low < high) {",
        "        size_t middle = low + (high - low) / 2;",
        "        if (key_of(records[middle]) <= key)",
        "            low = middle + 1;",
        "        else",
        "            high = middle;",
        "    }",
        "    for (size_t k = i; k > low; k--)",
        "        records[k] = records[k - 1];",
        "    records[low] = record;",
        "}",
    )
    return Sorting("binary insertion", f"All are sorted. {STABLE}", c, _stable, 900)


def _selection(random: Random) -> Sorting:
    size = random.choice((3, 5, 8, 12))

    def sort(records: list[int], key: Callable[[int], int]) -> list[int]:
        records = [*records]
        for i in range(min(size, len(records))):
            least = min(range(i, len(records)), key=lambda place: key(records[place]))
            records[i], records[least] = records[least], records[i]
        return records

    c = (
        f"for (size_t i = 0; i < {size} && i < count; i++) {{",
        "    size_t least = i;",
        "    for (size_t k = i + 1; k < count; k++)",
        "        if (key_of(records[k]) < key_of(records[least]))",
        "            least = k;",
        "    uint32_t record = records[i];",
        "    records[i] = records[least];",
        "    records[least] = record;",
        "}",
    )
    words = (
        f"For `i` from 0 to {size - 1} (and below `count`), the first of the least records from `i` on changes places"
        f" with that at `i`: so the first {size} are sorted, and the others are where that leaves them."
    )
    return Sorting(f"first {size} by selection", words, c, sort, 3000, 400)


def _shell(random: Random) -> Sorting:
    gaps = random.choice(((7, 3, 1), (10, 4, 1), (13, 4, 1), (5, 2), (9, 3)))

    def sort(records: list[int], key: Callable[[int], int]) -> list[int]:
        records = [*records]
        for gap in gaps:
            for start in range(gap):
                records[start::gap] = sorted(records[start::gap], key=key)
        return records

    c = (
        f"static const size_t gaps[{len(gaps)}] = {{{', '.join(map(str, gaps))}}};",
        f"for (size_t step = 0; step < {len(gaps)}; step++) {{",
        "    size_t gap = gaps[step];",
        "    for (size_t i = gap; i < count; i++) {",
        "        uint32_t record = records[i];",
        "        size_t place = i;",
        "        while (place >= gap && key_of(records[place - gap]) > key_of(record)) {",
        "            records[place] = records[place - gap];",
        "            place -= gap;",
        "        }",
        "        records[place] = record;",
        "    }",
        "}",
    )
    told = ", then ".join(f"{gap}" for gap in gaps)
    words = (
        f"For each gap of {told}: the records whose indices are the same modulo the gap are sorted among themselves,"
        f" those with the same key in their order.{'' if gaps[-1] == 1 else ' So not all are sorted in the end.'}"
    )
    return Sorting("sort by gaps", words, c, sort, 1500, 150)


def _bubble_blocks(random: Random) -> Sorting:
    """A network for each block."""
    size = random.choice((4, 5, 6, 8))
    pairs = [(low, low + 1) for last in range(size - 1, 0, -1) for low in range(last)]

    def sort(records: list[int], key: Callable[[int], int]) -> list[int]:
        whole = len(records) // size * size
        blocks = (sorted(records[start : start + size], key=key) for start in range(0, whole, size))
        return [*(record for block in blocks for record in block), *records[whole:]]

    table = ", ".join(f"{{{low}, {high}}}" for low, high in pairs)
    c = (
        f"static const uint8_t pairs[{len(pairs)}][2] = {{{table}}};",
        f"for (size_t start = 0; start + {size} <= count; start += {size})",
        f"    for (size_t pair = 0; pair < {len(pairs)}; pair++) {{",
        "        uint32_t *low = records + start + pairs[pair][0], *high = records + start + pairs[pair][1];",
        "        if (key_of(*high) < key_of(*low)) {",
        "            uint32_t record = *low;",
        "            *low = *high;",
        "            *high = record;",
        "        }",
        "    }",
    )
    words = f"Each block of {size} records is sorted by itself; what is left at the end stays as it is. {STABLE}"
    return Sorting(f"blocks of {size}", words, c, sort, 66_000, 400)


def _counting(random: Random) -> Sorting:
    low, bits = random.choice((0, 5, 12, 28)), random.choice((3, 4))
    size, mask = 1 << bits, (1 << bits) - 1

    def sort(records: list[int], key: Callable[[int], int]) -> list[int]:
        return sorted(records, key=lambda record: key(record) >> low & mask)

    c = (
        f"size_t starts[{size + 1}] = {{0}};",
        "for (size_t i = 0; i < count; i++)",
        f"    starts[(key_of(records[i]) >> {low} & {mask}) + 1]++;",
        f"for (size_t digit = 0; digit < {size}; digit++)",
        "    starts[digit + 1] += starts[digit];",
        "for (size_t i = 0; i < count; i++)",
        f"    sorted[starts[key_of(records[i]) >> {low} & {mask}]++] = records[i];",
    )
    words = (
        f"Let a record's key be its fields one behind the other, the most important highest, each such that less"
        f" comes first (a field of b bits with greater ones first counts as 2^b - 1 less it, one in two's complement"
        f" has its highest bit inverted before). All records are put into `sorted` by bits {low} to {low + bits - 1} of"
        f" the key alone. {STABLE}"
    )
    return Sorting("one digit by counting", words, c, sort, 66_000, 400)


SORTINGS = (_insertion, _binary_insertion, _selection, _shell, _bubble_blocks, _counting)


def _rules(key: Key, sorting: Sorting, tells: str) -> tuple[str, ...]:
    ends = {"changed": ("The result is how many records are another one than at that place before.",)}
    return ("A record is one word; bit 0 is the lowest.", key.words, sorting.words, *ends.get(tells, ()))


def _count_changed(before: Sequence[int], after: Sequence[int]) -> int:
    return sum(one != other for one, other in zip(before, after, strict=True))


def draw(random: Random) -> tuple[Function, Inputs]:
    key, sorting = draw_key(random), random.choice(SORTINGS)(random)
    apart = "sorted" in " ".join(sorting.c)
    tells = "changed" if apart and random.random() < 0.6 else ""
    known: dict[int, int] = {}

    def key_of(record: int) -> int:
        if record not in known:
            known[record] = key.value(record)
        return known[record]

    def model(given: Given) -> Answer:
        records = given.arrays["records"]
        after = sorting.sort(records, key_of)
        result = _count_changed(records, after) if tells else None
        return Answer(result, {"sorted" if apart else "records": after})

    arrays = [Array("records", U32, Use.READ if apart else Use.CHANGE, "`count` records")]
    arrays += [Array("sorted", U32, Use.WRITE, "room for `count` records")] if apart else []
    ends = [
        "size_t changed = 0;",
        "for (size_t i = 0; i < count; i++)",
        "    changed += sorted[i] != records[i];",
        "return changed;",
    ]
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Records by {len(key.fields)} field{'s' * (len(key.fields) > 1)}: {sorting.name}",
        returns="size_t" if tells else "void",
        arguments=(*arrays, counted("count", "the number of records", sorting.most)),
        body="\n".join([*sorting.c, *(ends if tells else [])]),
        before=key.c,
        model=model,
        wording=Wording(
            random.choice(
                ("which orders packed records", "which sorts records by their fields", "that puts records in order")
            ),
            _rules(key, sorting, tells),
        ),
        tags=("sorting", "branch"),
    )
    makers = (any_words, edge_words, small_words, few_words, equal_words)
    return function, Inputs(makers, measured=sorting.measured, rounds=4, large=min(600, sorting.most), repeats=False)
