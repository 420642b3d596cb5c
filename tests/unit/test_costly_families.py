"""Costly families: a tier of their own that no profile draws unasked; tasks are complete, and models agree."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from assets.profile import Profile, load_profile
from assets.seeds.made import all_families, find_made, made_seeds
from orchestration.settings import PROJECT
from resources.domains.chip_design.tasks.costly.instruction_set import Interpreter, draw_instruction_set
from resources.domains.chip_design.tasks.costly.programs import memory_of, recursion, sieving, sorting
from resources.domains.code_optimization.tasks.costly.pair_scans import draw as draw_pairs
from resources.domains.code_optimization.tasks.families.function import Given
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE, read_checks
from resources.domains.embedded_systems.tasks.costly import COSTLY_FIRMWARE_FAMILIES, costly_lazy_answers
from resources.domains.embedded_systems.tasks.demands import gaps
from resources.domains.embedded_systems.tasks.families.prompt import plain_text
from resources.domains.families import TaskFamily
from resources.domains.registry import load_domains
from resources.domains.seed import TaskSeed
from resources.storage.lake import Lake

DOMAINS = load_domains()
COSTLY = [family for domain in DOMAINS.values() for family in domain.costly_families]
NUMBERS = (0, 1, 2)
_DATA = 512


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[TaskSeed]]:
    return {family.name: [family.draw(number) for number in NUMBERS] for family in COSTLY}


def test_each_domain_has_some_with_names_of_their_own() -> None:
    names = [family.name for domain in DOMAINS.values() for family in all_families(domain)]
    assert len(names) == len(set(names))
    for domain in DOMAINS.values():
        assert domain.costly_families
        assert not {family.name for family in domain.families} & {family.name for family in domain.costly_families}


@pytest.mark.parametrize("family", COSTLY, ids=lambda family: family.name)
def test_a_number_gives_the_same_complete_task(family: TaskFamily, drawn: dict[str, list[TaskSeed]]) -> None:
    seeds = drawn[family.name]
    assert family.draw(NUMBERS[-1]) == seeds[-1] == find_made(COSTLY, seeds[-1].seed_id)
    assert len({seed.prompt for seed in seeds}) == len({seed.reference for seed in seeds}) == len(seeds)
    for seed in seeds:
        assert all((seed.title, seed.interface, seed.reference, seed.tags, seed.files or seed.settings))
        assert len(seed.prompt) > 200
        assert seed.reference not in seed.prompt
        assert seed.limits.cpu_s >= 20 or seed.domain == "embedded_systems"


def profile(name: str, costly: int | None = None) -> Profile:
    read = load_profile(Path(PROJECT / "orchestration" / "profiles"), name)
    return read if costly is None else Profile(**{**vars(read), "costly_seeds_per_domain": costly})


def test_no_profile_that_ships_draws_them(tmp_path: Path) -> None:
    names = {family.name for family in COSTLY}
    for name in ("quick", "standard", "full", "tutorial", "learning"):
        assert profile(name).costly_seeds_per_domain == 0
    seeds = made_seeds(Lake(tmp_path), DOMAINS["gpu_kernels"], profile("standard"))
    assert not [seed for seed in seeds if seed.origin.path.partition("/")[0] in names]


def test_a_profile_that_asks_for_them_draws_them_beside_the_others(tmp_path: Path) -> None:
    domain = DOMAINS["cad_modeling"]
    ids = [seed.seed_id for seed in made_seeds(Lake(tmp_path), domain, profile("quick", costly=2))]
    (family,) = domain.costly_families
    assert ids == [f"families/{domain.families[0].name}-0", f"families/{family.name}-0", f"families/{family.name}-1"]


@pytest.mark.parametrize("number", range(6))
def test_drawn_instruction_sets_compute_what_their_programs_are_for(number: int) -> None:
    """The interpreter is held to sorted arrays, counts of divisors and sums, whatever the codes are."""
    choice = random.Random(number)
    instructions = draw_instruction_set(choice)
    sorted_memory = memory_of(sorting(instructions, choice, 20), choice, instructions.width)
    Interpreter(instructions, sorted_memory).transfers(100_000)
    values = sorted_memory[_DATA : _DATA + 20]
    assert values == sorted(values)
    assert len(set(values)) > 10
    counts = memory_of(sieving(instructions, choice, 30), choice, instructions.width)
    Interpreter(instructions, counts).transfers(100_000)
    divisors = [sum(value % divisor == 0 for divisor in range(2, 30)) for value in range(1, 30)]
    assert [count - counts[_DATA + 1] for count in counts[_DATA + 1 : _DATA + 30]] == divisors
    sums = memory_of(recursion(instructions, choice, 9), choice, instructions.width)
    Interpreter(instructions, sums).transfers(100_000)
    assert (sums[_DATA] - 34) % 55 == 0


def test_a_program_that_does_not_halt_is_refused() -> None:
    instructions = draw_instruction_set(random.Random(1))
    endless = [instructions.long("jal", 1, -1), *[0] * 1023]
    with pytest.raises(ValueError, match="does not halt"):
        Interpreter(instructions, endless).transfers(1000)


@pytest.mark.parametrize("number", range(12))
def test_pairs_are_counted_as_the_definition_has_it(number: int) -> None:
    """The sorted list against all pairs, in Python, on small and on equal numbers."""
    choice = random.Random(number)
    function, _ = draw_pairs(random.Random(number))
    kind = function.arrays[0].kind
    values = [kind.wrapped(choice.choice((choice.randrange(6), choice.getrandbits(32)))) for _ in range(60)]
    answer = function.model(Given((), 60, {"count": 60}, {"values": values}))
    condition = function.body.partition("number += ")[2].partition(";")[0].replace("&", "and")
    counts = [sum(bool(eval(condition, {"x": x, "y": y})) for x in values[:at]) for at, y in enumerate(values)]
    expected = {
        "the sum": sum(counts),
        "the largest count": max(counts),
        "the least place": counts.index(max(counts)),
        "how many elements": sum(one != other for one, other in pairwise(counts)),
    }
    told = function.wording.rules[1].removeprefix("It returns ")
    assert answer.result == next(value for words, value in expected.items() if told.startswith(words))
    assert list(answer.arrays.get("counts", counts)) == counts


def test_a_logger_has_a_check_for_each_sentence_and_lazy_answers_that_break_one() -> None:
    for family in COSTLY_FIRMWARE_FAMILIES:
        for number in NUMBERS:
            firmware, seed = family.firmware(number), family.family.draw(number)
            told = {"prompt.md": plain_text(firmware.opening, firmware.points), CHECKS_FILE: firmware.checks}
            assert list(gaps(firmware.sentences, told, CHECKS_FILE)) == []
            scenarios = read_checks(seed.files[CHECKS_FILE]).scenarios
            assert max(scenario.duration_ms for scenario in scenarios) > 60_000
            answers = costly_lazy_answers(seed.seed_id)
            assert len({answer.code(seed.reference) for answer in answers} | {seed.reference}) == len(answers) + 1 > 5
            assert [answer.name for answer in answers if answer.breaks not in seed.prompt] == ["overwrites_modes"]
