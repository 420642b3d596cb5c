"""Text edits: any text in, the same answer for the same dice, never an error, never the same program for a fault."""

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from assets.generation.config import default, shares
from assets.hindsight.checks import ACCEPTED, refusal
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation, StageReport
from resources.execution.outcome import Outcome
from resources.generation.diagnosis.writer import reason_now
from resources.generation.generator import GenerationRequest
from resources.generation.hindsight import HindsightRequest
from resources.generation.text_edits.editor import EQUIVALENT, FAULTS, PREFIX, REWRITES, with_fault, with_rewrite
from resources.generation.text_edits.generator import TextEditGenerator, differences, generate_now, source_of
from resources.generation.text_edits.lexer import tokens
from resources.generation.text_edits.source import Source, significance
from resources.generation.trajectory import Turn

LANGUAGES = st.sampled_from(["verilog", "python", "c", "asm", "cuda", "text"])
PIECES = [
    "if (a < 8'hff) begin\n",
    "  return f(x, y + 1)\n",
    "/* ",
    "*/",
    "# no\n",
    "// x\n",
    '"s\\"',
    "'''",
    "\n",
    "\t",
    "é",
]
TEXTS = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
SOURCES = st.builds(Source, TEXTS, LANGUAGES, TEXTS, st.lists(TEXTS, max_size=2).map(tuple))
each_domain = pytest.mark.parametrize("name", sorted(load_domains()))


@given(TEXTS, LANGUAGES)
def test_tokens_and_lines_hold_the_whole_text(code: str, language: str) -> None:
    source = Source(code, language)
    assert "".join(token.text for token in tokens(code, language)) == code
    assert "".join(line.text for line in source.lines) == code
    assert all(code[token.start : token.end] == token.text for token in source.tokens)


