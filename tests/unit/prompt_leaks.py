"""Finding in a prompt what only the bundle's reference or hidden files hold. No tests here."""

import re
from dataclasses import replace
from functools import cache

from resources.domains.domain import Domain, Instructions
from resources.domains.readers import folder_of
from resources.execution.bundle import EnvironmentBundle
from resources.generation.generator import GenerationRequest
from resources.generation.hindsight import HindsightRequest
from resources.generation.prompting.attempt import render_retry
from resources.generation.prompting.hindsight import render_hindsight
from resources.generation.prompting.messages import Message
from resources.generation.trajectory import Turn

_TELLING = 24
"""Shorter lines (`end`, `x = 0`, `#include <math.h>`) stand in many texts."""


def text_of(messages: tuple[Message, ...]) -> str:
    return "\n".join(message.content for message in messages)


def every_prompt(domain: Domain, bundle: EnvironmentBundle, failed: Turn) -> str:
    """All that is said to a generator after this first turn, asked once more and in hindsight."""
    instructions = domain.instructions(bundle)
    attempt = GenerationRequest(domain, bundle, instructions, 0, (failed,))
    hindsight = HindsightRequest(domain, bundle, instructions, 0, (failed, replace(failed, index=1)), 1)
    return text_of((*render_retry(attempt, "no code"), *render_hindsight(hindsight)))


def hidden_lines(domain: Domain, bundle: EnvironmentBundle, instructions: Instructions) -> set[str]:
    """Lines of the reference and of files that are not shown, less those that task, interface or shown files hold.

    In code optimisation the reference is the baseline, which the router shows on purpose.
    """
    public = [bundle.prompt, bundle.interface, *(bundle.files[name] for name in instructions.files)]
    if domain.name == "code_optimization":
        public.append(bundle.reference)
    known = _flat("\n".join([*public, *_topics(domain)]))
    secret = [bundle.reference, *(text for name, text in bundle.files.items() if name not in instructions.files)]
    return {line for text in secret for line in _lines(text) if line not in known}


def leaked(prompt: str, hidden: set[str]) -> list[str]:
    flat = _flat(prompt)
    return sorted(line for line in hidden if line in flat)


@cache
def _topics(domain: Domain) -> tuple[str, ...]:
    """What the topics' texts say to everybody."""
    folder = folder_of(domain) / "instructions"
    return tuple(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))


def _flat(text: str) -> str:
    return re.sub(r"[ \t]+", " ", text)


def _lines(text: str) -> list[str]:
    flat = (re.sub(r"[ \t]+", " ", line.strip()) for line in text.splitlines())
    return [line for line in flat if len(line) >= _TELLING and re.search(r"[A-Za-z]{3}", line)]
