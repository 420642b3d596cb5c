"""Device: a drawn device on SPI, and what a terminal's letters ask of it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Action:
    """`kind`: `values` of registers, `set` one to `mask`, or `raise`, `drop` and `flip` the bits of `mask`."""

    letter: str
    kind: str
    address: int
    mask: int = 0
    count: int = 1
    width: int = 1
    order: Literal["big", "little"] = "big"
    signed: bool = False
    how: str = "list"

    def shown(self, values: Sequence[int]) -> str:
        if self.how == "list":
            return ",".join(str(value) for value in values)
        if self.how == "sum":
            return str(sum(values))
        if self.how == "hex":
            return "".join(f"{value & (1 << 8 * self.width) - 1:0{2 * self.width}X}" for value in values)
        return str(max(values))

    @property
    def form(self) -> str:
        digits = {1: "two", 2: "four"}[self.width]
        return {
            "list": "them in decimal, separated by commas",
            "sum": "their sum in decimal",
            "hex": f"them as {digits} upper-case hexadecimal digits each, without anything between",
            "largest": "the largest of them in decimal",
        }[self.how]


@dataclass(frozen=True)
class Device:
    identity_at: int
    identity: int
    setup: tuple[tuple[int, int], ...]
    actions: tuple[Action, ...]
    mode: int
    prescaler: int
    present: str
    absent: str

    @property
    def control(self) -> int:
        """SPI1->CR1 without its select bits' mirror."""
        divider = self.prescaler.bit_length() - 2
        return 0x304 | divider << 3 | (3 if self.mode == 3 else 0)

    @property
    def shifted(self) -> str:
        """The deed that each of its frames is."""
        return f"shift SPI1 in mode {self.mode}, 8 bits, prescaler {self.prescaler}"

    @property
    def used(self) -> list[int]:
        """All registers that matter."""
        values = {
            action.address + place
            for action in self.actions
            for place in range(action.count * action.width if action.kind == "values" else 1)
        }
        return sorted(values | {address for address, _ in self.setup})


def draw_device(choice: random.Random) -> Device:
    addresses = choice.sample(range(0x02, 0x70, 8), 8)
    letters = choice.sample("abcdfgmnprstvwxz", 4)
    kinds = ["values", *choice.sample(("values", "set", "raise", "drop", "flip"), choice.choice((1, 2, 3)))]
    return Device(
        identity_at=addresses[0],
        identity=choice.randrange(0x10, 0xF0),
        setup=tuple((address, choice.randrange(1, 256)) for address in addresses[1 : 1 + choice.choice((1, 2, 3))]),
        actions=tuple(
            _draw_action(choice, letter, kind, address)
            for letter, kind, address in zip(letters, kinds, addresses[4:], strict=False)
        ),
        mode=choice.choice((0, 3)),
        prescaler=choice.choice((4, 8, 16, 32, 64)),
        present=choice.choice(("ready", "found", "up")),
        absent=choice.choice(("missing", "none", "unknown")),
    )


def _draw_action(choice: random.Random, letter: str, kind: str, address: int) -> Action:
    if kind != "values":
        return Action(letter, kind, address, mask=choice.choice((0x01, 0x08, 0x81, 0x30, 0xC4, 0x7E)))
    width = choice.choice((1, 2))
    count = choice.choice((1, 2, 3))
    how = choice.choice(("list", "sum", "hex", "largest") if count > 1 else ("list", "hex"))
    signed = how != "hex" and choice.random() < 0.6
    return Action(
        letter, kind, address, count=count, width=width, order=choice.choice(("big", "little")), signed=signed, how=how
    )
