"""A model proposes C functions over HTTP, others write them from the words, and gcc and the tests decide."""

from pathlib import Path
from typing import Any

import pytest

from assets.seeds.imports import imported_seeds
from resources.domains.registry import get_domain
from resources.storage.lake import Lake
from tests.proposed_functions import HALVES, LOSES_LAST, NO_C, OPEN, ORDINARY, PAIRS, RIGHT, Written
from tests.proposed_tasks import Endpoint as Scripted
from tests.proposing import Asked, propose

CODE = get_domain("code_optimization")
PROPOSALS = {
    0: (Written("level_runs", reference=HALVES), Written("level_runs", arguments="values: any\n")),
    1: (Written("pair_count", counts=OPEN), Written("pair_count", tests="[]\n")),
    2: (Written("tide_marks"),),
}
SOLUTIONS = {
    "level_runs": RIGHT,
    "pair_count": (ORDINARY, PAIRS, LOSES_LAST),
    "tide_marks": (RIGHT[1], NO_C, RIGHT[2]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def asked(folder: Path) -> Asked:
    return propose(CODE, Scripted(PROPOSALS, SOLUTIONS, "c"), folder)


@pytest.fixture(scope="module")
def rows(asked: Asked) -> list[dict[str, Any]]:
    return asked.rows


def test_each_kind_of_proposal_has_its_fate(rows: list[dict[str, Any]]) -> None:
    assert [(row["fate"], row["fault"], row["returned_for"], row["rounds"]) for row in rows] == [
        ("dropped", "unreadable", "wrong_reference", 2),
        ("dropped", "unreadable", "ambiguous_prompt", 2),
        ("kept", "", "", 1),
    ]


def test_reasons_name_what_was_seen(rows: list[dict[str, Any]]) -> None:
    assert "where no test looks" in rows[0]["returned_because"]
    assert "1 lines; the function takes 3" in rows[0]["reason"]
    assert "in 3 ways" in rows[1]["returned_because"]
    assert "part at the tests three" in rows[1]["returned_because"]
    assert "has 1 tests" in rows[1]["reason"]


def test_what_went_back_shows_the_call_that_differs(asked: Asked) -> None:
    assert any("..x. three: the result is 2, not 1" in text for text in asked.told)


def test_solvers_see_neither_the_program_nor_the_tests(asked: Asked) -> None:
    seen = [text for text in asked.told if "uint64_t tide_marks(uint16_t *values" in text]
    assert seen
    assert not any("size_t stretches" in text or "Given on stdin" in text or "xorl" in text for text in seen)
    assert all("`kernel_from_words.c`" in text and "from 0 to 11" in text for text in seen)


def test_a_kept_function_is_a_certified_seed(rows: list[dict[str, Any]], folder: Path) -> None:
    (seed,) = imported_seeds(Lake(folder / "lake"), CODE.name)
    assert seed.seed_id == f"proposed/tide_marks-{rows[2]['proposal_id']}"
    assert "size_t stretches" in seed.prompt
    assert rows[2]["mutation_score"] > 0.5
    solvers = rows[2]["solvers"]
    assert [row["outcome"] for row in solvers] == ["PASS", "", "PASS"]
    assert "return nothing;" in solvers[1]["code"]
    assert rows[2]["tests"] == ["clipped", "empty", "last", "three"]
