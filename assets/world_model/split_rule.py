"""How turns are divided for training, calibration and measuring: by hash, and never across a boundary.

Pure logic. A turn's place depends on its own content, not on which other turns there are, so that new
data moves nothing that is held out into training (but for the smallest sets, see `held_out`).
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import replace

from assets.world_model.splits import (
    CHOSEN,
    CORRECTION_PREFIX,
    INJECTED,
    MEASURED,
    Group,
    Pair,
    Part,
    Splits,
    SplitSettings,
)
from resources.domains.authorship import authorship
from resources.domains.families import SOURCE, made_name
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.recorded.generator import PREFIX as RECORDED
from resources.world_model.model import TurnExample
from resources.world_model.neighbours import words


def split(examples: Iterable[TurnExample], settings: SplitSettings | None = None) -> Splits:
    """Divides. A held-out generator's turns stand apart, whatever their seed, faults in a held-out author's solutions
    among them, and so do those of held-out authors and of tasks that are held out from all other authors; of the
    others, a turn of a held-out seed is there whatever its faults; then come fault kinds, then turns. A kind that
    chosen turns alone have is held out by name only: nothing would be measured on it.
    """
    settings = settings or SplitSettings()
    unique = without_duplicates(examples, settings)
    ordinary = [item for item in unique if not is_foreign(item, settings) and not is_other_author(item)]
    others = [item for item in unique if is_other_author(item) and not is_foreign(item, settings)]
    authors = held_out_authors({author_of(item) for item in others}, settings)
    tasks = held_out({seed_of(item) for item in others}, settings.author_tasks, 2, f"{settings.salt} tasks")
    seeds = held_out({seed_of(item) for item in ordinary}, settings.seeds, settings.least_seeds, settings.salt)
    kinds = {group for item in ordinary if not is_chosen(item) for group in kinds_of(item)}
    faults = held_out(kinds, settings.fault_kinds, settings.least_kinds, settings.salt)
    faults |= {kind for item in ordinary for kind in kinds_of(item) if kind.name in settings.kinds}
    placed: dict[Part, list[TurnExample]] = {part: [] for part in Part}
    for item in unique:
        if is_other_author(item) and not is_foreign(item, settings):
            part = place_other(item, authors, tasks | seeds, settings)
        elif base_author(item) in authors or (is_based_on_another(item) and seed_of(item) in tasks):
            part = Part.GENERATOR
        else:
            part = place(item, seeds, faults, settings)
        if part is Part.TRAIN or not is_chosen(item):
            placed[part].append(item)
    secret = {pair(item.query.bundle, item.query.candidate) for part in MEASURED for item in placed[part]}
    return Splits(
        {part: tuple(shielded(item, part, secret) for item in found) for part, found in placed.items()},
        tuple(sorted(seeds)),
        tuple(sorted(faults)),
        tuple(sorted(authors)),
        settings,
    )


def pair(bundle: EnvironmentBundle, candidate: Candidate) -> Pair:
    return Pair(bundle.hash, candidate.hash)


def seed_of(item: TurnExample) -> Group:
    """By the seed and not by the bundle: two bundles of one seed are the same task. What a family made is one group, as
    its tasks are variations of each other."""
    made = made_name(item.query.bundle.seed_id)
    return Group(item.query.domain.name, f"{SOURCE}/{made.family}" if made else item.query.bundle.seed_id)


def kinds_of(item: TurnExample) -> set[Group]:
    return {Group(item.query.domain.name, kind) for kind in item.fault_kinds}


def is_chosen(item: TurnExample) -> bool:
    return item.turn_id.startswith(CHOSEN)


def is_other_author(item: TurnExample) -> bool:
    """Whether somebody wrote it, and not an injector of faults."""
    return is_author(item.generator) and not is_chosen(item) and not item.turn_id.startswith(CORRECTION_PREFIX)


def is_author(generator: str) -> bool:
    return generator.partition("/")[0] not in INJECTED


def author_of(item: TurnExample) -> Group:
    return Group(item.query.domain.name, item.generator)


def is_based_on_another(item: TurnExample) -> bool:
    return not is_other_author(item) and "/" in item.generator


def base_author(item: TurnExample) -> Group:
    """Whose solution a fault was injected into, as `author_of` names that author's own answers."""
    return Group(item.query.domain.name, RECORDED + item.generator.partition("/")[2])


