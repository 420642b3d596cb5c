"""Fault injection in hindsight: accepted by the checks, true to the plan, the same text for the same turn."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from assets.hindsight.checks import refusal
from resources.domains.domain import Diagnostic
from resources.generation.fault_injection.alternatives import alternatives
from resources.generation.fault_injection.contrast import contrast
from resources.generation.fault_injection.generator import FaultInjectionGenerator, replay
from resources.generation.fault_injection.hindsight import fault_injection_hindsight, reason_now
from resources.generation.fault_injection.plan import draw_plan
from resources.generation.fault_injection.reading import names_in
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.hindsight import HindsightRequest
from resources.generation.trajectory import Turn
from tests.unit.fault_injection_play import bundles, play, request_for


def hindsight_request(number: int, turns: tuple[Turn, ...], index: int) -> HindsightRequest:
    bundle = bundles()[number % len(bundles())]
    first = request_for(bundle, number)
    return HindsightRequest(first.domain, bundle, first.instructions, number, turns, index)


def corrections(count: int) -> Iterator[HindsightRequest]:
    for number in range(count):
        turns = play(number, number)
        if turns[-1].observation.outcome.passed:
            for index in range(1, len(turns)):
                yield hindsight_request(number, turns, index)


def test_nearly_all_texts_are_accepted() -> None:
    verdicts = [(request, refusal(request, reason_now(request))) for request in corrections(45)]
    refused = [reason for _, reason in verdicts if reason]
    assert len(verdicts) > 40
    assert len(refused) <= 0.05 * len(verdicts), refused


def test_no_two_turns_are_explained_in_the_same_words() -> None:
    texts = [reason_now(request) for request in corrections(40)]
    assert len(set(texts)) == len(texts)


def test_the_last_correction_expects_a_pass_and_points_at_nothing_else() -> None:
    last = [request for request in corrections(40) if request.corrected is request.turns[-1]]
    assert len(last) > 15
    for request in last:
        text = reason_now(request)
        assert not any(phrase in text for phrase in ("should another message follow", "where I look next")), text


def test_the_same_turn_gets_the_same_text() -> None:
    request = next(corrections(20))
    writer = fault_injection_hindsight(FaultInjectionGenerator(request.domain))
    assert asyncio.run(writer.reason(request)).reasoning == reason_now(request)
    generator = FaultInjectionGenerator(request.domain)
    assert (writer.name, writer.version) == (generator.name, generator.version)


def test_it_is_not_what_was_written_at_the_time() -> None:
    assert all(reason_now(request) != request.corrected.reasoning for request in corrections(20))


def test_another_generators_trajectory_is_refused() -> None:
    request = next(corrections(20))
    other = hindsight_request(request.seed + 1, request.turns, request.index)
    with pytest.raises(GeneratorFailed, match="not written by this generator"):
        reason_now(other)


CAUSED = re.compile(
    r"` (?:comes from|goes back to|is made by|starts at) line \d|What (?:produces|gives|causes|leads to) `"
    r"|(?:hence|therefore|that gives|so I get|which explains|so there is|with it comes|accounts for|so the tool says) `"
)


def test_a_message_that_stays_was_not_made_by_what_changed() -> None:
    asserted = 0
    for request in corrections(40):
        stays = replace(request.corrected, observation=request.failed.observation)
        turns = (*request.turns[: request.index], stays, *request.turns[request.index + 1 :])
        text = reason_now(replace(request, turns=turns))
        assert not CAUSED.search(text), text
        asserted += bool(CAUSED.search(reason_now(request)))
    assert asserted > 10


def test_where_only_the_space_around_a_line_changes_that_is_said() -> None:
    for seed in range(12):
        said = contrast("a = 1\n    b = 2\n", "a = 1\nb = 2\n", Random(seed))
        assert "4 columns less" in said or "4 columns of indentation less" in said, said
        assert said.count("`b = 2`") == 1


def test_a_line_that_moves_is_neither_missing_nor_needless() -> None:
    for seed in range(12):
        said = contrast("a\nb\nc\nd\n", "a\nc\nd\nb\n", Random(seed))
        assert re.search(r"`b`.* from line 2 to (?:behind|after|below) line 4\.", said), said
        assert said.count("\n") == 0


def test_an_empty_line_is_told_as_one() -> None:
    for seed in range(12):
        assert "mpty line" in contrast("a\nb\n", "a\n\nb\n", Random(seed))
        assert "mpty line" in contrast("a\n\nb\n", "a\nb\n", Random(seed))


def test_no_line_is_dismissed_at_which_a_fault_stands() -> None:
    """Whatever name the log speaks of: neither when the fault is repaired nor when something else is tried first."""
    dismissed = 0
    for request in corrections(30):
        plan = draw_plan(request.domain, request.bundle, request.seed)
        history = request.turns[: request.index]
        asked = GenerationRequest(request.domain, request.bundle, request.instructions, request.seed, history)
        step = replay(asked, plan)[1][-1]
        before, after = request.failed.candidate.code, request.corrected.candidate.code
        at_fault = {step.line_of(edit, before) for edit in step.before.edits}
        for name in sorted(names_in(before)):
            spoken = replace(step, diagnostics=(Diagnostic("mismatch", f"{name} differs", 0, name),))
            said = alternatives(asked, spoken, before, after, Random(1))
            numbers = {int(number) for number in re.findall(r"[Ll]ine (\d+)", said)}
            assert not numbers & at_fault, said
            dismissed += len(numbers)
    assert dismissed > 20
