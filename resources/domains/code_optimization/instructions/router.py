"""The prompt router: looks at a bundle and picks the topics whose text goes to the generator.

The texts are the Markdown files beside this module, one for each topic. What a program is like is read from its
baseline's instructions. The baseline itself follows them: it is no secret here, but the text to be improved.
"""

import re
from dataclasses import replace
from pathlib import Path

from resources.domains.code_optimization.execution.reference import CYCLES, ESTIMATED_SPEEDUP, INSTRUCTIONS
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.language.vocabulary import condition_of
from resources.domains.code_optimization.tasks.library import fenced
from resources.domains.domain import Instructions
from resources.domains.toolkit.topics import TopicTexts
from resources.execution.bundle import EnvironmentBundle

TEXTS = TopicTexts(Path(__file__).parent)
_UNTOLD = frozenset((CYCLES, ESTIMATED_SPEEDUP, INSTRUCTIONS))
"""The log tells the speedup with two digits."""
ALWAYS = ("general", "calling_convention")
_VECTOR = re.compile(r"%[xy]mm\d")
_LOOPS = re.compile(r"\b(for|while)\s*\(|\bdo\s*\{")
_DIVISION = re.compile(r"[/%]=?\s*[\w(]")
_COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*", re.DOTALL | re.MULTILINE)


def instructions(bundle: EnvironmentBundle) -> Instructions:
    """The topics for one bundle, general ones first, their text, and the baseline. Deterministic."""
    told = TEXTS.instructions(topics(bundle))
    called = ", ".join(f"`{name}`" for name in bundle.settings.get("entry", "").split())
    text = f"{told.text}\n## The baseline\n\n{fenced('asm', bundle.reference)}\n"
    return replace(told, text=text, facts=(f"The functions that are called: {called}.",), untold=_UNTOLD)


def topics(bundle: EnvironmentBundle) -> tuple[str, ...]:
    """The names of the topics that a program needs, in reading order."""
    source = parsed(bundle.reference)
    program = _COMMENTS.sub(" ", bundle.files.get("kernel.c", ""))
    loops = bool(_LOOPS.search(program))
    memory = sum(any("(" in operand.text for operand in item.operands) for item in source.instructions)
    branches = sum(condition_of(item.name) is not None for item in source.instructions)
    chosen = {
        "dependency_chains": loops,
        "vectorisation": bool(_VECTOR.search(bundle.reference)) or (loops and "[" in program),
        "memory_traffic": memory >= 2,
        "branch_layout": branches >= 2,
        "division": bool(_DIVISION.search(program)),
    }
    return (*ALWAYS, *(name for name, wanted in chosen.items() if wanted))
