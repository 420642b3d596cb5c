"""Trains the world model: one decoder-only language model for all domains.

`train` is the only thing others call. From scratch on a CPU here; from a pretrained base in `scaled`. Imports
torch and transformers; import it lazily.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from resources.world_model import markup
from resources.world_model.assessment import assess
from resources.world_model.checkpoint import LIBRARIES, Checkpoint, installed, write_checkpoint
from resources.world_model.encoding import Encoded, batches, encode_examples
from resources.world_model.evidence import EVIDENCE_FILE, evidence_rows, fit_evidence
from resources.world_model.hint import fit_hint, save_hint
from resources.world_model.hint_inheritance import with_parent
from resources.world_model.huggingface import build_model, parameters_of, save_model
from resources.world_model.inference import LocalLanguageModel
from resources.world_model.inheritance import Inheritance, inherit
from resources.world_model.input_views import input_views
from resources.world_model.log_forms import fit_log_forms, load_log_forms, save_log_forms, with_parents_forms
from resources.world_model.manifest import Manifest
from resources.world_model.model import TurnExample
from resources.world_model.novelty import fit_novelty, save_novelty, with_parents_rows
from resources.world_model.optimisation import optimise, planned_steps
from resources.world_model.progress import Fitted, Progress
from resources.world_model.rendering import Evidence, render_prompt, render_target
from resources.world_model.scoring import Scorer
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, train_vocabulary
from resources.world_model.training_record import Seen, save_record, seen_in
from resources.world_model.trust import Limits
from resources.world_model.verdicts import save_verdicts

RESERVED_SHARE = 0.12
"""Of the time, kept for calibration, measuring and writing."""


def train(
    examples: Sequence[TurnExample],
    *,
    calibration: Sequence[TurnExample] = (),
    settings: TrainingSettings,
    directory: Path,
    splits: Mapping[str, Any] | None = None,
    held_out: Mapping[str, Sequence[TurnExample]] | None = None,
    parent: Path | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Checkpoint:
    """Trains on `examples`, fits temperatures and thresholds on `calibration`, writes a checkpoint into `directory`.

    `splits` is copied into the manifest; `held_out`, by part, is measured for the model card. With a `parent`,
    a checkpoint's folder, training begins with its weights and tokens. Raises ValueError for no examples, or for
    an observation whose label its domain does not have; UnfitParentError.
    """
    check(examples)
    started = time.monotonic()
    ordered = sorted(examples, key=lambda example: example.turn_id)
    inherited = inherit(parent, settings, {item.query.domain.name for item in ordered}) if parent else None
    with threadpool_limits(settings.threads), torch.random.fork_rng():
        torch.manual_seed(settings.seed)
        views = input_views([example.query for example in ordered])
        rows = views.rows
        hint, evidence = fit_hint(ordered, rows, settings.boosting)
        if inherited:
            hint, evidence = with_parent(hint, evidence, ordered, rows, inherited, settings.boosting)
        vocabulary = inherited.vocabulary if inherited else make_vocabulary(ordered, evidence, settings)
        encoded = encode_examples(ordered, evidence, vocabulary, settings)
        fitted = fit(encoded, vocabulary, settings, inherited, started, progress)
        by_evidence = fit_evidence(ordered, evidence_rows(rows, views.diagnostics))
        novelty = fit_novelty([item for item in ordered if not item.is_others] or ordered)
        if inherited:
            novelty = with_parents_rows(novelty, inherited.novelty)
        forms = fit_log_forms(ordered)
        if parent:
            forms = with_parents_forms(forms, load_log_forms(parent))
        scorer = Scorer(LocalLanguageModel(fitted.model, vocabulary), vocabulary, hint, by_evidence, novelty, settings)
        limits = Limits(settings.trust_accuracy, settings.trust_false_pass)
        found = assess(scorer, calibration, held_out or {}, limits, inherited)
    manifest = Manifest(
        data_hash=data_hash(ordered),
        examples=len(ordered),
        label_counts=label_counts(ordered),
        domains={name: labels_of(ordered, name) for name in sorted(hint.forests)},
        splits=dict(splits or {}),
        settings=settings,
        parameters=parameters_of(fitted.model),
        steps=fitted.steps,
        steps_planned=fitted.steps_planned,
        tokens=fitted.tokens,
        losses=fitted.losses,
        calibration=found.calibration,
        trust=found.trust,
        measured=found.measured,
        toolchains=toolchains_of(ordered),
        libraries=installed(LIBRARIES),
        code_version=installed(("icwm",))["icwm"],
        parent=inherited.checkpoint_id if inherited else "",
    )

    def fill(folder: Path) -> None:
        save_model(fitted.model, vocabulary, folder)
        save_hint(hint, folder)
        save_hint(by_evidence, folder, EVIDENCE_FILE)
        save_novelty(scorer.novelty, folder)
        save_log_forms(forms, folder)
        save_verdicts(found.verdicts, folder)
        save_record(seen_in([*ordered, *calibration]) | (inherited.seen if inherited else Seen()), folder)

    return write_checkpoint(directory, manifest, fill, time.monotonic() - started)


def fit(
    encoded: Sequence[Encoded],
    vocabulary: Vocabulary,
    settings: TrainingSettings,
    inherited: Inheritance | None,
    started: float,
    progress: Callable[[Progress], None],
) -> Fitted:
    """From scratch, from a parent's weights, or from a pretrained base."""
    deadline = started + settings.max_seconds * (1 - RESERVED_SHARE)
    planned = planned_steps(len(encoded), settings)
    if settings.base:
        from resources.world_model import scaled

        return scaled.fit(encoded, vocabulary, settings, planned, started, deadline, progress)
    stream = batches(encoded, vocabulary.padding, settings)
    if inherited:
        warm = replace(settings, learning_rate=settings.warm_learning_rate)
        return optimise(inherited.model(), stream, planned, started, deadline, warm, progress)
    return optimise(build_model(settings, vocabulary), stream, planned, started, deadline, settings, progress)


