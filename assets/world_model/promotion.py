"""Who becomes champion: the challenger against the champion on held-out turns, and going back.

Decisions are appended to `champion_log`. The rule is `comparison`, reading the log `checkpoints`.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assets.world_model.checkpoints import (
    NoCheckpoint,
    NoSuchCheckpoint,
    champion_id,
    decisions,
    line_of_champions,
    trained_checkpoints,
)
from assets.world_model.comparison import Answers, Comparison, objections
from assets.world_model.schema import CHAMPION_LOG
from assets.world_model.split_rule import fraction
from assets.world_model.splits import MEASURED, Splits
from resources.execution.outcome import Outcome
from resources.storage.commits import Commit
from resources.storage.lake import Lake
from resources.world_model.checkpoint import CorruptCheckpointError
from resources.world_model.model import TurnExample
from resources.world_model.prediction import CheckpointWorldModel
from resources.world_model.training_record import load_record, pair_code

MOST_TURNS = 2000
"""Of one domain: as many as the paper measures on; more would only take longer."""


@dataclass(frozen=True)
class Decision:
    """One row of the log. `comparison` is None where there was nothing to compare with."""

    decision: str
    champion: str
    challenger: str
    previous: str
    reason: str
    held_out: str = ""
    comparison: Comparison | None = None

    def row(self, run_id: str) -> dict[str, Any]:
        comparison = self.comparison
        return {
            "decided_at": datetime.now(UTC),
            "decision": self.decision,
            "champion": self.champion,
            "challenger": self.challenger,
            "previous": self.previous,
            "reason": self.reason,
            "held_out": self.held_out,
            "turns": comparison.turns if comparison else 0,
            "champion_accuracy": comparison.champion_accuracy if comparison else None,
            "challenger_accuracy": comparison.challenger_accuracy if comparison else None,
            "p_value": comparison.accuracy.p_value if comparison else None,
            "by_domain": _by_domain(comparison) if comparison else [],
            "run_id": run_id,
        }


def _by_domain(found: Comparison) -> list[dict[str, Any]]:
    return [
        {
            "domain": name,
            "turns": part.turns,
            "champion_accuracy": part.champion_accuracy,
            "challenger_accuracy": part.challenger_accuracy,
            "champion_alone": part.accuracy.champion,
            "challenger_alone": part.accuracy.challenger,
            "p_value": part.accuracy.p_value,
        }
        for name, part in found.by_domain().items()
    ]


def record(lake: Lake, decision: Decision, run_id: str) -> Commit:
    return lake.append(CHAMPION_LOG, "all", CHAMPION_LOG.from_rows([decision.row(run_id)]))


def is_decided(lake: Lake, checkpoint: str) -> bool:
    """A decision stands: a refused checkpoint, or one that was gone back from, is not tried again by itself."""
    return any(checkpoint in (row["challenger"], row["champion"]) for row in decisions(lake))


def decide(lake: Lake, challenger: str, splits: Splits, directory: Path) -> Decision:
    """Compares the challenger with the champion; does not write. A champion that cannot be used is replaced."""
    try:
        champion = champion_id(lake)
    except NoCheckpoint:
        return Decision("first", challenger, challenger, "", "there was no champion")
    try:
        present = load(directory / champion)
    except CorruptCheckpointError as error:
        return Decision("promoted", challenger, challenger, champion, f"the champion cannot be used: {error}")
    turns = unseen(splits, [directory / champion, directory / challenger])
    comparison = compare(turns, present, load(directory / challenger))
    against, held_out = objections(comparison), held_out_hash(turns)
    if against:
        return Decision("refused", champion, challenger, champion, "; ".join(against), held_out, comparison)
    reason = f"no worse on {comparison.turns} held-out turns"
    return Decision("promoted", challenger, challenger, champion, reason, held_out, comparison)


def load(folder: Path) -> CheckpointWorldModel:
    """For labels alone. Raises CorruptCheckpointError."""
    return CheckpointWorldModel(folder, with_diagnostic=False)


def labels(model: CheckpointWorldModel, turns: Sequence[TurnExample]) -> list[Outcome | None]:
    """The hybrid's labels, None for turns of a domain that the checkpoint does not know."""
    known = model.checkpoint.manifest.domains
    asked = [item.query for item in turns if item.query.domain.name in known]
    said = iter(model.predict(asked) if asked else ())
    return [next(said).observation.outcome if item.query.domain.name in known else None for item in turns]


def compare(
    turns: Sequence[TurnExample], champion: CheckpointWorldModel, challenger: CheckpointWorldModel
) -> Comparison:
    pairs = zip(turns, labels(champion, turns), labels(challenger, turns), strict=True)
    return Comparison(
        tuple(Answers(item.query.domain.name, item.observation.outcome, one, other) for item, one, other in pairs)
    )


def unseen(splits: Splits, folders: Sequence[Path]) -> list[TurnExample]:
    """Held-out turns that none of the checkpoints was trained on, at most `MOST_TURNS` a domain, by hash."""
    seen = frozenset().union(*(load_record(folder).pairs for folder in folders))
    unseen = [item for part in MEASURED for item in splits.parts[part] if pair_code(item.query) not in seen]
    by_domain: dict[str, list[TurnExample]] = {}
    for item in sorted(unseen, key=lambda item: fraction("compared", f"{pair_code(item.query):x}")):
        by_domain.setdefault(item.query.domain.name, []).append(item)
    return [item for name in sorted(by_domain) for item in by_domain[name][:MOST_TURNS]]


def held_out_hash(turns: Sequence[TurnExample]) -> str:
    text = " ".join(f"{code:016x}" for code in sorted(pair_code(item.query) for item in turns))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def roll_back(lake: Lake, directory: Path, checkpoint: str = "") -> Decision:
    """The decision to go back: to the champion before, or to `checkpoint` (its id, or the beginning of it).

    Does not write. Raises NoCheckpoint without a champion, NoSuchCheckpoint where there is nothing to go back
    to, or what is asked for cannot be used.
    """
    line = line_of_champions(decisions(lake))
    present = champion_id(lake)
    if checkpoint:
        target = _named(checkpoint, list(dict.fromkeys([*line, *trained_checkpoints(lake)])))
    elif len(line) < 2:
        raise NoSuchCheckpoint(f"{present} is the first champion: there is none to go back to")
    else:
        target = line[-2]
    if target == present:
        raise NoSuchCheckpoint(f"{target} is the champion already")
    try:
        load(directory / target)
    except CorruptCheckpointError as error:
        raise NoSuchCheckpoint(str(error)) from error
    return Decision("rolled back", target, present, present, f"{present} was the champion")


def _named(beginning: str, known: Sequence[str]) -> str:
    matches = [name for name in known if name.startswith(beginning)]
    if len(matches) != 1:
        raise NoSuchCheckpoint(
            f"{'no' if not matches else 'more than one'} checkpoint begins with {beginning!r}; "
            f"there are: {', '.join(known) or 'none'}"
        )
    return matches[0]


def figures(decision: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the log as asset metadata."""
    shown = ("decision", "champion", "challenger", "previous", "reason", "turns", "champion_accuracy")
    return {name: decision[name] for name in (*shown, "challenger_accuracy", "p_value") if decision[name] is not None}
