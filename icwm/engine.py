"""Engine: one home and this machine's tools, as calls. What each does is the project's; here it is joined.

A notebook's cells run inside an event loop, so everything happens in one thread of the engine's own.
"""

import os
import signal
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import polars as pl

from assets.bundles.certification import Certificate
from assets.home import Home
from assets.profile import load_profile
from assets.seeds.purposes import Purpose
from icwm.cancellable import Cancellable
from icwm.results import Imported
from orchestration.bundle_lookup import BundleLookup
from orchestration.run_graph import RunResult
from orchestration.settings import Settings, read_settings
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.storage.lake import Lake
from resources.world_model.model import Prediction

if TYPE_CHECKING:
    from assets.domain_pools import DomainPools
    from assets.publication.shards import ShardedSplit
    from resources.world_model.prediction import CheckpointWorldModel

R = TypeVar("R")
Task = str | EnvironmentBundle
"""A task's id, such as "builtin/gray_counter", the beginning of a bundle's hash, or the bundle itself."""


class Engine:
    """One home and this machine's tools. Use as a context manager, or call `close`.

    Calls are made one after another; they may come from any thread, and from inside an event loop.
    """

    def __init__(self, home: str | os.PathLike[str] | None = None, *, profile: str = "", workers: int = 0) -> None:
        """`home` is a folder, made where it is missing; None means what the command `icwm` uses. `profile` is quick,
        standard, full, or the path of a YAML file; "" means ICWM_PROFILE, else quick. `workers` is how many
        candidates run at once, 0 for one on each core. Raises HomeUnusable, ProfileNotFound."""
        self._settings = _settings(home, profile, workers)
        self._settings.home.prepare()
        self._dials = load_profile(self._settings.profiles, self._settings.profile)
        self._lake = Lake(self._settings.lake)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="icwm-engine")
        self._models: dict[tuple[str, ...], CheckpointWorldModel] = {}

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the tools' processes. A second time does nothing."""
        if "_pools" in self.__dict__:
            pools = self.__dict__.pop("_pools")
            self._here(lambda: pools.__exit__(None, None, None))
        self._thread.shutdown()

    @property
    def home(self) -> Path:
        """The folder of the lake, checkpoints, reports and caches."""
        return self._settings.home.root

    def domains(self) -> list[str]:
        """The names of all domains, sorted: those of this project and those of other distributions."""
        return list(load_domains())

    def tasks(self, domain: str) -> list[str]:
        """The ids of the domain's tasks that `run` may use, sorted: built in, and imported into this home. Raises
        ValueError for a name that is no domain's."""
        from assets.seeds.imports import collect_seeds
        from assets.seeds.licences import read_allowances

        seeds = collect_seeds(self._lake, get_domain(domain), read_allowances(self._settings.home.allowances))
        return [seed.seed_id for seed in seeds if not seed.unusable]

    def bundle(self, task: Task) -> EnvironmentBundle:
        """The task with all that its execution needs: prompt, files, settings, limits. Raises BundleNotFound."""
        return task if isinstance(task, EnvironmentBundle) else BundleLookup(self._lake).find(task)

    def import_set(
        self,
        importer: str,
        path: str | os.PathLike[str] = "",
        *,
        commit: str = "",
        licence: str = "",
        purpose: Purpose | str | None = None,
        replace: bool = False,
    ) -> Imported:
        """Reads a public set as its authors publish it, and keeps its tasks in the home.

        `importer` is a name that `icwm import --help` lists; no `path` is for sets that are built here. `commit` and
        `licence` (an SPDX expression) are for sets that do not say theirs; `purpose` "train" lets its rows into the
        training split, which a benchmark's never enter otherwise; `replace` drops what the home has of the source.
        Raises ImportSourceError where the path is no such set or the importer is unknown, ValueError for a licence that
        is no SPDX expression."""
        from assets.seeds.public_set import PublicSet, bring

        meant = Purpose(purpose) if purpose is not None else None
        public_set = PublicSet(importer, Path(path), commit, licence, meant, replace)
        brought = bring(self._settings.home, self._lake, public_set)
        unusable = {seed.seed_id: seed.unusable for seed in brought.unusable}
        tasks = tuple(seed.seed_id for seed in brought.seeds)
        return Imported(brought.domain, tasks, unusable, tuple(map(str, brought.problems)))

    def certify(self, task: Task, *, mutants: int | None = None) -> Certificate:
        """Runs what a task must survive: its reference has to pass; the empty answer, mutants of the reference and the
        domain's cheats have to fail. So many `mutants` are tried, twice as many where fewer than 8 of them fail, which
        is what a certificate asks for; None is the profile's number. Takes seconds to minutes, and is not kept in the
        home: `run` does that. Raises BundleNotFound, EnvironmentFailure."""
        from assets.bundles.certification import certify

        bundle = self.bundle(task)
        domain, most = get_domain(bundle.domain), self._dials.mutants_per_bundle if mutants is None else mutants
        return self._finish(lambda: certify(domain, bundle, self._pools.of(domain).execute, most))

    def execute(self, task: Task, code: str) -> Observation:
        """What the real tools say of a program: outcome, deciding stage, log (bytes; `text` as words), `metrics` by
        name and `timings` (seconds unless the name says otherwise). Not cached. Raises BundleNotFound, and
        EnvironmentFailure where it is the machine that failed and not the program."""
        bundle = self.bundle(task)
        domain = get_domain(bundle.domain)
        return self._finish(lambda: self._pools.of(domain).execute(bundle, Candidate(code)))

    def predict(self, task: Task, code: str, *, mode: Literal["hybrid", "pure"] = "hybrid") -> Prediction:
        """What the world model says that `execute` would answer; no tool is run. The home's champion answers, or the
        one that ships. `confidence` and the `probabilities` by outcome are between 0 and 1; `trusted` says whether
        they are enough to stand in the tool's place. "pure" reads the text alone, "hybrid" static analysis and
        simulation too. Raises BundleNotFound, NoCheckpoint, EnvironmentFailure."""
        from resources.world_model.query import query_for

        bundle = self.bundle(task)
        query = query_for(get_domain(bundle.domain), bundle, Candidate(code))
        return self._here(lambda: self._model(bundle.domain, mode).predict([query])[0])

    def run(self, domains: Sequence[str] = ()) -> RunResult:
        """Materialises the graph for the domains, all where none is named: seeds, bundles, real trajectories, the
        world model, amplified trajectories, audits, corpus, warehouse. Minutes at the profile quick; what is there
        already is not done again. What failed stands in the answer's `errors` and `failed_checks`. It is done by a
        process of its own; interrupting the call ends that, and the next one goes on. Raises HomeInUse, CampaignEnded
        where the process died, ValueError for a name that is no domain's."""
        from icwm.campaign import Campaign

        for name in domains:
            get_domain(name)
        campaign = Campaign(self._settings, list(domains) or self.domains())
        return self._here(campaign.result, campaign.stop)

    def table(self, name: str, domain: str = "") -> pl.DataFrame:
        """A table of the lake, of one domain or of all; docs/reference/tables.md has their columns. Raises LakeError
        for one that is not there."""
        return self._lake.scan(name, [domain] if domain else None).collect()

    def export(
        self,
        folder: str | os.PathLike[str],
        *,
        layout: Literal["huggingface", "execution-traces"] = "huggingface",
        version: str = "0.1.0",
    ) -> dict[str, int]:
        """Writes the corpus into the folder as `datasets.load_dataset` reads it; an earlier export there is replaced.
        Answers the number of rows by "config/split". `version` is the data set's. Raises NothingToPublish where the
        corpus has no row yet, FileExistsError where the folder holds other things."""
        from assets.publication.huggingface import export_huggingface
        from assets.traces.export import export_traces

        splits: Sequence[ShardedSplit]
        if layout == "huggingface":
            splits = export_huggingface(self._lake, load_domains(), Path(folder), version).splits
        elif layout == "execution-traces":
            splits = export_traces(self._lake, load_domains(), Path(folder))
        else:
            raise ValueError(f"no layout {layout!r}; there are: huggingface, execution-traces")
        return {f"{split.config}/{split.split}": split.rows for split in splits}

    @cached_property
    def _pools(self) -> "DomainPools":
        from assets.domain_pools import DomainPools

        return DomainPools(self._settings.workers or None).__enter__()

    def _model(self, domain: str, mode: Literal["hybrid", "pure"]) -> "CheckpointWorldModel":
        """Loaded once for each checkpoint, domain and mode, until the domain is audited again: how surely a prediction
        is trusted follows from audits."""
        from assets.trust.audit_tables import AUDITED_TURNS
        from assets.trust.threshold_overrides import by_group, threshold_overrides
        from assets.world_model.shipped import answering
        from resources.world_model.prediction import CheckpointWorldModel

        checkpoint = answering(self._lake, self._settings.home.checkpoints)
        audits = self._lake.manifest(AUDITED_TURNS.name, domain)
        key = (checkpoint.name, domain, mode, audits.data_version if audits else "")
        if key not in self._models:
            limits = self._dials.limits
            least = by_group(threshold_overrides(self._lake, domain, checkpoint, limits), domain)
            self._models[key] = CheckpointWorldModel(checkpoint, mode, limits=limits, threshold_overrides=least)
        return self._models[key]

    def _finish(self, begin: Callable[[], Coroutine[Any, Any, R]]) -> R:
        work = Cancellable(begin)
        return self._here(work.run, work.cancel)

    def _here(self, work: Callable[[], R], stop: Callable[[], None] = lambda: None) -> R:
        """Interrupted (Ctrl-C, or a notebook's button), it stops the work and waits for its end."""
        future = self._thread.submit(work)
        _obey_interrupts()
        try:
            return future.result()
        except KeyboardInterrupt:
            if not future.cancel():
                stop()
                wait([future])
            raise


def _obey_interrupts() -> None:
    """Puts Python's handler of SIGINT back in place: polars, once imported, takes the signal and raises nothing."""
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler) and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)


def _settings(home: str | os.PathLike[str] | None, profile: str, workers: int) -> Settings:
    settings = read_settings()
    if home is not None:
        place = Home(Path(home).resolve())
        settings = replace(settings, home=place, lake=str(place.lake))
    if profile.endswith((".yaml", ".yml")):
        file = Path(profile).resolve()
        settings = replace(settings, profiles=file.parent, profile=file.stem)
    elif profile:
        settings = replace(settings, profile=profile)
    return replace(settings, workers=workers or settings.workers)
