"""What a row may not hold: lines of benches, oracles and hidden references, and paths of the machine.

Searched for in all that was shown or thought; an answer's own code may well hold a line that the reference has too.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.hidden import hidden_lines

_QUOTE = re.compile(r"`([^`\n]+)`")
_WORDS = re.compile(r"[ \t]+")


@dataclass(frozen=True)
class Leak:
    """A line of a hidden text, or a path of this machine, in one message of a row."""

    conversation_id: str
    message: int
    text: str


def leaks(
    domain: Domain, bundles: Mapping[str, EnvironmentBundle], rows: Iterable[Mapping[str, Any]], paths: Iterable[Path]
) -> list[Leak]:
    """`bundles` by seed id; `paths` are folders of this machine that no row may name."""
    folders = [str(path) for path in paths if len(path.parts) > 2]
    hidden = {seed: _hidden(domain, bundle) for seed, bundle in bundles.items()}
    return [
        Leak(row["conversation_id"], place, text)
        for row in rows
        for place, message in enumerate(row["messages"])
        for text in _found(row["messages"], place, hidden[row["seed_id"]], folders)
    ]


def _hidden(domain: Domain, bundle: EnvironmentBundle) -> frozenset[str]:
    return hidden_lines(bundle, domain.instructions(bundle))


def _found(messages: list[Mapping[str, Any]], place: int, hidden: frozenset[str], folders: list[str]) -> list[str]:
    """Of a message without its own code; lines of the code up to there are the author's to quote. A hidden line may
    stand by itself or be quoted by who thinks; what the instructions quote is the language's."""
    message = messages[place]
    thinks = message["role"] == "assistant"
    shown = message["reasoning_content"] or "" if thinks else message["content"]
    told = {_alike(text) for text in (*shown.splitlines(), *(_QUOTE.findall(shown) if thinks else ()))}
    return [*sorted((told & hidden) - _known(messages[: place + 1])), *(one for one in folders if one in shown)]


def _known(messages: list[Mapping[str, Any]]) -> set[str]:
    """Lines of the answers so far, and what system and user messages quote."""
    answers = [said["content"] for said in messages if said["role"] == "assistant"]
    told = [said["content"] for said in messages if said["role"] in ("system", "user")]
    lines = [line for answer in answers for line in answer.splitlines()]
    return {_alike(text) for text in (*lines, *(quote for text in told for quote in _QUOTE.findall(text)))}


def _alike(line: str) -> str:
    return _WORDS.sub(" ", line.strip())
