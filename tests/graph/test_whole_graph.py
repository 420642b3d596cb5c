"""The whole loop, with real tools: every stage of every domain ran, agrees with the others, and repeats nothing."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Literal

import polars as pl
import pytest
from rich.console import Console

import icwm
from assets.corpus.ancestry import ancestry
from orchestration.definitions import build_defs
from orchestration.instance import open_instance
from orchestration.run_graph import default_domains, materialise
from orchestration.trace_command import tree
from resources.storage.warehouse import Warehouse
from tests.home import PROFILES, GraphHome, settings_in

TABLES = ("task_seeds", "environment_bundles", "real_trajectories", "execution_turns", "icwm_fidelity",
          "amplified_trajectories", "audit_reports", "hindsight_reasoning", "reasoning_corpus")  # fmt: skip
DOMAINS = default_domains()
each_domain = pytest.mark.parametrize("domain", DOMAINS)


def test_every_asset_materialised(materialised: GraphHome) -> None:
    assert [error for _, result in materialised.results for error in result.errors] == []
    assert [check for _, result in materialised.results for check in result.failed_checks] == []
    made = {(stage.asset, stage.partition): stage.rows for _, result in materialised.results for stage in result.stages}
    assert [(table, domain) for table in TABLES for domain in DOMAINS if not made[(table, domain)]] == []


@each_domain
def test_built_in_bundles_certify(materialised: GraphHome, domain: str) -> None:
    bundles = materialised.lake().read("environment_bundles", domain)
    refused = bundles.filter(~pl.col("certified")).select("seed_id", "reason").to_dicts()
    assert refused == []
    assert (bundles["mutants_killed"] >= 8).all()
    assert (bundles["cheats"] == bundles["cheats_caught"]).all()


@each_domain
def test_failed_and_passing_turns_are_both_kept(materialised: GraphHome, domain: str) -> None:
    turns = materialised.lake().read("execution_turns", domain)
    assert turns["generator"].str.starts_with("recorded/").any()
    own = turns.filter(~pl.col("generator").str.starts_with("recorded/"))  # Other authors' answers nearly all pass.
    shares = own["outcome"].value_counts(normalize=True)
    outcomes = dict(zip(shares["outcome"], shares["proportion"], strict=True))
    assert 0.1 < outcomes["PASS"] < 0.7
    assert len(outcomes) >= 3


def test_a_turn_of_the_corpus_leads_back_to_its_licence(materialised: GraphHome) -> None:
    rows = Warehouse(materialised.settings.home.warehouse).query(
        """
        select c.turn.turn_id, b.licence, b.commit, b.path, b.toolchain, t.generator, t.generator_seed
        from (select unnest(provenance) as turn from reasoning_corpus) c
        join environment_bundles b on b.bundle_hash = c.turn.bundle_hash
        join (from real_trajectories union all by name from amplified_trajectories) t
          on t.trajectory_id = split_part(c.turn.turn_id, ':', 1)
        """
    )
    assert len(rows) == sum(materialised.lake().read("reasoning_corpus", domain)["turns"].sum() for domain in DOMAINS)
    assert set(rows["licence"]) == {"Apache-2.0"}
    assert rows["commit"].null_count() == 0


@each_domain
def test_programs_of_the_corpus_are_traced_and_labels_take_turns(materialised: GraphHome, domain: str) -> None:
    traces = materialised.lake().read("execution_traces", domain)
    corpus = materialised.lake().read("reasoning_corpus", domain)
    assert traces.height >= 4
    assert traces["outcome"].n_unique() >= 2
    assert (traces["events"].list.len() > 0).all()
    told = {entry["turn_id"] for entries in corpus["provenance"].to_list() for entry in entries}
    assert set(traces["turn_id"]) <= told


def test_erroneous_turns_carry_no_loss(materialised: GraphHome) -> None:
    path = materialised.settings.home.exports / "reasoning_corpus-chip_design.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        answers = [message for message in row["messages"] if message["role"] == "assistant"]
        assert [message["loss_mask"] for message in answers] == [int(each["progressed"]) for each in row["turn_labels"]]
        assert any(message["loss_mask"] for message in answers)
        outcomes = [entry["outcome"] for entry in row["provenance"]]
        assert row["solved"] == (outcomes[-1] == "PASS")
        assert [each["passed"] for each in row["turn_labels"]] == [outcome == "PASS" for outcome in outcomes]
        for message, entry in zip(answers, row["provenance"], strict=True):
            quoted_a_simulation = entry["checkpoint"] and entry["index"]  # Such reasoning is dropped, or written anew.
            by_a_person = entry["generator"].startswith("recorded/")
            if entry["index"] or (by_a_person and message["loss_mask"]):
                assert message["reasoning_content"] or quoted_a_simulation
            elif not by_a_person:
                assert message["reasoning_content"] is None
        assert not any(message["loss_mask"] for message in row["messages"] if message["role"] != "assistant")


def test_no_row_tells_a_simulation_that_no_audit_bears_out(materialised: GraphHome) -> None:
    """The sample of a test's audit is far too small for texts to earn it."""
    observations = Counter(
        message["observation"]
        for domain in DOMAINS
        for row in materialised.lake().read("reasoning_corpus", domain).to_dicts()
        for message in row["messages"]
        if message["role"] == "tool"
    )
    assert observations["real"]
    assert set(observations) <= {"real", "simulated, verified"}


