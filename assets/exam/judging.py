"""Judging: answers through the real tools, and the controls beside them. An answer that was judged stays judged.

A run that was killed goes on by the result cache. What the environment failed at is asked for again, unless it cannot
judge that program at all under this toolchain.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from assets.exam.exam_set import ExamSet, ExamTask
from assets.exam.reading import Reading, read
from assets.exam.recorded import RECORDED
from assets.exam.sample import Fate
from assets.exam.schema import answer_id
from assets.progress import ProgressReporter
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure, EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.generation.prompting.attempt import fence_tag
from resources.generation.recorded.generator import PREFIX
from resources.world_model.model import Query, WorldModel
from resources.world_model.query import query_for

Row = dict[str, Any]
REFERENCE, EMPTY = "reference", "empty answer"
CONTROL = "control"
"""The sitting of those two."""
_WHOSE = ("answer_id", "benchmark", "domain", "seed_id", "bundle_hash", "author", "sitting", "model", "number", "turn")
_TOOK = ("prompt_tokens", "completion_tokens", "cost", "generation_seconds")


class Bench:
    """One set's tasks under one pool of tools."""

    def __init__(self, exam_set: ExamSet, domain: Domain, tasks: Sequence[ExamTask], pool: ExecutionPool) -> None:
        self._set, self._domain, self._pool = exam_set, domain, pool
        self._bundles = {task.bundle.hash: task.bundle for task in tasks}

    async def judge(self, answers: Sequence[Row], judged: Mapping[str, Row], model: WorldModel | None) -> list[Row]:
        """One row for each answer to one of the tasks as it is now, and two controls a task. `judged` are earlier rows
        by id. Raises PermanentEnvironmentFailure.
        """
        readings = {row["answer_id"]: self._reading(row) for row in answers if row["bundle_hash"] in self._bundles}
        known = [row for row in answers if row["answer_id"] in readings]
        kept = {name: row for name, row in judged.items() if name in readings and self._stands(row, readings[name])}
        beliefs = self._beliefs(known, readings, kept, model)
        progress = ProgressReporter("exam_samples", self._set.name, len(known) + 2 * len(self._bundles), "answers")

        async def one(row: Row) -> Row:
            name = row["answer_id"]
            made = kept.get(name) or await self._row(row, readings[name])
            if name in beliefs and model:
                made = made | {"belief": beliefs[name], "checkpoint": model.checkpoint_id}
            progress.advance(note=row["seed_id"])
            return made

        async def control(bundle: EnvironmentBundle, author: str, candidate: Candidate) -> Row:
            made = await self._row(self._control(bundle, author), Reading(Fate.JUDGED, candidate.code))
            progress.advance(note=bundle.seed_id)
            return made | {"code": "" if author == REFERENCE else candidate.code}

        controls = [
            control(bundle, author, candidate)
            for bundle in self._bundles.values()
            for author, candidate in (
                (REFERENCE, bundle.reference_candidate),
                (EMPTY, self._domain.empty_candidate(bundle)),
            )
        ]
        return list(await asyncio.gather(*controls, *map(one, known)))

    def _reading(self, row: Row) -> Reading:
        return read(row, fence_tag(self._domain, self._bundles[row["bundle_hash"]]))

    def _stands(self, kept: Row, reading: Reading) -> bool:
        """Whether an earlier judgement is of the same program by the same tools, or none is to be had."""
        if kept["toolchain"] != self._pool.toolchain().fingerprint:
            return False
        if kept["code"] != reading.code or (reading.fate is not Fate.JUDGED and kept["fate"] != reading.fate.value):
            return False
        return kept["fate"] != Fate.ENVIRONMENT.value or str(kept["reason"]).startswith(EnvironmentGap.__name__)

    async def _row(self, answer: Row, reading: Reading) -> Row:
        row = {name: answer[name] for name in (*_WHOSE, *_TOOK)}
        row |= {"code": reading.code, "belief": None, "checkpoint": "", "toolchain": self._pool.toolchain().fingerprint}
        if reading.fate is not Fate.JUDGED:
            return row | _unjudged(reading.fate, reading.reason)
        try:
            bundle = self._bundles[answer["bundle_hash"]]
            return row | _judged(await self._pool.execute(bundle, Candidate(reading.code)))
        except PermanentEnvironmentFailure:
            raise
        except EnvironmentFailure as failure:
            return row | _unjudged(Fate.ENVIRONMENT, f"{type(failure).__name__}: {failure}")

    def _control(self, bundle: EnvironmentBundle, author: str) -> Row:
        told = {"benchmark": self._set.name, "domain": self._set.domain, "seed_id": bundle.seed_id}
        told |= {"bundle_hash": bundle.hash, "author": author, "sitting": CONTROL, "model": ""}
        identity = answer_id(self._set.name, bundle.hash, author, CONTROL, 0, 0)
        return {"answer_id": identity, **told, "number": 0, "turn": 0, **dict.fromkeys(_TOOK)}

    def _beliefs(
        self, answers: Sequence[Row], readings: Mapping[str, Reading], kept: Mapping[str, Row], model: WorldModel | None
    ) -> dict[str, float]:
        """Of first answers among which there is something to choose, where this checkpoint was not asked yet."""
        if model is None:
            return {}
        firsts = [row for row in answers if row["turn"] == 0 and readings[row["answer_id"]].fate is Fate.JUDGED]
        counts = Counter(_whose(row) for row in firsts)
        several = [row for row in firsts if counts[_whose(row)] > 1]
        asked = {name for name, row in kept.items() if row["checkpoint"] == model.checkpoint_id}
        new = [row for row in several if row["answer_id"] not in asked]
        queries = [self._query(row, readings[row["answer_id"]]) for row in new]
        said = model.predict(queries) if queries else ()
        passes = (one.probabilities.get(Outcome.PASS, 0.0) for one in said)
        return {row["answer_id"]: belief for row, belief in zip(new, passes, strict=True)}

    def _query(self, row: Row, reading: Reading) -> Query:
        author = PREFIX + row["author"] if row["sitting"] == RECORDED else row["author"]
        return query_for(self._domain, self._bundles[row["bundle_hash"]], Candidate(reading.code), author=author)


def _whose(row: Row) -> tuple[str, str, str]:
    return row["author"], row["sitting"], row["seed_id"]


def _judged(observation: Observation) -> Row:
    return {
        "fate": Fate.JUDGED.value,
        "reason": "",
        "outcome": observation.outcome.value,
        "stage": observation.stage,
        "log": observation.log,
        "stages_passed": [stage.stage for stage in observation.stages if stage.passed],
        "metrics": sorted(observation.metrics.items()),
        "timings": sorted(observation.timings.items()),
        "execution_seconds": observation.seconds,
    }


def _unjudged(fate: Fate, reason: str) -> Row:
    return {
        "fate": fate.value,
        "reason": reason,
        "outcome": None,
        "stage": "",
        "log": b"",
        "stages_passed": [],
        "metrics": [],
        "timings": [],
        "execution_seconds": None,
    }
