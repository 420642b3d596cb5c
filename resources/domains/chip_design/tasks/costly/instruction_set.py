"""A drawn instruction set: its codes, functions and branches, in words, and what each does to registers and memory.

An `InstructionSet` is what `processors` draws. The interpreter here computes in Python from the rules that the prompt
states, instruction by instruction, and knows nothing of clock cycles or of the Verilog reference.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ADDRESS_BITS = 10
WORDS = 1 << ADDRESS_BITS
REGISTERS = 8
Function = Callable[[int, int, int], int]
"""Of two unsigned words and the width in bits; what comes out is cut to the width."""


@dataclass(frozen=True)
class Operation:
    """One function of the arithmetic unit: its words for the prompt, its Verilog, and itself."""

    name: str
    words: str
    verilog: str
    function: Function


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _turn(value: int, count: int, width: int) -> int:
    count %= width
    return value << count | value >> (width - count) if count else value


OPERATIONS: Sequence[Operation] = (
    Operation("add", "x + y", "x + y", lambda x, y, w: x + y),
    Operation("sub", "x - y", "x - y", lambda x, y, w: x - y),
    Operation("and", "x & y, bit by bit", "x & y", lambda x, y, w: x & y),
    Operation("or", "x | y, bit by bit", "x | y", lambda x, y, w: x | y),
    Operation("xor", "x ^ y, bit by bit", "x ^ y", lambda x, y, w: x ^ y),
    Operation("shl", "x shifted to the left by y[3:0], zeros from the right", "x << y[3:0]",
              lambda x, y, w: x << (y & 15)),
    Operation("shr", "x shifted to the right by y[3:0], zeros from the left", "x >> y[3:0]",
              lambda x, y, w: x >> (y & 15)),
    Operation("sar", "x shifted to the right by y[3:0], the sign from the left", "$signed(x) >>> y[3:0]",
              lambda x, y, w: _signed(x, w) >> (y & 15)),
    Operation("rol", "x turned to the left by y[3:0] places", "(x << y[3:0]) | (x >> (WIDTH - y[3:0]))",
              lambda x, y, w: _turn(x, y & 15, w)),
    Operation("slt", "1 where x < y as signed numbers, else 0", "$signed(x) < $signed(y)",
              lambda x, y, w: int(_signed(x, w) < _signed(y, w))),
    Operation("sltu", "1 where x < y as unsigned numbers, else 0", "x < y", lambda x, y, w: int(x < y)),
    Operation("minu", "the smaller of x and y, unsigned", "x < y ? x : y", lambda x, y, w: min(x, y)),
    Operation("max", "the larger of x and y, signed", "$signed(x) < $signed(y) ? y : x",
              lambda x, y, w: max(x, y, key=lambda one: _signed(one, w))),
    Operation("andn", "x with the bits cleared that are 1 in y", "x & ~y", lambda x, y, w: x & ~y),
    Operation("xnor", "the complement of x ^ y", "~(x ^ y)", lambda x, y, w: ~(x ^ y)),
    Operation("mul", "the low bits of x * y", "x * y", lambda x, y, w: x * y),
    Operation("avg", "half of x + y as unsigned numbers, rounded down; the carry of the sum is not lost",
              "({1'b0, x} + {1'b0, y}) >> 1", lambda x, y, w: (x + y) >> 1),
)  # fmt: skip
_ALWAYS, _DRAWN = 5, 3
BRANCHES: Mapping[str, tuple[str, str]] = {
    "eq": ("a = b", "value_a == value_b"),
    "ne": ("a and b differ", "value_a != value_b"),
    "lt": ("a < b as signed numbers", "$signed(value_a) < $signed(value_b)"),
    "ge": ("a >= b as signed numbers", "$signed(value_a) >= $signed(value_b)"),
    "ltu": ("a < b as unsigned numbers", "value_a < value_b"),
    "geu": ("a >= b as unsigned numbers", "value_a >= value_b"),
}
_FIXED = ("alu", "addi", "li", "lis", "load", "store", "jal", "jr", "halt")
_EXTRAS = ("loadp", "storep", "dbnz", "swap", "sel")


@dataclass(frozen=True)
class InstructionSet:
    """`codes` are opcodes by name; branches are called by their condition. `zero`: register 0 is always 0. `extends`:
    the immediate of `li` carries its sign. `idle_halts`: a code without meaning halts, else it does nothing."""

    width: int
    codes: Mapping[str, int]
    operations: tuple[Operation, ...]
    zero: bool
    extends: bool
    idle_halts: bool

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    @property
    def branches(self) -> list[str]:
        return [name for name in self.codes if name in BRANCHES]

    def encoded(self, name: str, a: int = 0, b: int = 0, c: int = 0, low: int = 0) -> int:
        """Opcode, three registers, three low bits."""
        return self.codes[name] << 12 | a << 9 | b << 6 | c << 3 | low

    def short(self, name: str, a: int, b: int, immediate: int) -> int:
        """With six bits behind two registers."""
        return self.codes[name] << 12 | a << 9 | b << 6 | immediate & 63

    def long(self, name: str, a: int, immediate: int) -> int:
        """With nine bits behind one register."""
        return self.codes[name] << 12 | a << 9 | immediate & 511

    def function(self, name: str) -> int:
        """Its number among the operations."""
        return [operation.name for operation in self.operations].index(name)


def draw_instruction_set(choice: random.Random) -> InstructionSet:
    operations = [*OPERATIONS[:_ALWAYS], *choice.sample(OPERATIONS[_ALWAYS:], _DRAWN)]
    choice.shuffle(operations)
    branches = ["ne", *choice.sample([name for name in BRANCHES if name != "ne"], choice.choice((1, 2, 3)))]
    if not {"lt", "ge", "ltu", "geu"} & set(branches):
        branches.append(choice.choice(("lt", "ge", "ltu", "geu")))
    names = [
        *_FIXED,
        *branches,
        *choice.sample(_EXTRAS, min(choice.choice((1, 2, 3)), 15 - len(_FIXED) - len(branches))),
    ]
    places = choice.sample(range(16), len(names))
    return InstructionSet(
        width=choice.choice((16, 16, 24, 32)),
        codes=dict(zip(names, places, strict=True)),
        operations=tuple(operations),
        zero=choice.random() < 0.4,
        extends=choice.random() < 0.5,
        idle_halts=choice.random() < 0.5,
    )


class Transfer(NamedTuple):
    """One on the bus: what is written, None of a read, and whether the cycle before it asked for nothing."""

    address: int
    written: int | None
    behind_idle: bool


class Interpreter:
    """Runs a program in a memory. `transfers` are what the bus shows, in order, until the processor halts."""

    def __init__(self, instructions: InstructionSet, memory: list[int]) -> None:
        self._set = instructions
        self._names = {code: name for name, code in instructions.codes.items()}
        self._memory = memory

    def transfers(self, most: int) -> list[Transfer]:
        """Raises ValueError for a program that does not halt within so many."""
        seen: list[Transfer] = []
        registers, place, behind_idle = [0] * REGISTERS, 0, False
        kept, mask, width = self._set, self._set.mask, self._set.width
        memory, names, top = self._memory, self._names, WORDS - 1
        functions = [operation.function for operation in kept.operations]
        while True:
            if len(seen) > most:
                raise ValueError("the program does not halt")
            seen.append(Transfer(place, None, behind_idle))
            behind_idle = True
            word, place = memory[place], place + 1 & top
            name, a, b, c = names.get(word >> 12 & 15, ""), word >> 9 & 7, word >> 6 & 7, word >> 3 & 7
            short, long = (word & 63 ^ 32) - 32, (word & 511 ^ 256) - 256
            target, value = -1, 0
            if name == "alu":
                target, value = a, functions[word & 7](registers[b], registers[c], width)
            elif name == "addi":
                target, value = a, registers[b] + short
            elif name == "li":
                target, value = a, long if kept.extends else word & 511
            elif name == "lis":
                target, value = a, registers[a] << 9 | word & 511
            elif name in ("load", "loadp"):
                address = (registers[b] + (short if name == "load" else 0)) & top
                seen.append(Transfer(address, None, True))
                target, value, behind_idle = a, memory[address], False
                if name == "loadp" and b != a:
                    self._put(registers, b, registers[b] + 1)
            elif name in ("store", "storep"):
                address = (registers[b] + (short if name == "store" else 0)) & top
                seen.append(Transfer(address, registers[a], True))
                memory[address], behind_idle = registers[a], False
                if name == "storep":
                    target, value = b, registers[b] + 1
            elif name == "jal":
                target, value, place = a, place, place + long & top
            elif name == "jr":
                target, value, place = a, place, registers[b] + short & top
            elif name == "dbnz":
                target, value = a, registers[a] - 1
                place = place + long & top if value & mask and not (kept.zero and a == 0) else place
            elif name == "swap":
                first, second = registers[a], registers[b]
                self._put(registers, b, first)
                target, value = a, second
            elif name == "sel":
                target, value = a, registers[b] if registers[a] else registers[c]
            elif name in BRANCHES:
                if self._holds(name, registers[a], registers[b]):
                    place = place + short & top
            elif name == "halt" or (not name and kept.idle_halts):
                return seen
            if target >= 0:
                self._put(registers, target, value)

    def _put(self, registers: list[int], target: int, value: int) -> None:
        if target or not self._set.zero:
            registers[target] = value & self._set.mask

    def _holds(self, condition: str, first: int, second: int) -> bool:
        if condition in ("eq", "ne"):
            return (first == second) == (condition == "eq")
        if condition in ("lt", "ge"):
            first, second = _signed(first, self._set.width), _signed(second, self._set.width)
        return (first < second) == condition.startswith("lt")
