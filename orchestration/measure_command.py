"""`icwm measure ANSWERS`: the world model beside the real tools on answers that somebody recorded.

Executes each answer, predicts it, and prints the figures by author. Nothing enters the lake but the result cache; to
learn from the answers, give them to `icwm run` as the generator `recorded`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assets.execution import ExecutionResource
from assets.profile import load_profile
from assets.shares import Share
from assets.trust.threshold_overrides import by_group, threshold_overrides
from assets.world_model.answer_trial import Trial, Unjudged, submissions, trial
from assets.world_model.author_figures import AuthorFigures, JudgedAnswer, KnownAuthors, author_figures
from assets.world_model.author_trust import EarnedTrust, other_authors
from assets.world_model.shipped import answering
from orchestration.bundle_lookup import BundleLookup, BundleNotFound
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import Settings, read_settings
from resources.domains.recorded_answer import RecordedAnswer
from resources.domains.registry import load_domains
from resources.execution.bundle import EnvironmentBundle
from resources.generation.recorded.generator import PREFIX
from resources.generation.recorded.samples import read_samples
from resources.storage.lake import Lake
from resources.world_model.verdicts import load_verdicts

SHOWN_REASONS = 8
ANSWERS_SHOWN = 20
"""So few are shown one by one; their shares say little."""
BETWEEN = 2


def measure(console: Console, answers_file: Path, rows_file: Path | None) -> int:
    """The command's exit status: 0 where something could be measured. Raises UnreadableSamples."""
    settings = read_settings()
    answers = read_samples(answers_file)
    bundles, missing = known_bundles(Lake(settings.lake), answers)
    trials = list(_trials(console, settings, answers, bundles))
    judged = [answer for each in trials for answer in each.judged]
    if 0 < len(judged) <= ANSWERS_SHOWN:
        show_answers(console, judged)
    show(console, author_figures(judged, known_authors(settings, judged)))
    show_unjudged(console, [*missing, *(answer for each in trials for answer in each.unjudged)])
    if rows_file:
        rows_file.write_text("".join(json.dumps(_row(answer)) + "\n" for answer in judged), encoding="utf-8")
    return 0 if judged else 1


def known_authors(settings: Settings, judged: Sequence[JudgedAnswer]) -> KnownAuthors:
    """What the champion knows of others than those who are measured."""
    limits = load_profile(settings.profiles, settings.profile).limits
    kept = load_verdicts(answering(Lake(settings.lake), settings.home.checkpoints))
    authors = {PREFIX + answer.author for answer in judged}
    return KnownAuthors({name: other_authors(kept, name, authors) for name in load_domains()}, limits)


def known_bundles(lake: Lake, answers: Sequence[RecordedAnswer]) -> tuple[dict[str, EnvironmentBundle], list[Unjudged]]:
    """By seed id; and the answers to tasks that nobody has."""
    bundles: dict[str, EnvironmentBundle] = {}
    problems: dict[str, str] = {}
    lookup = BundleLookup(lake)
    for seed in sorted({answer.seed_id for answer in answers}):
        try:
            bundles[seed] = lookup.find(seed)
        except BundleNotFound as error:
            problems[seed] = str(error)
    return bundles, [
        Unjudged(item.author, item.seed_id, problems[item.seed_id]) for item in answers if item.seed_id in problems
    ]


def _trials(
    console: Console, settings: Settings, answers: Sequence[RecordedAnswer], bundles: Mapping[str, EnvironmentBundle]
) -> Iterator[Trial]:
    """One for each domain that has answers."""
    from resources.world_model.prediction import CheckpointWorldModel

    lake, limits = Lake(settings.lake), load_profile(settings.profiles, settings.profile).limits
    checkpoint = answering(lake, settings.home.checkpoints)
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    for name, domain in load_domains().items():
        own = {seed: bundle for seed, bundle in bundles.items() if bundle.domain == name}
        programs, without = submissions(domain, own, answers)
        if not programs:
            yield Trial((), tuple(without))
            continue
        overrides = by_group(threshold_overrides(lake, name, checkpoint, limits), name)
        model = CheckpointWorldModel(checkpoint, limits=limits, threshold_overrides=overrides)
        with ProgressDisplay(), execution.pool(name) as pool:
            made = trial(domain, programs, pool, model)
        yield Trial(made.judged, (*without, *made.unjudged))


