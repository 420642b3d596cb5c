"""The picture of the learning experiment: what is drawn, also where an interval ends at its value."""

from assets.world_model.fidelity import Figure
from orchestration.learning.picture import learning_picture, points_of
from orchestration.learning.rounds import AuditFigures, Round

AUDIT = AuditFigures(0.9, 0.85, 0.94, 1.0, 200, True, 20)


def a_round(number: int, **audits: AuditFigures) -> Round:
    return Round(number, f"c{number}", "promoted", f"c{number}", 100 * number, 0, 0, audits)


def accuracy(part: str, value: float | None, low: float | None, high: float | None, domain: str = "toy") -> Figure:
    return Figure(domain, part, "world model, hybrid", "", "accuracy", value, low, high, 100)


ROUNDS = [a_round(1, toy=AUDIT), a_round(2)]
FIGURES = [
    ("c1", accuracy("turn", 0.9, 0.8, 0.95)),
    ("c2", accuracy("turn", 1.0, 0.96, 1.0 - 1e-16)),
    ("c1", accuracy("seed", 0.7, 0.6, 0.8)),
    ("c2", accuracy("seed", None, None, None)),
    ("c2", accuracy("fault", 0.5, 0.4, 0.6, domain="another")),
]


def test_parts_and_audits_have_the_points_that_were_measured() -> None:
    assert points_of("turn", ROUNDS, FIGURES, "toy") == [(1, 0.9, 0.8, 0.95), (2, 1.0, 0.96, 1.0 - 1e-16)]
    assert points_of("seed", ROUNDS, FIGURES, "toy") == [(1, 0.7, 0.6, 0.8)]
    assert points_of("fault", ROUNDS, FIGURES, "toy") == []
    assert points_of("audit", ROUNDS, FIGURES, "toy") == [(1, 0.9, 0.85, 0.94)]


def test_an_interval_that_misses_its_value_by_a_rounding_error_is_drawn() -> None:
    drawn = learning_picture(ROUNDS, FIGURES, "toy")
    assert drawn.lstrip().startswith(("<?xml", "<svg"))
    assert learning_picture([a_round(1)], [], "toy")
