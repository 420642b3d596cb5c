"""As much of a domain and an environment as the loop and the prompts read, for tests of endpoints alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from assets.trajectories.loop import Answer
from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.generation.endpoint.settings import EndpointSettings, Retries
from resources.generation.generator import GenerationRequest
from resources.generation.trajectory import Turn
from tests.endpoint_server.application import MODEL

QUICK = Retries(attempts=3, first_wait_s=0.01, longest_wait_s=0.05, patience_s=5.0, dead_after=6, dead_after_s=0.02)
BUNDLE = EnvironmentBundle("plain", "plain/adder", "Add two numbers.", "module add", "add.v", "endmodule")


class PlainDomain:
    name, title, language = "plain", "plain programs", "verilog"
    package = __package__
    outcomes: Mapping[Outcome, str] = {}

    def instructions(self, bundle: EnvironmentBundle) -> Instructions:
        return Instructions("Add.", (), "1")


PLAIN = cast(Domain, PlainDomain())


@dataclass
class PassesAt:
    """An environment in which the n-th attempt passes, without a tool."""

    turn: int
    log: bytes = b"error: expected ';'"
    toolchain: str = "none"
    checkpoint: str = ""

    async def answer(
        self, bundle: EnvironmentBundle, candidate: Candidate, history: tuple[Turn, ...], author: str
    ) -> Answer:
        return Answer(observed(len(history) >= self.turn, self.log))


def observed(passed: bool, log: bytes = b"") -> Observation:
    return Observation(Outcome.PASS if passed else Outcome.COMPILATION_ERROR, "compile", log)


def turn_request(seed: int = 0, history: tuple[Turn, ...] = ()) -> GenerationRequest:
    return GenerationRequest(PLAIN, BUNDLE, PLAIN.instructions(BUNDLE), seed, history)


def failed_turn(index: int, log: bytes = b"error: expected ';'") -> Turn:
    return Turn(index, "reasoning", Candidate(f"code {index}\n"), observed(False, log))


def endpoint_settings(base_url: str, **changes: Any) -> EndpointSettings:
    return EndpointSettings(**{"name": "stub", "base_url": base_url, "model": MODEL, "retries": QUICK, **changes})
