"""Programs in a drawn instruction set: an assembler, algorithms, and random code in loops.

Short programs try each instruction; long ones sort, sieve and call themselves, and run random code over and over, so
that results are long computations and each instruction meets many values. All end by halting.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from resources.domains.chip_design.tasks.costly.instruction_set import WORDS, InstructionSet

_LINK, _BASE, _COUNT = 7, 6, 5
"""Registers that random code leaves alone: what a jump overwrites, where data begin, and a loop's counter."""
_DATA = 512
_WINDOW = 32
"""Words of data that random code reads and writes, from `_DATA` on."""


@dataclass
class Assembly:
    """A program as it grows; jumps to labels are filled in at the end."""

    instructions: InstructionSet
    words: list[int] = field(default_factory=list)
    _labels: dict[str, int] = field(default_factory=dict)
    _jumps: list[tuple[int, str, Callable[[int], int], int]] = field(default_factory=list)

    def add(self, word: int) -> None:
        self.words.append(word)

    def label(self, name: str) -> None:
        self._labels[name] = len(self.words)

    def alu(self, name: str, a: int, b: int, c: int) -> None:
        self.add(self.instructions.encoded("alu", a, b, c, self.instructions.function(name)))

    def short(self, name: str, a: int, b: int, immediate: int) -> None:
        self.add(self.instructions.short(name, a, b, immediate))

    def constant(self, a: int, value: int) -> None:
        """A number of up to 27 bits, not negative."""
        parts = [value >> shift & 511 for shift in (18, 9, 0)]
        while len(parts) > 1 and not parts[0] and parts[1] < 256:
            parts.pop(0)
        self.add(self.instructions.long("li", a, parts[0]))
        for part in parts[1:]:
            self.add(self.instructions.long("lis", a, part))

    def jump(self, label: str, link: int = _LINK) -> None:
        self._jump(label, lambda offset: self.instructions.long("jal", link, offset), 256)

    def branch(self, name: str, a: int, b: int, label: str) -> None:
        self._jump(label, lambda offset: self.instructions.short(name, a, b, offset), 32)

    def count_down(self, a: int, label: str) -> None:
        self._jump(label, lambda offset: self.instructions.long("dbnz", a, offset), 256)

    def unless_less(self, a: int, b: int, label: str) -> None:
        """Jumps where a >= b; both are small, so that the sign does not matter."""
        names = self.instructions.branches
        inverse = next((name for name in ("ge", "geu") if name in names), None)
        if inverse:
            self.branch(inverse, a, b, label)
            return
        direct = next(name for name in ("lt", "ltu") if name in names)
        skipped = f"{label} skipped at {len(self.words)}"
        self.branch(direct, a, b, skipped)
        self.jump(label, link=0)
        self.label(skipped)

    def _jump(self, label: str, encode: Callable[[int], int], reach: int) -> None:
        self._jumps.append((len(self.words), label, encode, reach))
        self.words.append(0)

    def finished(self) -> list[int]:
        """All words. Raises ValueError for a label that is out of reach, or a program that meets its data."""
        for place, label, encode, reach in self._jumps:
            offset = self._labels[label] - place - 1
            if not -reach <= offset < reach:
                raise ValueError(f"{label} is out of reach: {offset}")
            self.words[place] = encode(offset)
        if len(self.words) > _DATA:
            raise ValueError("the program reaches into its data")
        return self.words


def memory_of(program: list[int], choice: random.Random, width: int) -> list[int]:
    """The program, and drawn words behind it: all 1,024 of them."""
    return [*program, *(choice.getrandbits(width) for _ in range(WORDS - len(program)))]


def trial_program(instructions: InstructionSet, choice: random.Random, length: int) -> list[int]:
    """Drawn instructions without a loop, each kind and each function among them."""
    code = Assembly(instructions)
    for register in range(7):
        code.constant(register, choice.getrandbits(choice.choice((4, 9, 16, 26))))
    code.constant(_BASE, _DATA)
    _random_code(code, choice, length, every=True)
    code.add(instructions.encoded("halt"))
    return code.finished()


