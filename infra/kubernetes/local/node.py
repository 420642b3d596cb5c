"""The cluster that is tried: KUBECONFIG's, or a node that a script starts on this machine."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent.parent
SCRIPTS = PROJECT.parent / "shared" / "kubernetes"
"""`up.sh FOLDER` starts a node there and writes FOLDER/kubeconfig, `down.sh FOLDER` ends it."""
_GATE = "TTLAfterFinished=true"
_KUBELET = "featureGates: {ProcMountType: true}\nimageGCHighThresholdPercent: 100\nimageGCLowThresholdPercent: 99"


class NoCluster(Exception):
    """Neither a cluster nor the means to start one. The message says what to do."""


def why_none() -> str:
    """Why there is no cluster to try, "" where there is one."""
    if os.environ.get("KUBECONFIG") or ((SCRIPTS / "up.sh").is_file() and os.geteuid() == 0):
        return ""
    return f"no KUBECONFIG, and no {SCRIPTS}/up.sh that root could start a node with"


@contextmanager
def node(folder: Path) -> Iterator[Path]:
    """A kubeconfig. A node that this starts is ended with it; a cluster of KUBECONFIG is left alone."""
    if reason := why_none():
        raise NoCluster(f"{reason}: let KUBECONFIG name a cluster's file")
    if given := os.environ.get("KUBECONFIG"):
        yield Path(given)
        return
    folder.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run(("bash", "-s", str(folder)), input=_script(), text=True, check=True, stdout=subprocess.DEVNULL)
        yield folder / "kubeconfig"
    finally:
        subprocess.run((str(SCRIPTS / "down.sh"), str(folder)), check=False, stdout=subprocess.DEVNULL)


def _script() -> str:
    """The script, with the feature that lets a pod see all of /proc, which Kubernetes of that age has switched off.

    Images stay on a disk that is nearly full, since no registry would give them back.
    """
    text = (SCRIPTS / "up.sh").read_text()
    text = text.replace('here=$(cd "$(dirname "$0")" && pwd)', f"here={SCRIPTS}")
    text = text.replace(_GATE, f"{_GATE},ProcMountType=true")
    return text.replace("enforceNodeAllocatable: []", f"enforceNodeAllocatable: []\n{_KUBELET}")


def load_image(folder: Path, image: str) -> None:
    """Hands an image of buildah's to the node's containerd; nothing where the node has it."""
    ctr = ("ctr", "-a", str(folder / "containerd.sock"), "-n", "k8s.io", "images")
    there = subprocess.run((*ctr, "ls", "-q"), capture_output=True, text=True, check=True).stdout.split()
    if image in there:
        return
    archive = folder / "image.tar"
    try:
        subprocess.run(("buildah", "push", "-q", image, f"docker-archive:{archive}:{image}"), check=True)
        subprocess.run((*ctr, "import", str(archive)), check=True, stdout=subprocess.DEVNULL)
    finally:
        archive.unlink(missing_ok=True)
