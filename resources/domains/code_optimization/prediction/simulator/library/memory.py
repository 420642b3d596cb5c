"""Functions on bytes of a given number, on memory that is given and taken, and sorting.

Each block of the heap lies in a window of its own and ends where the allocator's does. New memory is zero, as it is in
a young process; what is given back is overwritten at its beginning, as by glibc's lists.
"""

from functools import cmp_to_key

from resources.domains.code_optimization.prediction.simulator.library.convention import (
    Function,
    bounded,
    int_of,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.prediction.simulator.machine import Machine
from resources.domains.code_optimization.prediction.simulator.memory import WINDOW_BITS, Region
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct


def _fill(machine: Machine, target: int, value: int, count: int) -> int:
    machine.memory.fill(target, bytes([value & 0xFF]) * bounded(count))
    return target


def _copy(machine: Machine, target: int, source: int, count: int) -> int:
    machine.memory.fill(target, machine.memory.part(source, bounded(count)))
    return target


def _copy_and_go_on(machine: Machine, target: int, source: int, count: int) -> int:
    return _copy(machine, target, source, count) + count


def _compare(machine: Machine, one: int, other: int, count: int) -> int:
    return order(machine.memory.part(one, bounded(count)), machine.memory.part(other, bounded(count)))


def _find(machine: Machine, start: int, value: int, count: int) -> int:
    """Reads no further than to what it finds, as C says."""
    region = machine.memory.region_of(start)
    first = start - region.start
    at = region.content.find(value & 0xFF, first, first + bounded(count))
    if at < 0:
        machine.memory.part(start, bounded(count))
        return 0
    machine.memory.part(start, at + 1 - first)
    return region.start + at


def order(one: bytes, other: bytes) -> int:
    """The difference of the first two characters that differ; what ends earlier goes on with a zero."""
    if one == other:
        return 0
    shared = min(len(one), len(other))
    place = next((place for place in range(shared) if one[place] != other[place]), shared)
    return int.from_bytes(one[place : place + 1]) - int.from_bytes(other[place : place + 1])


_BYTES: dict[str, Function] = {
    "memset": of_integers(3, _fill),
    "memcpy": of_integers(3, _copy),
    "memmove": of_integers(3, _copy),
    "mempcpy": of_integers(3, _copy_and_go_on),
    "memcmp": of_integers(3, _compare),
    "memchr": of_integers(3, _find),
    "bcmp": of_integers(3, _compare),
}


HEAP = 0x100
"""As after a program without position-independent code: below 4 GiB, where half an address is a whole one."""
_HEADER, _STEP, _LEAST = 16, 16, 24
_MOST_OF_A_BLOCK, _MOST_OF_ALL, _MOST_BLOCKS, _MOST_RESERVED = 1 << 17, 1 << 20, 600, 1 << WINDOW_BITS
PAGE, _ANONYMOUS, _WRITABLE = 4096, 0x20, 3
"""Of mmap: a page's bytes, MAP_ANONYMOUS, PROT_READ with PROT_WRITE."""
_ROUNDS = (
    *("rounds_begin", "kernel_begins", "kernel_ended", "round_over", "rounds_end"),
    *("lies_at", "is_other_than"),
)
_REFUSED = 1 << 40
"""No machine has as much: malloc gives nothing."""
_GIVEN_BACK = bytes(range(0x41, 0x51))


def usable(size: int) -> int:
    """Bytes that a block of glibc's holds for as many that were asked for."""
    return max(_LEAST, (size + 8 + _STEP - 1) // _STEP * _STEP - 8)


def allocate(machine: Machine, size: int) -> int:
    if size >= _REFUSED:
        return 0
    buffer = usable(size)
    machine.process.allocated += buffer
    if (
        buffer > _MOST_OF_A_BLOCK
        or machine.process.allocated > _MOST_OF_ALL
        or machine.process.blocks_made >= _MOST_BLOCKS
    ):
        raise UnsupportedConstruct()
    window = HEAP + machine.process.blocks_made
    machine.process.blocks_made += 1
    start = window << WINDOW_BITS
    machine.memory.regions[window] = Region(start, bytearray(8) + (buffer + 9).to_bytes(8, "little") + bytes(buffer))
    machine.process.blocks[start + _HEADER] = buffer
    return start + _HEADER


def _zeroed(machine: Machine, count: int, size: int) -> int:
    return allocate(machine, count * size)


def _resized(machine: Machine, block: int, size: int) -> int:
    if not block:
        return allocate(machine, size)
    if not size:
        return _given_back(machine, block)
    buffer = _block_size(machine, block)
    if usable(size) <= buffer:
        return block
    content = machine.memory.part(block, buffer)
    resized = allocate(machine, size)
    if resized:
        machine.memory.fill(resized, content)
        _given_back(machine, block)
    return resized


def _given_back(machine: Machine, block: int) -> int:
    if block:
        _block_size(machine, block)
        del machine.process.blocks[block]
        machine.memory.fill(block, _GIVEN_BACK)
    return 0


def _block_size(machine: Machine, block: int) -> int:
    """Of a block that is in use; any other ends the program, as glibc does when it sees it."""
    buffer = machine.process.blocks.get(block)
    if buffer is None:
        raise ExecutionHalted(HaltReason.ILLEGAL)
    if machine.memory.load(block - 8, 8) != buffer + 9:
        raise ExecutionHalted(HaltReason.ILLEGAL)
    return buffer


def _copied(machine: Machine, text: int) -> int:
    content = text_at(machine, text) + b"\0"
    block = allocate(machine, len(content))
    machine.memory.fill(block, content)
    return block


def _copied_up_to(machine: Machine, text: int, most: int) -> int:
    content = text_at(machine, text)[:most] + b"\0"
    block = allocate(machine, len(content))
    machine.memory.fill(block, content)
    return block


def _mapped(machine: Machine, wanted: int, size: int, protection: int, flags: int, *_: int) -> int:
    """Whole pages that are zero. Only memory that is neither a file's nor at an address of the caller's. Pages that
    nobody may touch are no region until some of them are opened."""
    most = 2 * _MOST_OF_A_BLOCK if protection else _MOST_RESERVED
    if wanted or not flags & _ANONYMOUS or not 0 < size <= most or protection not in (0, _WRITABLE):
        raise UnsupportedConstruct()
    window = HEAP + machine.process.blocks_made
    machine.process.blocks_made += 1
    if protection:
        _open(machine, window << WINDOW_BITS, size)
    return window << WINDOW_BITS


def _protected(machine: Machine, start: int, size: int, protection: int) -> int:
    """Of pages that were closed so far, or of all that were opened."""
    window, size = start >> WINDOW_BITS, -(-size // PAGE) * PAGE
    region = machine.memory.regions.get(window)
    if region is not None and region.start == start and len(region.content) == size and protection != _WRITABLE:
        region.is_writable = False
        if not protection:
            machine.process.allocated -= size
            del machine.memory.regions[window]
        return 0
    is_mapped = HEAP <= window < HEAP + machine.process.blocks_made
    if not is_mapped or region is not None or start % PAGE or protection != _WRITABLE:
        raise UnsupportedConstruct()
    _open(machine, start, size)
    return 0


def _open(machine: Machine, start: int, size: int) -> None:
    size = -(-size // PAGE) * PAGE
    machine.process.allocated += size
    if machine.process.allocated > _MOST_OF_ALL:
        raise UnsupportedConstruct()
    machine.memory.regions[start >> WINDOW_BITS] = Region(start, bytearray(size))


def _between_rounds(machine: Machine) -> int:
    """What is closed, cleared and looked at between rounds (`support/rounds.c`) is nothing that a right path meets."""
    return 0


_HEAP: dict[str, Function] = {
    **{name: of_integers(0, _between_rounds) for name in _ROUNDS},
    "mmap": of_integers(6, _mapped),
    "mprotect": of_integers(3, _protected),
    "malloc": of_integers(1, allocate),
    "calloc": of_integers(2, _zeroed),
    "realloc": of_integers(2, _resized),
    "free": of_integers(1, _given_back),
    "strdup": of_integers(1, _copied),
    "__strdup": of_integers(1, _copied),
    "strndup": of_integers(2, _copied_up_to),
}


_MOST_BYTES = 1 << 12
"""Of all elements together."""


def _sort(machine: Machine, start: int, count: int, size: int, compare: int) -> int:
    """By merging, as glibc does: equal elements keep their order. Elements are compared in a copy."""
    if not count or not size:
        return 0
    if count * size > _MOST_BYTES:
        raise UnsupportedConstruct()
    content = machine.memory.part(start, count * size)
    copy = allocate(machine, count * size)
    machine.memory.fill(copy, content)
    places = [copy + size * place for place in range(count)]

    def order(one: int, other: int) -> int:
        return int_of(machine.follow(compare, (one, other)))

    parts = [machine.memory.part(place, size) for place in sorted(places, key=cmp_to_key(order))]
    machine.memory.fill(start, b"".join(parts))
    return 0


def _search(machine: Machine, key: int, start: int, count: int, size: int, compare: int) -> int:
    low, high = 0, min(count, _MOST_BYTES)
    while low < high:
        middle = (low + high) // 2
        order = int_of(machine.follow(compare, (key, start + middle * size)))
        if order == 0:
            return start + middle * size
        low, high = (low, middle) if order < 0 else (middle + 1, high)
    return 0


_ORDERING: dict[str, Function] = {"qsort": of_integers(4, _sort), "bsearch": of_integers(5, _search)}


FUNCTIONS: dict[str, Function] = _BYTES | _HEAP | _ORDERING
