"""Measures every predictor on every held-out part of one domain: the rows of `icwm_fidelity`.

What a figure is stands in `fidelity`; the experiments that fit boosting anew, with something left out, in `ablations`.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from assets.progress import ProgressReporter
from assets.world_model.ablations import by_fault_group, by_generator, learning_curve
from assets.world_model.checkpoints import knows
from assets.world_model.diagnostic_match import diagnostic_match
from assets.world_model.fidelity import Figure, fidelity
from assets.world_model.judged_prediction import Measured, measure
from assets.world_model.split_rule import author_of, kinds_of
from assets.world_model.splits import MEASURED, Part, Splits
from resources.world_model.baselines import fit_baselines
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
