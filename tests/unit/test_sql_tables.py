"""What each .sql file makes of small tables in a real lake."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.exam.judging import CONTROL
from assets.exam.sample import Exam
from assets.exam.score_sheet import score_sheet, spent, unanswered
from assets.tables import TABLES
from assets.trajectories.asset import lacking_tasks
from assets.warehouse.sql_run import materialise_model, run_model
from resources.domains.registry import load_domains
from tests.sql_lake import (
    MODELS,
    correction,
    evaluate,
    memory_lake,
    rows_of,
    small_lake,
    trajectory,
    turn,
    write,
)


def test_execution_turns_of_one_domain_with_its_corrections() -> None:
    lake = small_lake()
    write(lake, "correction_log", correction("a1:0"), correction("a1:0", audit_id="audit2", outcome="PASS"))
    evaluate(lake)
    rows = {row["turn_id"]: row for row in lake.read("execution_turns", "chip_design").to_dicts()}
    assert Counter(row["origin"] for row in rows.values()) == {"trajectory": 3, "correction": 2}
    assert {name for name in rows if rows[name]["origin"] == "trajectory"} == {"t1:0", "t1:1", "t2:0"}
    assert rows["t1:0"]["fault_kinds"] == ["off_by_one", "wrong_edge"]
    assert rows["t1:0"]["log"] == b"\xff log"
    assert rows["t1:1"]["fault_kinds"] == []
    assert lake.read("execution_turns", "embedded")["turn_id"].to_list() == ["t3:0"]


def test_every_turn_leads_to_the_licence_of_its_seed() -> None:
    lake = small_lake()
    evaluate(lake)
    rows = {row["turn_id"]: row for row in rows_of(lake, "turn_lineage")}
    assert set(rows) == {"t1:0", "t1:1", "t2:0", "t3:0", "a1:0"}
    assert (rows["t1:0"]["seed_commit"], rows["t1:0"]["seed_licence"]) == ("abc123", "MIT")
    assert rows["t3:0"]["seed_licence"] == "Apache-2.0"
    assert (rows["a1:0"]["source"], rows["a1:0"]["checkpoint"]) == ("simulated, verified", "icwm-1")
    assert (rows["t1:0"]["source"], rows["t1:0"]["checkpoint"]) == ("real", "")


def test_a_turn_whose_bundle_is_gone_stays_visible() -> None:
    lake = small_lake()
    write(lake, "environment_bundles", domain="chip_design")
    evaluate(lake)
    rows = {row["turn_id"]: row for row in rows_of(lake, "turn_lineage")}
    assert len(rows) == 5
    assert (rows["t1:0"]["bundle_hash"], rows["t1:0"]["seed_licence"]) == ("bundle-chip_design", None)


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["g", "h"]), st.sampled_from(["PASS", "TIMEOUT", "LINK_ERROR"])),
        min_size=1,
        max_size=30,
    )
)
def test_outcome_mix_counts(turns: list[tuple[str, str]]) -> None:
    lake = memory_lake()
    rows = [trajectory(str(n), turn(0, outcome), generator=generator) for n, (generator, outcome) in enumerate(turns)]
    write(lake, "real_trajectories", *rows)
    absent = [TABLES["correction_log"], TABLES["scenario_log"]]
    materialise_model(MODELS["execution_turns"], lake, "chip_design", may_be_absent=absent)
    mix = run_model(MODELS["outcome_mix"], lake).to_pylist()
    assert {(row["generator"], row["outcome"]): row["turns"] for row in mix} == Counter(turns)
    totals = Counter(generator for generator, _ in turns)
    for row in mix:
        assert row["share"] == pytest.approx(row["turns"] / totals[row["generator"]])


def test_certification_summary() -> None:
    lake = small_lake()
    evaluate(lake)
    rows = {row["domain"]: row for row in rows_of(lake, "certification_summary")}
    assert (rows["chip_design"]["bundles"], rows["chip_design"]["certified"]) == (2, 1)
    assert (rows["embedded"]["bundles"], rows["embedded"]["certified"]) == (1, 1)


def test_audit_trend_compares_with_the_audit_before() -> None:
    lake, schema = memory_lake(), TABLES["audit_reports"]
    numbers = {field.name: 0 for field in schema.arrow_schema}
    texts = {"domain": "chip_design", "checkpoint": "c", "report_path": "r"}

    def audit(day: int, accuracy: float) -> dict[str, Any]:
        created = datetime(2026, 1, day, tzinfo=UTC)
        named = {"audit_id": str(9 - day), "created_at": created, "outcome_accuracy": accuracy, "passed_gate": True}
        return numbers | texts | named

    write(lake, "audit_reports", audit(2, 0.75), audit(1, 0.5), audit(3, 0.5))
    trend = run_model(MODELS["audit_trend"], lake).to_pylist()
    changes = [row["accuracy_change"] for row in sorted(trend, key=lambda row: row["created_at"])]
    assert changes == [None, 0.25, -0.25]


def test_reasoning_depth() -> None:
    lake = small_lake()
    row = {"trajectory_id": "t1", "turn_index": 1, "domain": "chip_design", "seed_id": "set/task", "bundle_hash": "b"}
    texts = ["generator", "writer", "writer_version", "prompt_version", "failed_outcome", "outcome", "original"]
    row |= {**dict.fromkeys(texts, ""), "reason": "", "difficulty": 500}
    longer = {"turn_id": "t1:1", "reasoning": "x" * 40, "characters": 40, "accepted": True}
    write(
        lake,
        "hindsight_reasoning",
        row | longer,
        row | longer | {"turn_id": "t1:0", "turn_index": 0, "accepted": False},
    )
    evaluate(lake)
    found = rows_of(lake, "reasoning_depth")
    depth = {(row["domain"], row["turn_index"], row["reasoning_source"]): row for row in found}
    assert depth["chip_design", 0, "original"]["turns"] == 3
    assert depth["chip_design", 0, "original"]["characters_p90"] > len("because")
    assert depth["chip_design", 1, "original"]["characters_p90"] == len("because")
    assert depth["chip_design", 1, "original"]["answer_median"] == len("code 1")
    assert depth["chip_design", 1, "hindsight"]["characters_median"] == 40
    assert depth["chip_design", 0, "refused"]["turns"] == 1


def test_fidelity_summary() -> None:
    lake = memory_lake()
    base = {"checkpoint": "c", "domain": "chip_design", "split": "turn", "predictor": "icwm", "support": 10}
    figure = {"label": "", "low": 0.5, "high": 1.0}
    write(
        lake,
        "icwm_fidelity",
        base | figure | {"metric": "accuracy", "value": 0.9},
        base | figure | {"metric": "balanced_accuracy", "value": 0.8},
        base | {"metric": "recall", "label": "PASS", "value": 0.7},
    )
    (row,) = run_model(MODELS["fidelity_summary"], lake).to_pylist()
    assert (row["accuracy"], row["balanced_accuracy"], row["turns"]) == (0.9, 0.8, 10)


def test_fault_kind_outcomes() -> None:
    lake = small_lake()
    evaluate(lake)
    (row,) = rows_of(lake, "fault_kind_outcomes")
    assert (row["fault_kind"], row["turns"], row["dominant_outcome"]) == ("off_by_one", 1, "COMPILATION_ERROR")


def conversation(name: str, *passed: bool, codes: str = "") -> dict[str, Any]:
    """A conversation whose answers have these verdicts; `codes` has a letter for each answer."""
    letters = codes or "abcdefg"

    def said(role: str, content: str) -> dict[str, Any]:
        return {"role": role, "content": content, "reasoning_content": None, "loss_mask": 0, "observation": None}

    messages = [said("system", "answer"), said("user", "the task")]
    for place in range(len(passed)):
        if place:
            messages.append(said("tool", f"wrong {letters[place - 1]}"))
        messages.append(said("assistant", letters[place]) | {"reasoning_content": f"because {letters[place]}"})
    labels = [
        {"outcome": "PASS" if one else "TIMEOUT", "passed": one, "progressed": one, "cleared": one, "stages_passed": 0}
        for one in passed
    ]
    row: dict[str, Any] = {field.name: "" for field in TABLES["reasoning_corpus"].arrow_schema}
    row |= {"conversation_id": name, "domain": "chip_design", "tier": 1, "messages": messages, "provenance": []}
    return row | {"turn_labels": labels, "solved": passed[-1], "turns": len(passed), "thinking_characters": 9}


def test_each_answer_is_a_completion_of_what_was_shown_before_it() -> None:
    lake = small_lake()
    write(lake, "reasoning_corpus", conversation("c1", False, True))
    evaluate(lake)
    first, second = rows_of(lake, "turn_completions")
    assert (first["example_id"], first["passed"], first["outcome"]) == ("c1:0", False, "TIMEOUT")
    assert [message["content"] for message in first["prompt"]] == ["answer", "the task"]
    assert [message["role"] for message in second["prompt"]] == ["system", "user", "assistant", "tool"]
    assert second["completion"] == [{"role": "assistant", "content": "b", "reasoning_content": "because b"}]


def test_a_failed_answer_is_paired_with_one_that_passed_under_the_same_prompt() -> None:
    lake = small_lake()
    write(
        lake,
        "reasoning_corpus",
        conversation("c1", False, True),
        conversation("c2", True, codes="x"),
        conversation("c3", False, False, True, codes="ayz"),
    )
    evaluate(lake)
    pairs = {row["rejected_id"]: row for row in rows_of(lake, "preference_pairs")}
    assert {name: row["chosen_id"] for name, row in pairs.items()} == {"c1:0": "c2:0", "c3:0": "c2:0", "c3:1": "c1:1"}
    assert pairs["c3:1"]["rejected"][0]["content"] == "y"
    assert pairs["c3:1"]["chosen"][0]["content"] == "b"
    assert len(pairs["c3:1"]["prompt"]) == 4


def test_a_pass_with_a_planted_fault_is_not_preferred() -> None:
    lake = small_lake()
    faulty = conversation("c1", True, True, codes="ab")
    faulty["turn_labels"][0] |= {"outcome": "TIMEOUT", "passed": False}
    faulty["turn_labels"][1] |= {"progressed": False}
    write(lake, "reasoning_corpus", faulty, conversation("c2", False, False, codes="ax"))
    evaluate(lake)
    assert not rows_of(lake, "preference_pairs")
    sound = conversation("c3", False, True, codes="ac")
    write(lake, "reasoning_corpus", faulty, conversation("c2", False, False, codes="ax"), sound)
    evaluate(lake)
    assert {(row["rejected_id"], row["chosen_id"]) for row in rows_of(lake, "preference_pairs")} == {("c2:1", "c3:1")}


def _score(author: str, metric: str, value: float | None, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: "" for field in TABLES["benchmark_scores"].arrow_schema}
    row |= {"benchmark": "rtllm", "domain": "chip_design", "author": author, "metric": metric, "value": value}
    row |= {"low": None, "high": None, "tasks": 9, "samples": 9, "exposed_tasks": 0}
    return row | more


def _exam_scores(*scores: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    lake = memory_lake()
    write(lake, "benchmark_scores", *scores, domain="rtllm")
    rows = run_model(MODELS["exam_scores"], lake).to_pylist()
    return {(row["author"], row["metric"]): row for row in rows}


def test_what_an_exam_took_and_what_has_no_verdict_is_best_low_and_all_else_high() -> None:
    empty = Exam(())
    low = {one.metric for one in (*unanswered(empty), *spent(empty))}
    every = {one.metric for domain in load_domains().values() for one in score_sheet(empty, domain.scoring)}
    scores = [_score(author, metric, value) for metric in every for author, value in (("a", 0.25), ("b", 0.75))]
    found = _exam_scores(*scores, _score("reference", "pass@k", 1.0, sitting=CONTROL))
    assert {metric for metric in every if found["a", metric]["place"] == 1} == low
    assert every > low
    assert {(row["best"], row["behind_best"]) for row in found.values() if row["place"] == 1} == {(0.25, 0), (0.75, 0)}
    assert {row["behind_best"] for row in found.values() if row["place"] == 2} == {0.5}


def test_authors_are_apart_where_an_interval_is_wholly_worse_than_the_best_ones() -> None:
    bounds = {"best": (0.1, 0.3), "near": (0.2, 0.5), "far": (0.4, 0.6)}
    scores = [
        _score(
            author, metric, sign * (low + high) / 2, low=min(sign * low, sign * high), high=max(sign * low, sign * high)
        )
        for author, (low, high) in bounds.items()
        for metric, sign in (("cost", 1), ("speed-up", -1))
    ]
    found = _exam_scores(*scores, _score("unsure", "cost", 0.9))
    for metric in ("cost", "speed-up"):
        assert [found[author, metric]["place"] for author in bounds] == [1, 2, 3]
        assert [found[author, metric]["apart_from_best"] for author in bounds] == [False, False, True]
    assert found["unsure", "cost"]["apart_from_best"] is None


def test_what_goes_wrong_and_is_seldom_shown_is_lacked_most() -> None:
    """Two of three failures are timeouts of the harder task; the corpus shows mismatches of the easy one. So more
    trajectories are made of the harder one."""
    lake = memory_lake()
    for name, tier, topic in (("easy", 1, "adders"), ("hard", 4, "queues")):
        seed = dict.fromkeys((field.name for field in TABLES["task_seeds"].arrow_schema), "")
        seed |= {"seed_id": f"set/{name}", "domain": "chip_design", "tier": tier, "tags": [topic, "all"]}  # type: ignore[dict-item]
        lake.append(TABLES["task_seeds"], "chip_design", TABLES["task_seeds"].from_rows([seed | _NO_MAPS]))
    answers = [("hard", "TIMEOUT"), ("hard", "TIMEOUT"), ("easy", "FUNCTIONAL_MISMATCH"), ("easy", "PASS")]
    samples = [_sample(f"a{place}", *answer) for place, answer in enumerate(answers)]
    samples += [_sample("control", "easy", "LINK_ERROR", sitting="control")]
    write(lake, "exam_samples", *samples, domain="train-chip_design")
    write(lake, "exam_samples", _sample("other", "easy", "LINK_ERROR", benchmark="rtllm"), domain="rtllm")
    write(lake, "reasoning_corpus", *(_corpus_row(f"c{place}", split) for place, split in enumerate(("train", "test"))))
    assert lacking_tasks(lake, "chip_design") == set()
    materialise_model(MODELS["corpus_gaps"], lake, may_be_absent=list(TABLES.values()))
    rows = rows_of(lake, "corpus_gaps")
    assert lacking_tasks(lake, "chip_design") == {"set/hard"}
    found = {(row["kind"], row["value"]): row for row in rows}
    assert {key for key, row in found.items() if row["place"] == 1} == {
        ("label", "TIMEOUT"), ("topic", "queues"), ("tier", "4")
    }  # fmt: skip
    assert found["label", "TIMEOUT"]["lack"] == pytest.approx(2 / 3)
    assert found["label", "FUNCTIONAL_MISMATCH"]["lack"] == pytest.approx(1 / 3 - 1)
    assert found["topic", "all"]["lack"] == pytest.approx(0)
    assert ("label", "LINK_ERROR") not in found


_NO_MAPS: dict[str, Any] = {"files": [], "settings": [], "limits": []}


def _sample(answer: str, task: str, outcome: str, **more: Any) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: "" for field in TABLES["exam_samples"].arrow_schema}
    row |= {"answer_id": answer, "benchmark": "train-chip_design", "domain": "chip_design", "fate": "judged"}
    row |= {"seed_id": f"set/{task}", "outcome": outcome, "number": 0, "turn": 0, "log": b"", "stages_passed": []}
    row |= dict.fromkeys(("belief", "prompt_tokens", "completion_tokens", "cost", "generation_seconds"))
    return row | {"metrics": [], "timings": [], "execution_seconds": None} | more


def _corpus_row(name: str, split: str) -> dict[str, Any]:
    row: dict[str, Any] = {field.name: [] for field in TABLES["reasoning_corpus"].arrow_schema}
    row |= {"conversation_id": name, "domain": "chip_design", "seed_id": "set/easy", "tier": 1, "split": split}
    row |= {"licence": "MIT", "cluster": name, "contaminated_by": None, "solved": True, "turns": 2}
    turns = [
        {"turn_id": f"{name}:{place}", "outcome": label} for place, label in enumerate(("FUNCTIONAL_MISMATCH", "PASS"))
    ]
    return row | {"thinking_characters": 1, "provenance": turns}
