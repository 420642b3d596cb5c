"""A model proposes parts over HTTP, others model them, and CadQuery decides."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from resources.domains.registry import get_domain
from tests.proposed_parts import EXTRUDED, MOVED, OPEN, READINGS, SOLIDS, Written
from tests.proposed_tasks import Endpoint as Scripted
from tests.proposing import propose

CAD = get_domain("cad_modeling")
PROPOSALS = {
    0: (Written("left_plate", reference=MOVED), Written("left_plate", reference="plate = 1\n")),
    1: (Written("side_plate", place=OPEN, reference=READINGS[0]), Written("side_plate", place="```\ncode\n```")),
}
SOLUTIONS = {"left_plate": (EXTRUDED, SOLIDS, READINGS[0]), "side_plate": READINGS}


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder: Path = tmp_path_factory.mktemp("home")
    return propose(CAD, Scripted(PROPOSALS, SOLUTIONS, "python"), folder).rows


def test_each_kind_of_proposal_has_its_fate(rows: list[Mapping[str, Any]]) -> None:
    assert [(row["fate"], row["fault"], row["returned_for"]) for row in rows] == [
        ("dropped", "unreadable", "wrong_reference"),
        ("dropped", "unreadable", "ambiguous_prompt"),
    ]


def test_reasons_name_what_was_seen(rows: list[Mapping[str, Any]]) -> None:
    assert "2 of 3 engineers" in rows[0]["returned_because"]
    assert "the reference does something else" in rows[0]["returned_because"]
    assert "never sets `result`" in rows[0]["reason"]
    assert "in 3 ways" in rows[1]["returned_because"]
    assert "fenced block" in rows[1]["reason"]
