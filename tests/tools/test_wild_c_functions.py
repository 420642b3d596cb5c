"""A function cut out of a folder of C under the real tools: the original answers its suite, a wrong answer fails."""

from pathlib import Path

from assets.bundles.build import bundle_from_seed
from assets.seeds.licences import licence_problem
from resources.domains.code_optimization.domain import DOMAIN
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.wild_c import SUMS, wild_c

READER = next(importer for importer in DOMAIN.importers if importer.name == "wild-c")


def test_the_original_answers_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    folder = wild_c(tmp_path)
    (folder / "src" / "sums.c").write_text(SUMS[: SUMS.index("/* Scrambles")])
    result = READER.read(folder)
    told = {problem.field: problem.problem for problem in result.problems}
    assert told["function widened"].startswith("needs word, which stands under a condition")
    seed = next(seed for seed in result.seeds if seed.seed_id == "wild-c/lib/src/sums/checksum")
    assert seed.origin.licence == "Apache-2.0 AND MIT"
    assert not licence_problem(seed, frozenset())
    assert "A checksum over bytes" in seed.prompt
    bundle, backend = bundle_from_seed(seed), DOMAIN.backend(make_sandbox())
    assert backend.execute(bundle, bundle.reference_candidate).outcome is Outcome.PASS
    wrong = Candidate(bundle.reference.replace("-306674912", "-306674911"))
    assert wrong != bundle.reference_candidate
    assert backend.execute(bundle, wrong).outcome is Outcome.FUNCTIONAL_MISMATCH
