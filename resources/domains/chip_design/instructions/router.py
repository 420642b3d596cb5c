"""The prompt router: looks at a bundle and picks the topics whose text goes to the generator.

The texts are the Markdown files beside this module, one for each topic; `TEXTS.version` is the hash over all of them.
What a bundle's design is like is read from its reference's structure, its tags' words and its prompt. Nothing
of the reference itself enters the text.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, parse, plain
from resources.domains.domain import Instructions
from resources.domains.toolkit.topics import TopicTexts
from resources.execution.bundle import EnvironmentBundle

TEXTS = TopicTexts(Path(__file__).parent)
ALWAYS = ("general", "widths_and_signs")
CLOCK_DOMAINS = re.compile(r"clock[- ]domain|asynchronous fifo|synchroni[sz]er|\bcdc\b|two clocks", re.IGNORECASE)
MACHINES = re.compile(r"state machine|\bfsm\b|moore|mealy|\bstates?\b.*\btransition", re.IGNORECASE)
HANDSHAKES = re.compile(
    r"handshake|valid.{0,20}ready|ready.{0,20}valid|backpressure|\bstall|axi|\back\b", re.IGNORECASE
)
MEMORIES = re.compile(r"\bram\b|\brom\b|\bfifo\b|register file|\bmemory\b|\bcache\b|lookup table", re.IGNORECASE)


@dataclass(frozen=True)
class Structure:
    """What a reference is built of: its clock signals, and counts of constructs."""

    clocks: frozenset[str]
    asynchronous_resets: bool
    combinational_blocks: int
    cases: int
    memories: int
    multipliers: int
    adders: int


def instructions(bundle: EnvironmentBundle) -> Instructions:
    """The topics for one bundle and their text, general ones first, and its top module. No file of it is shown."""
    chosen = topics(structure(bundle.reference), bundle.prompt)
    bench = "Python with cocotb" if bundle.settings.get("bench") == "cocotb" else "Verilog"
    facts = (f"The top module is `{bundle.settings.get('top', '')}`.", f"The bench is written in {bench}.")
    return replace(TEXTS.instructions(chosen), facts=facts)


def topics(design: Structure, prompt: str) -> tuple[str, ...]:
    """The names of the topics that a design of this structure and prompt needs, in reading order."""
    clocked = bool(design.clocks)
    chosen = {
        "clocked_logic": clocked,
        "reset_style": clocked and (design.asynchronous_resets or "reset" in prompt.lower()),
        "clock_domain_crossing": len(design.clocks) > 1 or bool(CLOCK_DOMAINS.search(prompt)),
        "state_machines": clocked and (bool(MACHINES.search(prompt)) or design.cases > 0),
        "latch_avoidance": design.combinational_blocks > 0 or not clocked,
        "combinational_depth": design.adders + design.multipliers > 2 or design.multipliers > 0 or not clocked,
        "arithmetic_pipelines": design.multipliers > 0 or bool(re.search(r"pipelin|latency", prompt, re.IGNORECASE)),
        "memories": design.memories > 0 or bool(MEMORIES.search(prompt)),
        "handshakes": bool(HANDSHAKES.search(prompt)),
    }
    return (*ALWAYS, *(name for name, wanted in chosen.items() if wanted))


def structure(code: str) -> Structure:
    """Reads a reference. A reference that nests too deeply for the parser counts as having no structure."""
    try:
        parsed = parse(code)
        items = [item for item in parsed.items if not is_token(item)]
    except RuntimeError:
        items = []
    count: dict[str, int] = {}
    for item in items:
        count[kind_of(item)] = count.get(kind_of(item), 0) + 1
    edges = [_edges(item) for item in items if kind_of(item) in ("AlwaysBlock", "AlwaysFFBlock")]
    return Structure(
        frozenset(names[0] for names in edges if names),
        any(len(names) > 1 for names in edges),
        sum(1 for names in edges if not names) + count.get("AlwaysCombBlock", 0),
        count.get("CaseStatement", 0),
        sum(1 for item in items if kind_of(item) == "DataDeclaration" and _is_memory(item)),
        count.get("MultiplyExpression", 0) + count.get("DivideExpression", 0) + count.get("ModExpression", 0),
        count.get("AddExpression", 0) + count.get("SubtractExpression", 0),
    )


def _edges(block: Any) -> list[str]:
    """Signals with an edge in an always block's sensitivity list; empty for combinational blocks.

    The clock is the one that the block's body does not test: a reset is read in its first `if`.
    """
    head, _, body = plain(block).partition(")")
    signals = re.findall(r"(?:pos|neg)edge (\w+)", head)
    tested = re.search(r"\bif \( [!~]? ?(\w+)", body + ")")
    return sorted(signals, key=lambda name: tested is not None and name == tested.group(1) and len(signals) > 1)


def _is_memory(declaration: Any) -> bool:
    return any(not is_token(item) and len(item.dimensions) > 0 for item in declaration.declarators)
