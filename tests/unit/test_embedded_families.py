"""Drawn firmware: each sentence of a prompt has its check, lazy answers fit, and structures differ. Nothing is run."""

import random

import pytest

from resources.domains.embedded_systems.execution.checks.records import InterruptCheck
from resources.domains.embedded_systems.execution.checks.scenarios import (
    CHECKS_FILE,
    PinInput,
    ScenarioRecord,
    UartInput,
    read_checks,
)
from resources.domains.embedded_systems.faults.cheats import cheats
from resources.domains.embedded_systems.instructions.router import instructions
from resources.domains.embedded_systems.tasks.demands import gaps
from resources.domains.embedded_systems.tasks.families import FIRMWARE_FAMILIES, made_lazy_answers
from resources.domains.embedded_systems.tasks.families.checksums import Checksum, draw_checksum
from resources.domains.embedded_systems.tasks.families.firmware import FirmwareFamily, aside
from resources.domains.embedded_systems.tasks.families.prompt import plain_text
from resources.domains.embedded_systems.tasks.families.sleep_limits import BYTE_MS, sleep_check
from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle

NUMBERS = range(4)


def bundle_of(seed: TaskSeed) -> EnvironmentBundle:
    return EnvironmentBundle(
        seed.domain, seed.seed_id, seed.prompt, seed.interface, seed.candidate_file, seed.reference, seed.files
    )


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_each_sentence_has_its_check_and_each_check_its_sentence(drawn: FirmwareFamily) -> None:
    """As the demands of built-in tasks; no sentence is lost in a layout."""
    for number in NUMBERS:
        firmware, seed = drawn.firmware(number), drawn.family.draw(number)
        told = {"prompt.md": plain_text(firmware.opening, firmware.points), CHECKS_FILE: firmware.checks}
        assert list(gaps(firmware.sentences, told, CHECKS_FILE)) == []
        assert [sentence.says for sentence in firmware.sentences if sentence.says not in seed.prompt] == []


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_scenarios_are_read_as_they_were_drawn(drawn: FirmwareFamily) -> None:
    for number in NUMBERS:
        firmware = drawn.firmware(number)
        read = read_checks(drawn.family.draw(number).files[CHECKS_FILE]).scenarios
        assert [scenario.name for scenario in read] == [scenario.name for scenario in firmware.scenarios]
        assert [len(scenario.checks) for scenario in read] == [len(drawn.checks) for drawn in firmware.scenarios]


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_lazy_answers_fit_the_reference_and_break_its_words(drawn: FirmwareFamily) -> None:
    for number in NUMBERS:
        seed = drawn.family.draw(number)
        answers = made_lazy_answers(seed.seed_id)
        codes = {answer.code(seed.reference) for answer in answers}
        assert len(codes | {seed.reference}) == len(answers) + 1 >= 3
        told = seed.prompt + instructions(bundle_of(seed)).text
        assert [answer.name for answer in answers if answer.breaks not in told] == []
        names = [cheat.name for cheat in cheats(bundle_of(seed))]
        assert {f"lazy_{answer.name}" for answer in answers} <= set(names)


def counted(scenario: ScenarioRecord) -> int:
    """The most of anything that a program may count: interrupts, bytes that come, edges."""
    interrupts = [check.count[0] for check in scenario.checks if isinstance(check, InterruptCheck)]
    received = sum(len(item.text) + len(item.octets) for item in scenario.stimuli if isinstance(item, UartInput))
    edges = sum(item.changes for item in scenario.stimuli if isinstance(item, PinInput))
    return int(max([*interrupts, received, edges]))


@pytest.mark.parametrize(
    "drawn",
    [drawn for drawn in FIRMWARE_FAMILIES if drawn.name != "memory_transfer"],
    ids=lambda drawn: drawn.name,
)
def test_what_is_counted_goes_beyond_eight_bits(drawn: FirmwareFamily) -> None:
    """Of memory transfers, 256 would take seconds."""
    for number in NUMBERS:
        assert max(map(counted, drawn.firmware(number).scenarios)) > 256


@pytest.mark.parametrize("drawn", FIRMWARE_FAMILIES, ids=lambda drawn: drawn.name)
def test_near_misses_are_declared(drawn: FirmwareFamily) -> None:
    names = {answer.name for number in NUMBERS for answer in made_lazy_answers(drawn.family.draw(number).seed_id)}
    assert {"overwrites_modes", "dawdles"} <= names
    assert names & {"forgets", "counts_eight_bits", "ring_of_eight_bits", "loses_long_presses", "wipes_first"} or (
        drawn.name == "analog_monitor" and "answers_once" in names
    )


def test_more_work_allows_more_time_awake() -> None:
    assert sleep_check(200, events=40).idle == (0.971, 1)
    assert sleep_check(200, events=40, sent=100).idle[0] == pytest.approx(0.971 - BYTE_MS, abs=0.001)
    assert sleep_check(10, events=1000).idle == (0, 1)


def test_what_is_drawn_aside_changes_no_other_drawing() -> None:
    choice, untouched = random.Random(7), random.Random(7)
    drawn = [aside(choice).random() for _ in range(2)]
    assert drawn == [choice.random()] * 2
    assert untouched.random() == drawn[0]


def test_a_task_that_no_family_made_has_no_such_answers() -> None:
    assert made_lazy_answers("builtin/voltmeter") == () == made_lazy_answers("families/fifo-3")


def test_checksums_are_those_that_are_published() -> None:
    """Values of "123456789" from the catalogue of CRC algorithms, and of Fletcher's sum."""
    digits = b"123456789"
    assert Checksum("crc", 8, 0x07).value(digits) == 0xF4
    assert Checksum("crc", 16, 0x1021, 0xFFFF).value(digits) == 0x29B1
    assert Checksum("crc", 16, 0x8005).value(digits) == 0xFEE8
    assert Checksum("fletcher", 16).value(b"abcde") == 0xC8F0
    kinds = {draw_checksum(random.Random(number)).kind for number in range(40)}
    assert kinds == {"sum", "negated", "xor", "crc", "fletcher"}
