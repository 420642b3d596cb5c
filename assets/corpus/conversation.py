"""From a trajectory to a conversation: roles, <think> blocks, fences, loss masks, provenance of every turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.hidden import without_hidden_lines
from resources.generation.prompting.quoting import cleaned, decoded, fenced, fenced_as_it_is, neutralised, quoted_log
from resources.generation.trajectory import Trajectory, Turn

MAX_LOG_CHARACTERS = 4000
ORIGINAL, HINDSIGHT = "original", "hindsight"
"""Values of `reasoning_source`: written with the turn, or after its trajectory had passed."""


@dataclass(frozen=True)
class Origin:
    """A seed's origin and tier, as `environment_bundles` has them."""

    tier: int
    source: str
    commit: str
    licence: str
    path: str


@dataclass(frozen=True)
class Reasoning:
    """What stands inside a turn's <think>, and who wrote it when."""

    text: str
    source: str
    writer: str
    writer_version: str


def conversation_row(
    domain: Domain,
    bundle: EnvironmentBundle,
    origin: Origin,
    trajectory: Trajectory,
    hindsight: Mapping[str, Reasoning],
) -> dict[str, Any]:
    """One row of `reasoning_corpus`. The last turn must pass; only turns that pass carry loss.

    `hindsight` holds accepted texts by turn id; a turn without one keeps the reasoning it was written with.
    """
    fence = bundle.settings.get("fence", domain.language)
    reasonings = [hindsight.get(trajectory.turn_id(turn)) or _original(trajectory, turn) for turn in trajectory.turns]
    instructions = domain.instructions(bundle)
    messages = [
        _message("system", instructions.text),
        _message("user", f"{neutralised(bundle.prompt).strip()}\n\n{fenced(fence, bundle.interface)}"),
    ]
    for turn, reasoning in zip(trajectory.turns, reasonings, strict=True):
        if turn.index:
            messages.append(_message("user", _feedback(bundle, instructions, trajectory.turns[turn.index - 1])))
        messages.append(_message("assistant", _answer(fence, turn, reasoning), loss=turn.judged.outcome.passed))
    return {
        "conversation_id": trajectory.trajectory_id,
        "domain": domain.name,
        "seed_id": bundle.seed_id,
        "tier": origin.tier,
        "messages": messages,
        "provenance": [
            _provenance(origin, trajectory, turn, reasoning)
            for turn, reasoning in zip(trajectory.turns, reasonings, strict=True)
        ],
        "turns": len(trajectory.turns),
        "thinking_characters": sum(len(reasoning.text) for reasoning in reasonings),
    }


def _message(role: str, content: str, *, loss: bool = False) -> dict[str, Any]:
    return {"role": role, "content": content, "loss": loss}


def _original(trajectory: Trajectory, turn: Turn) -> Reasoning:
    return Reasoning(turn.reasoning, ORIGINAL, trajectory.generator, trajectory.generator_version)


def _answer(language: str, turn: Turn, reasoning: Reasoning) -> str:
    """The code keeps every character: it is what was executed."""
    thinking = neutralised(reasoning.text.replace("<think>", "").replace("</think>", "")).strip()
    return f"<think>\n{thinking}\n</think>\n\n{fenced_as_it_is(language, turn.candidate.code)}"


def _feedback(bundle: EnvironmentBundle, instructions: Instructions, turn: Turn) -> str:
    """What the environment said, as quoted data: a log can hold anything, a closing fence too."""
    observation = turn.observation
    text = without_hidden_lines(cleaned(decoded(observation.log)), bundle, instructions, turn.candidate)
    log = quoted_log(text, MAX_LOG_CHARACTERS)
    return f"Result: {observation.outcome.value} at stage {observation.stage}\n\n{log}"


def _provenance(origin: Origin, trajectory: Trajectory, turn: Turn, reasoning: Reasoning) -> Mapping[str, Any]:
    return {
        "turn_id": trajectory.turn_id(turn),
        "index": turn.index,
        "outcome": turn.judged.outcome.value,
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
        "reasoning_source": reasoning.source,
        "reasoning_writer": reasoning.writer,
        "reasoning_writer_version": reasoning.writer_version,
    }
