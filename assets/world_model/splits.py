"""How turns are divided for training, calibration and measuring: by hash, and never across a boundary.

Pure logic. A turn's place depends on its own content, not on which other turns there are, so that new
data moves nothing that is held out into training (but for the smallest sets, see `held_out`).
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from resources.world_model.model import Query, TurnExample


class Part(StrEnum):
    """Where a turn is: the two that make a checkpoint, and the three it is measured on."""

    TRAIN = "train"
    CALIBRATION = "calibration"
    TURNS = "held-out turns"
    SEEDS = "held-out seeds"
    FAULTS = "held-out fault kinds"


MEASURED = (Part.TURNS, Part.SEEDS, Part.FAULTS)


@dataclass(frozen=True)
class SplitSettings:
    """Shares, 0 to 1: of seeds and fault kinds by domain, of the remaining turns. `salt` draws anew."""

    seeds: float = 0.15
    fault_kinds: float = 0.1
    turns: float = 0.1
    calibration: float = 0.12
    salt: str = "1"


@dataclass(frozen=True)
class Splits:
    """Examples by part, in the order of turn ids; each (bundle, candidate) pair occurs once in all."""

    parts: Mapping[Part, tuple[TurnExample, ...]]
    seeds: tuple[str, ...] = ()
    fault_kinds: tuple[str, ...] = ()
    settings: SplitSettings = field(default_factory=SplitSettings)

    def summary(self) -> dict[str, object]:
        """For the checkpoint's manifest and the asset's metadata."""
        counts: dict[str, object] = {part.value: len(examples) for part, examples in self.parts.items()}
        return counts | {"seeds": list(self.seeds), "fault kinds": list(self.fault_kinds)}


def split(examples: Iterable[TurnExample], settings: SplitSettings | None = None) -> Splits:
    """Divides. A turn of a held-out seed is there whatever its faults; then come fault kinds, then turns."""
    settings = settings or SplitSettings()
    unique = without_duplicates(examples)
    seeds = held_out({(seed_group(item.query)) for item in unique}, settings.seeds, settings.salt)
    kinds = held_out({key for item in unique for key in kind_groups(item)}, settings.fault_kinds, settings.salt, least=8)
    placed: dict[Part, list[TurnExample]] = {part: [] for part in Part}
    for item in unique:
        placed[place(item, seeds, kinds, settings)].append(item)
    secret = {pair(item.query) for part in MEASURED for item in placed[part]}
    return Splits(
        parts={part: tuple(shielded(item, part, secret) for item in found) for part, found in placed.items()},
        seeds=tuple(sorted(name for _, name in seeds)),
        fault_kinds=tuple(sorted(name for _, name in kinds)),
        settings=settings,
    )


@dataclass(frozen=True, order=True)
class Group:
    """A seed or a fault kind of one domain."""

    domain: str
    name: str

    def __iter__(self) -> "Iterable[str]":  # type: ignore[override]
        return iter((self.domain, self.name))
