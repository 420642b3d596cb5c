"""`icwm predict BUNDLE CANDIDATE`: what the champion says that a candidate does; on request, what it really does."""

import contextlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assets.profile import load_profile
from assets.trust.threshold_overrides import by_group, threshold_overrides
from assets.world_model.shipped import answering
from orchestration.bundle_lookup import BundleLookup
from orchestration.candidate_file import read_candidate, require_language
from orchestration.settings import Settings, read_settings
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.storage.lake import Lake
from resources.world_model.model import Prediction, Query
from resources.world_model.query import query_for
from resources.world_model.trust import FAMILIAR, NEVER, Limits, TrustFigures

if TYPE_CHECKING:
    from resources.world_model.prediction import CheckpointWorldModel

SHOWN_LABELS = 4
_MODES = "hybrid answers in a run: language model, simulation and exact checks together; pure: the language model alone"
LOG_LINES = 12
REPEATED_BELOW_S = 2.0
"""Of quick predictions a second one is timed, for which weights and forests are loaded; where it takes longer, the
language model is what takes the time, and nobody waits twice."""


class NotTrainedOn(Exception):
    """The world model has never seen the task's domain. The message says what to do."""


@dataclass(frozen=True)
class Answer:
    """One column of the table."""

    title: str
    observation: Observation
    seconds: float
    prediction: Prediction | None = None
    earned: TrustFigures | None = None
    """What predictions of such tasks are trusted from."""
    by_evidence: bool = False
    """Whether what was found out about this candidate decides alone, since it is unlike what was learned from."""


def predict(console: Console, bundle_name: str, candidate_path: str, *, verify: bool) -> int:
    """The command's exit status: 0; 3 where `verify` shows the hybrid's label wrong. Raises NoCandidate,
    BundleNotFound, WrongLanguage, NotTrainedOn and CorruptCheckpointError."""
    settings = read_settings()
    candidate = read_candidate(candidate_path)
    limits = load_profile(settings.profiles, settings.profile).limits
    lake = Lake(settings.lake)
    checkpoint = answering(lake, settings.home.checkpoints)
    bundle = BundleLookup(lake).find(bundle_name)
    require_language(bundle, candidate_path)
    overrides = threshold_overrides(lake, bundle.domain, checkpoint, limits)
    answers = predictions(checkpoint, bundle, candidate, limits, by_group(overrides, bundle.domain))
    if verify:
        answers.append(execution(settings, bundle, candidate))
    show(console, bundle, checkpoint.name, answers)
    hybrid = next(answer for answer in answers if answer.title == "hybrid")
    return 3 if verify and answers[-1].observation.outcome is not hybrid.observation.outcome else 0


def predictions(
    checkpoint: Path, bundle: EnvironmentBundle, candidate: Candidate, limits: Limits, least: Mapping[str, float]
) -> list[Answer]:
    """The hybrid answer, and the pure one beside it. Raises NotTrainedOn for a domain that was not in training."""
    from resources.world_model.label_probabilities import Mode
    from resources.world_model.prediction import CheckpointWorldModel, UnknownDomainError

    query = query_for(load_domains()[bundle.domain], bundle, candidate)
    modes: tuple[Mode, ...] = ("hybrid", "pure")
    try:
        models = [CheckpointWorldModel(checkpoint, mode, limits=limits, threshold_overrides=least) for mode in modes]
        return [_timed(model, query) for model in models]
    except UnknownDomainError as error:
        raise NotTrainedOn(f"{error}; `icwm run --domain {bundle.domain}` collects turns and trains again") from error


def _timed(model: "CheckpointWorldModel", query: Query) -> Answer:
    seconds = REPEATED_BELOW_S
    for _ in range(2):
        started = time.perf_counter()
        (prediction,) = model.predict([query])
        seconds = time.perf_counter() - started
        if seconds >= REPEATED_BELOW_S:
            break
    known = model.known([query])
    (earned,), (by_evidence,) = model.earned([query], known), known.far
    return Answer(model.mode, prediction.observation, seconds, prediction, earned, by_evidence)


def execution(settings: Settings, bundle: EnvironmentBundle, candidate: Candidate) -> Answer:
    """The real backend's, uncached, so that its time is one. Raises EnvironmentFailure."""
    from resources.execution.sandbox.selection import make_sandbox

    domain: Domain = load_domains()[bundle.domain]
    with contextlib.closing(make_sandbox()) as sandbox:
        started = time.perf_counter()
        observation = domain.backend(sandbox).execute(bundle, candidate)
        return Answer("executed", observation, time.perf_counter() - started)


def show(console: Console, bundle: EnvironmentBundle, checkpoint: str, answers: list[Answer]) -> None:
    console.print(f"{bundle.seed_id} [dim]{bundle.domain}, bundle {bundle.hash[:12]}, checkpoint {checkpoint[:12]}[/]")
    table = Table(show_lines=True)
    table.add_column("")
    for answer in answers:
        table.add_column(answer.title, overflow="fold", ratio=1)
    rows = {
        "outcome": [answer.observation.outcome.value for answer in answers],
        "confidence": [_confidence(answer.prediction) for answer in answers],
        "novelty": [_novelty(answer) for answer in answers],
        "trusted from": [_earned(answer.earned, bundle.source) for answer in answers],
        "labels": [_labels(answer.prediction) for answer in answers],
        "stage": [answer.observation.stage for answer in answers],
        "log": [_log(answer.observation) for answer in answers],
        "numbers": [_numbers(answer.observation.metrics) for answer in answers],
        "timings": [_numbers(answer.observation.timings) for answer in answers],
        "seconds": [f"{answer.seconds:.3f}" for answer in answers],
    }
    for row in [row for row in ("timings", "novelty") if not any(rows[row])]:
        del rows[row]
    for name, cells in rows.items():
        table.add_row(name, *(Text(cell) for cell in cells))
    console.print(table)
    if any(answer.prediction for answer in answers):
        console.print(_MODES, style="dim", soft_wrap=True, highlight=False)


def _confidence(prediction: Prediction | None) -> str:
    if prediction is None:
        return ""
    trusted = "trusted" if prediction.trusted else "not trusted: the tool would run"
    return f"{prediction.confidence:.1%}, {trusted}"


def _novelty(answer: Answer) -> str:
    """How unlike what was learned from, and what follows."""
    if answer.prediction is None:
        return ""
    novelty = answer.prediction.novelty
    unlike = f"{novelty:.2f}: of what was learned from {novelty:.0%} has a nearer neighbour than this has"
    if answer.by_evidence:
        return f"{unlike}; so only its simulation and exact checks count, which are trusted from a bound of their own"
    return unlike if novelty <= FAMILIAR else f"{unlike}; so the confidence counts for less"


def _earned(found: TrustFigures | None, source: str) -> str:
    if found is None:
        return ""
    turns = f"{found.examples} calibration turns of {source} tasks"
    return f"never, by {turns}" if found.threshold >= NEVER else f"{found.threshold:.3f}, by {turns}"


def _labels(prediction: Prediction | None) -> str:
    if prediction is None:
        return ""
    ranked = sorted(prediction.probabilities.items(), key=lambda item: (-item[1], item[0].value))
    return "\n".join(f"{share:6.1%} {outcome.value}" for outcome, share in ranked[:SHOWN_LABELS])


def _log(observation: Observation) -> str:
    lines = observation.text.strip().splitlines()
    return "\n".join([*lines[:LOG_LINES], *(["…"] if len(lines) > LOG_LINES else [])])


def _numbers(numbers: Mapping[str, float]) -> str:
    return "\n".join(f"{name} {value:.6g}" for name, value in sorted(numbers.items()))
