"""Examples: each answer of a conversation after its task and, where it corrects one, the attempt before it.

The short form that a small base can learn: of the corpus's messages the instructions, files beside the task and limits
are left out, and of all earlier attempts but the last. It is the same for training and for what is asked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from resources.generation.prompting.quoting import shortened_log

Message = dict[str, Any]
LOG_CHARACTERS = 900
_CUTS = ("\n\n# What is fixed", "\n\n# Beside your file")
"""Where the user's message ends."""
SYSTEM = (
    "You write one source file that real tools execute and check. Think, then give the whole file in one block "
    "tagged `{fence}`."
)


@dataclass(frozen=True)
class Example:
    """`attempt` and `said` are the answer before it and what tools said of that; empty for a first answer."""

    name: str
    domain: str
    seed_id: str
    task: str
    fence: str
    attempt: str
    said: str
    answer: str
    reasoning: str
    learned: bool
    is_last: bool
    solved: bool
    is_real: bool
    fault_kinds: frozenset[str]

    @property
    def prompt(self) -> list[Message]:
        asked = [_message("system", SYSTEM.format(fence=self.fence)), _message("user", self.task)]
        if not self.attempt:
            return asked
        return [*asked, _message("assistant", self.attempt), _message("tool", self.said)]

    def row(self) -> dict[str, Any]:
        """A conversation whose last answer alone is learned from, as `export tokens` reads one."""
        answer = _message("assistant", self.answer) | {"reasoning_content": self.reasoning or None, "loss_mask": 1}
        return {"conversation_id": self.name, "tier": 0, "messages": [*self.prompt, answer]}


def examples(row: Mapping[str, Any], *, is_real: bool, fault_kinds: frozenset[str]) -> Iterator[Example]:
    """All answers of a row of the corpus, those that carry no loss among them."""
    messages = row["messages"]
    answers = [place for place, said in enumerate(messages) if said["role"] == "assistant"]
    for number, place in enumerate(answers):
        said = messages[place]
        yield Example(
            name=f"{row['conversation_id']}:{number}",
            domain=row["domain"],
            seed_id=row["seed_id"],
            task=short_task(messages[1]["content"]),
            fence=said["content"].partition("\n")[0].strip("`"),
            attempt=messages[place - 2]["content"] if number else "",
            said=short_result(messages[place - 1]["content"]) if number else "",
            answer=said["content"],
            reasoning=said["reasoning_content"] or "",
            learned=bool(said["loss_mask"]),
            is_last=place == answers[-1],
            solved=row["solved"],
            is_real=is_real,
            fault_kinds=fault_kinds,
        )


def short_task(content: str) -> str:
    """The task and its interface."""
    for cut in _CUTS:
        content = content.partition(cut)[0]
    return content.strip()


def short_result(content: str) -> str:
    """What the tools said, its log cut to `LOG_CHARACTERS` in whole lines."""
    head, fence, log = content.partition("```text\n")
    text, closing, tail = log.rpartition("\n```")
    return f"{head}{fence}{shortened_log(text, LOG_CHARACTERS)}{closing}{tail}" if fence and closing else content


def without_repeats(found: Iterable[Example]) -> Iterator[Example]:
    """Examples of one content are one."""
    seen: set[tuple[str, ...]] = set()
    for one in found:
        key = (one.seed_id, one.attempt, one.said, one.answer, one.reasoning)
        if key not in seen:
            seen.add(key)
            yield one


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content, "reasoning_content": None, "loss_mask": 0}