def idle_program(instructions: InstructionSet, choice: random.Random) -> list[int]:
    """Meets a code that has no meaning, where there is one, and halts by it or behind it."""
    code = Assembly(instructions)
    unused = [number for number in range(16) if number not in instructions.codes.values()]
    for number in unused:
        code.constant(1, choice.getrandbits(12))
        code.short("store", 1, 1, 3)
        if not instructions.idle_halts:
            code.add(number << 12 | choice.getrandbits(12))
    if unused and instructions.idle_halts:
        code.add(choice.choice(unused) << 12 | choice.getrandbits(12))
    code.short("store", 1, 1, 9)
    code.add(instructions.encoded("halt") | choice.getrandbits(12))
    return code.finished()


def random_loop(instructions: InstructionSet, choice: random.Random, length: int, turns: int) -> list[int]:
    """Drawn code, `turns` times; its registers and data go on from one to the next."""
    code = Assembly(instructions)
    for register in range(_COUNT):
        code.constant(register, choice.getrandbits(26))
    code.constant(_BASE, _DATA)
    code.constant(_COUNT, turns)
    code.label("again")
    _random_code(code, choice, length, every=True)
    if "dbnz" in instructions.codes:
        code.count_down(_COUNT, "again")
    else:
        code.short("addi", _COUNT, _COUNT, -1)
        code.constant(_LINK, 0)
        code.branch("ne", _COUNT, _LINK, "once more")
        code.add(instructions.encoded("halt"))
        code.label("once more")
        code.jump("again")
    code.add(instructions.encoded("halt"))
    return code.finished()


def _random_code(code: Assembly, choice: random.Random, length: int, *, every: bool) -> None:
    """`every`: each function of the arithmetic unit and each kind comes once before any is drawn."""
    kinds = [kind for kind in code.instructions.codes if kind not in ("halt", "jal", "jr", "dbnz", "store")]
    wanted = [*(operation.name for operation in code.instructions.operations), *kinds, "store"] if every else []
    choice.shuffle(wanted)
    for place in range(length):
        kind = wanted[place] if place < len(wanted) else choice.choice(("alu", "alu", "alu", "store", *kinds))
        _random_instruction(code, choice, kind, f"{len(code.words)}")


def _random_instruction(code: Assembly, choice: random.Random, kind: str, name: str) -> None:
    """Writes registers 0 to 4 only. A pointer that counts up is made anew before each use."""
    instructions = code.instructions
    a, b, c = choice.randrange(_COUNT), choice.randrange(8), choice.randrange(8)
    if kind in ("load", "store"):
        code.short(kind, a, _BASE, choice.randrange(_WINDOW))
    elif kind in ("loadp", "storep"):
        pointer = choice.randrange(1, _COUNT)
        code.constant(pointer, _DATA + choice.randrange(_WINDOW))
        code.short(kind, choice.choice((a, pointer)), pointer, choice.randrange(64) - 32)
    elif kind in ("li", "lis"):
        code.add(instructions.long(kind, a, choice.getrandbits(9)))
    elif kind == "addi":
        code.short(kind, a, b, choice.randrange(64))
    elif kind == "swap":
        code.short(kind, a, choice.randrange(_COUNT), choice.randrange(64))
    elif kind == "sel":
        code.add(instructions.encoded(kind, a, b, c, choice.randrange(8)))
    elif kind in instructions.branches:
        code.branch(kind, a, choice.choice((a, b, b)), name)
        for _ in range(choice.randint(1, 2)):
            code.short("addi", choice.randrange(_COUNT), choice.randrange(8), choice.randrange(64))
        code.label(name)
    else:
        number = choice.randrange(8) if kind == "alu" else instructions.function(kind)
        code.add(instructions.encoded("alu", a, b, c, number))


