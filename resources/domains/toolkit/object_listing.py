"""The steps by which a sandbox shows what is in an object file, and their logs read by a reader."""

from collections.abc import Sequence

from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint
from resources.domains.toolkit.dataflow_form import machine_fingerprint
from resources.domains.toolkit.machine_code import THUMB, X86, read_listing
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Ended, Step, StepResult

LISTING_BYTES = 8 << 20
_MACHINES = {"x86": X86, "thumb": THUMB}


def listing_steps(objdump: str, file: str) -> tuple[Step, ...]:
    """Disassembly with relocations, symbols, and the sections' bytes."""
    return (
        Step("disassemble", (objdump, "-dr", "--no-show-raw-insn", file)),
        Step("symbols", (objdump, "-t", file)),
        Step("contents", (objdump, "-s", "-w", file)),
    )


def listed_fingerprint(steps: Sequence[StepResult], machine: str) -> Fingerprint:
    """`steps` are the ends of `listing_steps`. Nothing where one failed or its log was cut."""
    if any(step.ended is not Ended.EXITED or step.exit_code or step.log_truncated for step in steps):
        return NO_FINGERPRINT
    listing, symbols, contents = (step.log.decode("utf-8", "replace") for step in steps)
    return read_fingerprint(listing, symbols, contents, machine)


@apart(died=lambda *_: NO_FINGERPRINT)
def read_fingerprint(listing: str, symbols: str, contents: str, machine: str) -> Fingerprint:
    return machine_fingerprint(read_listing(listing, symbols, contents), _MACHINES[machine])