@each_domain
def test_each_row_tells_its_whole_history(materialised: GraphHome, domain: str) -> None:
    lake = materialised.lake()
    for row in lake.read("reasoning_corpus", domain).to_dicts():
        found = ancestry(lake, row["conversation_id"])
        assert found.bundle["certified"]
        assert [turn.turn_id for turn in found.turns] == [entry["turn_id"] for entry in row["provenance"]]
        assert [turn.told["candidate_hash"] for turn in found.turns] == [
            entry["candidate_hash"] for entry in row["provenance"]
        ]
        page = Console(width=200, file=io.StringIO(), record=True)
        page.print(tree(found))
        text = page.export_text()
        assert all(entry["outcome"] in text for entry in row["provenance"])
        assert row["provenance"][0]["commit"] in text


def test_no_reference_in_what_the_generator_was_told(materialised: GraphHome) -> None:
    bundles = materialised.lake().read("environment_bundles", "chip_design")
    references = {row["seed_id"]: json.loads(row["canonical"])["reference"] for row in bundles.to_dicts()}
    for row in materialised.lake().read("reasoning_corpus", "chip_design").to_dicts():
        asked = [message["content"] for message in row["messages"] if message["role"] in ("system", "user")]
        assert references[row["seed_id"]].strip() not in "\n".join(asked)


def test_the_audit_has_a_report_with_pictures(materialised: GraphHome) -> None:
    audit = materialised.lake().read("audit_reports", "chip_design").row(-1, named=True)
    html = (materialised.settings.home.root / audit["report_path"]).read_text(encoding="utf-8")
    assert html.count("<svg") == 3
    assert f"{audit['outcome_accuracy']:.1%}" in html
    assert audit["outcome_low"] <= audit["outcome_accuracy"] <= audit["outcome_high"]
    assert 0 < audit["turns"] <= 20


def test_wrong_predictions_are_corrections(materialised: GraphHome) -> None:
    audit = materialised.lake().read("audit_reports", "chip_design").row(-1, named=True)
    log = materialised.lake().read("correction_log", "chip_design").filter(pl.col("audit_id") == audit["audit_id"])
    assert len(log) == audit["corrections"] == audit["turns"] - audit["right"]
    assert (log["outcome"] != log["predicted_outcome"]).all()


def calls(home: GraphHome) -> icwm.Engine:
    return icwm.Engine(home.settings.home.root, profile=str(PROFILES / "test.yaml"))


@pytest.mark.parametrize(
    ("layout", "table"), [("huggingface", "reasoning_corpus"), ("execution-traces", "execution_traces")]
)
def test_an_export_has_every_row_that_may_be_published(
    materialised: GraphHome, tmp_path: Path, layout: Literal["huggingface", "execution-traces"], table: str
) -> None:
    with calls(materialised) as engine:
        counts = engine.export(tmp_path / "out", layout=layout)
        rows = engine.table(table).filter(pl.col("split") != "benchmark")
    written = {name: len(pl.read_parquet(tmp_path / "out" / "data" / f"{name}-*.parquet")) for name in counts}
    assert written == counts
    assert sum(count for name, count in counts.items() if name.partition("/")[0] in DOMAINS) == len(rows) > 0


def test_a_second_run_does_nothing_new(materialised: GraphHome) -> None:
    tables = ("task_seeds", "environment_bundles", "real_trajectories", "execution_turns")
    lake = materialised.lake()
    before = {table: lake.manifest(table, "chip_design") for table in tables[:3]}
    with calls(materialised) as engine:
        result = engine.run(["chip_design"])
    assert (result.errors, result.failed_checks) == ((), ())
    stages = {stage.asset: stage for stage in result.stages}
    assert {table: lake.manifest(table, "chip_design") for table in tables[:3]} == before
    assert stages["real_trajectories"].figures["made now"] == 0
    # The first audit's corrections are new turns: retraining on them is what a second round is for.
    corrections = len(lake.read("correction_log", "chip_design"))
    assert stages["icwm_checkpoint"].figures["trained now"] == (corrections > 0)


@pytest.mark.timeout(1800)
def test_a_killed_run_resumes(materialised: GraphHome, tmp_path: Path) -> None:
    """kill -9 in the middle of the trajectories: the next run makes the rest, and nothing twice."""
    environment = {**materialised.environment, "ICWM_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "orchestration.command_line", "run"]
    journal = tmp_path / "home" / "journal" / "real_trajectories-chip_design.jsonl"
    # The cache spares executions that the first home has done, so that the test is about the journal.
    shutil.copytree(materialised.settings.home.result_cache.parent, tmp_path / "home" / "cache")
    process = subprocess.Popen(command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 560
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= 5):
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    finished = journal.read_bytes().count(b"\n")

    settings = settings_in(tmp_path / "home")
    with open_instance(settings.home) as instance:
        _, result = next(materialise(build_defs(settings=settings), instance, ["chip_design"], {}))
    assert result.errors == ()
    stage = {stage.asset: stage for stage in result.stages}["real_trajectories"]
    whole = materialised.lake().read("real_trajectories", "chip_design")
    resumed = pl.read_parquet([*(settings.home.lake / "real_trajectories" / "domain=chip_design").glob("*.parquet")])
    assert stage.figures["made now"] == len(whole) - finished
    assert sorted(resumed["trajectory_id"]) == sorted(whole["trajectory_id"])
    assert resumed["trajectory_id"].n_unique() == len(resumed)