def sorting(instructions: InstructionSet, choice: random.Random, size: int) -> list[int]:
    """Fills an array with a recurrence and sorts it by insertion; values have 13 bits."""
    code = Assembly(instructions)
    code.constant(1, choice.getrandbits(12))
    code.constant(2, choice.getrandbits(12) | 1)
    code.constant(3, (1 << 13) - 1)
    code.constant(4, _DATA)
    code.constant(5, _DATA + size)
    code.label("fill")
    for _ in range(2):
        code.alu("add", 1, 1, 1)
    code.alu("xor", 1, 1, 2)
    code.alu("add", 1, 1, 2)
    code.alu("sub", 2, 2, 1)
    code.alu("and", 6, 1, 3)
    code.short("store", 6, 4, 0)
    code.short("addi", 4, 4, 1)
    code.branch("ne", 4, 5, "fill")
    code.constant(4, _DATA + 1)
    code.label("outer")
    code.short("load", 1, 4, 0)
    code.short("addi", 2, 4, 0)
    code.label("inner")
    code.short("load", 3, 2, -1)
    code.unless_less(1, 3, "placed")
    code.short("store", 3, 2, 0)
    code.short("addi", 2, 2, -1)
    code.constant(6, _DATA)
    code.branch("ne", 2, 6, "inner")
    code.label("placed")
    code.short("store", 1, 2, 0)
    code.short("addi", 4, 4, 1)
    code.branch("ne", 4, 5, "outer")
    code.add(instructions.encoded("halt"))
    return code.finished()


def sieving(instructions: InstructionSet, choice: random.Random, size: int) -> list[int]:
    """Counts, for each number below `size`, how many numbers from 2 on divide it."""
    code = Assembly(instructions)
    code.constant(5, _DATA + size)
    code.constant(4, _DATA)
    code.constant(1, choice.getrandbits(8))
    code.label("clear")
    code.short("store", 1, 4, 0)
    code.short("addi", 4, 4, 1)
    code.branch("ne", 4, 5, "clear")
    code.constant(1, 2)
    code.label("divisor")
    code.constant(4, _DATA)
    code.label("multiple")
    code.short("load", 2, 4, 0)
    code.short("addi", 2, 2, 1)
    code.short("store", 2, 4, 0)
    code.alu("add", 4, 4, 1)
    code.unless_less(4, 5, "next")
    code.jump("multiple")
    code.label("next")
    code.short("addi", 1, 1, 1)
    code.constant(6, size)
    code.branch("ne", 1, 6, "divisor")
    code.add(instructions.encoded("halt"))
    return code.finished()


def recursion(instructions: InstructionSet, choice: random.Random, depth: int) -> list[int]:
    """A Fibonacci number by functions that call themselves, with a stack; the first two are drawn."""
    code = Assembly(instructions)
    code.constant(6, _DATA + 400)
    code.constant(1, depth)
    code.constant(5, choice.getrandbits(8))
    code.jump("number")
    code.constant(4, _DATA)
    code.short("store", 2, 4, 0)
    code.add(instructions.encoded("halt"))
    code.label("number")
    code.constant(3, 2)
    code.unless_less(1, 3, "deeper")
    code.alu("add", 2, 1, 5)
    code.short("jr", 3, 7, 0)
    code.label("deeper")
    code.short("addi", 6, 6, -3)
    code.short("store", 7, 6, 0)
    code.short("store", 1, 6, 1)
    code.short("addi", 1, 1, -1)
    code.jump("number")
    code.short("store", 2, 6, 2)
    code.short("load", 1, 6, 1)
    code.short("addi", 1, 1, -2)
    code.jump("number")
    code.short("load", 3, 6, 2)
    code.alu("add", 2, 2, 3)
    code.short("load", 7, 6, 0)
    code.short("addi", 6, 6, 3)
    code.short("jr", 3, 7, 0)
    return code.finished()
