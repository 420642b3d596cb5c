"""The fault-injection generator: deterministic, stateless, honest records, repairs paced to K corrections."""

import asyncio
import itertools
from collections import Counter
from dataclasses import replace

import pytest

from resources.domains.registry import get_domain
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.fault_injection.plan import draw_plan
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from tests.unit.fault_injection_play import bundles, play, request_for

BUNDLES = bundles()
DOMAIN = get_domain("chip_design")


def generate(request: GenerationRequest) -> Generation:
    return asyncio.run(FaultInjectionGenerator(DOMAIN).generate(request))


def test_the_same_request_gives_the_same_answer_from_a_fresh_generator() -> None:
    for seed in range(6):
        turns = play(seed, seed)
        for index, turn in enumerate(turns):
            again = generate(request_for(BUNDLES[seed % len(BUNDLES)], seed, turns[:index]))
            assert (again.candidate, again.reasoning, again.faults) == (turn.candidate, turn.reasoning, turn.faults)


def test_seeds_give_different_attempts() -> None:
    codes = {generate(request_for(BUNDLES[0], seed)).candidate.code for seed in range(30)}
    assert len(codes) > 20


def test_first_attempts_hold_none_to_four_faults_and_rewrites_among_them() -> None:
    plans = [draw_plan(DOMAIN, BUNDLES[seed % len(BUNDLES)], seed) for seed in range(120)]
    counts = Counter(len(plan.faults) for plan in plans)
    assert set(counts) == {0, 1, 2, 3, 4}
    assert 0.04 < counts[0] / len(plans) < 0.25
    assert {len(plan.rewrites) for plan in plans} >= {0, 1, 2}
    categories = Counter(plan.kinds[edit.kind].category for plan in plans for edit in plan.faults)
    assert len(categories) == 4
    assert max(categories.values()) < 2.5 * min(categories.values())


def test_a_record_names_the_line_of_the_turns_own_code() -> None:
    seen = 0
    for seed in range(60):
        for turn in play(seed, seed):
            lines = turn.candidate.code.splitlines()
            for fault in turn.faults:
                first = fault.replacement.strip().split("\n")[0].split(" ... ")[0].strip()
                nearby = " ".join(lines[fault.line - 1 : fault.line + 1])
                if first and fault.kind != "local_renamed":
                    assert first in nearby, (fault, nearby)
                    seen += 1
    assert seen > 100


def test_most_trajectories_are_repaired_within_four_corrections_and_some_are_not() -> None:
    clean = 0
    for seed in range(100):
        last = play(seed, seed)[-1]
        clean += not any(fault.category != "equivalent" for fault in last.faults)
    assert 75 <= clean <= 99


def test_some_corrections_change_what_was_right() -> None:
    added = 0
    for seed in range(60):
        turns = play(seed, seed)
        for before, after in itertools.pairwise(turns):
            added += len(after.faults) > len(before.faults)
    assert added > 3


def test_a_failure_with_nothing_left_to_repair_leads_back_to_the_plain_solution() -> None:
    seed = next(seed for seed in range(99) if draw_plan(DOMAIN, BUNDLES[0], seed).faults == ())
    turns = play(0, seed, always_fail=True)
    assert len(turns) == 5
    assert turns[-1].candidate.code == BUNDLES[0].reference
    assert turns[-1].faults == ()


def test_another_generators_history_is_refused() -> None:
    turns = play(0, 1)
    with pytest.raises(GeneratorFailed, match="turn 0"):
        generate(request_for(BUNDLES[0], 1, (replace(turns[0], candidate=BUNDLES[1].reference_candidate),)))


def test_a_bundle_without_a_solution_is_refused_and_one_that_cannot_be_parsed_is_not() -> None:
    with pytest.raises(GeneratorFailed, match="no reference"):
        generate(request_for(replace(BUNDLES[0], reference=" \n"), 1))
    odd = replace(BUNDLES[0], reference="no verilog at all \u2192", prompt="", interface="")
    answer = generate(request_for(odd, 1))
    assert answer.candidate.code
    assert not answer.reasoning


def test_the_version_is_a_short_stable_hash() -> None:
    assert FaultInjectionGenerator(DOMAIN).version == FaultInjectionGenerator(DOMAIN).version
    assert len(FaultInjectionGenerator(DOMAIN).version) == 12