def make_vocabulary(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], settings: TrainingSettings
) -> Vocabulary:
    if not settings.base:
        return learn_vocabulary(examples, evidence, settings)
    from resources.world_model.scaled import extend_vocabulary

    return extend_vocabulary(settings.base, sorted({item.query.domain.name for item in examples}))


def learn_vocabulary(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], settings: TrainingSettings
) -> Vocabulary:
    texts = [
        render_prompt(example.query, settings.render, shown)
        + render_target(example.query, example.observation, settings.render)
        for example, shown in zip(examples, evidence, strict=True)
    ]
    plain = (markup.SPECIAL.sub("\n", text) for text in texts)
    return train_vocabulary(plain, size=settings.vocabulary, domains={item.query.domain.name for item in examples})


def check(examples: Sequence[TurnExample]) -> None:
    if not examples:
        raise ValueError("there are no turns to train on; materialise real trajectories first")
    for example in examples:
        if example.observation.outcome not in example.query.domain.outcomes:
            raise ValueError(
                f"turn {example.turn_id}: {example.query.domain.name} has no {example.observation.outcome}"
            )


def labels_of(examples: Sequence[TurnExample], domain: str) -> tuple[str, ...]:
    found = next(example.query.domain for example in examples if example.query.domain.name == domain)
    return tuple(sorted(outcome.value for outcome in found.outcomes))


def label_counts(examples: Sequence[TurnExample]) -> dict[str, dict[str, int]]:
    counts = Counter((example.query.domain.name, example.observation.outcome.value) for example in examples)
    found: dict[str, dict[str, int]] = {}
    for (domain, label), count in sorted(counts.items()):
        found.setdefault(domain, {})[label] = count
    return found


def toolchains_of(examples: Sequence[TurnExample]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for example in examples:
        found.setdefault(example.query.domain.name, Counter())[example.observation.toolchain] += 1
    return {domain: dict(sorted(counts.items())) for domain, counts in sorted(found.items())}


def data_hash(examples: Sequence[TurnExample]) -> str:
    """Over what is learned from: bundles, candidates and observations (without their times)."""
    total = hashlib.sha256()
    for example in examples:
        query = example.query
        observed = hashlib.sha256(repr(comparable(example)).encode("utf-8", "replace")).hexdigest()
        total.update(f"{query.domain.name} {query.bundle.hash} {query.candidate.hash} {observed}\n".encode())
    return total.hexdigest()


def comparable(example: TurnExample) -> tuple[object, ...]:
    observation = example.observation
    return observation.outcome, observation.stage, observation.log, sorted(observation.metrics.items())
