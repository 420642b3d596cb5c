"""Reasoning is written from facts: the log's words and the changed lines; and it repeats itself little."""

import itertools
import re
from collections import Counter

import pytest

from resources.domains.registry import get_domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.diagnosis.differences import line_changes
from resources.generation.diagnosis.phrases import quotable
from resources.generation.trajectory import Turn
from tests.unit.fault_injection_play import bundles, play

DOMAIN = get_domain("chip_design")
HINDSIGHT = re.compile(r"\b(inject\w*|mutat\w*|mutant\w*|hindsight|ground truth|reference)\b", re.IGNORECASE)

SAME_LOGS = re.compile(
    r"word for word|to the letter|(?:no|not one) line differs|identical|no difference|did nothing", re.IGNORECASE
)

Played = list[tuple[EnvironmentBundle, tuple[Turn, ...]]]


@pytest.fixture(scope="module")
def played() -> Played:
    return [(bundles()[seed % len(bundles())], play(seed, seed)) for seed in range(110)]


def known(bundle: EnvironmentBundle, turns: tuple[Turn, ...]) -> str:
    instructions = DOMAIN.instructions(bundle).text
    return " ".join([bundle.prompt, instructions, *(turn.candidate.code + turn.observation.text for turn in turns)])


def test_over_two_hundred_turns_no_long_sentence_without_facts_is_common(played: Played) -> None:
    turns = [turn for _, turns in played for turn in turns]
    assert len(turns) >= 200
    said: Counter[str] = Counter()
    for turn in turns:
        plain = re.sub(r"```.*?```", " ", turn.reasoning, flags=re.DOTALL)
        sentences = {item.strip() for item in re.split(r"(?<=[.?!:])\s+", plain)}
        said.update(item for item in sentences if len(item.split()) >= 12)
    sentence, count = said.most_common(1)[0]
    assert count <= len(turns) / 10, (count, sentence)


def test_no_two_turns_reason_in_the_same_words(played: Played) -> None:
    texts = [turn.reasoning for _, turns in played for turn in turns[1:]]
    assert len(set(texts)) == len(texts)


def test_a_first_attempt_has_no_reasoning(played: Played) -> None:
    assert not any(turns[0].reasoning for _, turns in played)


def test_nothing_tells_where_the_faults_came_from(played: Played) -> None:
    for bundle, turns in played:
        allowed = {word.lower() for word in HINDSIGHT.findall(known(bundle, turns))}
        for turn in turns:
            assert {word.lower() for word in HINDSIGHT.findall(turn.reasoning)} <= allowed, turn.reasoning


def test_a_correction_quotes_the_log_and_a_changed_line(played: Played) -> None:
    corrections = [(bundle, *pair) for bundle, turns in played for pair in itertools.pairwise(turns)]
    assert len(corrections) > 80
    for _, before, after in corrections:
        messages = [item.message for item in DOMAIN.diagnostics(before.observation)]
        quotes = [" ".join(message.split())[:60] for message in messages] or [before.observation.text.split("\n")[0]]
        assert any(quote in after.reasoning for quote in quotes), after.reasoning
        changed = line_changes(before.candidate.code, after.candidate.code)
        lines = [quotable(line.strip()) for hunk in changed for line in (*hunk.removed, *hunk.added) if line.strip()]
        assert not lines or any(line in after.reasoning for line in lines), after.reasoning


def test_a_change_that_did_not_help_is_acknowledged_by_comparing_two_logs(played: Played) -> None:
    compared = 0
    for _, turns in played:
        for first, second, third in zip(turns, turns[1:], turns[2:], strict=False):
            if first.observation == second.observation:
                assert SAME_LOGS.search(third.reasoning.split("\n\n")[0]), third.reasoning
                compared += 1
    assert compared > 3


def test_reasoning_grows_with_the_number_of_faults_repaired(played: Played) -> None:
    corrections = [(bundle, *pair) for bundle, turns in played for pair in itertools.pairwise(turns)]
    few: list[int] = []
    many: list[int] = []
    for _, before, after in corrections:
        repaired = len(before.faults) - len(after.faults)
        (many if repaired >= 2 else few).append(len(after.reasoning))
    assert sum(many) / len(many) > 1.15 * sum(few) / len(few)
