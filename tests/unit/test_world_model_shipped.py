"""The champion that ships: complete, small, knows every domain, and is of use in each at a first run's limits."""

from pathlib import Path

import pytest

from assets.partitions import DOMAIN_PARTITIONS
from assets.profile import load_profile
from assets.world_model.shipped import MOST_BYTES, shipped_checkpoint
from resources.world_model.checkpoint import Checkpoint, read_checkpoint
from resources.world_model.trust import Limits
from resources.world_model.verdicts import AUTHOR, fit_trust, load_verdicts, trust_in

PROFILES = Path(__file__).parents[2] / "orchestration" / "profiles"


@pytest.fixture(scope="module")
def champion() -> Checkpoint:
    folder = shipped_checkpoint()
    assert folder is not None
    return read_checkpoint(folder)


def test_it_is_whole_and_small_and_knows_every_domain(champion: Checkpoint) -> None:
    assert set(champion.manifest.domains) == set(DOMAIN_PARTITIONS.get_partition_keys())
    assert sum(path.stat().st_size for path in champion.directory.rglob("*") if path.is_file()) <= MOST_BYTES


def test_a_first_run_simulates_in_every_domain(champion: Checkpoint) -> None:
    found = fit_trust(load_verdicts(champion.directory), load_profile(PROFILES, "quick").limits)["hybrid"]
    trusted = [trust_in(found, name, "builtin") for name in champion.manifest.domains]
    assert all(figures.accepted >= figures.examples / 2 > 0 for figures in trusted)


def test_its_own_thresholds_are_those_of_its_own_limits(champion: Checkpoint) -> None:
    settings = champion.manifest.settings
    limits = Limits(settings.trust_accuracy, settings.trust_false_pass)
    fitted, kept = fit_trust(load_verdicts(champion.directory), limits), champion.manifest.trust
    # Authors lend each other thresholds since this checkpoint was made; a home fits its own.
    assert {**fitted, AUTHOR: {}} == {**kept, AUTHOR: {}}
