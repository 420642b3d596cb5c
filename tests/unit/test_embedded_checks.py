"""Checks of the embedded domain as data: reading them, and comparing reports that are written down here."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from resources.domains.embedded_systems.execution.checks.comparing import failure
from resources.domains.embedded_systems.execution.checks.conduct import unmet
from resources.domains.embedded_systems.execution.checks.demands import Demand
from resources.domains.embedded_systems.execution.checks.records import Check
from resources.domains.embedded_systems.execution.checks.scenarios import for_model, read_checks
from resources.domains.embedded_systems.execution.checks.waveforms import level_at
from resources.domains.embedded_systems.execution.mcu.scenario import read_scenario
from resources.execution.errors import PermanentEnvironmentFailure

MS = 1_000_000
REPORT: dict[str, Any] = {
    "uart": {"USART2": [[1 * MS, 72, 115107], [2 * MS, 105, 115107], [9 * MS, 33, 9600]]},
    "pins": {"PA5": [[10 * MS, 1], [15 * MS, 0], [30 * MS, 1], [35 * MS, 0], [50 * MS, 1]]},
    "registers": {"GPIOA->MODER": 0xA8000400},
    "interrupts": {"TIM2": {"count": 7, "longest_ns": 4000, "preempted": 2}},
    "memory": {"words": "0100000002000000", "bytes": "0aff", "missing": None},
    "first_writes": {"RCC->AHB1ENR": 3, "GPIOA->MODER": 5, "GPIOA->ODR": 9},
    "spi": {"SPI1": [[5, 0x8F, 0], [6, 0, 0x3C]]},
    "devices": [{"registers": {"9": 94}, "count": 3, "refused": 1}],
    "cycles": 1000,
    "idle_cycles": 900,
    "resets": ["watchdog"],
    "watchdog_feeds": 5,
}

HOLDS = [
    {"uart": "USART2", "equals": "Hi\ufffd"},
    {"uart": "USART2", "equals": "Hi", "window_ms": [0, 5]},
    {"uart": "USART2", "contains": "i", "baud": 115200},
    {"uart": "USART2", "matches": "H.*"},
    {"uart": "USART2", "equals": "\ufffd\ufffd!", "baud": 9600},
    {"uart": "USART1", "equals": ""},
    {"level_of": "PA5", "at_ms": 12, "equals": 1},
    {"level_of": "PB0", "at_ms": 12, "equals": 0},
    {"edges_of": "PA5", "count": [5, 5]},
    {"edges_of": "PA5", "count": [2, 2], "window_ms": [0, 20]},
    {"wave_of": "PA5", "period_ms": [19.9, 20.1], "duty": [0.24, 0.26], "high_ms": [5, 5], "low_ms": [15, 15]},
    {"changes_of": "PA5", "to": [[1, 9, 11], [0, 14, 16]], "window_ms": [0, 20]},
    {"register": "GPIOA->MODER", "mask": 0xC00, "equals": 0x400},
    {"register": "TIM2->ARR", "equals": 0},
    {"interrupt": "TIM2", "count": [7, 7], "longest_us": 4, "preempts": [1, 3]},
    {"interrupt": "TIM3", "count": [0, 0]},
    {"memory": "words", "equals": [1, 2]},
    {"memory": "bytes", "size": 1, "equals": [10, 255]},
    {"order": ["RCC->AHB1ENR", "GPIOA->MODER", "GPIOA->ODR"]},
    {"unwritten": "USART2->DR"},
    {"spi": "SPI1", "sent": [0x8F, 0]},
    {"device": 0, "registers": {9: 94}, "count": [3, 3], "refused": [1, 1]},
    {"idle": [0.85, 0.95]},
    {"resets": ["watchdog"], "feeds": [5, 5]},
]
FAILS = [
    (
        {"uart": "USART2", "equals": "Hi!"},
        'expected "Hi!" got "Hi\\ufffd" (sent at 9600 baud, the terminal reads at 115200)',
    ),
    ({"uart": "USART2", "contains": "x"}, "expected to contain"),
    ({"uart": "USART2", "matches": "H"}, "expected to match"),
    ({"level_of": "PA5", "at_ms": 40, "equals": 1}, "PA5 at 40 ms expected 1 got 0"),
    ({"edges_of": "PA5", "count": [1, 4]}, "PA5 edges expected 1 to 4 got 5"),
    ({"wave_of": "PA5", "period_ms": [9, 11]}, "period expected 9 to 11 ms got 20 ms"),
    ({"wave_of": "PA5", "duty": [0.4, 0.6]}, "duty expected 0.4 to 0.6 got 0.25"),
    ({"wave_of": "PB1", "period_ms": [9, 11]}, "got no complete one (0 edges)"),
    ({"changes_of": "PA5", "to": [[1, 9, 11]]}, "expected 1 changes got 5, one to 0 at 15 ms"),
    ({"changes_of": "PA5", "to": [[0, 9, 11]]}, "expected change to 0 at 9 to 11 ms got a change to 1"),
    ({"changes_of": "PB0", "to": [[1, 9, 11]]}, "got no change after 0 changes"),
    ({"register": "GPIOA->MODER", "mask": 0xC00, "equals": 0x800}, "& 0xC00 at the end expected 0x800 got 0x400"),
    ({"interrupt": "TIM2", "count": [8, 9]}, "interrupts of TIM2 expected 8 to 9 got 7"),
    ({"interrupt": "TIM2", "count": [7, 7], "longest_us": 3}, "expected at most 3 us got 4 us"),
    ({"interrupt": "TIM2", "count": [7, 7], "preempts": [3, 9]}, "expected 3 to 9 times got 2"),
    ({"memory": "words", "equals": [1, 3]}, "variable words[1] expected 0x3 got 0x2"),
    ({"memory": "words", "equals": [1, 2, 3]}, "variable words[2] expected 0x3 got nothing"),
    ({"memory": "bytes", "equals": [0xFF0A]}, "variable bytes[0] expected 0xFF0A got nothing"),
    ({"memory": "missing", "equals": [1]}, "got none of that name"),
    ({"order": ["GPIOA->MODER", "RCC->AHB1ENR"]}, "expected GPIOA->MODER before RCC->AHB1ENR"),
    ({"order": ["TIM2->CR1"]}, "expected TIM2->CR1 to be written got no write"),
    ({"unwritten": "GPIOA->ODR"}, "got a write of it"),
    ({"spi": "SPI1", "sent": [0x8F]}, "frames expected 8F got 8F 00"),
    ({"device": 0, "registers": {9: 95}}, "device register 0x09 expected 0x5F got 0x5E"),
    ({"device": 0, "registers": {1: 95}}, "got nothing"),
    ({"device": 0, "count": [4, 4]}, "expected 4 got 3"),
    ({"idle": [0.95, 1]}, "expected 0.95 to 1 of all got 0.90"),
    ({"resets": []}, "resets expected none got watchdog"),
    ({"resets": ["watchdog"], "feeds": [1, 4]}, "watchdog feeds expected 1 to 4 got 5"),
]


def check(raw: dict[str, Any]) -> Check:
    read: Check = TypeAdapter(Check).validate_python(raw)
    return read


@pytest.mark.parametrize("raw", HOLDS, ids=str)
def test_check_holds(raw: dict[str, Any]) -> None:
    assert failure(check(raw), REPORT) == ""


@pytest.mark.parametrize(("raw", "text"), FAILS, ids=[str(raw) for raw, _ in FAILS])
def test_check_fails_and_says_what_was_expected(raw: dict[str, Any], text: str) -> None:
    said = failure(check(raw), REPORT)
    assert text in said
    assert "expected" in said


DEEDS = {"write GPIOA->ODR": {"main": [2, 1, 7], "SysTick": [1, 4, 4]}, "write GPIOA->BSRR": {"main": [1, 2, 2]}}


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ({"done": "write GPIOA->*", "count": [4, 4]}, ""),
        ({"done": ["write GPIOA->ODR", "write GPIOA->BSRR"], "by": ["main"], "count": [3, 3]}, ""),
        ({"done": "write GPIOA->*", "by": ["main"], "count": [4, 9]}, "got 3 (1 by SysTick, 3 by main)"),
        ({"done": "write GPIOA->BSRR", "by": ["main"], "count": [1, 1], "alone": True}, ""),
        ({"done": "write GPIOA->ODR", "by": ["main"], "count": [2, 2], "alone": True}, "alone got it by SysTick"),
        ({"done": "read GPIOA->IDR", "count": [0, 0]}, ""),
        ({"sequence": ["write GPIOA->ODR", "write GPIOA->BSRR"]}, ""),
        ({"sequence": ["write GPIOA->BSRR", "write GPIOA->ODR"]}, "write GPIOA->ODR first"),
        ({"always": "write GPIOA->ODR", "of": "write GPIOA->*", "but": 1}, ""),
        ({"always": "write GPIOA->ODR", "of": "write GPIOA->O*"}, ""),
        ({"always": "write GPIOA->ODR", "of": "write GPIOA->*"}, "expected each time got write GPIOA->BSRR"),
        ({"always": "write GPIOA->IDR", "of": "write GPIOA->*"}, "write GPIOA->IDR expected got write GPIOA->ODR"),
        ({"always": "read GPIOA->IDR", "of": "read *"}, "read GPIOA->IDR expected got none"),
    ],
    ids=str,
)
def test_deeds_of_several_actors_add_up(raw: dict[str, Any], text: str) -> None:
    demand: Demand = TypeAdapter(Demand).validate_python(raw)
    said = unmet(demand, {**REPORT, "conduct": {"deeds": DEEDS}})
    assert said.endswith(text) if text else said == ""


SCENARIO = """
scenarios:
  - name: one
    duration_ms: 5
    stimuli:
      - {at_ms: 1, uart: USART2, text: "ab", baud: 10000, gap_us: 500}
      - {at_ms: 2, pin: PC13, level: 0}
      - {at_ms: 2.5, pin: PC13, level: null}
      - {at_ms: 3, adc: 1, value: 99}
    checks:
      - {memory: buffer, equals: [1]}
      - {uart: USART2, equals: "secret answer"}
