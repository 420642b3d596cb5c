"""Family `command_line`: lines of words and numbers on the terminal, with drawn commands, replies and errors."""

import random
from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck
from resources.domains.embedded_systems.execution.checks.records import Check, LevelCheck, UartCheck
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    core_sentence,
    draw_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.command_code import reference_of
from resources.domains.embedded_systems.tasks.families.command_model import (
    Command,
    Shell,
    draw_commands,
    number_text,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.families.sleep_limits import BYTE_MS, sleep_check
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_PARSING_MS = 0.05
_WAITING = 84
"""Bytes that wait at most, of the 100 that the prompt allows."""


def draw_shell(choice: random.Random) -> Shell:
    commands = draw_commands(choice)
    drives = any(command.kind == "pin" for command in commands)
    codes = choice.choice((("ERR 1", "ERR 2", "ERR 3", "ERR 4"), ("?word", "?form", "?range", "?long"), ("no",) * 4))
    return Shell(
        commands=commands,
        places=choice.choice((4, 6, 8)),
        most=choice.choice((99, 255, 999, 9999)),
        in_hex=choice.random() < 0.35,
        end=choice.choice("\r\n;"),
        longest=choice.choice((16, 20, 24)),
        done=choice.choice(("ok", "OK", "done", "+")),
        errors=codes,
        pins=draw_outputs(choice, choice.choice((2, 3))) if drives else (),
    )


def _scenario(shell: Shell, name: str, lines: Sequence[str], *, paused: bool = True) -> ScenarioRecord:
    answers, levels = shell.answers(lines)
    stimuli, at = [], 1.0
    for line, answer in zip(lines, answers, strict=True):
        stimuli.append(UartInput(round(at, 3), "USART2", text=line + shell.end))
        at += (len(line) + 1 + (len(answer) if paused else 0)) * BYTE_MS + (0.4 if paused else 0.02)
    at += 0 if paused else sum(map(len, answers)) * BYTE_MS
    duration = round(at + 4, 1)
    count, sent = sum(len(line) + 1 for line in lines), sum(map(len, answers))
    checks: list[Check] = [UartCheck("USART2", equals="".join(answers)), CORE]
    checks.append(sleep_check(duration, events=count, sent=sent, work_ms=_PARSING_MS * len(lines)))
    checks += [LevelCheck(pin.name, duration - 0.1, level) for pin, level in zip(shell.pins, levels, strict=True)]
    demands = (
        DeedCheck(("take a byte from USART2",), (count, count), by=("USART2",), alone=True),
        DeedCheck(("write USART2->DR",), (sent, sent), by=("main",), alone=True),
    )
    return ScenarioRecord(name, duration, tuple(checks), demands, tuple(stimuli))


def _scenarios(shell: Shell, choice: random.Random) -> Iterator[ScenarioRecord]:
    good = [line for command in shell.commands for line in _good_lines(shell, command, choice)]
    yield _scenario(shell, "each command", good[:14])
    wrong = [line for command in shell.commands for line in _wrong_lines(shell, command)]
    yield _scenario(shell, "wrong lines", [*good[:3], *wrong[:22], good[0]])
    word = shell.commands[0].word
    odd = ["", word[:-1], word + "x", word.swapcase(), "x" * shell.longest, "y" * (shell.longest + 1), ""]
    odd += [f"{good[0]}\0"[-shell.longest :], f"{word}\0x", "\0"]
    odd += ["z" * (shell.longest + 9), f" {good[0]}"[: shell.longest], f"{good[0]} ", good[0].replace(" ", "  ", 1)]
    yield _scenario(shell, "odd lines", [*odd, *good[:2]])
    mixed = [choice.choice([*good, *good, *wrong]) for _ in range(16)]
    yield _scenario(shell, "drawn lines", mixed)
    yield _scenario(shell, "lines right behind each other", [choice.choice(good) for _ in range(6)], paused=False)
    yield _scenario(shell, "lines longer than eight bits count", ["x" * 256, "y" * 256 + good[0], good[0]])
    yield _scenario(shell, "short lines as fast as they come", _short_lines(shell), paused=False)


def _short_lines(shell: Shell) -> list[str]:
    """Their replies are longer than they are, so that bytes wait. The last ones have none: in a ring that is too small
    they take the place of others."""
    reply, ended = len(shell.errors[0]) + 2, 24
    count = _WAITING * reply // (reply - 2)
    return ["x"] * ((count - ended) // 2) + [""] * ended


def _good_lines(shell: Shell, command: Command, choice: random.Random) -> Iterator[str]:
    for _ in range(2 if command.arguments else 1):
        limits = [shell.limit_of(kind) for kind in command.arguments]
        values = [choice.choice((0, limit, choice.randint(0, limit), choice.randint(0, limit))) for limit in limits]
        yield " ".join([command.word, *(number_text(shell, value) for value in values)])


def _wrong_lines(shell: Shell, command: Command) -> Iterator[str]:
    plain = [number_text(shell, 1) for _ in command.arguments]
    yield " ".join([command.word, *plain, "1"])
    if command.arguments:
        yield " ".join([command.word, *plain[:-1]])
        yield " ".join([command.word, *plain[:-1], "G"])
        yield " ".join([command.word, *plain[:-1], "-1"])
        yield " ".join([command.word, *plain[:-1], "00001"])
        yield " ".join([command.word, *plain[:-1], "1:"])
    for place, kind in enumerate(command.arguments):
        over = number_text(shell, shell.limit_of(kind) + 1)
        yield " ".join([command.word, *plain[:place], over, *plain[place + 1 :]])


def _points(shell: Shell, choice: random.Random) -> tuple[Point, ...]:
    end = {"\r": "a carriage return (13)", "\n": "a line feed (10)", ";": "a semicolon"}[shell.end]
    unknown, form, over, long = shell.errors
    figures = "one to four hexadecimal digits, of either case" if shell.in_hex else "one to four decimal digits"
    pins = []
    if shell.pins:
        listed = ", ".join(f"{place}: {pin.told}" for place, pin in enumerate(shell.pins))
        levels = tuple(f"level_of {pin.name}" for pin in shell.pins)
        pins = [Point("Pins", (says(f"The pins are {listed}; they are outputs and low at the start.", *levels),))]
    outcomes = ("uart USART2", *(f"level_of {pin.name}" for pin in shell.pins))
    return (
        Point("Lines", (
            says(f"A line ends with {end} and has at most {shell.longest} characters before it; of a longer one the "
                 f"rest "
                 f"is dropped, and the reply is `{long}`.", "uart USART2"),
            says("An empty line has no reply, and nothing is echoed.", "uart USART2"),
            says("Each reply ends with carriage return and line feed.", "uart USART2"),
        )),
        Point("Words", (
            says("A line is a command's word and its arguments, separated by exactly one blank, without one at either "
                 "end; upper and lower case differ.", "uart USART2"),
            says(f"Arguments are numbers of {figures}; leading zeros are allowed.", "uart USART2"),
            says(f"There are {shell.places} places (numbered from 0), each holding a value from 0 to {shell.most}, "
                 f"all 0 "
                 "at the start.", "uart USART2"),
        )),
        Point("Commands", tuple(says(command.told(shell), *outcomes) for command in shell.commands)),
        Point("Errors", (
            says(f"What has none of these words first (up to the first blank) is answered by `{unknown}`.", "uart "
                                                                                                            "USART2"),
            says(f"A known word with another number of arguments than it takes, with an argument that is no such "
                 f"number, "
                 f"or with blanks too many is answered by `{form}`.", "uart USART2"),
            says(f"Otherwise, a number that is beyond what its argument may be is answered by `{over}`.", "uart "
                                                                                                          "USART2"),
            says("A line with an error changes nothing.", *outcomes),
        )),
        *pins,
        Point("Means", (
            says("`USART2_IRQHandler` alone takes received bytes; the main program reads the lines and sends by "
                 "polling.",
                 "done take a byte from USART2", "done write USART2->DR"),
            says("No byte is lost while a reply is sent.", "uart USART2"),
            tells("At most 100 bytes ever wait."),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _lazy(shell: Shell, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.busy_ring(points[-1].sentences[1].says)
    if shell.errors[3] != shell.errors[0]:
        longer = ("if (length > LONGEST) {", "if (length > LONGEST + 1U) {")
        yield lazy.edited("one_character_more", f"at most {shell.longest} characters", longer)
    yield lazy.edited("answers_empty_lines", "An empty line has no reply", ("} else if (length > 0U) {", "} else {"))
    yield lazy.edited("length_of_eight_bits", f"at most {shell.longest} characters",
                      ("            length++;\n", "            length = (uint8_t)(length + 1U);\n"))  # fmt: skip
    yield lazy.edited("ends_at_nul", "What has none of these words first",
                      ("(at == line + length || *at == ' ')", "(*at == '\\0' || *at == ' ')"),
                      ("    return rest == line + length;\n", "    return *rest == '\\0';\n"))  # fmt: skip
    yield lazy.small_ring(64, "No byte is lost")
    yield lazy.ring_of_eight_bits("No byte is lost")
    yield lazy.edited("five_digits", "to four", ("digits <= 4U", "digits <= 5U"))


def draw(choice: random.Random) -> Firmware:
    shell = draw_shell(choice)
    points = _points(shell, choice)
    words = ", ".join(f"`{command.word}`" for command in shell.commands)
    return Firmware(
        title=f"Command line with {len(shell.commands)} commands",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C for a command line on the terminal (USART2, 115200 baud) that knows "
                        f"{words}.",
                        f"On USART2 (115200 baud, 8N1) a command line is wanted, with the commands {words}.",
                    )
                ),
                "uart USART2",
            ),
        ),
        points=points,
        declared=("void USART2_IRQHandler(void);",),
        reference=reference_of(shell),
        scenarios=tuple(_scenarios(shell, choice)),
        lazy=tuple(_lazy(shell, points)),
        tags=("usart", "parser", "interrupt"),
    )


COMMAND_LINES = FirmwareFamily(
    "command_line", "1.1", "lines of words and numbers: drawn commands, replies, limits and errors", draw
)
