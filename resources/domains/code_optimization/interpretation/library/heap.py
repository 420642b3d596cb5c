"""Functions that give and take memory: each block lies in a window of its own and ends where the allocator's does.

New memory is zero, as it is in a young process; what is given back is overwritten at its beginning, as by glibc's
lists.
"""

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    of_integers,
    text_at,
    unknown,
)
from resources.domains.code_optimization.interpretation.machine import (
    WINDOW_BITS,
    Ending,
    Machine,
    PathEndedError,
    Region,
)

HEAP = 0x100
"""As after a program without position-independent code: below 4 GiB, where half an address is a whole one."""
_HEADER, _STEP, _LEAST = 16, 16, 24
_MOST_OF_A_BLOCK, _MOST_OF_ALL, _MOST_BLOCKS = 1 << 17, 1 << 20, 600
PAGE, _ANONYMOUS, _WRITABLE = 4096, 0x20, 3
"""Of mmap: a page's bytes, MAP_ANONYMOUS, PROT_READ with PROT_WRITE."""
_REFUSED = 1 << 40
"""No machine has as much: malloc gives nothing."""
_GIVEN_BACK = bytes(range(0x41, 0x51))


def usable(size: int) -> int:
    """Bytes that a block of glibc's holds for as many that were asked for."""
    return max(_LEAST, (size + 8 + _STEP - 1) // _STEP * _STEP - 8)


def allocate(machine: Machine, size: int) -> int:
    if size >= _REFUSED:
        return 0
    room = usable(size)
    machine.allocated += room
    if room > _MOST_OF_A_BLOCK or machine.allocated > _MOST_OF_ALL or machine.blocks_made >= _MOST_BLOCKS:
        raise unknown()
    window = HEAP + machine.blocks_made
    machine.blocks_made += 1
    start = window << WINDOW_BITS
    machine.regions[window] = Region(start, bytearray(8) + (room + 9).to_bytes(8, "little") + bytes(room))
    machine.blocks[start + _HEADER] = room
    return start + _HEADER


def _zeroed(machine: Machine, count: int, size: int) -> int:
    return allocate(machine, count * size)


def _resized(machine: Machine, block: int, size: int) -> int:
    if not block:
        return allocate(machine, size)
    if not size:
        return _given_back(machine, block)
    room = _room(machine, block)
    if usable(size) <= room:
        return block
    content = machine.part(block, room)
    found = allocate(machine, size)
    if found:
        machine.fill(found, content)
        _given_back(machine, block)
    return found


def _given_back(machine: Machine, block: int) -> int:
    if block:
        _room(machine, block)
        del machine.blocks[block]
        machine.fill(block, _GIVEN_BACK)
    return 0


def _room(machine: Machine, block: int) -> int:
    """Of a block that is in use; any other ends the program, as glibc does when it sees it."""
    room = machine.blocks.get(block)
    if room is None:
        raise PathEndedError(Ending.ILLEGAL)
    if machine.load(block - 8, 8) != room + 9:
        raise PathEndedError(Ending.ILLEGAL)
    return room


def _copied(machine: Machine, text: int) -> int:
    content = text_at(machine, text) + b"\0"
    block = allocate(machine, len(content))
    machine.fill(block, content)
    return block


def _copied_up_to(machine: Machine, text: int, most: int) -> int:
    content = text_at(machine, text)[:most] + b"\0"
    block = allocate(machine, len(content))
    machine.fill(block, content)
    return block


def _mapped(machine: Machine, wanted: int, size: int, protection: int, flags: int, *_: int) -> int:
    """Whole pages that are zero. Only memory that is neither a file's nor at an address of the caller's. Pages that
    nobody may touch are no region until some of them are opened."""
    if wanted or not flags & _ANONYMOUS or not 0 < size <= _MOST_OF_A_BLOCK or protection not in (0, _WRITABLE):
        raise unknown()
    window = HEAP + machine.blocks_made
    machine.blocks_made += 1
    if protection:
        _open(machine, window << WINDOW_BITS, size)
    return window << WINDOW_BITS


def _protected(machine: Machine, start: int, size: int, protection: int) -> int:
    """Of pages that were closed so far."""
    is_mapped = HEAP <= start >> WINDOW_BITS < HEAP + machine.blocks_made
    if not is_mapped or start >> WINDOW_BITS in machine.regions or start % PAGE or protection != _WRITABLE:
        raise unknown()
    _open(machine, start, size)
    return 0


def _open(machine: Machine, start: int, size: int) -> None:
    size = -(-size // PAGE) * PAGE
    machine.allocated += size
    if machine.allocated > _MOST_OF_ALL:
        raise unknown()
    machine.regions[start >> WINDOW_BITS] = Region(start, bytearray(size))


FUNCTIONS: dict[str, Function] = {
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