def is_foreign(item: TurnExample, settings: SplitSettings) -> bool:
    """Whether a generator that is held out made it."""
    return item.generator.startswith(settings.generators)


def without_duplicates(examples: Iterable[TurnExample], settings: SplitSettings) -> list[TurnExample]:
    """One turn of each pair, so that a candidate that was tried often counts once: the first by id, those of
    generators that are not held out first, since what they make too is not of another origin."""
    by_pair: dict[Pair, TurnExample] = {}
    for item in sorted(examples, key=lambda item: (is_foreign(item, settings), item.turn_id)):
        by_pair.setdefault(pair(item.query.bundle, item.query.candidate), item)
    return sorted(by_pair.values(), key=lambda item: item.turn_id)


def wording(item: TurnExample) -> str:
    """The candidate without its white space: candidates that differ in that alone are held out together."""
    return hashlib.sha256("\0".join(words(item.query.candidate.code)).encode("utf-8", "replace")).hexdigest()


def fraction(*parts: str) -> float:
    """A number in [0, 1) that depends on the texts alone."""
    return int.from_bytes(hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).digest()[:7]) / (1 << 56)


def held_out(groups: Collection[Group], share: float, least: int, salt: str) -> set[Group]:
    """The groups whose hash falls below `share`; of a domain with at least `least` groups, one or more.

    Where none falls below, the lowest is taken, which may change as groups are added; and never more than
    half of them, the lowest first.
    """
    held_out: set[Group] = set()
    for domain in {group.domain for group in groups}:
        ranked = sorted((fraction(salt, *group), group) for group in groups if group.domain == domain)
        if share > 0 and len(ranked) >= least:
            below = [group for value, group in ranked if value < share] or [ranked[0][1]]
            held_out.update(below[: len(ranked) // 2])
    return held_out


def held_out_authors(authors: Collection[Group], settings: SplitSettings) -> set[Group]:
    """Those whose writer or whose tool is held out: of what remains nobody has seen either."""
    by = {group: authorship(group.name.removeprefix(RECORDED)) for group in authors}
    writers = {Group(group.domain, made.writer) for group, made in by.items()}
    tools = {Group(group.domain, made.tool) for group, made in by.items() if made.tool}
    closed = held_out(writers, settings.authors, 2, f"{settings.salt} authors")
    closed_tools = held_out(tools, settings.authors, 2, f"{settings.salt} tools")
    return {
        group
        for group, made in by.items()
        if Group(group.domain, made.writer) in closed or Group(group.domain, made.tool) in closed_tools
    }


def place(item: TurnExample, seeds: Collection[Group], faults: Collection[Group], settings: SplitSettings) -> Part:
    if is_foreign(item, settings):
        return Part.GENERATOR
    if seed_of(item) in seeds:
        return Part.SEED
    if kinds_of(item) & set(faults):
        return Part.FAULT
    drawn = fraction(settings.salt, "turn", item.query.bundle.hash, wording(item))
    if drawn < settings.turns:
        return Part.TURN
    return Part.CALIBRATION if drawn < settings.turns + settings.calibration else Part.TRAIN


def place_other(
    item: TurnExample, authors: Collection[Group], tasks: Collection[Group], settings: SplitSettings
) -> Part:
    """Of another author's turn: by author and by task, so that half of what is measured is new in both."""
    if author_of(item) in authors or seed_of(item) in tasks:
        return Part.AUTHOR
    drawn = fraction(settings.salt, "turn", item.query.bundle.hash, wording(item))
    return Part.CALIBRATION if drawn < settings.calibration else Part.TRAIN


def shielded(item: TurnExample, part: Part, secret: Collection[Pair]) -> TurnExample:
    """Without executed candidates that would tell: the candidate itself everywhere, and, where a checkpoint
    is made, those it will be measured on."""
    own = pair(item.query.bundle, item.query.candidate)
    hidden = {own} if part in MEASURED else {own, *secret}
    kept = tuple(done for done in item.query.executed if pair(item.query.bundle, done.candidate) not in hidden)
    return replace(item, query=replace(item.query, executed=kept))
