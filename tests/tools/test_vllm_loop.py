"""vLLM on this machine, serving a small model: its start, its end, and the loop of every domain through it.

The model cannot write these programs. What is shown is that each reply is executed for real, that each failure is data,
that prefixes are cached across rounds, and that nothing of the server is left behind.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from assets.bundles.build import bundle_from_seed
from assets.generation.config import Kind, endpoint_settings
from assets.generation.config_file import read_generators
from assets.progress import ProgressReporter
from assets.seeds.imports import read_source
from assets.trajectories.campaign import run_campaign
from assets.trajectories.journal import Journal
from assets.trajectories.loop import Attempt, run_attempt
from assets.trajectories.real_environment import RealEnvironment
from assets.trajectories.schema import trajectory_from_row
from orchestration.settings import read_settings
from resources.domains.domain import Domain
from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import EnvironmentBundle
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.generator import GenerationRequest
from resources.generation.prompting.attempt import fence_tag, render_attempt
from resources.generation.trajectory import Trajectory
from resources.serving.environment import find_environment
from resources.serving.errors import ServingFailed
from resources.serving.health import ServedModel
from resources.serving.process import ServerProcess
from resources.serving.server import VllmServer
from resources.serving.settings import ServerSettings
from tests.tutorial_page import written_files

SERVING = read_settings().home.root / "serving"
MODEL = "smollm2-135m"
EAGER = ("--enforce-eager",)
"""Compiling pays off after some thousand tokens; a test is over before."""
CONTEXT = 8192
SHORT_HEADER = """#include <stdint.h>
typedef volatile uint32_t reg32;
typedef struct { reg32 MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR, BSRR; } GPIO_TypeDef;
#define GPIOA ((GPIO_TypeDef *)0x40020000U)
#define GPIOB ((GPIO_TypeDef *)0x40020400U)
#define GPIOC ((GPIO_TypeDef *)0x40020800U)
#define RCC_AHB1ENR (*(reg32 *)0x40023830U)
"""
"""In place of the board's, whose 4,000 tokens a CPU reads for two minutes."""


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    try:
        find_environment(SERVING)
    except ServingFailed as error:
        pytest.skip(str(error))


@dataclass(frozen=True)
class Running:
    server: VllmServer
    served: ServedModel
    said: list[str]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """One server for the module: a start takes a minute on an idle machine."""
    said: list[str] = []
    settings = ServerSettings(MODEL, max_model_len=CONTEXT, kv_cache_gib=1.0, startup_s=1200.0, arguments=EAGER)
    server = VllmServer(settings, SERVING, said.append)
    with server as served:
        yield Running(server, served, said)


