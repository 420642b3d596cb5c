"""What a campaign adds to the wall time of its requests, against a bare client that makes the same ones.

A server of fixed latency in a process of its own; 64 trajectories at once; real tools run beside both sides, on a pool
of their own. Ours does everything: loop, prompts, reply cache, budget, limit, reading, an execution pool, a journal.

The event loop's blocks are taken in wall time, where a busy machine shows, and in its thread's own CPU time, where only
our own work does. 64 answers arrive together and are served in one round of the loop, by the bare client too.
"""

import asyncio
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import openai
import pytest

from assets.progress import ProgressReporter
from assets.trajectories.campaign import run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from resources.domains.registry import get_domain
from resources.execution.backend import Backend, Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.job import Sandbox
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.generation.endpoint.settings import Budget, EndpointSettings
from resources.generation.generator import GenerationRequest
from resources.generation.prompting.attempt import render_attempt
from resources.generation.trajectory import Turn
from tests.bench.measuring import compared, limited, show
from tests.endpoint_server.application import MODEL
from tests.endpoint_server.campaign import observed

TRAJECTORIES = 64
TURNS = 3
LATENCY_S = 2.0
"""Short for a model that reasons: the shorter, the larger our share."""
ADDED_AT_MOST = 1.05
BLOCKED_AT_MOST_MS = 300.0
"""64 answers of about 4 ms each, should all come at once."""
RUNS = 5
SAMPLING = {"model": MODEL, "max_tokens": 8192}


