"""The champion calibrated on what this home executed of sources of tasks, and of authors, that it has few verdicts on.

A challenger is calibrated when it is trained; one that was refused leaves the champion, which knows nothing of an
imported benchmark or of the home's own language model, and then none of that would ever be simulated. How verdicts are
reached is `resources.world_model.recalibration`; who is champion, `promotion`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from assets.bundles.reading import certified_bundles
from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.world_model.checkpoints import champion_id
from assets.world_model.examples import EXECUTION_TURNS
from assets.world_model.promotion import Decision, is_decided
from assets.world_model.split_rule import fraction, is_author, is_other_author
from assets.world_model.splits import CHOSEN, CORRECTION_PREFIX, Group, Part, Splits
from resources.storage.lake import Lake
from resources.world_model.calibration import MIN_EXAMPLES
from resources.world_model.checkpoint import MANIFEST_FILE
from resources.world_model.model import TurnExample
from resources.world_model.recalibration import recalibrated
from resources.world_model.training_record import load_record, pair_code
from resources.world_model.trust import Limits
from resources.world_model.verdicts import AUTHOR, KeptVerdicts, load_verdicts

SOURCES = "hybrid"
"""The sight whose verdicts are counted for a source."""
MOST_TURNS = 1000
"""Of one source in one domain: an interval of a point on either side at 97 %."""
MORE = 2
"""How many times the verdicts that there are make it worth while to calibrate anew: a few dozen promise nothing yet,
and a source would else be left with them."""


def is_uncalibrated(lake: Lake, directory: Path, domains: Iterable[str]) -> bool:
    """Whether the champion has few verdicts on a source of certified bundles or on an author of executed turns: whether
    this home has more is for its turns to say. False for a champion without a folder."""
    folder = directory / champion_id(lake)
    if not (folder / MANIFEST_FILE).is_file():
        return False
    kept, known = load_verdicts(folder), list(domains)
    return bool(uncalibrated_sources(lake, kept, known) or uncalibrated_authors(lake, kept, known))


def uncalibrated_sources(lake: Lake, kept: KeptVerdicts, domains: Iterable[str]) -> set[Group]:
    made = [domain for domain in domains if lake.manifest(ENVIRONMENT_BUNDLES.name, domain) is not None]
    groups = {Group(domain, bundle.source) for domain in made for bundle in certified_bundles(lake, domain)}
    return {group for group in groups if group.domain in kept[SOURCES] and MORE * count(kept, group) <= MOST_TURNS}


def uncalibrated_authors(lake: Lake, kept: KeptVerdicts, domains: Iterable[str]) -> set[Group]:
    """Whose executed turns are enough, and more than twice as many as there are verdicts on."""
    import polars as pl

    made = [domain for domain in domains if lake.manifest(EXECUTION_TURNS, domain) is not None]
    found: set[Group] = set()
    for domain in made:
        counts = lake.scan(EXECUTION_TURNS, [domain]).group_by("generator").agg(pl.len().alias("turns")).collect()
        for row in counts.iter_rows(named=True):
            group = Group(domain, row["generator"])
            if is_author(group.name) and domain in kept[SOURCES] and row["turns"] >= least(kept, group, AUTHOR):
                found.add(group)
    return found


def calibrate_here(lake: Lake, splits: Splits, directory: Path, limits: Limits) -> Decision | None:
    """The champion under a new id, with the decision that lets it answer; None where there is nothing to calibrate on,
    or where that checkpoint was gone back from. Does not write the decision."""
    champion = champion_id(lake)
    if not (directory / champion / MANIFEST_FILE).is_file():
        return None
    sources, authors = calibration_turns(splits, directory / champion), authors_turns(splits, directory / champion)
    if not sources and not authors:
        return None
    made = recalibrated(directory / champion, _all(sources), limits, directory, _all(authors))
    if is_decided(lake, made.checkpoint_id):
        return None
    groups = [*sorted(sources.items()), *sorted(authors.items())]
    names = ", ".join(f"{len(own)} turns of {group.name} in {group.domain}" for group, own in groups)
    reason = f"calibrated here on {names}"
    return Decision("calibrated", made.checkpoint_id, made.checkpoint_id, champion, reason)


def calibration_turns(splits: Splits, champion: Path) -> dict[Group, list[TurnExample]]:
    """Turns that the champion never learned from and that are not measured, of sources with enough of them.

    Candidates that a champion chose and corrections stay out: they were picked for how they ended.
    """
    groups = _grouped(new_turns(splits, champion), lambda item: item.query.bundle.source)
    return _enough(groups, load_verdicts(champion), SOURCES)


def authors_turns(splits: Splits, champion: Path) -> dict[Group, list[TurnExample]]:
    """The same of authors, whatever the source of their tasks: language models, engineers, compilers.

    What is held out by author counts too: a threshold moves no label, and else an author that the hash holds out, or
    one who answers a benchmark's held-out tasks alone, would never be trusted.
    """
    new = [*new_turns(splits, champion), *unseen(splits.parts[Part.AUTHOR], champion)]
    others = [item for item in new if is_other_author(item)]
    return _enough(_grouped(others, lambda item: item.generator), load_verdicts(champion), AUTHOR)


def new_turns(splits: Splits, champion: Path) -> list[TurnExample]:
    """Neither learned from nor measured nor picked, of domains that the champion knows."""
    return unseen((*splits.parts[Part.TRAIN], *splits.parts[Part.CALIBRATION]), champion)


def unseen(turns: Iterable[TurnExample], champion: Path) -> list[TurnExample]:
    known, seen = load_verdicts(champion)[SOURCES], load_record(champion)
    return [
        item
        for item in turns
        if item.query.domain.name in known
        and not item.turn_id.startswith((CHOSEN, CORRECTION_PREFIX))
        and pair_code(item.query) not in seen.pairs
    ]


def count(kept: KeptVerdicts, group: Group, sight: str = SOURCES) -> int:
    """How many verdicts there are on the group's turns."""
    groups = kept.get(sight, {}).get(group.domain, {})
    return len(groups[group.name].right) if group.name in groups else 0


def least(kept: KeptVerdicts, group: Group, sight: str) -> int:
    """How many turns make it worth while to calibrate anew."""
    return max(MIN_EXAMPLES, MORE * count(kept, group, sight))


def some(items: Sequence[TurnExample]) -> list[TurnExample]:
    """At most `MOST_TURNS`, by hash."""
    return sorted(items, key=lambda item: fraction("calibrated here", f"{pair_code(item.query):x}"))[:MOST_TURNS]


def _grouped(items: Iterable[TurnExample], name: Callable[[TurnExample], str]) -> dict[Group, list[TurnExample]]:
    groups: dict[Group, list[TurnExample]] = {}
    for item in items:
        groups.setdefault(Group(item.query.domain.name, name(item)), []).append(item)
    return groups


def _enough(
    groups: Mapping[Group, list[TurnExample]], kept: KeptVerdicts, sight: str
) -> dict[Group, list[TurnExample]]:
    taken = {group: some(items) for group, items in groups.items()}
    return {group: own for group, own in taken.items() if len(own) >= least(kept, group, sight)}


def _all(groups: Mapping[Group, list[TurnExample]]) -> list[TurnExample]:
    return [turn for own in groups.values() for turn in own]
