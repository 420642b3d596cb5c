"""The asset `execution_traces`: programs of the corpus, run once more by a domain's tracer."""

import contextlib
import hashlib
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain, zip_longest
from typing import Any

import dagster as dg

from assets.bundles.reading import certified_bundles
from assets.corpus.asset import reasoning_corpus
from assets.corpus.schema import REASONING_CORPUS
from assets.grounding.schema import GROUNDED_TRAJECTORIES
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.profile_resource import ProfileResource
from assets.progress import ProgressReporter
from assets.stages import Stage, Work, work
from assets.traces.schema import EXECUTION_TRACES
from assets.trajectories.schema import REAL_TRAJECTORIES
from resources.domains.domain import Domain
from resources.domains.registry import get_domain
from resources.domains.traces import ExecutionTrace, Tracer
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from resources.storage.commits import Commit
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

NEVER_RAN = frozenset({Outcome.REJECTED.value, Outcome.COMPILATION_ERROR.value, Outcome.LINK_ERROR.value})
"""Labels of programs that nothing ran."""


@dataclass(frozen=True)
class Subject:
    """One program of the corpus, with what was observed of it."""

    seed_id: str
    split: str
    licence: str
    bundle_hash: str
    candidate_hash: str
    turn_id: str
    code: str
    outcome: str
    log: str

    @property
    def key(self) -> tuple[str, str]:
        return self.bundle_hash, self.candidate_hash


def subjects(
    corpus: Iterable[Mapping[str, Any]], trajectories: Iterable[Mapping[str, Any]], most: int
) -> list[Subject]:
    """`corpus` are rows of `reasoning_corpus`, `trajectories` those that they tell; of each label as many as there are,
    in turn, until there are `most`."""
    turns = {
        (row["bundle_hash"], turn["candidate_hash"]): turn
        for row in trajectories
        for turn in row["turns"]
        if turn["source"] == "real"
    }
    found: dict[tuple[str, str], Subject] = {}
    for row in corpus:
        for entry in row["provenance"]:
            key = (entry["bundle_hash"], entry["candidate_hash"])
            if key in turns and entry["outcome"] not in NEVER_RAN:
                found.setdefault(key, _subject(row, entry, turns[key]))
    return _spread(found.values(), most)


def _subject(row: Mapping[str, Any], entry: Mapping[str, Any], turn: Mapping[str, Any]) -> Subject:
    return Subject(
        row["seed_id"],
        row["split"],
        row["licence"],
        entry["bundle_hash"],
        entry["candidate_hash"],
        entry["turn_id"],
        turn["code"],
        turn["outcome"],
        bytes(turn["log"]).decode("utf-8", "replace"),
    )


def _spread(found: Iterable[Subject], most: int) -> list[Subject]:
    by_label: dict[str, list[Subject]] = {}
    for subject in sorted(found, key=_drawn):
        by_label.setdefault(subject.outcome, []).append(subject)
    in_turn = chain.from_iterable(zip_longest(*(by_label[label] for label in sorted(by_label))))
    return [subject for subject in in_turn if subject is not None][:most]


def _drawn(subject: Subject) -> str:
    return hashlib.sha256(repr(("execution trace", *subject.key)).encode()).hexdigest()


TRACES_VERSION = "1"
"""Raised when tracers record something else; part of the id."""
_AT_ONCE = 2
_KEPT_TOGETHER = 100
Row = dict[str, Any]
_Said = ExecutionTrace | EnvironmentFailure | None
logger = logging.getLogger(__name__)


