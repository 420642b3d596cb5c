"""The embedded tasks, their faults, cheats, instructions and cheap checks, as data."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.domain import DOMAIN
from resources.domains.embedded_systems.execution.board_files import BOARD_FOLDER, board_files
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE
from resources.domains.embedded_systems.execution.mcu.bus import GATES
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.instructions.router import instructions
from resources.domains.embedded_systems.tasks.demands import Sentence, gaps, read_demands
from resources.domains.embedded_systems.tasks.lazy_answers import read_lazy_answers
from resources.domains.embedded_systems.tasks.library import LIBRARY_ROOT, builtin_seeds, read_task
from resources.domains.faults import apply_edits
from resources.domains.seed import TaskSeed
from resources.domains.toolkit.seed_folder import BrokenSeedError, task_folders
from resources.execution.bundle import Candidate

SEEDS = pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
INJECTOR = DOMAIN.fault_injector()
KINDS = {kind.name: kind for kind in INJECTOR.kinds}


def test_library_covers_five_tiers() -> None:
    assert len(builtin_seeds()) >= 24
    assert {seed.tier for seed in builtin_seeds()} == {1, 2, 3, 4, 5}
    assert len({seed.seed_id for seed in builtin_seeds()}) == len(builtin_seeds())


@SEEDS
def test_reference_keeps_the_interface_and_the_rules(seed: TaskSeed) -> None:
    assert reject(seed.reference) == ()
    for line in seed.interface.splitlines():
        if match := re.match(r"(?:volatile )?[\w ]+?\b(\w+)(?:\(void\)|\[\d+\].*|(?: = \d+)?);", line):
            assert re.search(rf"\b{match[1]}\b", seed.reference), line
    assert "int main(void)" in seed.interface
    assert "{" not in seed.interface


@SEEDS
def test_candidates_see_the_board_and_not_the_checks(seed: TaskSeed) -> None:
    assert {"stm32f405.h", "startup.c", "board.ld", "memory.ld", "checks.yaml"} <= set(seed.files)
    assert "The board" in seed.prompt
    assert "scenarios" not in seed.prompt


def test_every_gated_peripheral_of_the_header_has_its_clock_bit_there() -> None:
    header = board_files()["stm32f405.h"]
    for name, (register, bit) in GATES.items():
        bus = {0x30: "AHB1", 0x40: "APB1", 0x44: "APB2"}[register]
        assert re.search(rf"#define RCC_{bus}ENR_{name}EN \(1U << {bit}\)", header), name


def test_vector_table_and_header_agree() -> None:
    startup, header = board_files()["startup.c"], board_files()["stm32f405.h"]
    numbers = dict(re.findall(r"(\w+)_IRQn = (\d+)", header))
    vectors = {name: number for number, name in re.findall(r"IRQ\((\d+)\) = (\w+)_IRQHandler", startup)}
    assert numbers == vectors


@pytest.mark.parametrize("spoil", ["duration_ms: 105", "- {idle: [0.9, 1]}"])
def test_a_broken_task_names_file_and_field(tmp_path: Path, spoil: str) -> None:
    folder = tmp_path / "tier1_pins" / "led_blink"
    folder.mkdir(parents=True)
    for file in (LIBRARY_ROOT / "tier1_pins" / "led_blink").iterdir():
        (folder / file.name).write_text(file.read_text().replace(spoil, "- {nonsense: 1}"))
    with pytest.raises(BrokenSeedError, match=r"checks\.yaml"):
        read_task(folder)


def test_there_are_enough_kinds_of_faults_and_rewrites() -> None:
    faults = [kind for kind in KINDS.values() if kind.is_fault]
    assert len(faults) >= 40
    assert len({kind.category for kind in faults}) >= 4
    assert len(KINDS) - len(faults) >= 10
    assert all(kind.description for kind in KINDS.values())


def test_every_kind_is_found_somewhere_in_the_library() -> None:
    found = {edit.kind for seed in builtin_seeds() for edit in INJECTOR.edits(seed.reference)}
    assert set(KINDS) - found == set()


@SEEDS
def test_every_edit_applies_and_changes_the_text(seed: TaskSeed) -> None:
    seen = Counter[str]()
    for edit in INJECTOR.edits(seed.reference):
        changed = apply_edits(seed.reference, [edit])
        assert changed != seed.reference, edit
        assert 1 <= edit.line <= seed.reference.count("\n") + 1
        seen[edit.kind] += 1
    assert len(seen) > 20


@settings(max_examples=60)
@given(st.text(alphabet="abU0123 ;(){}=|<>&!-\n\"'/*#,.[]", max_size=120))
def test_any_text_can_be_searched_for_edits(code: str) -> None:
    for edit in INJECTOR.edits(code):
        apply_edits(code, [edit])


def test_offsets_are_in_characters() -> None:
    code = '/* Zähler für µs */\nstatic const char *t = "é";\nint main(void) {\n    GPIOA->ODR = 1U;\n}\n'
    for edit in INJECTOR.edits(code):
        for change in edit.changes:
            assert code[change.start : change.end] == change.original


@SEEDS
def test_cheats_and_empty_candidate_are_distinct_programs(seed: TaskSeed) -> None:
    bundle = bundle_from_seed(seed)
    cheats = DOMAIN.cheats(bundle)
    assert len(cheats) >= 12
    assert len({cheat.name for cheat in cheats}) == len(cheats)
    assert DOMAIN.empty_candidate(bundle).code != seed.reference
    assert "int main(void) {" in DOMAIN.empty_candidate(bundle).code


@SEEDS
def test_instructions_fit_the_task(seed: TaskSeed) -> None:
    found = instructions(bundle_from_seed(seed))
    assert {"general", "clock_gating", "register_order"} <= set(found.topics)
    assert ("dma" in found.topics) == ("DMA" in seed.reference + seed.prompt.partition("# The board")[0])
    assert found == instructions(bundle_from_seed(seed))


def test_cheap_checks_see_what_is_missing() -> None:
    bundle = bundle_from_seed(builtin_seeds()[0])
    same = DOMAIN.cheap_checks(bundle, bundle.reference_candidate)
    assert same["likeness"] == 1.0
    assert same["unknown_names"] == 0.0
    broken = DOMAIN.cheap_checks(bundle, Candidate(bundle.reference.replace("IDR", "IDDR")))
    assert broken["unknown_names"] == 1.0
    assert broken["registers_missing"] == 1.0


def test_no_vendor_text_is_in_the_board_files() -> None:
    for file in BOARD_FOLDER.iterdir():
        assert not re.search(r"STMicroelectronics|All rights reserved|Copyright", file.read_text()), file.name


@pytest.mark.parametrize("folder", task_folders(LIBRARY_ROOT), ids=lambda folder: folder.name)
def test_each_sentence_that_demands_something_is_checked(folder: Path) -> None:
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in ("prompt.md", CHECKS_FILE)}
    assert list(gaps(read_demands(folder), texts, CHECKS_FILE)) == []
    assert read_lazy_answers(folder)


def test_gaps_between_prompt_and_checks_are_listed() -> None:
    folder = next(folder for folder in task_folders(LIBRARY_ROOT) if folder.name == "voltmeter")
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in ("prompt.md", CHECKS_FILE)}
    demands = read_demands(folder)
    more = texts | {"prompt.md": texts["prompt.md"] + "- The CPU sleeps. It must not wake.\n"}
    assert list(gaps(demands, more, CHECKS_FILE)) == ["not listed: The CPU sleeps.", "not listed: It must not wake."]
    (unchecked,) = gaps((*demands[:2], Sentence(demands[2].says), *demands[3:]), texts, CHECKS_FILE)
    assert unchecked.startswith("without a check")
    less = texts | {CHECKS_FILE: texts[CHECKS_FILE].replace("{done: start ADC1, count: [4, 4]}", "{idle: [0, 1]}")}
    less[CHECKS_FILE] = re.sub(r"      - \{done: start ADC1, count: .*\n", "", less[CHECKS_FILE])
    assert list(gaps(demands, less, CHECKS_FILE)) == [
        "no such check: done start ADC1", "a check that no sentence demands: idle",
    ]  # fmt: skip
