"""Which bundle a name means: a built-in seed's, or one of the lake by seed or by the beginning of its hash."""

from pathlib import Path

import pytest

from orchestration.bundle_lookup import BundleLookup, BundleNotFound
from resources.domains.registry import load_domains
from resources.storage.lake import Lake


def test_a_built_in_seed_needs_no_lake(tmp_path: Path) -> None:
    seed = load_domains()["chip_design"].builtin_seeds()[0]
    assert BundleLookup(Lake(tmp_path)).find(seed.seed_id).prompt == seed.prompt


def test_a_name_that_nobody_has_says_how_to_find_one(tmp_path: Path) -> None:
    with pytest.raises(BundleNotFound, match="icwm query"):
        BundleLookup(Lake(tmp_path)).find("rtllm/none")
