"""Shell: drawn commands on a few places and pins, and what they answer, in Python."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.domains.embedded_systems.tasks.families.board_code import OutputPin

WORDS = {
    "store": ("set", "put", "write", "let"),
    "recall": ("get", "show", "read"),
    "add": ("add", "inc", "plus"),
    "swap": ("swap", "xchg"),
    "total": ("sum", "total"),
    "largest": ("max", "top"),
    "clear": ("clear", "zero", "wipe"),
    "fill": ("fill", "all"),
    "find": ("find", "where"),
    "pin": ("pin", "out", "led"),
}
ARGUMENTS = {
    "store": ("place", "value"), "recall": ("place",), "add": ("place", "value"), "swap": ("place", "place"),
    "total": (), "largest": (), "clear": (), "fill": ("value",), "find": ("value",), "pin": ("pin", "level"),
}  # fmt: skip


@dataclass(frozen=True)
class Command:
    """`wraps` says what an addition does beyond the largest value: begin anew, or stay there."""

    kind: str
    word: str
    wraps: bool

    @property
    def arguments(self) -> tuple[str, ...]:
        return ARGUMENTS[self.kind]

    def told(self, shell: "Shell") -> str:
        done, word = shell.done, self.word
        beyond = f"modulo {shell.most + 1}" if self.wraps else f"but no further than to {shell.most}"
        return (
            {
                "store": f"`{word} PLACE VALUE` puts a value into a place and replies `{done}`.",
                "recall": f"`{word} PLACE` replies the value of a place.",
                "add": f"`{word} PLACE VALUE` adds to the value of a place, {beyond}, and replies its new value.",
                "swap": f"`{word} PLACE PLACE` exchanges the values of two places and replies `{done}`.",
                "total": f"`{word}` replies the sum of the values of all places.",
                "largest": f"`{word}` replies the largest value of all places.",
                "clear": f"`{word}` makes all values 0 and replies `{done}`.",
                "fill": f"`{word} VALUE` puts a value into all places and replies `{done}`.",
                "find": f"`{word} VALUE` replies the number of the first place with that value, or `none`.",
                "pin": f"`{word} PIN LEVEL` drives a pin low (0) or high (1) and replies `{done}`.",
            }[self.kind]
            .replace("replies the", f"replies in {'hexadecimal' if shell.in_hex else 'decimal'} the")
            .replace("replies its", f"replies in {'hexadecimal' if shell.in_hex else 'decimal'} its")
        )


@dataclass(frozen=True)
class Shell:
    """`errors` are the replies to an unknown word, a wrong form, a number beyond its limit, and a line too long."""

    commands: tuple[Command, ...]
    places: int
    most: int
    in_hex: bool
    end: str
    longest: int
    done: str
    errors: tuple[str, str, str, str]
    pins: tuple[OutputPin, ...]

    def limit_of(self, kind: str) -> int:
        return {"place": self.places - 1, "value": self.most, "pin": len(self.pins) - 1, "level": 1}[kind]

    def answers(self, lines: Sequence[str]) -> tuple[list[str], list[int]]:
        """The reply to each line, and the pins' levels in the end."""
        session = _Session(self, [0] * self.places, [0] * len(self.pins))
        replies = [session.reply(line) for line in lines]
        return [f"{reply}\r\n" if reply else "" for reply in replies], session.levels


@dataclass
class _Session:
    shell: Shell
    values: list[int]
    levels: list[int] = field(default_factory=list)

    def reply(self, line: str) -> str:
        shell = self.shell
        if not line:
            return ""
        if len(line) > shell.longest:
            return shell.errors[3]
        word, *texts = line.split(" ")
        command = next((command for command in shell.commands if command.word == word), None)
        if command is None:
            return shell.errors[0]
        pattern = "[0-9A-Fa-f]{1,4}" if shell.in_hex else "[0-9]{1,4}"
        if len(texts) != len(command.arguments) or not all(re.fullmatch(pattern, text) for text in texts):
            return shell.errors[1]
        numbers = [int(text, 16 if shell.in_hex else 10) for text in texts]
        if any(number > shell.limit_of(kind) for number, kind in zip(numbers, command.arguments, strict=True)):
            return shell.errors[2]
        answer = self._done(command, numbers)
        return shell.done if answer is None else answer if isinstance(answer, str) else number_text(shell, answer)

    def _done(self, command: Command, numbers: Sequence[int]) -> int | str | None:
        """What is replied; None for the word that says that it is done."""
        values, kind = self.values, command.kind
        if kind == "recall":
            return values[numbers[0]]
        if kind == "add":
            total = values[numbers[0]] + numbers[1]
            values[numbers[0]] = total % (self.shell.most + 1) if command.wraps else min(total, self.shell.most)
            return values[numbers[0]]
        if kind in ("total", "largest"):
            return sum(values) if kind == "total" else max(values)
        if kind == "find":
            return values.index(numbers[0]) if numbers[0] in values else "none"
        if kind == "store":
            values[numbers[0]] = numbers[1]
        elif kind == "swap":
            values[numbers[0]], values[numbers[1]] = values[numbers[1]], values[numbers[0]]
        elif kind == "pin":
            self.levels[numbers[0]] = numbers[1]
        else:
            values[:] = [numbers[0] if numbers else 0] * len(values)
        return None


def number_text(shell: Shell, value: int) -> str:
    """As it is replied: without leading zeros."""
    return f"{value:X}" if shell.in_hex else str(value)


def draw_commands(choice: random.Random) -> tuple[Command, ...]:
    """Something that stores, something that tells, and a few more."""
    tells = choice.choice(("recall", "recall", "total", "largest", "find"))
    others = [kind for kind in WORDS if kind not in ("store", tells)]
    kinds = ["store", tells, *choice.sample(others, choice.choice((1, 2, 2, 3)))]
    choice.shuffle(kinds)
    return tuple(Command(kind, choice.choice(WORDS[kind]), choice.random() < 0.5) for kind in kinds)
