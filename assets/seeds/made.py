"""Which tasks a domain draws from its families: as many as asked for, spread over them, and all that were drawn before.

A task that was drawn stays, so that a smaller profile throws no work away; one whose family has another version now is
drawn anew under its number. How a task is made is its family's.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from assets.profile import Profile
from assets.seeds.schema import TASK_SEEDS
from resources.domains.domain import Domain
from resources.domains.families import FIRST_EXAM_NUMBER, SOURCE, MadeName, TaskFamily, made_name
from resources.domains.seed import TaskSeed
from resources.storage.lake import Lake


def made_seeds(lake: Lake, domain: Domain, profile: Profile) -> list[TaskSeed]:
    """The tasks for training and, from other numbers, those for evaluation; without repeats."""
    families = {family.name: family for family in all_families(domain)}
    names = dict.fromkeys(
        chain(
            spread(domain.families, profile.made_seeds_per_domain),
            spread(domain.costly_families, profile.costly_seeds_per_domain),
            spread(domain.families, profile.exam_seeds_per_domain, FIRST_EXAM_NUMBER),
            (name for name in drawn_names(lake, domain.name) if name.family in families),
        )
    )
    return [families[name.family].draw(name.number) for name in names]


def all_families(domain: Domain) -> tuple[TaskFamily, ...]:
    """The ordinary ones, then the costly ones."""
    return (*domain.families, *domain.costly_families)


def spread(families: Sequence[TaskFamily], count: int, first: int = 0) -> Iterator[MadeName]:
    """`count` names, one of each family before a second of any; numbers begin at `first`."""
    for place in range(count if families else 0):
        yield MadeName(families[place % len(families)].name, first + place // len(families))


def find_made(families: Sequence[TaskFamily], seed_id: str) -> TaskSeed | None:
    """The task that one of the families makes under this id; None where none does."""
    name = made_name(seed_id)
    family = next((family for family in families if name and family.name == name.family), None)
    return family.draw(name.number) if family and name else None


def drawn_names(lake: Lake, domain: str) -> list[MadeName]:
    """Of the made tasks that the home has."""
    if lake.manifest(TASK_SEEDS.name, domain) is None:
        return []
    rows = lake.arrow(TASK_SEEDS.name, [domain]).select(["seed_id", "source"]).to_pylist()
    names = (made_name(row["seed_id"]) for row in rows if row["source"] == SOURCE)
    return [name for name in names if name]
