"""ScoreSheet: which metrics an exam in a domain has. What they count is theirs."""

from collections.abc import Sequence

from assets.exam.accounts import spent, unanswered
from assets.exam.field_metrics import (
    archxbench,
    cad_coder,
    fast_p,
    fix_rate,
    main_share,
    supercoder,
    tritonbench,
    veriscope_score,
)
from assets.exam.figure import Figure
from assets.exam.pass_at_k import func_at, pass_at, syn_at
from assets.exam.sample import Exam
from assets.exam.turns import best_of_n, fixed_failures, solved_by_turn
from resources.domains.scoring import Scoring

KS = (1, 5)


def score_sheet(exam: Exam, scoring: Scoring, ks: Sequence[int] = KS) -> list[Figure]:
    """Every metric of which the domain says where its numbers stand, and those that all domains have."""
    return [
        *pass_at(exam, ks),
        *_of_the_field(exam, scoring, ks),
        *solved_by_turn(exam),
        *fixed_failures(exam),
        *best_of_n(exam),
        *unanswered(exam),
        *spent(exam),
    ]


def _of_the_field(exam: Exam, scoring: Scoring, ks: Sequence[int]) -> list[Figure]:
    found = [main_share(exam)]
    if scoring.compiled:
        found += [*syn_at(exam, ks, scoring.compiled), *func_at(exam, ks), veriscope_score(exam, scoring)]
    if scoring.checks:
        found += archxbench(exam, scoring)
    if exam.repairs:
        found.append(fix_rate(exam))
    if scoring.called:
        found += tritonbench(exam, scoring)
    if scoring.device:
        found += fast_p(exam, scoring)
    if scoring.tested:
        found += supercoder(exam, scoring)
    if scoring.valid:
        found += cad_coder(exam, scoring)
    return found
