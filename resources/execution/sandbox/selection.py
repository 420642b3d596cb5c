"""Which sandbox a process uses: bubblewrap if a probe job runs in it, or the explicit opt-out, or none.

There is no silent fallback: where no sandbox works, `make_sandbox` raises and says what to install.
"""

import os
import stat
from pathlib import Path

from resources.execution.bundle import Limits
from resources.execution.errors import EnvironmentFailure, SandboxUnavailable
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


_NOTHING = Path("/dev/null")
_NOTHING_ADVICE = (
    f"{_NOTHING} cannot be written by everybody: a program of root's may have linked into it (`-o {_NOTHING}`). "
    f"`chmod 666 {_NOTHING}` mends it."
)
_MASKED = (
    "Parts of /proc are masked, and the kernel then lets nobody mount a fresh one. In a Kubernetes pod set "
    "`securityContext: {procMount: Unmasked}` of the container (with `hostUsers: false` of the pod where the cluster "
    "asks for it, docs/kubernetes.md); in Docker `--security-opt systempaths=unconfined`."
)
_NO_NAMESPACES = (
    "User namespaces are refused. In a Kubernetes pod `seccompProfile: {type: RuntimeDefault}` refuses them: set "
    "Unconfined, or a Localhost profile that allows clone, unshare and mount (docs/kubernetes.md); in Docker "
    "`--security-opt seccomp=unconfined --security-opt apparmor=unconfined`; on Ubuntu 24.04 "
    "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` or an AppArmor profile for bwrap; elsewhere check "
    "`sysctl user.max_user_namespaces kernel.unprivileged_userns_clone`."
)
_OLD = "bubblewrap is older than 0.8.0, as Ubuntu 22.04's is; 0.8.0 is the first that can forbid further namespaces."
_ANY = (
    "User namespaces may be off: on Ubuntu 24.04 allow them with "
    "`sysctl kernel.apparmor_restrict_unprivileged_userns=0` or an AppArmor profile for bwrap; in Docker start "
    "the container with `--security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined --security-opt systempaths=unconfined`; in a Kubernetes pod see docs/kubernetes.md; elsewhere "
    "check `sysctl user.max_user_namespaces kernel.unprivileged_userns_clone`."
)
_BY_WORDS = {
    "--disable-userns": _OLD,
    "mount proc": _MASKED,
    "create new namespace": _NO_NAMESPACES,
    "user namespace": _NO_NAMESPACES,
}


def advice(error: str) -> str:
    """`error` is what bubblewrap or the probe said."""
    if not _NOTHING.stat().st_mode & stat.S_IWOTH or not _NOTHING.stat().st_mode & stat.S_IROTH:
        return _NOTHING_ADVICE
    known = [words for sign, words in _BY_WORDS.items() if sign in error]
    return known[0] if known else _ANY
