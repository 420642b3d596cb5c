"""The exported folder is opened by the libraries that its readers have, and holds what it says."""

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.publication.description import Description
from assets.publication.huggingface import export_huggingface
from assets.publication.published_rows import NothingToPublish
from assets.tables import TABLES
from assets.warehouse.sql_model import read_models
from assets.warehouse.sql_run import materialise_model
from orchestration.settings import SQL
from resources.domains.registry import load_domains
from resources.storage.lake import Lake

DOMAINS = {name: domain for name, domain in load_domains().items() if name in ("chip_design", "cad_modeling")}
TRAIN, TEST, BENCHMARK = (split.value for split in (CorpusSplit.TRAIN, CorpusSplit.TEST, CorpusSplit.BENCHMARK))


def said(role: str, content: str, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, "reasoning_content": None, "loss_mask": 0}
    return message | {"observation": None, "tool_call_id": None} | more


def conversation(domain: str, number: int, split: str) -> dict[str, Any]:
    """A failed and a right answer to one of a few tasks; every third is right at once."""
    failed = [said("assistant", f"wrong {number}", reasoning_content="I guess"), said("tool", "no", observation="real")]
    attempts = failed if number % 3 else []
    messages = [said("system", "answer"), said("user", f"task {number % 2}"), *attempts]
    messages.append(said("assistant", f"right {number}", reasoning_content="I know", loss_mask=1))
    outcomes = [*(["TIMEOUT"] if attempts else []), "PASS"]
    origin = {"seed_source": "builtin", "commit": "abc", "licence": "Apache-2.0", "generator": "fault-injection"}
    return {
        "conversation_id": f"{domain}-{number:03}",
        "domain": domain,
        "seed_id": f"builtin/{number % 2}",
        "tier": 1,
        "split": split,
        "licence": "Apache-2.0",
        "cluster": f"{domain}-000",
        "alike_by": ["minhash"],
        "messages": messages,
        "provenance": [origin | {"outcome": outcome} for outcome in outcomes],
        "turn_labels": [
            {
                "outcome": outcome,
                "passed": outcome == "PASS",
                "progressed": outcome == "PASS",
                "cleared": False,
                "stages_passed": 1,
            }
            for outcome in outcomes
        ],
        "solved": True,
        "turns": len(outcomes),
        "thinking_characters": 12,
    }


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return filled_lake(tmp_path_factory.mktemp("lake"))


def filled_lake(folder: Path) -> Lake:
    """With a small corpus and its views."""
    lake = Lake(folder)
    splits = [TRAIN] * 9 + [TEST] * 3 + [BENCHMARK] * 3
    for domain in DOMAINS:
        rows = [conversation(domain, number, split) for number, split in enumerate(splits)]
        lake.write(REASONING_CORPUS, domain, REASONING_CORPUS.from_rows(rows))
        with_views(lake, domain)
    return lake


def with_views(lake: Lake, domain: str) -> None:
    for name in ("turn_completions", "preference_pairs"):
        model = next(model for model in read_models(SQL) if model.name == name)
        materialise_model(model, lake, domain, may_be_absent=list(TABLES.values()))


@pytest.fixture(scope="module")
def folder(lake: Lake, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published") / "corpus"
    exported(lake, folder)
    return folder


def exported(lake: Lake, folder: Path) -> Description:
    return export_huggingface(lake, DOMAINS, folder, "1.0.0")


@pytest.fixture
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return pytest.importorskip("datasets", reason="the extra dev is not installed")


@pytest.mark.parametrize("streaming", [False, True])
def test_datasets_opens_each_domain_by_its_name(datasets: Any, folder: Path, tmp_path: Path, streaming: bool) -> None:
    rows = list(
        datasets.load_dataset(
            str(folder), "chip_design", split="train", streaming=streaming, cache_dir=str(tmp_path / "cache")
        )
    )
    assert [row["conversation_id"] for row in rows] == [f"chip_design-{number:03}" for number in range(9)]
    assert rows[1]["messages"][3] == said("tool", "no", observation="real")
    names = set(datasets.get_dataset_config_names(str(folder)))
    assert names == {f"{domain}{view}" for domain in DOMAINS for view in ("", "-completions", "-preferences")}


def test_polars_and_duckdb_open_it_in_a_line(folder: Path) -> None:
    assert len(pl.read_parquet(folder / "data/chip_design/test-*.parquet")) == 3
    (total,) = duckdb.sql(f"select count(*), sum(turns) from '{folder}/data/chip_design/train-*.parquet'").fetchall()
    assert total == (9, 15)


def test_no_benchmarks_row_is_published(folder: Path) -> None:
    for file in folder.rglob("*.parquet"):
        assert set(pl.read_parquet(file)["split"]) <= {TRAIN, TEST}
    assert f"split: {BENCHMARK}" not in (folder / "README.md").read_text(encoding="utf-8")


def test_the_card_says_what_the_files_hold(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "license: apache-2.0" in card
    assert "tags:\n- code\n- reasoning\n- tool-use\n" in card
    tags = card.partition("- tool-use\n")[2].partition("source_datasets:\n- original\n")[0]
    assert sorted(tags.splitlines()) == ["- cad", "- verilog"], "no domain that is not here"
    assert not any(word in card for word in ("Triton", "STM32", "x86"))
    assert "| `chip_design` | train | 9 |" in card
    assert "12 conversations on 2 tasks, 20 answers, 20 of them with reasoning" in card
    assert "| chip_design | builtin | `abc` | Apache-2.0 | 12 |" in card
    for column in REASONING_CORPUS.arrow_schema.names:
        assert f"| `{column}` |" in card


def test_croissant_metadata_is_valid_and_has_responsible_ai_fields(folder: Path) -> None:
    mlc = pytest.importorskip("mlcroissant", reason="the extra dev is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset = mlc.Dataset(jsonld=str(folder / "croissant.json"))
    metadata = json.loads((folder / "croissant.json").read_text())
    assert not dataset.metadata.ctx.issues.errors
    assert {name for name in metadata if name.startswith("rai:")} >= {"rai:dataLimitations", "rai:dataBiases"}
    assert {records["name"] for records in metadata["recordSet"]} == {f"{domain}_conversations" for domain in DOMAINS}


def test_the_same_rows_give_the_same_bytes(lake: Lake, folder: Path, tmp_path: Path) -> None:
    exported(lake, tmp_path / "corpus")
    exported(lake, tmp_path / "corpus")
    first, second = (_hashes(root) for root in (folder, tmp_path / "corpus"))
    assert first == second
    assert len(first) > 8


def test_a_folder_with_other_things_is_left_alone(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(FileExistsError, match="something else"):
        exported(lake, tmp_path)
    assert (tmp_path / "thesis.tex").exists()


def test_an_empty_corpus_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NothingToPublish, match="`icwm run` makes some"):
        export_huggingface(Lake(tmp_path / "lake"), DOMAINS, tmp_path / "out", "1")


def test_completions_and_preferences_are_trls_forms(datasets: Any, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("trl", reason="the extra dev is not installed")
    from trl.data_utils import is_conversational

    for view, columns in (("completions", {"prompt", "completion"}), ("preferences", {"prompt", "chosen", "rejected"})):
        rows = datasets.load_dataset(
            str(folder), f"chip_design-{view}", split="train", cache_dir=str(tmp_path / "cache")
        )
        assert columns <= set(rows.column_names)
        assert is_conversational(rows[0])
        assert rows[0]["prompt"][-1]["role"] in ("user", "tool")


def _hashes(root: Path) -> dict[str, str]:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
