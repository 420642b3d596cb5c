"""From a trajectory to a conversation: roles, <think> blocks, fences, loss masks, provenance of every turn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.trajectory import Trajectory, Turn

MAX_LOG_CHARACTERS = 4000


@dataclass(frozen=True)
class Origin:
    """A seed's origin and tier, as `environment_bundles` has them."""

    tier: int
    source: str
    commit: str
    licence: str
    path: str


def conversation_row(
    domain: Domain, bundle: EnvironmentBundle, origin: Origin, trajectory: Trajectory
) -> dict[str, Any]:
    """One row of `reasoning_corpus`. The last turn must pass; only turns that pass carry loss."""
    fence = bundle.settings.get("fence", domain.language)
    messages = [
        _message("system", domain.instructions(bundle).text),
        _message("user", f"{bundle.prompt.strip()}\n\n{_fenced(fence, bundle.interface)}"),
    ]
    for turn in trajectory.turns:
        if turn.index:
            messages.append(_message("user", _feedback(trajectory.turns[turn.index - 1])))
        messages.append(_message("assistant", _answer(fence, turn), loss=_observed_pass(turn)))
    return {
        "conversation_id": trajectory.trajectory_id,
        "domain": domain.name,
        "seed_id": bundle.seed_id,
        "tier": origin.tier,
        "messages": messages,
        "provenance": [_provenance(origin, trajectory, turn) for turn in trajectory.turns],
        "turns": len(trajectory.turns),
        "thinking_characters": sum(len(turn.reasoning) for turn in trajectory.turns),
    }


def _message(role: str, content: str, *, loss: bool = False) -> dict[str, Any]:
    return {"role": role, "content": content, "loss": loss}


def _observed_pass(turn: Turn) -> bool:
    return (turn.verification or turn.observation).outcome.passed


def _answer(language: str, turn: Turn) -> str:
    reasoning = turn.reasoning.replace("<think>", "").replace("</think>", "").strip()
    return f"<think>\n{reasoning}\n</think>\n\n{_fenced(language, turn.candidate.code)}"


def _feedback(turn: Turn) -> str:
    """What the environment said, as quoted data: a log can hold anything, a closing fence too."""
    observation = turn.observation
    text = observation.text
    if len(text) > MAX_LOG_CHARACTERS:
        text = text[:MAX_LOG_CHARACTERS] + "\n[log cut]"
    return f"Result: {observation.outcome.value} at stage {observation.stage}\n\n{_fenced('text', text)}"


def _fenced(language: str, text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _provenance(origin: Origin, trajectory: Trajectory, turn: Turn) -> Mapping[str, Any]:
    return {
        "turn_id": f"{trajectory.trajectory_id}:{turn.index}",
        "index": turn.index,
        "outcome": (turn.verification or turn.observation).outcome.value,
        "source": turn.source.value,
        "candidate_hash": turn.candidate.hash,
        "bundle_hash": trajectory.bundle_hash,
        "toolchain": trajectory.toolchain,
        "seed_source": origin.source,
        "commit": origin.commit,
        "licence": origin.licence,
        "path": origin.path,
        "generator": trajectory.generator,
        "generator_version": trajectory.generator_version,
        "checkpoint": trajectory.checkpoint,
    }
