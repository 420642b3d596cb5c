"""`icwm trace ROW`: where a row of the corpus came from, as a tree."""

import re
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from assets.corpus.ancestry import Ancestry, Row, TurnAncestry, ancestry
from orchestration.settings import read_settings
from resources.storage.lake import Lake

_NO_REVISION = re.compile(r" *\( *\)")
"""Icarus calls itself "version 11.0 (stable) ()" where it was built without git."""


def trace(console: Console, name: str) -> int:
    """The command's exit status. Raises RowNotFound."""
    console.print(tree(ancestry(Lake(read_settings().lake), name)), highlight=False)
    return 0


def tree(found: Ancestry) -> Tree:
    row, trajectory = found.row, found.trajectory
    root = Tree(f"[bold]{row['conversation_id']}[/]: {row['domain']}, split {row['split']}, licence {row['licence']}")
    for line in (*_seed_lines(found), *_hygiene_lines(row)):
        root.add(escape(line))
    maker = words(trajectory["generator"], trajectory["generator_version"])
    made = root.add(escape(f"made in {found.table} by {maker}"))
    if trajectory["generator_model"]:
        made.add(escape(f"model {trajectory['generator_model']}"))
    seed, version = trajectory["generator_seed"], words(trajectory["instructions_version"])
    made.add(escape(f"generator's seed {seed}, instructions {version}"))
    made.add(escape(f"toolchain {words(trajectory['toolchain'])}, world model {words(trajectory['checkpoint'])}"))
    for turn in found.turns:
        told = f"answer {turn.provenance['index']}: {turn.provenance['outcome']}"
        branch = root.add(escape(f"{told} ({turn.turn_id})" if turn.turn_id else told))
        for line in _turn_lines(turn):
            branch.add(escape(line))
    return root


def words(*values: object) -> str:
    """What the lake holds as a person reads it: several apart from each other, nothing as "none"."""
    parts = [part for value in values for part in (value if isinstance(value, list | tuple) else [value])]
    return " ".join(text for part in parts if part is not None and (text := str(part).strip())) or "none"


def _seed_lines(found: Ancestry) -> Iterator[str]:
    first, bundle = found.row["provenance"][0], found.bundle
    place = f"commit {words(first['commit'])}, path {words(first['path'])}"
    yield f"seed {found.row['seed_id']} of {first['seed_source']}, {place}"
    if not bundle:
        yield f"bundle {first['bundle_hash']}: no longer among the bundles"
        return
    versions = sorted(dict(bundle["toolchain_versions"]).items())
    tools = ", ".join(f"{tool} {_NO_REVISION.sub('', version)}" for tool, version in versions)
    verdict = "certified" if bundle["certified"] else f"not certified any more: {words(bundle['reason'])}"
    yield f"bundle {first['bundle_hash']}: {verdict}, {bundle['cheats_caught']} of {bundle['cheats']} cheats caught"
    yield f"certified under {words(bundle['toolchain'])}{f': {tools}' if tools else ''}"


def _hygiene_lines(row: Row) -> Iterator[str]:
    alike = f", alike by {', '.join(row['alike_by'])}" if row["alike_by"] else ""
    yield f"cluster of near copies: {row['cluster']}{alike}"
    yield f"contaminated by: {row['contaminated_by'] or 'nothing that is known'}"


def _turn_lines(turn: TurnAncestry) -> Iterator[str]:
    entry, made, told = turn.provenance, turn.made, turn.told
    yield f"candidate {entry['candidate_hash']}"
    if made["source"] == "real":
        yield f"executed under {words(entry['toolchain'])}"
    else:
        sure = "" if made["confidence"] is None else f" with {made['confidence']:.1%}"
        yield f"simulated by {words(entry['checkpoint'])} as {made['outcome']}{sure}"
        yield f"told: {told['source']}, {told['outcome']}"
    for audit in turn.audits:
        true = {True: "true", False: "false", None: "not judged"}[audit.get("text_true")]
        yield f"audit {audit['audit_id']}: really {audit['outcome']}, text {true}"
    if turn.hindsight:
        verdict = "accepted" if turn.hindsight["accepted"] else f"refused: {words(turn.hindsight['reason'])}"
        yield f"hindsight by {words(turn.hindsight['writer'], turn.hindsight['writer_version'])}: {verdict}"
    writer = words(entry["reasoning_writer"], entry["reasoning_writer_version"])
    yield f"reasoning: {words(entry['reasoning_source'])}{'' if writer == 'none' else f', by {writer}'}"
