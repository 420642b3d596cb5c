"""Measures every predictor on every held-out part of one domain: the rows of `icwm_fidelity`.

What a figure is stands in `fidelity`. Some experiments fit boosting anew, with something left out.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assets.progress import ProgressReporter
from assets.world_model.checkpoints import knows
from assets.world_model.diagnostic_match import diagnostic_match
from assets.world_model.fidelity import Figure, fidelity
from assets.world_model.judged_prediction import Measured, measure
from assets.world_model.split_rule import author_of, kinds_of
from assets.world_model.splits import MEASURED, Part, Splits
from resources.world_model.baselines import fit_baselines, fit_boosting
from resources.world_model.boosting import BoostingSettings
from resources.world_model.label_probabilities import Mode
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.training_record import Seen, generator_code, kind_code, load_record, pair_code, seed_code
from resources.world_model.trust import Limits

MODES: tuple[Mode, ...] = ("pure", "hybrid")
STEPS, EXPERIMENTS = 7, 3
"""Of the progress line: five baselines and two modes; experiments where they are asked for."""


def measure_domain(
    splits: Splits, domain: str, checkpoint: Path, limits: Limits, *, refitted: bool = True
) -> list[dict[str, object]]:
    """[] for a domain without turns in training, for one that the checkpoint does not know, and where the checkpoint
    was trained on every turn that is held out: none of them leaves anything to measure.

    `limits` are those of the predictions that count as trusted; `refitted` adds the experiments that fit boosting
    anew, a dozen times.
    """
    train = of_domain(splits.parts[Part.TRAIN], domain)
    if not train:
        return []
    parts = unseen_parts(splits, domain, checkpoint)
    if not parts or not knows(checkpoint, domain):
        return []
    reporter = ProgressReporter("icwm_fidelity", domain, STEPS + EXPERIMENTS * refitted, "predictors")
    rows: list[dict[str, object]] = []
    fitted_anew = experiments(splits, domain, train, parts) if refitted else ()
    for figures in (*baselines(train, parts), *fitted_anew, *models(checkpoint, parts, limits)):
        rows += [figure.row() for figure in figures]
        reporter.advance(note=figures[0].predictor if figures else "")
    return rows


def unseen_parts(splits: Splits, domain: str, checkpoint: Path) -> dict[Part, list[TurnExample]]:
    """A champion may be older than the splits, and so may those that it began with: what any of them was trained on
    is no measure of it."""
    seen = load_record(checkpoint)
    held = {part: of_domain(splits.parts[part], domain) for part in MEASURED}
    parts = {part: [item for item in items if is_new(item, part, splits, seen)] for part, items in held.items()}
    return {part: items for part, items in parts.items() if items}


def is_new(item: TurnExample, part: Part, splits: Splits, seen: Seen) -> bool:
    """Whether neither the pair was trained on nor, where a seed, a kind or a generator is held out, that."""
    held: set[int] = set()
    if part is Part.SEED:
        held = {seed_code(item)}
    elif part is Part.FAULT:
        held = {kind_code(*kind) for kind in kinds_of(item) & set(splits.fault_kinds)}
    elif part is Part.GENERATOR:
        held = {generator_code(item)}
    elif part is Part.AUTHOR:
        held = {generator_code(item)} if author_of(item) in splits.authors else set()
    return pair_code(item.query) not in seen.pairs and not held & seen.groups


def of_domain(examples: Sequence[TurnExample], domain: str) -> list[TurnExample]:
    return [example for example in examples if example.query.domain.name == domain]


def baselines(train: Sequence[TurnExample], parts: Mapping[Part, Sequence[TurnExample]]) -> Iterator[list[Figure]]:
    for predictor in fit_baselines(train):
        figures: list[Figure] = []
        for part, examples in parts.items():
            shares = predictor.probabilities([example.query for example in examples])
            figures += fidelity(measure(examples, shares), split=part.value, predictor=predictor.name)
        yield figures


def experiments(
    splits: Splits, domain: str, train: Sequence[TurnExample], parts: Mapping[Part, Sequence[TurnExample]]
) -> Iterator[list[Figure]]:
    known = [*train, *of_domain(splits.parts[Part.FAULT], domain)]
    yield fidelity(by_fault_group(known), split="fault group", predictor="gradient boosting, group left out")
    yield fidelity(by_generator(known), split="each generator", predictor="gradient boosting, generator left out")
    curve: list[Figure] = []
    for part in (Part.TURN, Part.SEED):
        for turns, measured in learning_curve(train, parts.get(part, ())):
            curve += fidelity(
                measured, split=f"{part.value}, learning curve", predictor=f"gradient boosting, {turns} turns"
            )
    yield curve


def models(checkpoint: Path, parts: Mapping[Part, Sequence[TurnExample]], limits: Limits) -> Iterator[list[Figure]]:
    """The world model in both modes; and, where candidates have several origins, by origin."""
    asked = [example for examples in parts.values() for example in examples]
    for mode in MODES:
        model = CheckpointWorldModel(checkpoint, mode, limits=limits)
        # All parts at once: decoding a batch of few turns takes as long as one of many.
        answered = iter(answers(model, asked))
        figures: list[Figure] = []
        for part, examples in parts.items():
            measured = [next(answered) for _ in examples]
            figures += fidelity(measured, split=part.value, predictor=model.name)
            origins = sorted({example.generator for example in examples})
            for origin in origins if len(origins) > 1 else ():
                own = [item for item, example in zip(measured, examples, strict=True) if example.generator == origin]
                figures += fidelity(own, split=f"{part.value}, {origin}", predictor=model.name)
        yield figures


def answers(model: CheckpointWorldModel, examples: Sequence[TurnExample]) -> list[Measured]:
    predictions = model.predict([example.query for example in examples])
    return [
        Measured(
            example.query.domain.name,
            example.observation.outcome,
            prediction.probabilities,
            diagnostic_match(example.query.domain, example.observation, prediction.observation),
            prediction.trust,
            prediction.trusted,
        )
        for example, prediction in zip(examples, predictions, strict=True)
    ]


GROUPS = 5
LEAST = 30
"""Turns under which a generator, or a training set, says too little to be fitted on or measured."""
MOST = 4000
"""Turns that an experiment fits on: boosting gains little from more, and is fitted once for each group."""
SHARES = (8, 4, 2, 1)


class CurvePoint(NamedTuple):
    """`turns` were learned from."""

    turns: int
    measured: list[Measured]


def by_fault_group(examples: Sequence[TurnExample]) -> list[Measured]:
    """Every turn with a fault, predicted by boosting that never saw a turn with a fault of the same group."""
    return left_out(
        examples, lambda item: {group_of(kind) for kind in item.fault_kinds}, [str(group) for group in range(GROUPS)]
    )


def group_of(kind: str) -> str:
    return str(hashlib.sha256(kind.encode("utf-8", "replace")).digest()[0] % GROUPS)


def by_generator(examples: Sequence[TurnExample]) -> list[Measured]:
    """Turns of each generator, predicted by boosting that saw only the others'; [] where there is one."""
    counts = Counter(item.generator for item in examples)
    names = [name for name, count in sorted(counts.items()) if count >= LEAST]
    return left_out(examples, lambda item: {item.generator}, names) if len(names) > 1 else []


