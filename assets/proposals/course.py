"""The course of one proposal: asked for, read, tried, judged by agreement, given back once, certified, kept or dropped.

What agreement says is `agreement`; how many proposals there are, and where they are kept, is `campaign`.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from assets.bundles.build import bundle_from_seed
from assets.bundles.certification import certify
from assets.bundles.counted import CountedExecutions
from assets.proposals.agreement import REFERENCE, Behaviours, Fault, Finding, Trial, broken, judged
from assets.proposals.known_tasks import KnownTasks
from assets.proposals.schema import Fate
from assets.proposals.trials import Trials
from resources.domains.domain import Domain, Instructions
from resources.domains.families import MadeTask
from resources.domains.proposals import SOURCE, ProposalForm, UnreadableProposal
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.execution.bundle import EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.generation.endpoint.request import derived_seed
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.proposals.messages import Ask, Returned, proposal_messages
from resources.generation.proposals.reading import read_sections

if TYPE_CHECKING:
    from resources.generation.endpoint.endpoint import Endpoint
    from resources.generation.endpoint.generator import EndpointGenerator

ROUNDS = 2
_FINAL = frozenset({Fault.NONE, Fault.KNOWN, Fault.CONTAMINATED})
"""What a second round would not change."""
_USED = ("requests", "prompt_tokens", "completion_tokens", "cost")
Row = dict[str, Any]


@dataclass(frozen=True)
class Panel:
    """Who proposes and who solves. `solvers` has an entry for each answer to a prompt; `licence` is of what is kept."""

    domain: Domain
    form: ProposalForm
    proposer: "Endpoint"
    solvers: Sequence["EndpointGenerator"]
    licence: str = ""

    def live_words(self) -> str:
        """How the endpoints are doing, each once."""
        endpoints = dict.fromkeys([self.proposer, *(solver.endpoint for solver in self.solvers)])
        return "; ".join(words for endpoint in endpoints if (words := endpoint.live_words()))


@dataclass
class Workshop:
    """What the proposals of a campaign share. `lock` is held while the home's tasks are asked or added to."""

    known: KnownTasks
    pool: ExecutionPool
    max_mutants: int
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class Round:
    """What came of writing it once. What was not reached has the value that says so."""

    reply: str = ""
    seed: TaskSeed | None = None
    finding: Finding = field(default_factory=lambda: Finding(Fault.UNREADABLE))
    trials: tuple[Trial, ...] = ()
    mutation_score: float | None = None


@dataclass(frozen=True)
class Decided:
    """`columns` are those of the row that change when a proposal is decided. `seed` is None where it is dropped."""

    columns: Row
    seed: TaskSeed | None


