"""The champion calibrated on what this home executed of sources of tasks that it has no verdicts on, or few.

A challenger is calibrated when it is trained; one that was refused leaves the champion, which knows nothing of an
imported benchmark, and then not one of its tasks would ever be simulated. How verdicts are reached is
`resources.world_model.recalibration`; who is champion, `promotion`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.world_model.checkpoints import champion_id
from assets.world_model.promotion import Decision, is_decided
from assets.world_model.split_rule import fraction
from assets.world_model.splits import CHOSEN, CORRECTION_PREFIX, Group, Part, Splits
from resources.storage.lake import Lake
from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.checkpoint import MANIFEST_FILE
from resources.world_model.model import TurnExample
from resources.world_model.recalibration import recalibrated
from resources.world_model.training_record import load_record, pair_code
from resources.world_model.trust import Limits
from resources.world_model.verdicts import KeptVerdicts, load_verdicts

MOST_TURNS = 1000
"""Of one source in one domain: an interval of a point on either side at 97 %."""
MORE = 2
"""How many times the verdicts that there are make it worth while to calibrate anew: a few dozen promise nothing yet,
and a source would else be left with them."""


def uncalibrated_sources(lake: Lake, directory: Path, domains: Iterable[str]) -> set[Group]:
    """Sources of certified bundles that the champion has few verdicts on, by domain: whether this home has more is for
    its turns to say. Empty for a champion without a folder."""
    folder = directory / champion_id(lake)
    if not (folder / MANIFEST_FILE).is_file():
        return set()
    kept = load_verdicts(folder)
    made = [domain for domain in domains if lake.manifest(ENVIRONMENT_BUNDLES.name, domain) is not None]
    groups = {Group(domain, bundle.source) for domain in made for bundle in certified_bundles(lake, domain)}
    return {group for group in groups if group.domain in kept["hybrid"] and MORE * count(kept, group) <= MOST_TURNS}


def calibrate_here(lake: Lake, splits: Splits, directory: Path, limits: Limits) -> Decision | None:
    """The champion under a new id, with the decision that lets it answer; None where there is nothing to calibrate on,
    or where that checkpoint was gone back from. Does not write the decision."""
    champion = champion_id(lake)
    if not (directory / champion / MANIFEST_FILE).is_file():
        return None
    turns = calibration_turns(splits, directory / champion)
    if not turns:
        return None
    made = recalibrated(directory / champion, [turn for own in turns.values() for turn in own], limits, directory)
    if is_decided(lake, made.checkpoint_id):
        return None
    names = ", ".join(f"{len(own)} turns of {group.name} in {group.domain}" for group, own in sorted(turns.items()))
    reason = f"calibrated here on {names}"
    return Decision("calibrated", made.checkpoint_id, made.checkpoint_id, champion, reason)


def calibration_turns(splits: Splits, champion: Path) -> dict[Group, list[TurnExample]]:
    """Turns that the champion never learned from and that are not measured, of sources with enough of them.

    Candidates that a champion chose and corrections stay out: they were picked for how they ended.
    """
    kept, seen = load_verdicts(champion), load_record(champion)
    known = kept["hybrid"]
    examples_by_group: dict[Group, list[TurnExample]] = {}
    for item in (*splits.parts[Part.TRAIN], *splits.parts[Part.CALIBRATION]):
        group = Group(item.query.domain.name, item.query.bundle.source)
        picked = item.turn_id.startswith((CHOSEN, CORRECTION_PREFIX))
        if group.domain in known and not picked and pair_code(item.query) not in seen.pairs:
            examples_by_group.setdefault(group, []).append(item)
    taken = {group: some(items) for group, items in examples_by_group.items()}
    return {group: own for group, own in taken.items() if len(own) >= max(MIN_EXAMPLES, MORE * count(kept, group))}


def count(kept: KeptVerdicts, group: Group) -> int:
    """How many verdicts there are on the source's turns."""
    sources = kept["hybrid"].get(group.domain, {}).get(group.name)
    return 0 if sources is None else len(sources.right)


def some(items: Sequence[TurnExample]) -> list[TurnExample]:
    """At most `MOST_TURNS`, by hash."""
    return sorted(items, key=lambda item: fraction("calibrated here", f"{pair_code(item.query):x}"))[:MOST_TURNS]