def left_out(
    examples: Sequence[TurnExample], groups_of: Callable[[TurnExample], set[str]], groups: Sequence[str]
) -> list[Measured]:
    """A turn of several groups is measured in the first of them, and learned from where none is left out."""
    figures: list[Measured] = []
    measured: set[str] = set()
    for group in groups:
        asked = [item for item in examples if group in groups_of(item) and item.turn_id not in measured]
        kept = [item for item in examples if group not in groups_of(item)]
        if asked and len(kept) >= LEAST:
            figures += fitted_on(kept, asked)
            measured.update(item.turn_id for item in asked)
    return figures


def learning_curve(train: Sequence[TurnExample], asked: Sequence[TurnExample]) -> list[CurvePoint]:
    """From an eighth of the turns to all of them, each containing the one before; [] with nothing to measure."""
    if not asked:
        return []
    ordered = sorted(train, key=lambda item: hashlib.sha256(item.turn_id.encode()).hexdigest())
    sizes = sorted({len(ordered) // share for share in SHARES})
    return [CurvePoint(size, fitted_on(ordered[:size], asked, len(ordered))) for size in sizes if size >= LEAST]


def fitted_on(kept: Sequence[TurnExample], asked: Sequence[TurnExample], most: int = MOST) -> list[Measured]:
    step = max(1, len(kept) // most)
    boosting = fit_boosting(kept[::step], BoostingSettings())
    return measure(asked, boosting.probabilities([item.query for item in asked]))
