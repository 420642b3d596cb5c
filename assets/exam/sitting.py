"""A sitting: a model behind an endpoint answers a set's tasks, n samples each, some turns long. It keeps no verdict.

What was answered before is not asked again, and a reply that was paid for in a sitting that was killed comes from the
reply cache. Between turns the real tools speak; after the last one nobody does, so that one turn runs no tool. A reply
without a program ends its sample: an exam asks once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assets.exam.exam_set import ExamSet, ExamTask
from assets.exam.reading import Form, Reading, read
from assets.exam.sample import Fate
from assets.exam.schema import answer_id
from assets.progress import ProgressReporter, kept_alive
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.generation.endpoint.request import derived_seed
from resources.generation.generator import GenerationRequest, GeneratorFailed, GeneratorUnavailable
from resources.generation.prompting.attempt import fence_tag, render_attempt
from resources.generation.prompting.hidden import turns_as_shown
from resources.generation.trajectory import Turn

if TYPE_CHECKING:
    from resources.generation.endpoint.generator import EndpointGenerator

Row = dict[str, Any]
Execute = Callable[[EnvironmentBundle, Candidate], Awaitable[Observation]]


@dataclass(frozen=True)
class Plan:
    """`samples` of each task, each of at most `turns`."""

    exam_set: ExamSet
    domain: Domain
    tasks: Sequence[ExamTask]
    samples: int
    turns: int


@dataclass
class Sat:
    """`rows` are new answers. `unavailable` says why the endpoint could not go on, "" where all was answered."""

    rows: list[Row] = field(default_factory=list)
    unavailable: str = ""


class Sitting:
    """One model in one exam. `known` are rows of `exam_answers` by id."""

    def __init__(self, plan: Plan, examinee: "EndpointGenerator", execute: Execute, known: Mapping[str, Row]) -> None:
        self._plan, self._examinee, self._execute, self._known = plan, examinee, execute, known
        self._sat = Sat()
        self._progress = ProgressReporter("exam", plan.exam_set.name, len(plan.tasks) * plan.samples, "samples")

    async def run(self) -> Sat:
        """Raises PermanentEnvironmentFailure. In it, as when the endpoint dies, what is answered is in `sat`."""
        waiting = iter([(task, number) for number in range(self._plan.samples) for task in self._plan.tasks])

        async def follow() -> None:
            for task, number in waiting:
                if self._sat.unavailable:
                    return
                await self._sample(task, number)
                self._progress.advance(note=task.seed_id)

        async with kept_alive(self._progress, self._examinee.endpoint.live_words):
            await asyncio.gather(*(follow() for _ in range(self._examinee.endpoint.settings.concurrency)))
        return self._sat

    @property
    def sat(self) -> Sat:
        return self._sat

    async def _sample(self, task: ExamTask, number: int) -> None:
        bundle = task.bundle
        request = GenerationRequest(self._plan.domain, bundle, self._plan.domain.instructions(bundle), number)
        for turn in range(self._plan.turns):
            try:
                answer = await self._answered(request, turn)
            except GeneratorUnavailable as error:
                self._sat.unavailable = self._sat.unavailable or str(error)
                return
            reading = read(answer, fence_tag(self._plan.domain, bundle))
            last = reading.fate is not Fate.JUDGED or turn + 1 == self._plan.turns
            observation = None if last else await self._observed(bundle, reading)
            if observation is None or observation.outcome.passed:
                return
            told = Turn(turn, "", Candidate(reading.code), observation)
            history = turns_as_shown((*request.history, told), bundle, request.instructions)
            request = GenerationRequest(request.domain, bundle, request.instructions, number, history)

    async def _observed(self, bundle: EnvironmentBundle, reading: Reading) -> Observation | None:
        """None where the tools cannot say anything: there is nothing to answer to."""
        try:
            return await self._execute(bundle, Candidate(reading.code))
        except PermanentEnvironmentFailure:
            raise
        except EnvironmentFailure:
            return None

    async def _answered(self, request: GenerationRequest, turn: int) -> Row:
        """Raises GeneratorUnavailable."""
        row = self._blank(request.bundle, request.seed, turn)
        if row["answer_id"] in self._known:
            return self._known[row["answer_id"]]
        seed = derived_seed("exam", request.seed, turn)
        try:
            asked = await self._examinee.endpoint.ask(lambda: render_attempt(request), seed)
        except GeneratorFailed as failed:
            row |= {"trouble": str(failed) or type(failed).__name__, "generation_seconds": failed.usage.get("seconds")}
        else:
            reply, usage = asked.reply, asked.usage
            row |= {"reply": reply.content, "reasoning": reply.reasoning, "finish_reason": reply.finish_reason}
            row |= {name: usage.get(name) for name in ("prompt_tokens", "completion_tokens", "cost")}
            row |= {"generation_seconds": usage.get("seconds")}
        self._sat.rows.append(row)
        return row

    def _blank(self, bundle: EnvironmentBundle, number: int, turn: int) -> Row:
        benchmark, author, version = self._plan.exam_set.name, self._examinee.name, self._examinee.version
        return {
            "answer_id": answer_id(benchmark, bundle.hash, author, version, number, turn),
            "benchmark": benchmark,
            "domain": self._plan.exam_set.domain,
            "seed_id": bundle.seed_id,
            "bundle_hash": bundle.hash,
            "author": author,
            "sitting": version,
            "model": self._examinee.endpoint.settings.model,
            "number": number,
            "turn": turn,
            "form": Form.REPLY.value,
            **dict.fromkeys(("reply", "reasoning", "finish_reason", "trouble"), ""),
            **dict.fromkeys(("prompt_tokens", "completion_tokens", "cost", "generation_seconds")),
        }
