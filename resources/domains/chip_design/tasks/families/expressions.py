"""Expression graphs: nodes of drawn operators and widths, with what each is in Verilog, in words and as a number.

What an operator does to values of unequal widths is said once, in `CONVENTIONS`; in Verilog each node has a wire of its
own, so that no width follows from context.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

CONVENTIONS = (
    "All values are unsigned numbers. A difference below 0 wraps around. A result that does not fit into the bits "
    "given for it keeps its low bits. Shifts fill with 0. A comparison gives 1 or 0."
)
MOST_BITS = 16


@dataclass(frozen=True)
class Operator:
    """`verilog` and `words` have {a}, {b} and {c} for the operands; `bits` gives the result's width from theirs."""

    name: str
    operands: int
    verilog: str
    words: str
    value: Callable[..., int]
    bits: Callable[..., int]


def _wider(*widths: int) -> int:
    return min(MOST_BITS, max(widths))


OPERATORS = (
    Operator("add", 2, "{a} + {b}", "{a} + {b}", lambda a, b: a + b, lambda a, b: min(MOST_BITS, max(a, b) + 1)),
    Operator("subtract", 2, "{a} - {b}", "{a} - {b}", lambda a, b: a - b, _wider),
    Operator("multiply", 2, "{a} * {b}", "{a} * {b}", lambda a, b: a * b, lambda a, b: min(MOST_BITS, a + b)),
    Operator("and", 2, "{a} & {b}", "{a} AND {b} (bit by bit)", lambda a, b: a & b, _wider),
    Operator("or", 2, "{a} | {b}", "{a} OR {b} (bit by bit)", lambda a, b: a | b, _wider),
    Operator("xor", 2, "{a} ^ {b}", "{a} XOR {b} (bit by bit)", lambda a, b: a ^ b, _wider),
    Operator("greater", 2, "({a} > {b}) ? {a} : {b}", "the greater of {a} and {b}", max, _wider),
    Operator("less", 2, "({a} < {b}) ? {a} : {b}", "the smaller of {a} and {b}", min, _wider),
    Operator("below", 2, "{a} < {b}", "1 if {a} < {b}, else 0", lambda a, b: int(a < b), lambda a, b: 1),
    Operator("equal", 2, "{a} == {b}", "1 if {a} = {b}, else 0", lambda a, b: int(a == b), lambda a, b: 1),
    Operator(
        "distance",
        2,
        "({a} > {b}) ? {a} - {b} : {b} - {a}",
        "the absolute difference of {a} and {b}",
        lambda a, b: abs(a - b),
        _wider,
    ),
    Operator(
        "choose",
        3,
        "{c} ? {a} : {b}",
        "{a} if {c} is not 0, else {b}",
        lambda a, b, c: a if c else b,
        lambda a, b, c: _wider(a, b),
    ),
    Operator("left", 1, "{a} << 1", "{a} shifted left by 1", lambda a: a << 1, lambda a: min(MOST_BITS, a + 1)),
    Operator("right", 1, "{a} >> 2", "{a} shifted right by 2", lambda a: a >> 2, lambda a: a),
    Operator(
        "parity",
        1,
        "^{a}",
        "the parity of {a} (1 if an odd number of its bits is 1)",
        lambda a: a.bit_count() & 1,
        lambda a: 1,
    ),
)


@dataclass(frozen=True)
class Node:
    """A value with a name: its operator, and the names that it is computed of."""

    name: str
    width: int
    operator: Operator
    operands: tuple[str, ...]

    def words(self) -> str:
        named = dict(zip("abc", (f"`{name}`" if name[0].isalpha() else name for name in self.operands), strict=False))
        return self.operator.words.format(**named)

    def verilog(self) -> str:
        return self.operator.verilog.format(**dict(zip("abc", self.operands, strict=False)))

    def value(self, known: Mapping[str, int]) -> int:
        return self.operator.value(*(known[name] for name in self.operands)) & (1 << self.width) - 1


def draw_nodes(choice: random.Random, inputs: Mapping[str, int], count: int) -> list[Node]:
    """`inputs` are widths by name. Each node uses what nobody has used yet, while there is something."""
    widths, unused, nodes = dict(inputs), list(inputs), list[Node]()
    while len(nodes) < count or len(unused) > 1:
        operator = choice.choice(OPERATORS)
        if operator.operands > len(widths) or (len(nodes) >= count and operator.operands == 1):
            continue
        operands = _operands(choice, operator.operands, list(widths), unused)
        name = f"n{len(nodes)}"
        width = operator.bits(*(widths[operand] for operand in operands))
        nodes.append(Node(name, width, operator, operands))
        unused = [other for other in unused if other not in operands] + [name]
        widths[name] = width
    return nodes


def _operands(choice: random.Random, count: int, every: Sequence[str], unused: Sequence[str]) -> tuple[str, ...]:
    """Different ones."""
    first = choice.sample(unused, min(len(unused), count, 2))
    others = [name for name in every if name not in first]
    operands = [*first, *choice.sample(others, count - len(first))]
    choice.shuffle(operands)
    return tuple(operands)


def evaluated(nodes: Sequence[Node], inputs: Mapping[str, int]) -> dict[str, int]:
    known = dict(inputs)
    for node in nodes:
        known[node.name] = node.value(known)
    return known
