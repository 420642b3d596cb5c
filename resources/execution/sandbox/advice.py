"""What to do where the sandbox does not start, by the cause that its words show."""

import stat
from pathlib import Path

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
