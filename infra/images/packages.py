"""Which distributions of requirements.lock each image holds: those of its extras, with all that they need.

`python -m infra.images.packages` writes packages/<role>.txt from the installed distributions' own metadata; a test
compares. The Dockerfile takes the lines of these names from the lock, so hashes are checked as everywhere.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(__file__).parent / "packages"
# Text of these two is read wherever rows are made of it, and what reads it is small.
EVERYWHERE = ("k8s", "s3", "chip-design", "code-optimization")
WORKER = (*EVERYWHERE, "world-model")
ROLES: Mapping[str, tuple[str, ...]] = {
    "code-location": EVERYWHERE,
    "chip_design": WORKER,
    "code_optimization": WORKER,
    "cad_modeling": (*WORKER, "cad-modeling"),
    "embedded_systems": (*WORKER, "embedded-systems"),
    "gpu_kernels": (*WORKER, "gpu-kernels"),
}
"""The extras of pyproject.toml that a role's image has, beside what every installation needs."""


def distributions(extras: Sequence[str]) -> list[str]:
    """Canonical names, sorted, of all that is in the lock; torch has a file of its own, CUDA's libraries have none."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    known: set[tuple[str, str]] = set()
    _gather((Requirement(line) for line in asked), known)
    return sorted({name for name, _ in known} & locked())


def _gather(asked: Iterable[Requirement], known: set[tuple[str, str]]) -> None:
    for requirement in asked:
        name = canonicalize_name(requirement.name)
        for extra in ("", *sorted(requirement.extras)):
            if (name, extra) not in known:
                known.add((name, extra))
                _gather(_needed(name, extra), known)


def _needed(name: str, extra: str) -> list[Requirement]:
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        return []
    parsed = [Requirement(line) for line in lines]
    return [item for item in parsed if item.marker is None or item.marker.evaluate({"extra": extra})]


def locked() -> set[str]:
    text = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    return {canonicalize_name(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)}


def text_for(role: str) -> str:
    return "".join(f"{name}\n" for name in distributions(ROLES[role]))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for role in ROLES:
        (FOLDER / f"{role}.txt").write_text(text_for(role), encoding="utf-8")


if __name__ == "__main__":
    main()