def family(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def left(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_it_is_announced_and_answers_on_the_loopback_interface_only(running: Running) -> None:
    assert running.served.model == MODEL
    assert running.served.max_model_len == CONTEXT
    assert any(text.startswith("starting vLLM") and str(running.server.process.log) in text for text in running.said)
    running.server.check()
    processes = family(running.server.process.pid)
    assert len(processes) >= 3
    listening = [
        connection.laddr.ip
        for process in processes
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert set(listening) <= {"127.0.0.1", "::1"}
    assert listening


def test_it_answers_as_a_schema_demands(running: Running) -> None:
    """What a world model behind this server needs: a choice of labels, with how sure it is of each."""
    import openai

    client = openai.OpenAI(base_url=running.served.base_url, api_key="none", max_retries=0, timeout=280.0)
    labels = ["PASS", "SYNTAX_ERROR"]
    schema: dict[str, object] = {"type": "object", "properties": {"label": {"enum": labels}}, "required": ["label"]}
    answer = client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": "Does `module m; endmodule` compile? Answer as JSON."}],
        response_format={"type": "json_schema", "json_schema": {"name": "verdict", "schema": schema}},
        max_tokens=40,
        logprobs=True,
    )
    choice = answer.choices[0]
    assert json.loads(choice.message.content or "")["label"] in labels
    assert choice.logprobs
    assert choice.logprobs.content
    assert answer.usage
    assert answer.usage.completion_tokens > 1


def fenced_answers(tag: str) -> dict[str, object]:
    """Holds the model to one fenced block of short lines: left to itself it forgets the fence more often than not."""
    return {"structured_outputs": {"regex": rf"```{tag}\n([^`\n]{{1,30}}\n){{1,3}}```"}}


def settings_for(served: ServedModel, **changes: object) -> EndpointSettings:
    given: dict[str, object] = {"max_tokens": 120, "temperature": 0.8, "concurrency": 4, "timeout_s": 280.0, **changes}
    return EndpointSettings(MODEL, served.base_url, served.model, **given)  # type: ignore[arg-type]


def with_short_header(bundle: EnvironmentBundle) -> EnvironmentBundle:
    return replace(bundle, files={**bundle.files, HEADER: SHORT_HEADER}) if HEADER in bundle.files else bundle


def shortest(domain: Domain) -> EnvironmentBundle:
    """The built-in bundle with the shortest prompt: reading it is most of the time that a CPU takes."""
    bundles = [with_short_header(bundle_from_seed(seed)) for seed in domain.builtin_seeds()]

    def length(bundle: EnvironmentBundle) -> int:
        request = GenerationRequest(domain, bundle, domain.instructions(bundle), seed=0)
        return sum(len(message.content) for message in render_attempt(request))

    return min(bundles, key=length)


def campaign(
    domain: Domain,
    settings: EndpointSettings,
    folder: Path,
    *,
    seeds: range,
    corrections: int,
    bundle: EnvironmentBundle | None = None,
) -> list[Trajectory]:
    """What the assets do, without the lake: the loop through the endpoint, executed by the domain's real backend."""
    generator = EndpointGenerator(domain, Endpoint(settings, folder / "replies.sqlite"))
    bundle = bundle or shortest(domain)
    attempts = [Attempt(domain, bundle, generator, seed, corrections) for seed in seeds]
    with (
        contextlib.closing(make_sandbox()) as sandbox,
        ExecutionPool(domain.backend(sandbox), workers=1) as pool,
        Journal(folder / "journal.jsonl") as journal,
    ):
        environment = RealEnvironment(pool)
        progress = ProgressReporter("trajectories", domain.name, len(attempts), "trajectories")
        result = asyncio.run(
            run_campaign(
                attempts,
                environment,
                lambda attempt: run_attempt(attempt, environment),
                journal,
                {},
                progress,
                concurrency=2,
            )
        )
        assert not result.failures
        assert not result.unavailable
        assert result.left == 0
        assert pool.counters.executions == sum(len(trajectory_from_row(row).turns) for row in result.rows)
    return [trajectory_from_row(row) for row in result.rows]


@pytest.mark.parametrize("name", sorted(load_domains()))
@pytest.mark.timeout(1800)
def test_each_reply_is_executed_and_each_failure_is_data(running: Running, tmp_path: Path, name: str) -> None:
    domain = get_domain(name)
    settings = settings_for(running.served, extra_body=fenced_answers(fence_tag(domain, shortest(domain))))
    started = time.monotonic()
    made = campaign(domain, settings, tmp_path, seeds=range(1), corrections=1)
    turns = [turn for trajectory in made for turn in trajectory.turns]
    usage = [turn.usage for turn in turns]
    read, cached = (sum(each[key] for each in usage) for key in ("prompt_tokens", "cached_tokens"))
    outcomes = [turn.observation.outcome.value for turn in turns]
    seconds = time.monotonic() - started
    print(f"{name}: {outcomes}, {read:.0f} prompt tokens, {cached / read:.0%} cached, {seconds:.0f} s")
    assert len(made) == 1
    assert turns
    for trajectory in made:
        assert trajectory.failure or trajectory.passed or len(trajectory.turns) == 2
    for turn in turns:
        assert turn.candidate.code.strip()
        assert turn.observation.outcome in domain.outcomes
        assert turn.usage["completion_tokens"] > 0
    for turn in (turn for turn in turns if turn.index == 1):
        assert turn.usage["cached_tokens"] > 0.5 * turn.usage["prompt_tokens"]
    # Made again, without the journal, from the reply cache alone: nothing is sent.
    (tmp_path / "journal.jsonl").unlink()
    again = campaign(domain, settings, tmp_path, seeds=range(1), corrections=1)
    assert [one.trajectory_id for one in again] == [one.trajectory_id for one in made]
    assert not sum(turn.usage["requests"] for one in again for turn in one.turns)


@pytest.mark.timeout(1800)
def test_left_to_itself_the_model_fails_in_words_that_are_kept(running: Running, tmp_path: Path) -> None:
    """As a reader of the tutorial lets it try the page's own module, by the page's file of generators.

    Unconstrained, most answers hold no usable block; then the trajectory says so and what it cost.
    """
    for path, text in written_files().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    domain, read = read_source("own-verilog", tmp_path / "var" / "chips", licence="MIT")
    [entry] = [one for one in read_generators(tmp_path / "var" / "generators.yaml") if one.kind is Kind.endpoint]
    told = endpoint_settings(entry)
    assert told.model == MODEL
    settings = replace(told, base_url=running.served.base_url, max_tokens=120, timeout_s=280.0)
    bundle = bundle_from_seed(read.seeds[0])
    made = campaign(domain, settings, tmp_path, seeds=range(2), corrections=0, bundle=bundle)
    assert len(made) == 2
    for trajectory in made:
        assert trajectory.seed_id == "own-verilog/duty_timer"
        if trajectory.failure:
            assert "no usable code in two answers" in trajectory.failure
            assert trajectory.failure_usage["requests"] == 2
            assert not trajectory.turns
        else:
            assert len(trajectory.turns) == 1


def test_a_start_that_takes_too_long_says_so_and_leaves_nothing(running: Running) -> None:
    server = VllmServer(ServerSettings(MODEL, startup_s=2.0, arguments=EAGER), SERVING)
    said = r"not healthy after \d+ s, with nothing new in its log for \d+ s.*--startup-s 6"
    with pytest.raises(ServingFailed, match=said) as refused:
        server.start()
    assert str(server.process.log) in str(refused.value)
    assert not server.process.alive
    assert not psutil.pid_exists(server.process.pid)


@pytest.mark.timeout(1800)
def test_an_option_that_vllm_refuses_is_shown_from_its_log() -> None:
    server = VllmServer(ServerSettings(MODEL, arguments=("--no-such-option",)), SERVING)
    with pytest.raises(ServingFailed, match=r"(?s)ended by itself with status 2.*no-such-option"):
        server.start()
    assert server.process.died


@pytest.mark.timeout(1800)
def test_a_killed_command_takes_its_server_along(running: Running, tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    with log.open("wb") as output:
        command = [sys.executable, "-m", "orchestration.command_line", "serve", MODEL, "--port", "0"]
        serve = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    deadline = time.monotonic() + 200.0
    while len(processes := family(serve.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(processes) >= 3, log.read_text()
    serve.kill()
    serve.wait()
    deadline = time.monotonic() + 30.0
    while left(processes) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left(processes)


def engine(process: ServerProcess) -> psutil.Process:
    return next(one for one in family(process.pid) if "EngineCore" in " ".join(one.cmdline()))


@pytest.mark.timeout(1800)
def test_a_server_that_dies_says_so_and_leaves_nothing(
    running: Running, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The last of this module, because it uses the server up."""
    process = running.server.process
    processes = family(process.pid)
    os.kill(engine(process).pid, signal.SIGKILL)
    assert process.wait(120.0)
    with pytest.raises(ServingFailed, match="ended by itself") as died:
        running.server.check()
    assert str(process.log) in str(died.value)
    assert not left(processes)
    deadline = time.monotonic() + 10.0
    while "ended by itself" not in caplog.text and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "ended by itself" in caplog.text
    error = RuntimeError("what failed because of it")
    running.server.__exit__(type(error), error, None)
    assert any("ended by itself" in note for note in error.__notes__)
