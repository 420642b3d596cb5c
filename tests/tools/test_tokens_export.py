"""Exported tokens are read by the libraries that train, and say how they were made."""

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from assets.corpus.schema import REASONING_CORPUS
from assets.corpus.splits import CorpusSplit
from assets.learned import Learned
from assets.publication.published_rows import NothingToPublish
from assets.tokens.chat_format import ChatFormat
from assets.tokens.export import TokenSettings, export_tokens
from assets.tokens.sequences import IGNORED, sequences
from orchestration.command_line import app
from resources.storage.lake import Lake
from tests.chat_families import FAMILIES, QWEN, tokenizer
from tests.tools.test_publication import conversation

LENGTH = 512
DOMAINS = ("chip_design", "cad_modeling")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    lake = Lake(tmp_path_factory.mktemp("lake") / "lake")
    splits = [CorpusSplit.TRAIN.value] * 60 + [CorpusSplit.TEST.value] * 3 + [CorpusSplit.BENCHMARK.value] * 5
    for domain in DOMAINS:
        rows = [conversation(domain, number, split) for number, split in enumerate(splits)]
        lake.write(REASONING_CORPUS, domain, REASONING_CORPUS.from_rows(rows))
    return lake


def exported(lake: Lake, folder: Path, settings: TokenSettings, template: str = QWEN) -> pl.DataFrame:
    export_tokens(lake, DOMAINS, folder, tokenizer(), template, settings)
    return pl.read_parquet(folder / "data" / "train-*.parquet")


def test_packs_hold_the_sequences_of_every_row_once(lake: Lake, tmp_path: Path) -> None:
    packs = exported(lake, tmp_path, TokenSettings(LENGTH)).to_dicts()
    found = {}
    for pack in packs:
        assert len(pack["input_ids"]) == len(pack["labels"]) == sum(pack["seq_lengths"]) <= LENGTH
        assert pack["position_ids"] == [place for length in pack["seq_lengths"] for place in range(length)]
        start = 0
        for length, row in zip(pack["seq_lengths"], pack["row_ids"], strict=True):
            found[row] = (pack["input_ids"][start : start + length], pack["labels"][start : start + length])
            start += length
    rows = [row for domain in DOMAINS for row in lake.arrow(REASONING_CORPUS.name, [domain]).to_pylist()]
    chat = ChatFormat(tokenizer(), QWEN)
    expected = {row["conversation_id"]: sequences(chat, row)[0] for row in rows if row["split"] == "train"}
    assert found == {name: (sequence.ids, sequence.labels) for name, sequence in expected.items()}


def test_the_same_rows_give_the_same_bytes_and_a_description(lake: Lake, tmp_path: Path) -> None:
    for name in ("one", "two"):
        exported(lake, tmp_path / name, TokenSettings(LENGTH))
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.*")} for name in ("one", "two"))
    assert one == two
    said = json.loads(one["tokens.json"])
    assert [(split["split"], split["rows"]) for split in said["splits"]] == [("train", 120), ("test", 6)]
    assert said["splits"][0]["fullness"] >= 0.9
    assert str(tmp_path) not in one["tokens.json"].decode()


def test_trees_hold_the_same_answers_in_fewer_tokens(lake: Lake, tmp_path: Path) -> None:
    flat = export_tokens(lake, DOMAINS, tmp_path / "flat", tokenizer(), FAMILIES["llama"], TokenSettings(LENGTH))[0]
    settings = TokenSettings(LENGTH, as_trees=True)
    tree = export_tokens(lake, DOMAINS, tmp_path / "trees", tokenizer(), FAMILIES["llama"], settings)[0]
    packs = pl.read_parquet(tmp_path / "trees" / "data" / "train-*.parquet")
    assert packs["weights"].list.sum().sum() == flat.learned_tokens == tree.learned_tokens
    assert 2 * tree.tokens < flat.tokens == tree.sequence_tokens


def test_the_dial_says_which_answers_are_learned(lake: Lake, tmp_path: Path) -> None:
    counts = {}
    for learned in (None, Learned.PASSED, Learned.RAN):
        settings = TokenSettings(LENGTH, learned)
        counts[learned] = export_tokens(lake, DOMAINS, tmp_path / str(learned), tokenizer(), QWEN, settings)[0].answers
    assert counts == {None: 120, Learned.PASSED: 120, Learned.RAN: 200}


def test_trl_reads_a_pack_as_it_is(lake: Lake, tmp_path: Path) -> None:
    pytest.importorskip("trl", reason="the extra dev is not installed")
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

    packs = exported(lake, tmp_path, TokenSettings(LENGTH)).to_dicts()
    batch = DataCollatorForLanguageModeling(pad_token_id=0, padding_free=True)(packs[:1])
    assert batch["input_ids"][0].tolist() == packs[0]["input_ids"]
    assert batch["labels"][0].tolist() == packs[0]["labels"]
    assert batch["position_ids"][0].tolist() == packs[0]["position_ids"]
    assert IGNORED in packs[0]["labels"]


def test_the_command_takes_a_folder_and_a_templates_file(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ICWM_HOME", str(tmp_path))
    monkeypatch.setenv("ICWM_LAKE", str(lake.root))
    tokenizer().save_pretrained(tmp_path / "model")
    (tmp_path / "chat.jinja").write_text(QWEN, encoding="utf-8")
    command = ["export", "tokens", str(tmp_path / "out"), "--tokenizer", str(tmp_path / "model"), "--length", "512"]
    refused = CliRunner().invoke(app, command)
    assert (refused.exit_code, "--template" in refused.output) == (1, True)
    done = CliRunner().invoke(app, [*command, "--template", str(tmp_path / "chat.jinja"), "--trees"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out" / "data" / "train-00000-of-00001.parquet").is_file()
    unknown = CliRunner().invoke(app, [*command[:4], str(tmp_path / "nowhere.json")])
    assert unknown.exit_code == 1
    (tmp_path / "out" / "tokens.json").unlink()
    kept = CliRunner().invoke(app, [*command, "--template", str(tmp_path / "chat.jinja")])
    assert "something else" in str(kept.exception)


def test_an_empty_corpus_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NothingToPublish, match="`icwm run` makes some"):
        export_tokens(Lake(tmp_path / "lake"), DOMAINS, tmp_path / "out", tokenizer(), QWEN, TokenSettings())
