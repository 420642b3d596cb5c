"""`make cluster`: from this checkout to a finished partition run on a local cluster.

Builds the domain's image where there is none of this commit, starts a node and a Postgres, applies Dagster, asks its
webserver for a run, and looks for the rows that the run's pod has put into the lake. Ends all that it started.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from infra.kubernetes.local import postgres
from infra.kubernetes.local.cluster import Cluster
from infra.kubernetes.local.deployment import CONTROL, NAMESPACE, USER, Trial, manifests
from infra.kubernetes.local.node import PROJECT, load_image, node
from infra.kubernetes.local.runs import Webserver
from resources.storage.lake import Lake

DOMAIN = "chip_design"
ASSETS = ["task_seeds", "environment_bundles"]
PORT = 23_000


@dataclass(frozen=True)
class Running:
    """Dagster on the cluster. `home` is the folder that its pods share."""

    cluster: Cluster
    webserver: Webserver
    home: Path


def folder() -> Path:
    """CLUSTER_FOLDER, or the home's own: a node that is started there again has its images still."""
    return Path(os.environ.get("CLUSTER_FOLDER") or PROJECT / "var" / "cluster").resolve()


def image_name() -> str:
    """IMAGE, or the image of this commit."""
    revision = ("git", "-C", str(PROJECT), "rev-parse", "--short=12", "HEAD")
    tag = os.environ.get("TAG") or subprocess.run(revision, capture_output=True, text=True, check=True).stdout.strip()
    return os.environ.get("IMAGE") or f"docker.io/local/icwm-{DOMAIN.replace('_', '-')}:{tag}"


def build(image: str) -> None:
    """Nothing where buildah has it. The base is made by mmdebstrap unless BASE names one."""
    if subprocess.run(("buildah", "inspect", "--type", "image", image), capture_output=True, check=False).returncode:
        environment = {"BASE": "debootstrap", **os.environ, "TAG": image.rpartition(":")[2]}
        subprocess.run((str(PROJECT / "infra/images/build.sh"), DOMAIN), check=True, env=environment)


@contextmanager
def deployed(folder: Path, image: str, *, profiles: Path, profile: str) -> Iterator[Running]:
    """Dagster on a cluster, with an empty home and database. Raises NoCluster and NoPostgres."""
    shutil.rmtree(folder / "home", ignore_errors=True)
    shutil.rmtree(folder / "database", ignore_errors=True)
    with node(folder / "node") as kubeconfig:
        if not os.environ.get("KUBECONFIG"):
            load_image(folder / "node", image)
        home = folder / "home"
        home.mkdir(parents=True)
        shutil.chown(home, USER, USER)
        database = postgres.start(folder / "database")
        cluster = Cluster(kubeconfig)
        trial = Trial(image, DOMAIN, home, database.url, kubeconfig, PORT, profiles, profile)
        try:
            cluster.delete_namespace(NAMESPACE)
            cluster.apply(manifests(trial))
            webserver = Webserver(f"http://127.0.0.1:{PORT}")
            webserver.wait_until_up(most_s=300)
            yield Running(cluster, webserver, home)
        finally:
            cluster.delete_namespace(NAMESPACE)
            database.stop()


def main() -> int:
    image = image_name()
    build(image)
    profiles = PROJECT / "orchestration" / "profiles"
    profile = os.environ.get("ICWM_PROFILE") or "quick"
    with deployed(folder(), image, profiles=profiles, profile=profile) as running:
        run = running.webserver.launch(ASSETS, DOMAIN)
        print(f"run {run} of {' and '.join(ASSETS)}, partition {DOMAIN}", flush=True)
        status = running.webserver.wait_for(run, most_s=1800)
        print(f"{status}; the run's pod:")
        for pod in running.cluster.pods(NAMESPACE, "app.kubernetes.io/component=run_worker"):
            print(f"  {pod.metadata.name}: {pod.status.phase}")
            if status != "SUCCESS" and pod.status.phase != "Pending":
                print(running.cluster.logs(NAMESPACE, pod.metadata.name))
        if status != "SUCCESS":
            print(running.cluster.logs(NAMESPACE, CONTROL, "daemon"))
            return 1
        bundles = Lake(running.home / "lake").read("environment_bundles", DOMAIN)
        print(f"{bundles.height} bundles in the lake, {bundles['certified'].sum()} certified")
    return 0


if __name__ == "__main__":
    sys.exit(main())
