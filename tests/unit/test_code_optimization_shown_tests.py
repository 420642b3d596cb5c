"""What tests do with a built-in task, followed: their calls, and what of them a comparison with a candidate says."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.test_suite import SUITE_FILE, ProgramTest, read_suite
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.prediction.simulator.calls import read_prototype, varied
from resources.domains.code_optimization.prediction.simulator.comparison import simulate
from resources.domains.code_optimization.prediction.simulator.replay import ReplayedTests, compiled, harnesses_below
from resources.domains.code_optimization.tasks.library import COMPILED_HARNESS, HARNESS, LIBRARY_ROOT, builtin_seeds
from resources.execution.bundle import EnvironmentBundle

SEEDS = {seed.seed_id.rpartition("/")[2]: seed for seed in builtin_seeds()}

LONG = {"collatz_longest", "knapsack", "prime_sieve"}
"""After the first test, which has one round, theirs go on with numbers that take long."""


def bundle(name: str) -> EnvironmentBundle:
    return bundle_from_seed(SEEDS[name])


def shown(task: EnvironmentBundle) -> list[ProgramTest]:
    return [test for test in read_suite(task) if test.shown]


def program_of(task: EnvironmentBundle) -> ReplayedTests:
    entry = task.settings["entry"]
    prototype = read_prototype(task.interface, entry)
    assert prototype is not None
    return ReplayedTests(task.reference, compiled(task.files[HARNESS]), entry, prototype)


@pytest.mark.parametrize("name", sorted(SEEDS))
def test_harness_and_baseline_print_what_the_tests_expect(name: str) -> None:
    """Followed here, and expected by a model in Python: two programs that know nothing of each other."""
    task = bundle(name)
    followed = program_of(task)
    for test in shown(task)[: 1 if name in LONG else None]:
        assert followed.calls([test.input])
        assert followed.machine.process.printed == test.stdout.encode()


def test_a_task_without_a_compiled_harness_hides_no_other(tmp_path: Path) -> None:
    """As its author has it before the command that compiles was run."""
    for name in ("gcd_pairs", "collatz_longest"):
        shutil.copytree(LIBRARY_ROOT / "tier1_integer" / name, tmp_path / "tier1_integer" / name)
    (tmp_path / "tier1_integer" / "gcd_pairs" / COMPILED_HARNESS).unlink()
    assert list(harnesses_below(tmp_path)) == [SEEDS["collatz_longest"].files[HARNESS]]


def test_a_call_is_as_the_test_makes_it() -> None:
    """The first shown test of gcd_pairs reads one round of three words."""
    (call,) = program_of(bundle("gcd_pairs")).calls([b"1 3 12 18 27\n"])
    (buffer,) = call.buffers
    content = buffer.region().content
    assert call.values == (buffer.address + len(content) - 12, 3), "nothing lies behind the last word"
    assert content[-12:] == b"".join(word.to_bytes(4, "little") for word in (12, 18, 27))
    assert buffer.is_read, "whether the words are as they were"


def test_rooms_that_tests_look_at_are_told_from_those_that_they_do_not() -> None:
    (call,) = program_of(bundle("edit_distance")).calls([b"1\nabcabc"])
    assert [buffer.is_read for buffer in call.buffers] == [True, False], "both texts, and the row"
    assert all(buffer.before == buffer.behind == 0 for buffer in call.buffers), "closed pages lie beside each"


def test_of_a_test_that_takes_long_the_first_calls_are_known() -> None:
    found = program_of(bundle("gcd_pairs")).calls([b"99999999 3 12 18 27\n"])
    assert [call.values[1] for call in found] == [3, 3, 3, 3]


def test_a_call_that_does_not_come_back_is_none() -> None:
    assert program_of(bundle("gcd_pairs")).calls([b"1 9999 0\n"]) == ()


@pytest.mark.parametrize(
    ("name", "old", "new", "feature", "value"),
    [
        ("gcd_pairs", "movl\t%edx, %r9d\n", "", "followed_first_arithmetic", 1.0),
        ("prime_sieve", "movb\t$1, (%rdi", "movb\t$3, (%rdi", "followed_tests_same", 1.0),
        ("prime_sieve", "jb\t.L5", "jbe\t.L5", "followed_tests_same", 0.0),
        ("fnv1a_hash", "addq\t$1, %rdi", "addq\t$2, %rdi", "followed_tests_same", 0.0),
    ],
    ids=["a register that tests leave at zero", "what only the marks show", "a mark too many", "what every test shows"],
)
def test_a_change_is_seen_as_the_tests_see_it(name: str, old: str, new: str, feature: str, value: float) -> None:
    task = bundle(name)
    assert old in task.reference
    assert simulate(task, Assembly(task.reference.replace(old, new))).features[feature] == value


@pytest.mark.parametrize("name", ["gcd_pairs", "expression_value"])
def test_what_is_held_back_changes_nothing(name: str) -> None:
    """A corpus is measured by these tests later."""
    task = bundle(name)
    tests = json.loads(task.files[SUITE_FILE])
    others = [test if test.get("shown") else {**test, "stdin": "1 1 7\n", "stdout": "7\n"} for test in tests]
    changed = replace(task, files={**task.files, SUITE_FILE: json.dumps(others)})
    code = Assembly(task.reference.replace("addq\t$1,", "addq\t$2,"))
    assert simulate(task, code).features == simulate(changed, code).features


@given(st.lists(st.one_of(st.binary(max_size=60), st.from_regex(rb"[0-9]{1,9}( [0-9]{1,9}){0,9}\n", fullmatch=True))))
@example([b"1 " + b"9" * 5000])
def test_any_input_can_be_varied(inputs: list[bytes]) -> None:
    found = varied(inputs)
    assert varied(inputs) == found
    assert not set(found) & set(inputs)
    assert len(found) == len(set(found))


@given(st.integers(0, 9), st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=30))
def test_as_many_numbers_follow_as_are_announced(rounds: int, words: list[int]) -> None:
    """Unless the rounds themselves are the number of all that follows."""
    line = " ".join(map(str, (rounds, len(words), *words)))
    for other in varied([f"{line}\n".encode()]):
        numbers = [int(number) for number in other.split()]
        assert numbers[0] == len(numbers) - 1 or (numbers[0] == rounds and numbers[1] == len(numbers) - 2)
