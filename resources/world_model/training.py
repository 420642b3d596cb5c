"""Trains the world model: one decoder-only language model for all domains.

`train` is the only thing others call. From scratch on a CPU here; from a pretrained base in `scaled`. Imports
torch and transformers; import it lazily.
"""

import hashlib
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from resources.world_model import markup
from resources.world_model.assessing import assess
from resources.world_model.checkpoint import LIBRARIES, Checkpoint, Manifest, installed, write_checkpoint
from resources.world_model.encoding import Encoded, batches, encode_examples
from resources.world_model.features import features_of
from resources.world_model.hint import fit_hint, save_hint
from resources.world_model.hint_inheritance import with_parent
from resources.world_model.huggingface import build_model, parameters_of, save_model
from resources.world_model.inference import LocalLanguageModel
from resources.world_model.inheritance import Inheritance, inherit
from resources.world_model.losses import losses_of, weighted
from resources.world_model.model import TurnExample
from resources.world_model.novelty import fit_novelty, save_novelty, with_parents_rows
from resources.world_model.progress import Fitted, Progress, smoothed
from resources.world_model.rendering import Evidence, render_prompt, render_target
from resources.world_model.scoring import Scorer
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary, train_vocabulary
from resources.world_model.trained_on import Seen, save_trained_on, seen_in
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
        rows = features_of([example.query for example in ordered])
        hint, evidence = fit_hint(ordered, rows, settings.boosting)
        if inherited:
            hint, evidence = with_parent(hint, evidence, ordered, rows, inherited, settings.boosting)
        vocabulary = inherited.vocabulary if inherited else make_vocabulary(ordered, evidence, settings)
        encoded = encode_examples(ordered, evidence, vocabulary, settings)
        fitted = fit(encoded, vocabulary, settings, inherited, started, progress)
        novelty = fit_novelty(ordered)
        if inherited:
            novelty = with_parents_rows(novelty, inherited.novelty)
        scorer = Scorer(LocalLanguageModel(fitted.model, vocabulary), vocabulary, hint, novelty, settings)
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
        save_novelty(scorer.novelty, folder)
        save_verdicts(found.verdicts, folder)
        save_trained_on(seen_in([*ordered, *calibration]) | (inherited.seen if inherited else Seen()), folder)

    return write_checkpoint(directory, manifest, fill, time.monotonic() - started)


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


def make_vocabulary(
    examples: Sequence[TurnExample], evidence: Sequence[Evidence], settings: TrainingSettings
) -> Vocabulary:
    if not settings.base:
        return learn_vocabulary(examples, evidence, settings)
    from resources.world_model.scaled import extend_vocabulary

    return extend_vocabulary(settings.base, sorted({item.query.domain.name for item in examples}))


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


def planned_steps(examples: int, settings: TrainingSettings) -> int:
    wanted = math.ceil(settings.epochs * examples / settings.batch_size)
    return min(settings.max_steps, max(settings.min_steps, wanted))


def learning_rate(step: int, steps: int, settings: TrainingSettings) -> float:
    """Linear warm-up, then a cosine down to a tenth."""
    warmup = max(1, round(settings.warmup_share * steps))
    if step < warmup:
        return settings.learning_rate * (step + 1) / warmup
    done = min(1.0, (step - warmup) / max(1, steps - warmup))
    return settings.learning_rate * (0.1 + 0.45 * (1 + math.cos(math.pi * done)))


def optimise(
    model: Any,
    stream: Any,
    planned: int,
    started: float,
    deadline: float,
    settings: TrainingSettings,
    progress: Callable[[Progress], None],
) -> Fitted:
    """AdamW until the steps are done. While the time will not do for those planned, the schedule ends earlier."""
    decayed = [weight for weight in model.parameters() if weight.dim() > 1]
    others = [weight for weight in model.parameters() if weight.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": settings.weight_decay}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=settings.learning_rate, betas=(0.9, 0.95))
    begun, step, steps, tokens = time.monotonic(), 0, planned, 0
    smooth: dict[str, float] = {}
    model.train()
    while step < steps and time.monotonic() < deadline:
        batch = next(stream)
        with torch.autocast("cpu", torch.bfloat16, enabled=use_bfloat16(settings)):
            ids, kinds = torch.from_numpy(batch.ids), torch.from_numpy(batch.kinds)
            losses = losses_of(model(input_ids=ids[:, :-1]).logits, ids, kinds)
            loss = weighted(losses, settings)
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps, settings)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step += 1
        tokens += int((batch.kinds > 0).sum())
        smooth = {name: smoothed(smooth.get(name, 0.0), float(loss.detach()), step) for name, loss in losses.items()}
        if step % settings.report_every == 0 or step == steps:
            now = time.monotonic()
            steps = affordable(planned, step, now - begun, deadline - begun)
            progress(Progress(step, steps, now - started, smooth))
    model.eval()
    return Fitted(model, step, planned, tokens, {name: round(value, 4) for name, value in smooth.items()})


def affordable(planned: int, step: int, spent: float, allowed: float) -> int:
    """Of the planned steps, those that fit into `allowed` seconds at the speed so far; at least those done.

    Asked anew as training goes on, so that a machine that was busy at first costs no steps later.
    """
    return min(planned, max(step, int(step * allowed / max(spent, 1e-9))))


def use_bfloat16(settings: TrainingSettings) -> bool:
    if settings.bfloat16 is not None:
        return settings.bfloat16
    capabilities = torch.cpu.get_capabilities()
    return bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16") or capabilities.get("bf16"))