class Course:
    def __init__(self, panel: Panel, workshop: Workshop, ask: Ask, proposal: str, version: str) -> None:
        """`proposal` is its id, `version` that of the prompts."""
        self._panel, self._workshop, self._ask = panel, workshop, ask
        self._proposal, self._version = proposal, version
        self._executions = CountedExecutions(workshop.pool)
        self._trials = Trials(panel.form, self._executions.execute)
        self._used: Counter[str] = Counter()
        self._last_reply = ""

    async def run(self) -> Decided:
        """Raises GeneratorUnavailable: then nothing is decided, and replies that were paid for are kept."""
        rounds: list[Round] = []
        for _ in range(ROUNDS):
            rounds.append(await self._round(_returned(rounds)))
            if rounds[-1].finding.fault in _FINAL:
                break
        return self._decided(rounds)

    async def _round(self, returned: Returned | None) -> Round:
        done = Round()
        try:
            done.reply, task = await self._written(returned)
        except UnreadableProposal as problem:
            done.reply = self._last_reply
            done.finding = Finding(Fault.UNREADABLE, str(problem))
            return done
        done.seed = self._seed(task)
        done.finding = await self._examined(done.seed)
        if done.finding.fault is Fault.NONE:
            await self._tried(done, bundle_from_seed(done.seed))
        if done.finding.fault is Fault.NONE:
            await self._certified(done, done.seed)
        return done

    async def _written(self, returned: Returned | None) -> tuple[str, MadeTask]:
        """The reply, and the task in it. Raises UnreadableProposal and GeneratorUnavailable."""
        panel = self._panel
        self._last_reply = ""
        seed = derived_seed("proposal", self._proposal, int(returned is not None))
        try:
            asked = await panel.proposer.ask(
                lambda: proposal_messages(panel.domain, panel.form, self._ask, returned), seed
            )
        except GeneratorFailed as failed:
            self._use(failed.usage)
            raise UnreadableProposal(f"there is no reply: {failed}") from None
        self._use(asked.usage)
        self._last_reply = asked.reply.content
        sections = read_sections(asked.reply, panel.form.sections)
        return asked.reply.content, await asyncio.to_thread(panel.form.read, sections)

    def _seed(self, task: MadeTask) -> TaskSeed:
        name = self._panel.form.name(task)
        model = self._panel.proposer.settings.model
        return TaskSeed(
            seed_id=f"{SOURCE}/{name}-{self._proposal}",
            domain=self._panel.domain.name,
            title=task.title,
            prompt=task.prompt,
            interface=task.interface,
            candidate_file=task.candidate_file,
            reference=task.reference,
            origin=SeedOrigin(SOURCE, f"{model}@{self._version}", self._panel.licence, self._proposal),
            tier=task.tier,
            tags=(SOURCE, *task.tags),
            files=task.files,
            settings=task.settings,
            limits=task.limits,
        )

    async def _examined(self, seed: TaskSeed) -> Finding:
        async with self._workshop.lock:
            return await asyncio.to_thread(self._workshop.known.examined, seed)

    async def _tried(self, done: Round, bundle: EnvironmentBundle) -> None:
        """The reference first: where it does not run nobody is asked."""
        reference = await self._trials.of(bundle, REFERENCE, bundle.reference)
        done.trials = (reference,)
        if finding := broken(reference):
            done.finding = finding
            return
        codes = await asyncio.gather(*(self._solved(bundle, place) for place in range(len(self._panel.solvers))))
        names = [f"solver {place + 1}" for place in range(len(codes))]
        tried = [self._trials.answered(bundle, name, code) for name, code in zip(names, codes, strict=True)]
        solutions = await asyncio.gather(*tried)
        done.trials = (reference, *solutions)
        behaviours: Behaviours = await self._trials.behaviours(bundle, done.trials)
        done.finding = judged(reference, solutions, behaviours, self._panel.form.least_tests)

    async def _solved(self, bundle: EnvironmentBundle, place: int) -> str | None:
        """A program written from the prompt alone; None where there is none. Raises GeneratorUnavailable."""
        domain = self._panel.domain
        question = await asyncio.to_thread(self._panel.form.question, bundle)
        if question is None:
            instructions = await asyncio.to_thread(domain.instructions, bundle)
            request = GenerationRequest(domain, bundle, instructions, place)
        else:
            told = Instructions(question.instructions, ("proposal",), self._version)
            request = GenerationRequest(domain, question.bundle, told, place)
        try:
            generation = await self._panel.solvers[place].generate(request)
        except GeneratorFailed as failed:
            self._use(failed.usage)
            return None
        self._use(generation.usage)
        return generation.candidate.code

    async def _certified(self, done: Round, seed: TaskSeed) -> None:
        """Certified as all tasks are; and still new, since others may have been kept meanwhile."""
        bundle = bundle_from_seed(seed)
        certificate = await certify(self._panel.domain, bundle, self._executions.execute, self._workshop.max_mutants)
        done.mutation_score = certificate.mutation_score
        if not certificate.certified:
            survivors = "\n".join(certificate.survivors)
            done.finding = replace(done.finding, fault=Fault.NOT_CERTIFIED, reason=certificate.reason, log=survivors)
            return
        async with self._workshop.lock:
            known = self._workshop.known
            found = await asyncio.to_thread(known.examined, seed)
            if found.fault is Fault.NONE:
                await asyncio.to_thread(known.add, seed)
            else:
                done.finding = replace(done.finding, fault=found.fault, reason=found.reason)

    def _use(self, usage: Mapping[str, float]) -> None:
        self._used.update({name: usage[name] for name in _USED if name in usage})

    def _decided(self, rounds: Sequence[Round]) -> Decided:
        last, first = rounds[-1], rounds[0]
        kept = last.finding.fault is Fault.NONE
        went_back = len(rounds) > 1
        reference = next((trial for trial in last.trials if trial.author == REFERENCE), None)
        columns: Row = {
            "fate": (Fate.KEPT if kept else Fate.DROPPED).value,
            "fault": last.finding.fault.value,
            "reason": last.finding.reason,
            "rounds": len(rounds),
            "returned_for": first.finding.fault.value if went_back else "",
            "returned_because": first.finding.reason if went_back else "",
            "seed_id": last.seed.seed_id if last.seed and kept else "",
            "title": last.seed.title if last.seed else "",
            "tests": sorted({name for trial in last.trials for name in trial.tests}),
            "reference_outcome": reference.outcome.value if reference and reference.outcome else "",
            "solvers": [row for number, each in enumerate(rounds, 1) for row in self._solver_rows(number, each)],
            "agreement_score": last.finding.score,
            "mutation_score": last.mutation_score,
            "executions": self._executions.executions,
            "seconds": self._executions.seconds,
            "reply": last.reply,
            **{name: self._used.get(name, 0) for name in _USED},
            "cost": self._used.get("cost"),
        }
        return Decided(columns, last.seed if kept else None)

    def _solver_rows(self, number: int, done: Round) -> list[Row]:
        return [
            {
                "round": number,
                "author": trial.author,
                "model": solver.endpoint.settings.model,
                "outcome": trial.outcome.value if trial.outcome else "",
                "tests_passed": sorted(trial.passed),
                "agrees": trial.author in done.finding.agreeing,
                "code": trial.answer,
            }
            for trial, solver in zip(done.trials[1:], self._panel.solvers, strict=False)
        ]


def _returned(rounds: Sequence[Round]) -> Returned | None:
    """None for the first round."""
    if not rounds:
        return None
    finding = rounds[-1].finding
    return Returned(rounds[-1].reply, finding.reason, finding.log)
