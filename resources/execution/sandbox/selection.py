"""Which sandbox a process uses: bubblewrap if a probe job runs in it, or the explicit opt-out, or none.

There is no silent fallback: where no sandbox works, `make_sandbox` raises and says what to install.
"""

import os

from resources.execution.bundle import Limits
from resources.execution.errors import EnvironmentFailure, SandboxUnavailable
from resources.execution.sandbox.advice import advice
from resources.execution.sandbox.bubblewrap import BubblewrapSandbox
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step
from resources.execution.sandbox.unsafe import UnsafeDirectExecution

OPT_OUT = "ICWM_ALLOW_UNSANDBOXED"
_LAST_RESORT = f"To run candidates WITHOUT any isolation, set {OPT_OUT}=1."
_PROBE = SandboxJob(
    steps=(
        Step(
            "probe",
            ("/bin/sh", "-c", "cat given >made && test ! -e /etc/shadow && grep -q '^Seccomp:.2' /proc/self/status"),
        ),
    ),
    files={"given": b"probe"},
    collect=("made",),
    limits=Limits(wall_s=20.0),
)


def make_sandbox(*, use_cgroups: bool = True) -> Sandbox:
    """A sandbox that has just run a job here, or the unsafe one if the user opted out by ICWM_ALLOW_UNSANDBOXED=1.

    Raises SandboxUnavailable with what to install or enable.
    """
    if os.environ.get(OPT_OUT) == "1":
        return UnsafeDirectExecution()
    sandbox = BubblewrapSandbox(use_cgroups=use_cgroups)
    probe(sandbox)
    return sandbox


def available() -> bool:
    """Whether `make_sandbox` gives a real sandbox here, found by running a job in it."""
    try:
        probe(BubblewrapSandbox())
    except SandboxUnavailable:
        return False
    return True


def probe(sandbox: Sandbox) -> None:
    """Runs a job that shows that files go in and out and that the system-call filter is in force.

    Raises SandboxUnavailable.
    """
    try:
        result = sandbox.run(_PROBE)
    except EnvironmentFailure as error:
        raise SandboxUnavailable(
            f"The sandbox does not work here: {error}. {advice(str(error))} {_LAST_RESORT}"
        ) from error
    step = result.steps[0]
    if step.ended is not Ended.EXITED or step.exit_code != 0 or result.files.get("made") != b"probe":
        ended = f"{step.ended}, code {step.exit_code}, {step.log!r}, {dict(result.refused)}"
        raise SandboxUnavailable(f"The sandbox's probe failed ({ended}). {advice(ended)} {_LAST_RESORT}")
