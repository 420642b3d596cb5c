"""ObjectFingerprinter: what the assembler makes of a program, without the names of registers, labels and functions."""

from dataclasses import replace
from functools import cached_property

from resources.domains.code_optimization.execution.toolchain import ASSEMBLER, ASSEMBLER_FLAGS, OBJDUMP
from resources.domains.fingerprints import Fingerprint
from resources.domains.toolkit.object_listing import LISTING_BYTES, listed_fingerprint, listing_steps
from resources.domains.toolkit.tools import tool_version
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

FORM_VERSION = "1"
SOURCE, OBJECT = "program.s", "program.o"


class ObjectFingerprinter:
    """See the Fingerprinter protocol."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @cached_property
    def version(self) -> str:
        return f"{FORM_VERSION}, {tool_version(ASSEMBLER)}, {tool_version(OBJDUMP)}"

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """See the Fingerprinter protocol."""
        assemble = Step("assemble", ("as", *ASSEMBLER_FLAGS, "-o", OBJECT, SOURCE))
        job = SandboxJob(
            (assemble, *listing_steps("objdump", OBJECT)),
            {SOURCE: candidate.code.encode("utf-8", "surrogatepass")},
            limits=replace(bundle.limits, log_bytes=LISTING_BYTES),
        )
        return listed_fingerprint(self._sandbox.run(job).steps[1:], "x86")


def fingerprinter(sandbox: Sandbox) -> ObjectFingerprinter:
    return ObjectFingerprinter(sandbox)
