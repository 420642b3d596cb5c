"""Verdicts: what the real tools say of each answer, once for each task and program.

Answers are read by the exam's own reader. Prompt after prompt, in an order by hash, so that what is judged when the
time is over is a fair draw of the prompts, each with the answers of all models.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from assets.exam.reading import Form, Reading, read
from assets.exam.sample import Fate
from assets.progress import ProgressReporter
from assets.proof.prompts import Asked
from resources.domains.domain import Domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.outcome import Outcome
from resources.execution.pool import ExecutionPool
from resources.generation.prompting.attempt import fence_tag

VERDICTS = "verdicts.jsonl"
NOT_COMPILED = (Outcome.COMPILATION_ERROR, Outcome.REJECTED)
AT_ONCE = 4
"""Prompts that are judged together."""


@dataclass(frozen=True)
class Given:
    """A model's answer to a prompt."""

    arm: str
    seed: int
    prompt_id: str
    text: str
    finish_reason: str


@dataclass(frozen=True)
class Verdict:
    """`outcome` is "" where there is no program, or the environment failed (`fate` says which)."""

    prompt_id: str
    arm: str
    seed: int
    fate: str
    outcome: str
    unchanged: bool

    @property
    def passed(self) -> bool:
        return self.outcome == Outcome.PASS.value

    @property
    def compiled(self) -> bool:
        return bool(self.outcome) and self.outcome not in NOT_COMPILED


def read_answers(folder: Path) -> list[Given]:
    """Of all models, as `machine` wrote them; of one asked twice the first."""
    found: dict[tuple[str, int, str], Given] = {}
    for file in sorted(folder.glob("answers-*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            given = Given(**{name: row[name] for name in Given.__dataclass_fields__})
            found.setdefault((given.arm, given.seed, given.prompt_id), given)
    return list(found.values())


def reading_of(given: Given, fence: str) -> Reading:
    """As the exam reads a reply."""
    answer = {
        "reply": given.text,
        "form": Form.REPLY.value,
        "reasoning": "",
        "trouble": "",
        "finish_reason": given.finish_reason,
    }
    return read(answer, fence)


class Judge:
    """Of one domain; verdicts are appended to `file`, and what stands there is not judged again."""

    def __init__(
        self, domain: Domain, bundles: Mapping[str, EnvironmentBundle], pool: ExecutionPool, file: Path
    ) -> None:
        self._domain, self._bundles, self._pool, self._file = domain, bundles, pool, file

    async def run(self, asked: Sequence[Asked], answers: Iterable[Given], ends: float) -> int:
        """How many prompts are left when the time is over."""
        done = {(row.prompt_id, row.arm, row.seed) for row in read_verdicts(self._file)}
        by_prompt: dict[str, list[Given]] = {}
        for given in answers:
            if (given.prompt_id, given.arm, given.seed) not in done:
                by_prompt.setdefault(given.prompt_id, []).append(given)
        own = [one for one in asked if one.domain == self._domain.name and one.prompt_id in by_prompt]
        own.sort(key=lambda one: hashlib.sha256(one.prompt_id.encode()).digest())
        progress = ProgressReporter("judging", self._domain.name, len(own), "prompts")
        waiting, left = asyncio.Semaphore(AT_ONCE), 0

        async def one(prompt: Asked) -> int:
            async with waiting:
                if time.monotonic() > ends:
                    return 1
                verdicts = await self._verdicts(prompt, by_prompt[prompt.prompt_id])
            with self._file.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(asdict(verdict)) + "\n" for verdict in verdicts)
            progress.advance(note=prompt.seed_id)
            return 0

        left = sum(await asyncio.gather(*map(one, own)))
        return left

    async def _verdicts(self, prompt: Asked, answers: Sequence[Given]) -> list[Verdict]:
        bundle = self._bundles[prompt.seed_id]
        readings = [reading_of(given, fence_tag(self._domain, bundle)) for given in answers]
        codes = sorted({reading.code for reading in readings if reading.fate is Fate.JUDGED})
        outcomes = dict(zip(codes, await asyncio.gather(*(self._outcome(bundle, code) for code in codes)), strict=True))
        return [_verdict(prompt, given, reading, outcomes) for given, reading in zip(answers, readings, strict=True)]

    async def _outcome(self, bundle: EnvironmentBundle, code: str) -> Outcome | None:
        """None where the environment failed."""
        try:
            return (await self._pool.execute(bundle, Candidate(code))).outcome
        except EnvironmentFailure:
            return None


def _verdict(prompt: Asked, given: Given, reading: Reading, outcomes: Mapping[str, Outcome | None]) -> Verdict:
    fate, outcome = reading.fate, outcomes.get(reading.code) if reading.fate is Fate.JUDGED else None
    if fate is Fate.JUDGED and outcome is None:
        fate = Fate.ENVIRONMENT
    unchanged = bool(prompt.code) and reading.code.split() == prompt.code.split()
    return Verdict(prompt.prompt_id, given.arm, given.seed, fate.value, outcome.value if outcome else "", unchanged)


def read_verdicts(file: Path) -> list[Verdict]:
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [Verdict(**row) for row in rows]
