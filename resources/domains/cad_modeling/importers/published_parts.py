"""What a public script's part is: it is built once, in the sandbox, and held to the mesh that its set publishes.

How a set lays out its folders is its importer's.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from resources.domains.cad_modeling.interface import CANDIDATE_FILE, LIMITS
from resources.domains.cad_modeling.modelling import Modeller
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.selection import make_sandbox

LEAST_OVERLAP, MOST_CHAMFER = 0.98, 0.04
"""Below this intersection over union, the script and the mesh are two parts; where a mesh does not close, above this
chamfer distance of the diagonal (two draws of points from one surface come to 0.01 to 0.03)."""
LARGEST_MESH = 16 << 20


@dataclass(frozen=True)
class PublishedPart:
    """`solids` is 0 where the script leaves no part. `problem` says why no task can rest on it; "" where one can."""

    solids: int
    problem: str = ""


class PartReader:
    """Runs scripts that nobody vetted, and reads meshes, in a sandbox that lasts as long as the import."""

    def __init__(self) -> None:
        self._modeller: Modeller | None = None
        self._stack = contextlib.ExitStack()

    def read(self, name: str, reference: str, mesh: bytes | None) -> PublishedPart:
        """Raises SandboxUnavailable where no sandbox works."""
        bundle = EnvironmentBundle(
            domain="cad_modeling",
            seed_id=name,
            prompt="",
            interface="",
            candidate_file=CANDIDATE_FILE,
            reference=reference,
            settings={"tolerance": "measured"},
            limits=LIMITS,
        )
        run = self._open().model(bundle, Candidate(reference))
        if run.shape is None:
            error = run.report.error if run.report is not None else None
            said = f"{error.kind}: {error.text}" if error is not None else run.step.ended.value
            return PublishedPart(0, f"the reference leaves no part: {said[:200]}")
        seen = self._open().published(bundle, run.shape, mesh)
        if seen is None or not seen.solids:
            return PublishedPart(0, "the reference leaves no solid that can be read")
        return PublishedPart(seen.solids, _disagreement(seen.overlap, seen.chamfer) if mesh is not None else "")

    def _open(self) -> Modeller:
        if self._modeller is None:
            sandbox = make_sandbox()
            self._stack.callback(sandbox.close)
            self._modeller = Modeller(sandbox)
        return self._modeller

    def close(self) -> None:
        self._stack.close()


@contextlib.contextmanager
def part_reader() -> Iterator[PartReader]:
    """The sandbox starts with the first part that is read."""
    reader = PartReader()
    try:
        yield reader
    finally:
        reader.close()


def _disagreement(overlap: float | None, chamfer: float | None) -> str:
    if overlap is not None:
        if overlap >= LEAST_OVERLAP:
            return ""
        return f"the script's part and the set's STL disagree: IoU {overlap:.3f}, at least {LEAST_OVERLAP:g} expected"
    if chamfer is None:
        return "the set's STL cannot be read"
    if chamfer <= MOST_CHAMFER:
        return ""
    return f"the script's part and the set's STL, which does not close, disagree: chamfer distance {chamfer:.3f}"