@dg.asset(
    deps=[reasoning_corpus],
    partitions_def=DOMAIN_PARTITIONS,
    group_name=Stage.CORPUS.value,
    kinds={"python", "parquet"},
    owners=["team:data-engine"],
    tags=work(Work.EXECUTES),
    metadata=definition_metadata(EXECUTION_TRACES),
    pool="execution",
    code_version="1",
)
def execution_traces(
    context: dg.AssetExecutionContext, lake: LakeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """What programs of the corpus did while they ran: waveforms, register accesses, steps, errors by case."""
    store, domain = lake.lake(), get_domain(context.partition_key)
    chosen = _subjects(store, domain.name, profile.get().traced_candidates)
    toolchain, kept = _toolchain(domain), _kept(store, domain.name)
    fresh = [subject for subject in chosen if _trace_id(subject, toolchain) not in kept]
    commit, failed = _write(store, domain.name, chosen, toolchain, kept), 0
    for batch in _traced(store, domain, fresh):
        failed += sum(isinstance(trace, EnvironmentFailure) for _, trace in batch)
        kept |= {
            _trace_id(subject, toolchain): asdict(trace)
            for subject, trace in batch
            if isinstance(trace, ExecutionTrace)
        }
        commit = _write(store, domain.name, chosen, toolchain, kept)
    labels = store.read(EXECUTION_TRACES.name, domain.name)["outcome"].to_list()
    return committed(
        store,
        EXECUTION_TRACES,
        commit,
        {
            "programs chosen": len(chosen),
            "run now": len(fresh),
            "left no trace": len(chosen) - len(labels) - failed,
            "not traced, the environment failed": failed,
            "traces by label": dg.MetadataValue.json(dict(Counter(labels))),
        },
    )


def _write(store: Lake, domain: str, chosen: Sequence[Subject], toolchain: str, traces: Mapping[str, Row]) -> Commit:
    """Of each chosen program that has a trace, what the corpus says of it now, beside the trace."""
    rows = [
        trace | {"trace_id": _trace_id(subject, toolchain), "domain": domain, "toolchain": toolchain} | asdict(subject)
        for subject in chosen
        if (trace := traces.get(_trace_id(subject, toolchain))) is not None
    ]
    inputs = {REASONING_CORPUS.name: data_version(store, REASONING_CORPUS.name, domain)}
    return store.write(EXECUTION_TRACES, domain, EXECUTION_TRACES.from_rows(rows), inputs=inputs)


def _subjects(store: Lake, domain: str, most: int) -> list[Subject]:
    names = [name for name in (REAL_TRAJECTORIES.name, GROUNDED_TRAJECTORIES.name) if store.manifest(name, domain)]
    trajectories = [
        row for name in names for row in store.arrow(name, [domain]).select(["bundle_hash", "turns"]).to_pylist()
    ]
    columns = ["seed_id", "split", "licence", "provenance"]
    corpus = store.arrow(REASONING_CORPUS.name, [domain]).select(columns).to_pylist()
    return subjects(corpus, trajectories, most)


def _toolchain(domain: Domain) -> str:
    """With what a trace is made: other tools make it anew."""
    with contextlib.closing(make_sandbox()) as sandbox:
        return domain.backend(sandbox).toolchain().fingerprint


def _kept(store: Lake, domain: str) -> dict[str, Row]:
    if store.manifest(EXECUTION_TRACES.name, domain) is None:
        return {}
    return {row["trace_id"]: row for row in store.arrow(EXECUTION_TRACES.name, [domain]).to_pylist()}


def _traced(store: Lake, domain: Domain, chosen: Sequence[Subject]) -> Iterator[list[tuple[Subject, _Said]]]:
    """A hundred after the other, so that a run that is ended loses no more; nothing for a domain without a tracer."""
    bundles = {bundle.hash: bundle for bundle in certified_bundles(store, domain.name)}
    known = [subject for subject in chosen if subject.bundle_hash in bundles]
    progress = ProgressReporter("execution_traces", domain.name, len(known), "programs")
    with contextlib.closing(make_sandbox()) as sandbox, ThreadPoolExecutor(_AT_ONCE) as threads:
        tracer = domain.tracer(sandbox)
        if tracer is None:
            return

        def one(subject: Subject) -> _Said:
            try:
                return _trace(tracer, bundles[subject.bundle_hash], subject)
            finally:
                progress.advance(note=subject.seed_id)

        for start in range(0, len(known), _KEPT_TOGETHER):
            batch = known[start : start + _KEPT_TOGETHER]
            yield list(zip(batch, threads.map(one, batch), strict=True))


def _trace(tracer: Tracer, bundle: EnvironmentBundle, subject: Subject) -> _Said:
    try:
        return tracer.trace(bundle, Candidate(subject.code))
    except EnvironmentFailure as failure:
        logger.warning("%s: no trace of %s: %s", subject.seed_id, subject.candidate_hash[:12], failure)
        return failure


def _trace_id(subject: Subject, toolchain: str) -> str:
    return hashlib.sha256(repr((*subject.key, toolchain, TRACES_VERSION)).encode()).hexdigest()[:32]
