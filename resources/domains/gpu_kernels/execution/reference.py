"""What a bundle's own reference shows: the yardstick for its candidates. Read from the reference's observation."""

from collections.abc import Iterable
from dataclasses import dataclass

from resources.domains.gpu_kernels.execution.rejection.permissions import ALLOWED_FOR_REFERENCE
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation

_PREFIX = "torch."
_READS = "host_reads"
DEVICE_TIME = "device_us"
"""The metric that only a run on a device has."""


@dataclass(frozen=True)
class Yardstick:
    """`operations` are torch's that candidates may compute with, because the reference does. `lenient` is for the
    reference itself, which may do what it does. `reads` are the values that the reference's host code read. `timed`
    says that the reference ran right on the device."""

    operations: frozenset[str] = frozenset()
    lenient: bool = False
    reads: int = 0
    timed: bool = False

    def shown(self, computed: Iterable[str], reads: int) -> dict[str, float]:
        """The reference's operations as metrics, which is where `read` finds them."""
        if not self.lenient:
            return {}
        return {_PREFIX + name: 1.0 for name in computed} | ({_READS: float(reads)} if reads else {})


LENIENT = Yardstick(lenient=True)


def read(observation: Observation) -> Yardstick:
    names = (name.removeprefix(_PREFIX) for name in observation.metrics if name.startswith(_PREFIX))
    reads = int(observation.metrics.get(_READS, 0))
    return Yardstick(frozenset(names), reads=reads, timed=DEVICE_TIME in observation.metrics)


def for_candidates(bundle: EnvironmentBundle, shown: Yardstick) -> Yardstick:
    """Where the reference is torch itself, candidates may use none of it."""
    as_written = bundle.settings.get("torch_compute") == ALLOWED_FOR_REFERENCE
    return Yardstick(timed=shown.timed) if as_written else shown
