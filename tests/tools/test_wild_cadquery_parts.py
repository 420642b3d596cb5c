"""Parts cut out of a folder of CadQuery under the real tools: originals pass, wrong answers do not."""

import asyncio
from collections.abc import Iterator

import pytest

from assets.bundles.build import bundle_from_seed
from assets.seeds.licences import licence_problem
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.importing import ImportResult
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from tests.wild_cadquery import FUNCTIONS, ODDS, wild_cadquery

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-cadquery")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    return READER.read(wild_cadquery(tmp_path_factory.mktemp("wild")))


@pytest.fixture(scope="module")
def pool() -> Iterator[ExecutionPool]:
    with ExecutionPool(DOMAIN.backend(make_sandbox())) as pool:
        yield pool


def seed(result: ImportResult, name: str) -> TaskSeed:
    return next(seed for seed in result.seeds if seed.seed_id == f"wild-cadquery/parts/{name}")


def test_parts_are_tasks_or_have_a_reason(result: ImportResult) -> None:
    names = [seed.seed_id.removeprefix("wild-cadquery/parts/") for seed in result.seeds]
    assert names == ["bracket", "lathe/turned/knob", "lathe/turned/ring"]
    told = {(problem.file, problem.field): problem.problem for problem in result.problems}
    for name, (_, why) in ODDS.items():
        assert told[f"odds/{name}", "script"].startswith(why)
    assert {field: told["lathe/turned.py", field] for field in FUNCTIONS} == FUNCTIONS


def test_a_task_is_under_its_file_s_licence(result: ImportResult) -> None:
    bracket, ring = seed(result, "bracket"), seed(result, "lathe/turned/ring")
    assert (bracket.origin.licence, bracket.origin.path) == ("MIT", "bracket.py")
    assert not licence_problem(bracket, frozenset())
    assert licence_problem(ring, frozenset())


def test_a_prompt_says_where_the_part_stands(result: ImportResult) -> None:
    bracket = seed(result, "bracket")
    assert "| `inset` | `7.0` | of the screw holes' centres from the edges |" in bracket.prompt
    assert "x from -30 to 30, y from -20 to 20, z from 0 to 6." in bracket.prompt
    assert "5 holes through" in bracket.prompt
    assert "Workplane" not in bracket.prompt
    assert bracket.settings["pose"] == "named"


def test_the_originals_pass(result: ImportResult, pool: ExecutionPool) -> None:
    for one in result.seeds:
        bundle = bundle_from_seed(one)
        assert asyncio.run(pool.execute(bundle, bundle.reference_candidate)).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("bracket", "(True, True, False)", "True"),
        ("bracket", "inset = 7.0", "inset = 8.0"),
        ("lathe/turned/knob", "dents: int = 6", "dents: int = 7"),
    ],
)
def test_an_answer_is_told_from_a_wrong_one(
    result: ImportResult, pool: ExecutionPool, name: str, right: str, wrong: str
) -> None:
    bundle = bundle_from_seed(seed(result, name))
    other = Candidate(bundle.reference.replace(right, wrong))
    assert other != bundle.reference_candidate
    assert asyncio.run(pool.execute(bundle, other)).outcome is Outcome.FUNCTIONAL_MISMATCH
