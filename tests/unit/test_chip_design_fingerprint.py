"""A design's fingerprint is of a whole netlist, or none. What they tell apart is tests/tools/test_fingerprints."""

import pytest

from resources.domains.chip_design.execution.fingerprint import GATES, NetlistFingerprinter
from resources.domains.fingerprints import NO_FINGERPRINT
from resources.execution.bundle import Candidate
from resources.execution.sandbox.job import Ended, SandboxJob, SandboxResult, StepResult
from tests.unit.fault_injection_play import bundles

PART = b'{"creator": "Yosys", "modules": {"m": {"ports": {'


class Interrupted:
    """A sandbox whose program is ended while it writes: when that happens with the real one is the machine's to say."""

    description = "ends what it runs"

    def __init__(self, ended: Ended, exit_code: int) -> None:
        self.ended, self.exit_code = ended, exit_code

    def run(self, job: SandboxJob) -> SandboxResult:
        step = StepResult(job.steps[0].name, self.ended, self.exit_code, b"", log_truncated=False, seconds=8.0)
        return SandboxResult((step,), {GATES: PART}, {}, 8.0, None)

    def close(self) -> None:
        return


@pytest.mark.parametrize(
    ("ended", "exit_code"), [(Ended.TIMED_OUT, 0), (Ended.SIGNALLED, 0), (Ended.OUT_OF_MEMORY, 0), (Ended.EXITED, 1)]
)
def test_a_netlist_that_was_not_written_to_its_end_has_none(ended: Ended, exit_code: int) -> None:
    bundle = bundles()[0]
    fingerprinter = NetlistFingerprinter(Interrupted(ended, exit_code))
    assert fingerprinter.fingerprint(bundle, Candidate(bundle.reference)) == NO_FINGERPRINT