@dataclass
class Judge:
    """A backend that costs nothing and passes the last turn, so that the tools' time is not counted as ours."""

    domain: str = "chip_design"
    turns: dict[str, int] = field(default_factory=dict)

    def toolchain(self) -> Toolchain:
        return Toolchain({"judge": "1"})

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """Every attempt names how many messages asked for it: 2, 4, 6."""
        return observed(int(candidate.code.split()[1]) >= 2 * TURNS, b"top.v:3: error: syntax\n" * 40)


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    command = [sys.executable, "-m", "tests.endpoint_server", "--latency", str(LATENCY_S)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


@contextmanager
def busy_tools(backend: Backend, bundles: list[EnvironmentBundle]) -> Iterator[list[int]]:
    """Executes references for as long as the block lasts; yields a list that holds how many."""
    done, stop = [0], threading.Event()

    async def work(pool: ExecutionPool) -> None:
        async def one(offset: int) -> None:
            index = offset
            while not stop.is_set():
                bundle = bundles[index % len(bundles)]
                await pool.execute(bundle, bundle.reference_candidate)
                done[0] += 1
                index += pool.workers

        await asyncio.gather(*(one(offset) for offset in range(pool.workers)))

    def run() -> None:
        with ExecutionPool(backend, 1) as pool:
            asyncio.run(work(pool))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield done
    finally:
        stop.set()
        thread.join()


class Heartbeat:
    """The longest time between two turns of a task that only beats, in milliseconds of wall and of CPU time."""

    def __init__(self) -> None:
        self.wall_ms = self.cpu_ms = 0.0

    async def beat(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(0.001)
            now, used = time.perf_counter(), time.thread_time()
            self.wall_ms = max(self.wall_ms, 1000 * (now - wall) - 1)
            self.cpu_ms = max(self.cpu_ms, 1000 * (used - cpu))
            wall, cpu = now, used


async def with_heartbeat(heart: Heartbeat, work: Any) -> Any:
    beating = asyncio.create_task(heart.beat())
    try:
        return await work
    finally:
        beating.cancel()


@dataclass
class Bench:
    """Both sides, for the same bundles and seeds."""

    base_url: str
    folder: Path
    bundles: list[EnvironmentBundle]
    runs: int = 0
    prompts: list[list[dict[str, Any]]] = field(default_factory=list)

    def settings(self) -> EndpointSettings:
        return EndpointSettings(
            name="bench", base_url=self.base_url, model=MODEL, concurrency=TRAJECTORIES, budget=Budget(tokens=10**12)
        )

    def ours(self, heart: Heartbeat) -> float:
        self.runs += 1
        folder = self.folder / str(self.runs)
        domain = get_domain("chip_design")
        endpoint = Endpoint(self.settings(), folder / "replies.sqlite")
        generator = EndpointGenerator(domain, endpoint)
        attempts = [
            Attempt(domain, self.bundles[seed % len(self.bundles)], generator, seed, TURNS)
            for seed in range(TRAJECTORIES)
        ]
        progress = ProgressReporter("bench", "chip_design", TRAJECTORIES, "trajectories")
        with ExecutionPool(Judge(), 2) as pool, Journal(folder / "journal") as journal:
            environment = RealEnvironment(pool)
            run = partial(run_attempt, environment=environment)
            started = time.perf_counter()
            campaign = run_campaign(attempts, environment, run, journal, {}, progress, concurrency=TRAJECTORIES)
            result = asyncio.run(with_heartbeat(heart, campaign))
            seconds = time.perf_counter() - started
        assert [row["turn_count"] for row in result.rows] == [TURNS] * TRAJECTORIES
        assert endpoint.figures.answers == TURNS * TRAJECTORIES
        return seconds

    def bare(self, heart: Heartbeat) -> float:
        """The same messages in the same rounds, prepared beforehand: nothing but the client."""

        async def one(client: openai.AsyncOpenAI, rounds: list[Any]) -> None:
            for messages in rounds:
                await client.chat.completions.create(messages=messages, **SAMPLING)  # type: ignore[call-overload]

        async def everything() -> None:
            async with openai.AsyncOpenAI(api_key="none", base_url=self.base_url, max_retries=0) as client:
                await asyncio.gather(*(one(client, rounds) for rounds in self.conversations()))

        conversations = self.conversations()
        assert len(conversations) == TRAJECTORIES
        started = time.perf_counter()
        asyncio.run(with_heartbeat(heart, everything()))
        return time.perf_counter() - started

    def conversations(self) -> list[list[Any]]:
        """Messages of each round of each trajectory, as the campaign sends them."""
        if not self.prompts:
            self.prompts = [prompts_of(self.bundles[seed % len(self.bundles)], seed) for seed in range(TRAJECTORIES)]
        return self.prompts


def prompts_of(bundle: EnvironmentBundle, seed: int) -> list[Any]:
    """What the stub's answers lead to; the sampling seed in them is ten digits here, as it mostly is."""
    domain, rounds = get_domain("chip_design"), list[Any]()
    instructions = domain.instructions(bundle)
    turns: tuple[Turn, ...] = ()
    for index in range(TURNS):
        messages = render_attempt(GenerationRequest(domain, bundle, instructions, seed, turns))
        rounds.append([{"role": message.role, "content": message.content} for message in messages])
        code = Candidate(f"attempt {2 + 2 * index} with seed {seed:010}\n")
        turns = (*turns, Turn(index, "", code, Judge().execute(bundle, code)))
    return rounds


def test_a_campaign_against_a_bare_client(
    base_url: str, sandbox: Sandbox, verilog_eval: list[EnvironmentBundle], tmp_path: Path
) -> None:
    bench = Bench(base_url, tmp_path, verilog_eval[:16])
    bench.conversations()
    hearts = {"ours": Heartbeat(), "peer": Heartbeat()}
    bench.bare(Heartbeat())
    bench.ours(Heartbeat())
    ours, peer = [], []
    with busy_tools(get_domain("chip_design").backend(sandbox), verilog_eval[:16]) as executed:
        for _ in range(RUNS):
            peer.append(bench.bare(hearts["peer"]))
            ours.append(bench.ours(hearts["ours"]))
    assert executed[0] > 0
    least, loop = LATENCY_S * TURNS, hearts["ours"]
    bare = statistics.median(peer)
    show(
        f"{TRAJECTORIES} trajectories, {TURNS} turns, {LATENCY_S:g} s an answer; {executed[0]} executions beside",
        [
            compared("wall time", statistics.median(ours), bare, "s", ADDED_AT_MOST),
            compared("wall time, best run of each", min(ours), min(peer), "s", None),
            compared("our median against the server's latency alone", statistics.median(ours), least, "s", None),
            limited("longest block of the event loop, CPU time", loop.cpu_ms, BLOCKED_AT_MOST_MS, "ms"),
            compared("the same, against the bare client's", loop.cpu_ms, hearts["peer"].cpu_ms, "ms", 1.2),
            compared("longest block, wall time", loop.wall_ms, hearts["peer"].wall_ms, "ms", None),
        ],
    )
