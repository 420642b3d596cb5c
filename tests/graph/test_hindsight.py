"""Hindsight in the whole graph: corrected turns are explained, the corpus thinks in what was accepted and says so."""

import polars as pl
import pytest

from orchestration.run_graph import default_domains
from resources.storage.warehouse import Warehouse
from tests.home import GraphHome

each_domain = pytest.mark.parametrize("domain", default_domains())


@each_domain
def test_every_corrected_turn_has_a_text_and_most_are_accepted(materialised: GraphHome, domain: str) -> None:
    rows = materialised.lake().read("hindsight_reasoning", domain)
    solved = (
        materialised.lake()
        .read("real_trajectories", domain)
        .filter(pl.col("passed") & ~pl.col("generator").str.starts_with("recorded/"))
    )
    assert len(rows) >= int((solved["turn_count"] - 1).sum())
    assert rows["accepted"].mean() >= 0.8, rows.filter(~pl.col("accepted")).select("reason").to_dicts()  # type: ignore[operator]
    assert rows.filter(~pl.col("accepted") & (pl.col("reason") == "")).is_empty()
    assert rows.filter((pl.col("original") == pl.col("reasoning")) & (pl.col("reasoning") != "")).is_empty()


@each_domain
def test_the_corpus_thinks_in_hindsight_where_it_was_accepted(materialised: GraphHome, domain: str) -> None:
    accepted = materialised.lake().read("hindsight_reasoning", domain).filter(pl.col("accepted"))
    texts = dict(accepted.select("turn_id", "reasoning").iter_rows())
    for row in materialised.lake().read("reasoning_corpus", domain).to_dicts():
        answers = [item["reasoning_content"] for item in row["messages"] if item["role"] == "assistant"]
        for entry, answer in zip(row["provenance"], answers, strict=True):
            assert entry["reasoning_source"] == ("hindsight" if entry["turn_id"] in texts else "original")
            assert entry["reasoning_writer"].partition("/")[0] in ("fault-injection", "text_edits", "recorded")
            if entry["turn_id"] in texts:
                assert texts[entry["turn_id"]].splitlines()[0][:40] in answer


def test_both_reasonings_are_queried_by_depth_and_side_by_side(materialised: GraphHome) -> None:
    warehouse = Warehouse(materialised.settings.home.warehouse)
    depth = warehouse.query("select * from reasoning_depth where turn_index > 0")
    assert {"original", "hindsight"} <= set(depth["reasoning_source"])
    assert (depth["characters_p25"] <= depth["characters_p75"]).all()
    beside = warehouse.query("select original, reasoning from hindsight_reasoning where accepted")
    assert beside.null_count().row(0) == (0, 0)
