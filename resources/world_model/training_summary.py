"""What a manifest says of the turns that a checkpoint was trained on, and which turns can be none. Which pairs
they were is `training_record`."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from resources.world_model.model import TurnExample


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
