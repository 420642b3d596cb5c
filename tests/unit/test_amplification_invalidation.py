"""Trajectories that leaned on less trust than audits ask now are made again; all others stand."""

from world_model_toy import bundle

from assets.amplification.asset import still_valid
from assets.trajectories.campaign import Row
from assets.trajectories.schema import trajectory_to_row
from assets.trust.threshold_overrides import ThresholdOverride
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.trajectory import Source, Trajectory, Turn
from resources.world_model.trust import TrustFigures

BUNDLE = bundle(1)
BUNDLES = {BUNDLE.hash: BUNDLE}
OVERRIDES = {"toy": ThresholdOverride(TrustFigures(0.9, 100, 90, 0.98, 0.0), 0.4, "n1")}


def row(
    name: str,
    confidence: float,
    source: Source = Source.SIMULATED,
    *,
    checkpoint: str = "c",
    novelty: float | None = 0.0,
) -> Row:
    code, observation = Candidate(BUNDLE.reference), Observation(Outcome.PASS, "function")
    turn = Turn(0, "", code, observation, source, confidence=confidence, novelty=novelty)
    made = Trajectory(name, "toy", BUNDLE.seed_id, BUNDLE.hash, "g", "1", 0, "1", "tools", checkpoint, (turn,))
    return trajectory_to_row(made)


def left(rows: dict[str, Row], overrides: dict[str, ThresholdOverride] = OVERRIDES) -> set[str]:
    return set(still_valid(rows, {BUNDLE.hash}, "c", overrides))


def test_what_leaned_on_less_falls_and_the_rest_stands() -> None:
    rows = {
        "sure": row("sure", 0.95),
        "unsure": row("unsure", 0.8),
        "executed": row("executed", 0.2, Source.REAL),
        "verified": row("verified", 0.2, Source.VERIFIED),
        "another's": row("another's", 0.2, checkpoint="earlier"),
    }
    assert left(rows) == rows.keys() - {"unsure"}
    assert left(rows, overrides={"imported": OVERRIDES["toy"]}) == set(rows)
    assert left(rows, overrides={}) == set(rows)


def test_trust_is_lowered_by_novelty_as_it_was_when_it_was_predicted() -> None:
    rows = {"familiar": row("familiar", 0.95, novelty=0.5), "strange": row("strange", 0.95, novelty=0.99)}
    assert left(rows) == {"familiar"}


def test_a_row_that_does_not_say_how_new_its_candidate_was_is_made_again() -> None:
    assert left({"older": row("older", 0.99, novelty=None)}) == set()