@given(SOURCES, st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_a_fault_always_changes_the_program_and_the_same_dice_make_the_same_fault(source: Source, seed: int) -> None:
    edited = with_fault(source, random.Random(seed))
    assert significance(edited.source) != significance(source)
    assert edited == with_fault(source, random.Random(seed))
    assert edited.edit.kind.startswith(PREFIX)
    assert edited.category != EQUIVALENT


@given(SOURCES, st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_a_rewrite_changes_the_text_or_there_is_none(source: Source, seed: int) -> None:
    edited = with_rewrite(source, random.Random(seed))
    assert edited is None or (edited.source.code != source.code and edited.category == EQUIVALENT)


@given(SOURCES, st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_remarks_and_white_space_leave_what_counts(source: Source, seed: int) -> None:
    for kind in REWRITES:
        if kind.name in (f"{PREFIX}blank_line_added", f"{PREFIX}spaces_changed"):
            changes = sorted(kind.draw(source, random.Random(seed)), key=lambda change: -change.start)
            code = source.code
            for change in changes:
                code = code[: change.start] + change.replacement + code[change.end :]
            assert significance(Source(code, source.language)) == significance(source)


@each_domain
def test_every_kind_of_edit_applies_to_the_library(name: str) -> None:
    """At least one program of the domain has a place for it; what a language lacks is named here."""
    sources = [source_of(get_domain(name), bundle) for bundle in bundles(name)]
    found = {
        kind.name
        for kind in (*FAULTS, *REWRITES)
        if any(kind.draw(source, random.Random(seed)) for source in sources for seed in range(4))
    }
    missing = {kind.name.removeprefix(PREFIX) for kind in (*FAULTS, *REWRITES)} - {
        item.removeprefix(PREFIX) for item in found
    }
    assert missing <= {
        "condition_changed",
        "return_changed",
        "name_changed_throughout",
        "remark_removed",
        "string_changed",
    }


def bundles(name: str) -> list[EnvironmentBundle]:
    made = [bundle_from_seed(seed) for seed in get_domain(name).builtin_seeds()]
    return [bundle for bundle in made if bundle.reference_is_solution][:12]


def request(name: str, number: int, seed: int, history: tuple[Turn, ...] = ()) -> GenerationRequest:
    domain, all_bundles = get_domain(name), bundles(name)
    bundle = all_bundles[number % len(all_bundles)]
    return GenerationRequest(domain, bundle, domain.instructions(bundle), seed, history)


def play(name: str, number: int, seed: int, corrections: int = 4) -> tuple[Turn, ...]:
    """A trajectory whose every attempt with a fault fails at the line of its first fault; no tool runs."""
    turns: tuple[Turn, ...] = ()
    while len(turns) <= corrections:
        made = generate_now(request(name, number, seed, turns))
        wrong = [fault for fault in made.faults if fault.category != EQUIVALENT]
        log = "".join(f"candidate:{fault.line}: error: unexpected text\n" for fault in wrong).encode()
        outcome = Outcome.COMPILATION_ERROR if wrong else Outcome.PASS
        observation = Observation(outcome, "compile", log, stages=(StageReport("compile", not wrong),))
        turns = (*turns, Turn(len(turns), made.reasoning, made.candidate, observation, faults=made.faults))
        if not wrong:
            break
    return turns


@each_domain
def test_the_same_request_gives_the_same_answer_and_seeds_differ(name: str) -> None:
    generator = TextEditGenerator(get_domain(name))
    for seed in range(4):
        turns = play(name, seed, seed)
        for index, turn in enumerate(turns):
            again = asyncio.run(generator.generate(request(name, seed, seed, turns[:index])))
            assert (again.candidate, again.reasoning, again.faults) == (turn.candidate, turn.reasoning, turn.faults)
    assert len({generate_now(request(name, 0, seed)).candidate.code for seed in range(20)}) > 14


@each_domain
def test_most_trajectories_end_without_faults_and_what_is_recorded_differs_from_the_solution(name: str) -> None:
    solved = 0
    for seed in range(30):
        turns = play(name, seed, seed)
        solved += not any(fault.category != EQUIVALENT for fault in turns[-1].faults)
        solution = source_of(get_domain(name), request(name, seed, seed).bundle)
        for turn in turns:
            same = turn.candidate.code == solution.code
            assert not (same and any(fault.category != EQUIVALENT for fault in turn.faults)), turn.faults
            assert all(1 <= fault.line <= turn.candidate.code.count("\n") + 2 for fault in turn.faults)
    assert solved >= 20


def test_an_attempt_of_another_generator_is_corrected_towards_the_solution() -> None:
    first = request("chip_design", 0, 3)
    foreign = first.bundle.reference.replace("endmodule", "") + "\nend\n"
    failed = play("chip_design", 0, 3)[0].observation
    history: tuple[Turn, ...] = ()
    for index in range(4):
        history = (*history, Turn(index, "", Candidate(foreign), failed))
    made = [generate_now(request("chip_design", 0, seed, history)).candidate.code for seed in range(8)]
    assert any(not differences(code, code.replace("\nend\n\n", "\n")) and "endmodule" in code for code in made)


@each_domain
def test_reasoning_names_the_diagnostic_and_no_knowledge_of_its_own(name: str) -> None:
    accepted = corrected = 0
    for seed in range(15):
        turns = play(name, seed, seed)
        for index in range(1, len(turns)):
            told = explained(name, seed, turns, index)
            if told.failed.candidate.code == told.corrected.candidate.code:
                continue
            text = reason_now(told)
            corrected += 1
            accepted += refusal(told, text) == ACCEPTED
            assert "unexpected text" in turns[index].reasoning
            assert not set(turns[index].reasoning.lower().split()) & {"reference", "injected", "hindsight"}
    assert corrected > 8
    assert accepted >= 0.9 * corrected


def explained(name: str, seed: int, turns: tuple[Turn, ...], index: int) -> HindsightRequest:
    made = request(name, seed, seed)
    return HindsightRequest(made.domain, made.bundle, made.instructions, seed, turns, index)


def test_a_tenth_of_a_default_campaign_is_the_other_familys() -> None:
    assert shares(default(0.1)) == "90 % fault-injection, 10 % text_edits"
    assert [entry.title for entry in default()] == ["fault-injection"]