"""


def test_what_the_model_gets_has_no_expectation_in_it() -> None:
    (scenario,) = read_checks(SCENARIO).scenarios
    given_to_model = for_model(scenario, 8192)
    assert "secret" not in str(given_to_model)
    assert given_to_model["memory"] == ["buffer"]
    assert [(item["at_ns"], item["kind"], item["value"]) for item in given_to_model["stimuli"]] == [
        (1_000_000, "uart", 97),
        (2_500_000, "uart", 98),
        (2_000_000, "pin", 0),
        (2_500_000, "pin", None),
        (3_000_000, "adc", 99),
    ]


def test_deeds_that_are_asked_after_are_kept_however_many_there_are() -> None:
    demands = """    demands:
      - {always: count TIM2 for 5 cycles, of: "count TIM2 *"}
      - {done: ["count *", "write *"], count: [0, 0]}
      - {remembers: SysTick, part: [1, 1]}
      - {sequence: [stop SysTick]}
"""
    (record,) = read_checks(SCENARIO + demands).scenarios
    scenario = read_scenario(for_model(record, 8192))
    kept = {
        "count TIM2 for 5 cycles": "count TIM2 for 5 cycles",
        "count TIM2 for 6 cycles": "count TIM2 (others)",
        "count TIM3 for 5 cycles": "count (others)",
        "write RCC->CR": "write (others)",
        "remember": "remember",
        "stop SysTick": "stop SysTick",
        "read RCC->CR": "",
    }
    assert {deed: scenario.kept_as(deed) for deed in kept} == kept


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ("duration_ms: 5", "scenarios.0.duration_ms"),
        ("{memory: buffer, equals: [1]}", "scenarios.0.checks.0"),
        ("name: one", "scenarios.0"),
        ("pin: PC13, level: 0", "scenarios.0.stimuli.1"),
    ],
)
def test_broken_checks_name_the_field(wrong: str, place: str) -> None:
    changed = {"duration_ms: 5": "duration_ms: 0", "name: one": "title: one"}.get(
        wrong, wrong.replace("P", "X").replace("memory", "memori")
    )
    with pytest.raises(PermanentEnvironmentFailure, match=place):
        read_checks(SCENARIO.replace(wrong, changed))


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 1)), max_size=30), st.floats(0, 1000))
def test_level_is_that_of_the_last_change(changes: list[tuple[int, int]], at_ms: float) -> None:
    ordered = sorted(changes, key=lambda change: change[0])
    seen = [level for at, level in ordered if at / 1e6 <= at_ms]
    assert level_at(ordered, at_ms) == (seen[-1] if seen else 0)