def show_answers(console: Console, judged: Sequence[JudgedAnswer]) -> None:
    table = Table("task", "author", "tools say", "world model says", "how surely", box=None, pad_edge=False)
    for answer in judged:
        said = answer.prediction
        right = said.predicted is answer.real.outcome
        table.add_row(
            Text(answer.seed_id),
            Text(answer.author),
            answer.real.outcome.value,
            Text(said.predicted.value, style="" if right else "red"),
            f"{said.confidence:.2f}",
        )
    console.print(table)


_FIGURES: Mapping[str, Callable[[AuthorFigures], str]] = {
    "right": lambda row: _said(row.right),
    "PASSes foretold": lambda row: _said(row.passes_foretold),
    "false of predicted PASSes": lambda row: _said(row.false_passes),
    "trusted": lambda row: _count(row.trusted),
    "of them right": lambda row: _count(row.trusted_right),
    "texts true": lambda row: _count(row.texts_true),
    "after 40 executed": lambda row: _earned(row.earned),
    "calibration error": lambda row: f"{row.calibration_error:.3f}",
    "97 % right of the surest": lambda row: f"{row.coverage:.2f}",
}


def show(console: Console, figures: Sequence[AuthorFigures]) -> None:
    """A line each figure, authors side by side: as many in a table as the terminal has room for."""
    for domain, group in groupby(figures, lambda row: row.domain):
        authors = [_column(row) for row in group]
        while authors:
            few = authors[: _fitting(authors, console.width)]
            table = Table(domain, box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, BETWEEN, 0, 0))
            for author, *_ in few:
                table.add_column(Text(author))
            for name, *cells in zip(_FIGURES, *(column[1:] for column in few), strict=True):
                table.add_row(name, *cells)
            console.print(table)
            console.print()
            del authors[: len(few)]
    for row in figures:
        if row.choice.tasks:
            console.print(_choice(row), highlight=False, soft_wrap=True)


def _column(row: AuthorFigures) -> list[str]:
    return [row.author, *(cell(row) for cell in _FIGURES.values())]


def _fitting(authors: Sequence[Sequence[str]], width: int) -> int:
    """How many columns have room beside the names of the figures, one at least."""
    ends = accumulate((BETWEEN + 1 + max(map(len, column)) for column in authors), initial=max(map(len, _FIGURES)))
    return max(1, sum(end <= width for end in ends) - 1)


def _said(share: Share) -> str:
    return f"{share.value:.2f} ({share.low:.2f}–{share.high:.2f}) of {share.total}" if share.total else "–"


def _earned(earned: EarnedTrust | None) -> str:
    if earned is None:
        return "–"
    right = f", right {earned.right:.2f}" if earned.trusted else ""
    return f"{earned.trusted:.2f} trusted{right}"


def _count(share: Share) -> str:
    return f"{share.count} of {share.total}" if share.total else "–"


def _choice(row: AuthorFigures) -> str:
    choice = row.choice
    return (
        f"{row.domain}, {row.author}: of several answers to {choice.tasks} tasks the first passes in "
        f"{_count(choice.first)}, the one believed in most in {_count(choice.chosen)}, any in {_count(choice.oracle)}; "
        f"executions a task until one passes: {choice.executions_in_order:.2f} in order, "
        f"{choice.executions_by_belief:.2f} by belief"
    )


def show_unjudged(console: Console, unjudged: Sequence[Unjudged]) -> None:
    """Authors who miss their figures for one reason stand in one line."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for answer in unjudged:
        reasons.setdefault((answer.seed_id, answer.reason), []).append(answer.author)
    if unjudged:
        console.print(f"{len(unjudged)} answers have no figures:", highlight=False)
    for (seed, reason), authors in list(reasons.items())[:SHOWN_REASONS]:
        who = authors[0] if len(authors) == 1 else f"{authors[0]} and {len(authors) - 1} more"
        console.print(f"  {seed}, {who}: {reason}", markup=False, highlight=False, soft_wrap=True)
    if len(reasons) > SHOWN_REASONS:
        console.print(f"  and {len(reasons) - SHOWN_REASONS} more reasons", highlight=False)


def _row(answer: JudgedAnswer) -> dict[str, Any]:
    return {
        "domain": answer.domain,
        "author": answer.author,
        "seed_id": answer.seed_id,
        "outcome": answer.real.outcome.value,
        "stage": answer.real.stage,
        "log": answer.real.text,
        "predicted_outcome": answer.prediction.predicted.value,
        "predicted_log": answer.predicted.text,
        "confidence": answer.prediction.confidence,
        "pass_probability": answer.belief,
        "trusted": answer.prediction.trusted,
        "code": answer.code,
    }
