"""From a trajectory to a conversation: the prompt that a generator is shown, its reasoning and code, what tools said.

System, task and tool messages are `prompting.attempt`'s, byte for byte, for every trajectory: what a generator reads
and what a row tells are one rendering. Roles are OpenAI's, with `tool` for what the environment said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assets.corpus.process_labels import process_labels
from assets.hindsight.checks import refusal
from assets.learned import Learned
from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.hindsight import HindsightRequest
from resources.generation.prompting.attempt import fence_tag, result, rounds, task_messages
from resources.generation.prompting.hidden import turns_as_shown
from resources.generation.prompting.quoting import fenced_as_it_is, neutralised
from resources.generation.trajectory import Trajectory, Turn

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
    """What stands in a turn's `reasoning_content`, and who wrote it when."""

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
    learned: Learned = Learned.PASSED,
) -> dict[str, Any]:
    """The part of a row of `reasoning_corpus` that its trajectory determines.

    `hindsight` holds accepted texts by turn id; a turn without one keeps the reasoning it was written with, and a
    correction only where the checks of hindsight accept that.
    """
    turns = trajectory.turns
    reasonings = [hindsight.get(trajectory.turn_id(turn)) or _original(trajectory, turn) for turn in turns]
    reasonings = [_checked(domain, bundle, trajectory, place, said) for place, said in enumerate(reasonings)]
    labels = process_labels(domain, turns)
    return {
        "conversation_id": trajectory.trajectory_id,
        "domain": domain.name,
        "seed_id": bundle.seed_id,
        "tier": origin.tier,
        "messages": _messages(domain, bundle, trajectory, reasonings, [learned.holds(label.row()) for label in labels]),
        "provenance": [
            _provenance(origin, trajectory, turn, reasoning) for turn, reasoning in zip(turns, reasonings, strict=True)
        ],
        "turn_labels": [label.row() for label in labels],
        "solved": trajectory.passed,
        "turns": len(turns),
        "thinking_characters": sum(len(reasoning.text) for reasoning in reasonings),
    }


def _messages(
    domain: Domain,
    bundle: EnvironmentBundle,
    trajectory: Trajectory,
    reasonings: Sequence[Reasoning],
    learned: Sequence[bool],
) -> list[dict[str, Any]]:
    """Each answer and what tools said of it. The last observation, the pass of a solved row, asks for nothing."""
    instructions, turns = domain.instructions(bundle), trajectory.turns
    messages = [_message(said.role, said.content) for said in task_messages(domain, bundle, instructions)]
    answered = rounds(domain, bundle, instructions, tuple(turns[:-1]))
    fed_back = [said.content for said in answered if said.role == "user"]
    fed_back.append(result(domain, bundle, instructions, turns[-1]))
    fence = fence_tag(domain, bundle)
    for turn, reasoning, learns, said in zip(turns, reasonings, learned, fed_back, strict=True):
        answer = _message("assistant", fenced_as_it_is(fence, turn.candidate.code))
        messages.append(answer | {"reasoning_content": _thought(reasoning), "loss_mask": int(learns)})
        messages.append(_observed(turn, said, trajectory.turn_id(turn)))
    return messages


def last_answer(messages: Sequence[Mapping[str, Any]]) -> str:
    """The content of a row's last answer, behind which its observation stands."""
    return str(next(said["content"] for said in reversed(messages) if said["role"] == "assistant"))


def told_code(answer: str) -> str:
    """The program in what an assistant says in the corpus, which is one block of code."""
    return answer.partition("\n")[2].rpartition("\n")[0] + "\n"


def _message(role: str, content: str) -> dict[str, Any]:
    return {
        "role": role,
        "content": content,
        "reasoning_content": None,
        "loss_mask": 0,
        "observation": None,
        "tool_call_id": None,
    }


def _observed(turn: Turn, content: str, call: str) -> dict[str, Any]:
    """`call` is the answer's turn id. No answer has `tool_calls`: Llama 3.1's template would leave out its code."""
    return _message("tool", content) | {"observation": turn.source.value, "tool_call_id": call}


def _original(trajectory: Trajectory, turn: Turn) -> Reasoning:
    return Reasoning(turn.reasoning, ORIGINAL, trajectory.generator, trajectory.generator_version)


def _checked(
    domain: Domain, bundle: EnvironmentBundle, trajectory: Trajectory, place: int, said: Reasoning
) -> Reasoning:
    """Without its text where the checks of hindsight refuse that. A first attempt has nothing to be checked against,
    and what hindsight wrote was checked."""
    if place == 0 or said.source == HINDSIGHT:
        return said
    told = domain.instructions(bundle)
    shown = turns_as_shown(trajectory.turns, bundle, told)
    request = HindsightRequest(domain, bundle, told, trajectory.generator_seed, shown, place)
    return replace(said, text="") if refusal(request, said.text) else said


def _thought(reasoning: Reasoning) -> str | None:
    """None where nobody reasoned: an empty thought would teach to think nothing."""
    return neutralised(reasoning.text.replace("<think>", "").replace("</think>", "")).strip() or None


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
        "generator_model": trajectory.generator_model,
        "checkpoint": trajectory.checkpoint,
        "reasoning_source": reasoning.source,
        "reasoning_writer": reasoning.writer,
        "reasoning_writer_version": reasoning.writer_version,
    }
