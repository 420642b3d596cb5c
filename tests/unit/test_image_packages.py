"""Images hold what the lock pins for their role, and the Dockerfile builds each role that there is."""

import re
from pathlib import Path

import pytest

from assets.partitions import DOMAIN_PARTITIONS
from infra.images.packages import FOLDER, ROLES, locked, text_for
from resources.domains.registry import get_domain

DOCKERFILE = (FOLDER.parent / "Dockerfile").read_text()
APT = {line.split()[0] for line in (FOLDER.parent.parent / "setup" / "packages.txt").read_text().splitlines()}


@pytest.mark.parametrize("role", ROLES)
def test_the_names_are_those_of_the_role_s_extras(role: str) -> None:
    """`python -m infra.images.packages` writes them anew."""
    assert (FOLDER / f"{role}.txt").read_text() == text_for(role)
    assert {"dagster-k8s", "dagster-postgres", "s3fs"} < set((FOLDER / f"{role}.txt").read_text().split()) <= locked()


def test_each_domain_has_its_toolchain_and_no_other_s() -> None:
    for name in DOMAIN_PARTITIONS.get_partition_keys():
        packages = set((FOLDER / f"{name}.apt").read_text().split())
        needed = {tool.package for tool in get_domain(name).tools}
        assert needed & APT <= packages
        others = {
            tool.package
            for other in DOMAIN_PARTITIONS.get_partition_keys()
            for tool in get_domain(other).tools
            if other != name
        }
        assert packages & (others - needed) <= {"gcc", "binutils"}


def test_no_image_runs_as_root() -> None:
    stages = re.split(r"(?m)^FROM ", DOCKERFILE)
    ends = {re.search(r"AS (\S+)", stage)[1]: stage for stage in stages[1:] if "AS " in stage}  # type: ignore[index]
    for target in ("code-location", "worker", "serving"):
        assert "USER 10001:10001" in ends[target]
    assert Path(FOLDER.parent / "build.sh").stat().st_mode & 0o111
