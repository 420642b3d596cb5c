"""Faults and rewrites under the real tools: rewrites are equivalent, faults show, trajectories mix labels."""

import asyncio
import random
from collections import Counter
from functools import cache

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.faults import Edit, apply_edits
from resources.domains.registry import get_domain
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.fault_injection.placing import free_of
from resources.generation.generator import GenerationRequest
from resources.generation.trajectory import Turn

DOMAIN = get_domain("chip_design")
INJECTOR = DOMAIN.fault_injector()
KINDS = {kind.name: kind for kind in INJECTOR.kinds}
PLAYED = ("ripple_adder_4", "up_down_counter", "vending_machine")
WITH_MEMORY = "sync_fifo"
"""No right design of it is proved: each is compared with the reference for 14 s of a processor."""
REWRITTEN = [(WITH_MEMORY, 1), *((name, shuffle) for name in PLAYED for shuffle in (1, 2))]


@cache
def backend() -> Backend:
    return DOMAIN.backend(make_sandbox())


@cache
def bundle(name: str) -> EnvironmentBundle:
    return next(bundle_from_seed(seed) for seed in DOMAIN.builtin_seeds() if seed.seed_id == f"builtin/{name}")


def apart(edits: list[Edit]) -> list[Edit]:
    chosen: list[Edit] = []
    for edit in edits:
        if free_of(edit, chosen):
            chosen.append(edit)
    return chosen


@pytest.mark.parametrize(("name", "shuffle"), REWRITTEN)
def test_rewrites_side_by_side_still_pass(name: str, shuffle: int) -> None:
    reference = bundle(name).reference
    rewrites = [edit for edit in INJECTOR.edits(reference) if not KINDS[edit.kind].is_fault]
    random.Random(shuffle).shuffle(rewrites)
    chosen = apart(rewrites)
    assert len(chosen) > 2
    observation = backend().execute(bundle(name), Candidate(apply_edits(reference, chosen)))
    assert observation.outcome is Outcome.PASS, ([edit.kind for edit in chosen], observation.text)


def test_syntax_faults_do_not_compile_and_faults_of_logic_mostly_show() -> None:
    target = bundle("up_down_counter")
    chance, seen = random.Random(5), {"syntax": Counter[Outcome](), "semantics and logic": Counter[Outcome]()}
    for category, outcomes in seen.items():
        edits = [edit for edit in INJECTOR.edits(target.reference) if KINDS[edit.kind].category == category]
        for edit in chance.sample(edits, 10):
            outcomes[backend().execute(target, Candidate(apply_edits(target.reference, [edit]))).outcome] += 1
    assert seen["syntax"][Outcome.COMPILATION_ERROR] >= 9
    assert seen["semantics and logic"][Outcome.FUNCTIONAL_MISMATCH] >= 5


def test_trajectories_mix_passes_and_failures() -> None:
    labels: Counter[Outcome] = Counter()
    for seed in range(12):
        labels.update(turn.observation.outcome for turn in play(bundle(PLAYED[seed % len(PLAYED)]), seed))
    total = labels.total()
    assert 0.15 < labels[Outcome.PASS] / total < 0.6, labels
    assert labels[Outcome.COMPILATION_ERROR]
    assert labels[Outcome.FUNCTIONAL_MISMATCH]


def play(target: EnvironmentBundle, seed: int) -> tuple[Turn, ...]:
    generator = FaultInjectionGenerator(DOMAIN)
    turns: tuple[Turn, ...] = ()
    while len(turns) < 5 and not (turns and turns[-1].observation.outcome.passed):
        request = GenerationRequest(DOMAIN, target, DOMAIN.instructions(target), seed, turns)
        made = asyncio.run(generator.generate(request))
        observation = backend().execute(target, made.candidate)
        turns = (*turns, Turn(len(turns), made.reasoning, made.candidate, observation, faults=made.faults))
    return turns
