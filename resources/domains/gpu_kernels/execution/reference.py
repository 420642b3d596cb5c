"""What a bundle's own reference shows: the yardstick for its candidates. Read from the reference's observation."""

from collections.abc import Iterable
from dataclasses import dataclass

from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation

_PREFIX, _OUTSIDE = "torch.", "script."
_READS = "host_reads"
DEVICE_TIME = "device_us"
"""The metric that only a run on a device has."""


@dataclass(frozen=True)
class Yardstick:
    """`operations` are torch's that candidates may compute with, because the reference does. `lenient` is for the
    reference itself, which may do what it does. `reads` are the values that the reference's host code read. `timed`
    says that the reference ran right on the device. `outside` are operations that the task's own test script computes
    with, outside the calls of the program, where those are told apart."""

    operations: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()
    lenient: bool = False
    reads: int = 0
    timed: bool = False

    def shown(self, computed: Iterable[str], outside: Iterable[str], reads: int) -> dict[str, float]:
        """The reference's operations as metrics, which is where `read` finds them."""
        if not self.lenient:
            return {}
        names = [*(_PREFIX + name for name in computed), *(_OUTSIDE + name for name in outside)]
        return dict.fromkeys(names, 1.0) | ({_READS: float(reads)} if reads else {})


LENIENT = Yardstick(lenient=True)


def read(observation: Observation) -> Yardstick:
    names, outside = (
        frozenset(name.removeprefix(prefix) for name in observation.metrics if name.startswith(prefix))
        for prefix in (_PREFIX, _OUTSIDE)
    )
    reads = int(observation.metrics.get(_READS, 0))
    return Yardstick(names, outside, reads=reads, timed=DEVICE_TIME in observation.metrics)


def for_candidates(bundle: EnvironmentBundle, shown: Yardstick) -> Yardstick:
    """Where the reference is torch itself, candidates may use none of it; the task's own script goes on as it does."""
    return Yardstick(outside=shown.outside, timed=shown.timed) if _is_torch(bundle) else shown


def script_of_torch(bundle: EnvironmentBundle) -> bool:
    """Whether a script tests what torch computes: then its own work has to be told from the program's."""
    return _is_torch(bundle) and bundle.settings.get("harness") == "script"


def _is_torch(bundle: EnvironmentBundle) -> bool:
    return bundle.settings.get("torch_compute") == ALLOWED_FOR_REFERENCE
