"""FirmwareFingerprinter: what the compiler makes of a program when it makes it small, without names.

Small code has one form for many spellings: what is written out twice or in a helper becomes the same instructions.
"""

from dataclasses import replace
from functools import cached_property

from resources.domains.embedded_systems.execution.board_files import board_files
from resources.domains.embedded_systems.execution.toolchain import COMPILER
from resources.domains.fingerprints import Fingerprint
from resources.domains.toolkit.object_listing import LISTING_BYTES, listed_fingerprint, listing_steps
from resources.domains.toolkit.tools import tool_version
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

FORM_VERSION = "1"
SOURCE, OBJECT = "program.c", "program.o"
_FLAGS = (
    "-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-std=gnu11", "-Os", "-w", "-I.",
    "-ffunction-sections", "-fdata-sections", "-fno-common", "--param=min-pagesize=0", "-mslow-flash-data",
    "-fno-section-anchors",
)  # fmt: skip
"""Addresses stand in the instructions, not in pools between them; each function and variable has its own section."""


class FirmwareFingerprinter:
    """See the Fingerprinter protocol."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @cached_property
    def version(self) -> str:
        return f"{FORM_VERSION}, {tool_version(COMPILER)}"

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """See the Fingerprinter protocol. Headers are the task's and the board's."""
        headers = {name: text for name, text in {**board_files(), **bundle.files}.items() if name.endswith(".h")}
        compile_ = Step("compile", ("arm-none-eabi-gcc", *_FLAGS, "-c", SOURCE, "-o", OBJECT))
        job = SandboxJob(
            (compile_, *listing_steps("arm-none-eabi-objdump", OBJECT)),
            {name: text.encode() for name, text in headers.items()}
            | {SOURCE: candidate.code.encode("utf-8", "surrogatepass")},
            limits=replace(bundle.limits, log_bytes=LISTING_BYTES),
        )
        return listed_fingerprint(self._sandbox.run(job).steps[1:], "thumb")


def fingerprinter(sandbox: Sandbox) -> FirmwareFingerprinter:
    return FirmwareFingerprinter(sandbox)
