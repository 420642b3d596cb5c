"""Trajectories that leaned on less trust than audits ask now are made again; all others stand."""

from pathlib import Path

from world_model_toy import ToyDomain, bundle, make_examples

from assets.amplification.standing import standing
from assets.audits.trust import Raised
from assets.trajectories.campaign import Row
from assets.trajectories.schema import trajectory_to_row
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.world_model.novelty import fit_novelty, save_novelty
from resources.world_model.trust import TrustFigures

BUNDLE = bundle(1)
BUNDLES = {BUNDLE.hash: BUNDLE}
RAISED = {"toy": Raised(TrustFigures(0.9, 100, 90, 0.98, 0.0), 0.4, "n1")}
STRANGE = "}{!! while (@@) lambda :: goto\n" * 40


def row(
    name: str,
    confidence: float,
    source: Source = Source.SIMULATED,
    *,
    checkpoint: str = "c",
    code: str = BUNDLE.reference,
) -> Row:
    turn = Turn(0, "", Candidate(code), Observation(Outcome.PASS, "function"), source, confidence=confidence)
    made = Trajectory(name, "toy", BUNDLE.seed_id, BUNDLE.hash, "g", "1", 0, "1", "tools", checkpoint, (turn,))
    return trajectory_to_row(made)


def left(rows: dict[str, Row], checkpoint: Path = Path("c"), raised: dict[str, Raised] = RAISED) -> set[str]:
    return set(standing(rows, ToyDomain(), BUNDLES, checkpoint, raised))


def test_what_leaned_on_less_falls_and_the_rest_stands() -> None:
    rows = {
        "sure": row("sure", 0.95),
        "unsure": row("unsure", 0.8),
        "executed": row("executed", 0.2, Source.REAL),
        "verified": row("verified", 0.2, Source.VERIFIED),
        "another's": row("another's", 0.2, checkpoint="earlier"),
    }
    assert left(rows) == rows.keys() - {"unsure"}
    assert left(rows, raised={"imported": RAISED["toy"]}) == set(rows)
    assert left(rows, raised={}) == set(rows)


def test_trust_is_lowered_by_novelty_as_it_was_when_it_was_predicted(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    (folder / "icwm").mkdir(parents=True)
    save_novelty(fit_novelty(make_examples(300)), folder)
    known = next(item.query.candidate.code for item in make_examples(300) if item.query.bundle == BUNDLE)
    rows = {"familiar": row("familiar", 0.95, code=known), "strange": row("strange", 0.95, code=STRANGE)}
    assert left(rows, folder) == {"familiar"}
