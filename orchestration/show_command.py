"""`icwm show ID`: one trajectory in a terminal, turn by turn, or as one JSON object."""

import difflib
import json
from collections.abc import Iterator
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.syntax import Syntax
from rich.text import Text

from assets.inspection.inspection import InspectedTurn, Inspection, diagnostics, inspect_trajectory, turn_named
from assets.viewer_address import how_to_view
from orchestration.query_form import write_out
from orchestration.settings import read_settings
from orchestration.terminal_text import printable
from orchestration.viewer.code_view import LEXERS
from resources.domains.registry import load_domains
from resources.execution.observation import Observation
from resources.generation.prompting.attempt import fence_tag
from resources.storage.lake import Lake

LOG_LINES = 24
_CONTEXT = 3
"""Lines of unchanged code around a change."""


class NoSuchTurn(Exception):
    """The trajectory has no turn of that number. The message says which it has."""


def show(console: Console, name: str, *, whole: bool, as_json: bool) -> int:
    """The command's exit status. `name` may be a turn's id: then that turn alone. Raises TrajectoryNotFound and
    NoSuchTurn."""
    inspection = inspect_trajectory(Lake(read_settings().lake), name)
    turns = chosen(inspection, turn_named(name))
    if as_json:
        write_out(console, json.dumps(record(inspection, turns), indent=1, default=str) + "\n")
        return 0
    console.print(heading(inspection), soft_wrap=True)
    for turn in turns:
        console.print(Group(*drawn(inspection, turn, whole=whole)))
    console.print(Text(how_to_view(inspection.trajectory.trajectory_id), style="dim"), soft_wrap=True)
    return 0


def chosen(inspection: Inspection, index: int | None) -> tuple[InspectedTurn, ...]:
    """All, or the one of that index. Raises NoSuchTurn."""
    if index is None:
        return inspection.turns
    if index >= len(inspection.turns):
        raise NoSuchTurn(f"{inspection.trajectory.trajectory_id} has {len(inspection.turns)} turns, 0 the first")
    return inspection.turns[index : index + 1]


def heading(inspection: Inspection) -> Text:
    made = inspection.trajectory
    text = Text()
    text.append(f"{made.trajectory_id} ", style="bold")
    text.append(f"{made.domain} {made.seed_id}: {'solved' if made.passed else 'not solved'}\n")
    model = f", world model {made.checkpoint}" if made.checkpoint else ""
    maker = " ".join(filter(None, (made.generator, made.generator_version, made.generator_model)))
    text.append(f"by {maker}, bundle {made.bundle_hash[:12]}")
    text.append(f"{model}; in {inspection.table}", style="dim")
    if made.failure:
        text.append(f"\nthe generator gave up: {made.failure}", style="red")
    return text


def drawn(inspection: Inspection, turn: InspectedTurn, *, whole: bool) -> Iterator[RenderableType]:
    """A turn's rule, reasoning, code (as a diff where one stands before it), and what was said of it."""
    yield Rule(_title(turn), align="left", style="green" if turn.outcome.passed else "red")
    if turn.turn.reasoning:
        yield Padding(Text(turn.turn.reasoning.strip(), style="italic"), (0, 0, 1, 2))
    index = turn.turn.index
    before = inspection.turns[index - 1].turn.candidate.code if index and not whole else None
    yield Padding(_code(inspection, turn, before), (0, 0, 0, 2))
    for said, observation in (("simulated", turn.simulated), ("real", turn.real)):
        if observation is not None:
            yield _log(said, observation)
    for line in _lines_named(inspection, turn):
        yield Text(f"  at {line}", style="yellow", overflow="ellipsis", no_wrap=True)


def _title(turn: InspectedTurn) -> Text:
    text = Text(f"turn {turn.turn.index}  ", style="bold")
    text.append(turn.outcome.value)
    if turn.simulated is not None:
        sure = "" if turn.turn.confidence is None else f" with {turn.turn.confidence:.1%}"
        text.append(f"  foretold {turn.simulated.outcome.value}{sure}{', wrongly' if turn.disagrees else ''}")
    return text


def _code(inspection: Inspection, turn: InspectedTurn, before: str | None) -> Syntax:
    """Control characters of the code are shown before its colours are added."""
    code = printable(turn.turn.candidate.code)
    if before is None:
        return Syntax(code, _language(inspection), line_numbers=True, background_color="default", word_wrap=True)
    lines = difflib.unified_diff(printable(before).splitlines(), code.splitlines(), lineterm="", n=_CONTEXT)
    changes = "\n".join(list(lines)[2:]) or "(the same code)"
    return Syntax(changes, "diff", background_color="default", word_wrap=True)


def _language(inspection: Inspection) -> str:
    domain = load_domains().get(inspection.trajectory.domain)
    if domain is None or inspection.bundle is None:
        return "text"
    return LEXERS.get(tag := fence_tag(domain, inspection.bundle), tag)


def _log(said: str, observation: Observation) -> RenderableType:
    lines = observation.text.strip().splitlines()
    text = Text(f"{said}: {observation.outcome.value}", style="bold")
    text.append(f"  {observation.stage}\n", style="dim")
    text.append("\n".join(lines[:LOG_LINES]) or "(no log)", style="not bold")
    if len(lines) > LOG_LINES:
        text.append(f"\n… {len(lines) - LOG_LINES} more lines", style="dim")
    return Padding(text, (0, 0, 0, 2))


def _lines_named(inspection: Inspection, turn: InspectedTurn) -> Iterator[str]:
    """The lines of the code that the log names."""
    domain, code = load_domains().get(inspection.trajectory.domain), turn.turn.candidate.code.splitlines()
    found = diagnostics(domain, turn.real or turn.turn.observation) if domain is not None else ()
    for line in dict.fromkeys(one.line for one in found if 0 < one.line <= len(code)):
        yield f"line {line}: {code[line - 1].strip()}"


def record(inspection: Inspection, turns: tuple[InspectedTurn, ...]) -> dict[str, Any]:
    made = inspection.trajectory
    names = ("trajectory_id", "domain", "seed_id", "bundle_hash", "generator", "generator_version", "generator_model")
    return {
        **{name: getattr(made, name) for name in (*names, "toolchain", "checkpoint", "passed", "failure")},
        "table": inspection.table,
        "turns": [_turn_record(turn) for turn in turns],
    }


def _turn_record(turn: InspectedTurn) -> dict[str, Any]:
    return {
        "turn_id": turn.turn_id,
        "outcome": turn.outcome.value,
        "source": turn.turn.source.value,
        "confidence": turn.turn.confidence,
        "reasoning": turn.turn.reasoning,
        "code": turn.turn.candidate.code,
        "simulated": _said(turn.simulated),
        "real": _said(turn.real),
    }


def _said(observation: Observation | None) -> dict[str, Any] | None:
    if observation is None:
        return None
    return {"outcome": observation.outcome.value, "stage": observation.stage, "log": observation.text}
