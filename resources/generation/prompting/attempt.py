"""The prompt of one turn: what never changes first, then the rounds so far.

System: how to answer, and the instructions that the domain's router chose. First user message: the bundle as far as a
candidate's author may know it. Then each earlier attempt as an assistant's turn, and what the tools said of it as a
user's.

An earlier turn shows its code and not its reasoning: chat templates of reasoning models drop it, some servers refuse
it, and a wrong diagnosis is better made anew from the log than continued. The bundle's reference and every file that
the router does not name stay out; nothing here reads `bundle.reference`.
"""

from dataclasses import dataclass

from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import MEANING
from resources.generation.generator import GenerationRequest
from resources.generation.prompting.hidden import without_hidden_lines
from resources.generation.prompting.messages import Message
from resources.generation.prompting.quoting import cleaned, decoded, fenced, neutralised, quoted_log
from resources.generation.prompting.wording import filled
from resources.generation.trajectory import Turn

_FIGURES = 12
_MEBIBYTE = 1 << 20


def render_attempt(request: GenerationRequest) -> tuple[Message, ...]:
    """The messages that ask for the next turn. Those of round n + 1 begin with those of round n."""
    opening = task_messages(request.domain, request.bundle, request.instructions)
    return (*opening, *rounds(request.domain, request.bundle, request.instructions, request.history))


def render_retry(request: GenerationRequest, problem: str) -> tuple[Message, ...]:
    """The same prompt, its last message followed by what was wrong with the answer ("it holds no fenced block")."""
    *before, last = render_attempt(request)
    demand = filled("retry", {"problem": neutralised(problem), "fence": fence_tag(request.domain, request.bundle)})
    return (*before, Message(last.role, f"{last.content}\n\n{demand}"))


def task_messages(domain: Domain, bundle: EnvironmentBundle, instructions: Instructions) -> tuple[Message, Message]:
    """What all turns of all trajectories of a bundle begin with."""
    fence = fence_tag(domain, bundle)
    told = {"title": domain.title, "fence": fence, "instructions": neutralised(instructions.text).strip()}
    task = {
        "prompt": neutralised(bundle.prompt).strip(),
        "interface": fenced("", bundle.interface),
        "facts": "\n".join(f"- {fact}" for fact in _facts(bundle, instructions)),
    }
    files = [_file(name, bundle.files[name]) for name in instructions.files]
    return Message("system", filled("system", told)), Message("user", "\n\n".join([filled("task", task), *files]))


def rounds(
    domain: Domain, bundle: EnvironmentBundle, instructions: Instructions, turns: tuple[Turn, ...]
) -> list[Message]:
    """Each attempt and what the tools said of it, in order."""
    messages: list[Message] = []
    for turn in turns:
        messages.append(Message("assistant", fenced(fence_tag(domain, bundle), turn.candidate.code)))
        said = result(domain, bundle, instructions, turn)
        messages.append(Message("user", f"{said}\n\n{filled('feedback', {})}"))
    return messages


def result(domain: Domain, bundle: EnvironmentBundle, instructions: Instructions, turn: Turn) -> str:
    """Label, meaning, figures and log. Reads only what the lake keeps, so that both give the same bytes."""
    told = outcome_told(domain, bundle, instructions, turn)
    values = {
        "outcome": turn.observation.outcome.value,
        "meaning": told.meaning,
        "stage": told.stage,
        "figures": f" Figures: {told.figures}." if told.figures else "",
        "log": quoted_log(told.log),
    }
    return filled("result", values)


@dataclass(frozen=True)
class OutcomeTold:
    """What a candidate's author may be told of an execution, without hidden tests. `figures` may be ""."""

    stage: str
    meaning: str
    figures: str
    log: str


def outcome_told(domain: Domain, bundle: EnvironmentBundle, instructions: Instructions, turn: Turn) -> OutcomeTold:
    observation = turn.observation
    figures = sorted(item for item in observation.metrics.items() if item[0] not in instructions.untold)[:_FIGURES]
    return OutcomeTold(
        stage=neutralised(observation.stage),
        meaning=domain.outcomes.get(observation.outcome, MEANING[observation.outcome]),
        figures=", ".join(f"{neutralised(name)} = {value:g}" for name, value in figures),
        log=without_hidden_lines(cleaned(decoded(observation.log)), bundle, instructions, turn.candidate),
    )


def fence_tag(domain: Domain, bundle: EnvironmentBundle) -> str:
    """The tag of the block that holds the code."""
    return bundle.settings.get("fence", domain.language)


def _facts(bundle: EnvironmentBundle, instructions: Instructions) -> list[str]:
    limits = bundle.limits
    return [
        f"The file is `{bundle.candidate_file}`.",
        *instructions.facts,
        f"Each step of its execution may use {limits.cpu_s} s of CPU time, {limits.memory_bytes // _MEBIBYTE} MiB of "
        f"memory and {limits.processes} processes, and has no network.",
    ]


def _file(name: str, text: str) -> str:
    tag = name.rpartition(".")[2] if "." in name else ""
    return f"# Beside your file: `{name}`\n\n{fenced(tag, text)}"
