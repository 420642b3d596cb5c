"""The table: for each population, what the device did beside what the backend said, with Wilson's intervals."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from infra.device.programs import Program, read_programs
from infra.device.runs import RESULTS
from infra.device.verdicts import read_verdicts

_TOLD = ("right", "wrong", "refused", "fault", "exception", "timeout", "died")
_LUCK = frozenset({"MEMORY_FAULT", "RUNTIME_ERROR"})
"""Accesses out of bounds and races: a device may get away with them, so a right output there contradicts nothing."""
_RULES = frozenset({"REJECTED", "LINK_ERROR"})
"""Decided by what the text is, which says nothing about a device."""


def read_results(folder: Path) -> list[Mapping[str, Any]]:
    file = folder / RESULTS
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def table(folder: Path) -> str:
    """As Markdown: agreement by population, disagreements one by one, and the device stage's figures."""
    programs = {program.name: program for program in read_programs(folder)}
    verdicts, rows = read_verdicts(folder), read_results(folder)
    did = {row["name"]: row for row in rows if row["what"] == "program" and row["did"] in _TOLD}
    both = [programs[name] for name in did if name in verdicts and verdicts[name]["outcome"] != "none"]
    parts = [
        _agreement(both, verdicts, did),
        _disagreements(both, verdicts, did),
        _checked(programs, verdicts, rows),
        _speeds(row for row in rows if row["what"] == "replay"),
    ]
    return "\n\n".join(part for part in parts if part)


def contradicts(outcome: str, did: str) -> str:
    """ "false PASS", "false refusal", or "" where verdict and device agree or need not."""
    if outcome == "PASS":
        return "" if did == "right" else "false PASS"
    return "false refusal" if did == "right" and outcome not in _LUCK | _RULES else ""


def _agreement(
    both: Sequence[Program], verdicts: Mapping[str, Mapping[str, Any]], did: Mapping[str, Mapping[str, Any]]
) -> str:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for program in both:
        outcome, done = str(verdicts[program.name]["outcome"]), str(did[program.name]["did"])
        for population in (program.population, "all"):
            counts[population].update(_counted(outcome, done))
    lines = [
        "| population | programs | PASS, device right | other label, device wrong | right by luck | by rule |",
        "|---|---|---|---|---|---|",
    ]
    for population in sorted(counts, key=lambda name: (name == "all", name)):
        seen = counts[population]
        wrong = seen["refused"] - seen["luck"] - seen["rule"]
        lines.append(
            f"| {population} | {seen['all']} | {share(seen['passed'] - seen['false PASS'], seen['passed'])} | "
            f"{share(wrong - seen['false refusal'], wrong)} | {seen['luck']} | {seen['rule']} |"
        )
    return "\n".join(lines)


def _counted(outcome: str, did: str) -> list[str]:
    kinds = ["all", "passed" if outcome == "PASS" else "refused"]
    if did == "right" and outcome in _LUCK:
        kinds.append("luck")
    if outcome in _RULES:
        kinds.append("rule")
    return [*kinds, *([found] if (found := contradicts(outcome, did)) else [])]


def share(hits: int, count: int) -> str:
    from assets.world_model.intervals import wilson

    if not count:
        return "none"
    interval = wilson(hits, count)
    return f"{hits} of {count} ({100 * interval.low:.1f} to {100 * interval.high:.1f} %)"


def _disagreements(
    both: Sequence[Program], verdicts: Mapping[str, Mapping[str, Any]], did: Mapping[str, Mapping[str, Any]]
) -> str:
    lines = []
    for program in both:
        verdict, seen = verdicts[program.name], did[program.name]
        found = contradicts(str(verdict["outcome"]), str(seen["did"]))
        if found:
            lines.append(
                f"- {found}: {program.name} {program.seed_id} {program.population} {program.kind}: "
                f"{verdict['outcome']}, device {seen['did']}: {_short(seen['said'])}"
            )
    return "\n".join(sorted(lines))


def _checked(
    programs: Mapping[str, Program], verdicts: Mapping[str, Mapping[str, Any]], rows: Iterable[Mapping[str, Any]]
) -> str:
    """What compute-sanitizer found in programs, by verdict."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    named = []
    for row in rows:
        if row["what"] not in ("memcheck", "racecheck") or row["code"] is None:
            continue
        outcome = str(verdicts.get(row["name"], {}).get("outcome", "unknown"))
        counts[row["what"], outcome, bool(row["found"])] += 1
        if row["found"] and outcome == "PASS":
            named.append(f"- {row['what']} of a PASS: {row['name']} {programs[row['name']].seed_id}: {row['said']}")
    said = [f"| {tool} | {outcome} | {found} | {n} |" for (tool, outcome, found), n in sorted(counts.items())]
    return (
        "\n".join(["| checker | verdict | found | programs |", "|---|---|---|---|", *said, "", *named]) if said else ""
    )


def _speeds(rows: Iterable[Mapping[str, Any]]) -> str:
    lines = ["| record | cases | microseconds | baseline | speed-up | spreads |", "|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: str(row["name"])):
        timed = (row.get("measurement") or {}).get("time")
        if not timed or not timed["baseline"]:
            error = (row.get("measurement") or {}).get("error") or row.get("record_error") or row.get("said", "")
            lines.append(f"| {row['name']} | | | | | {_short(error)} |")
            continue
        ours, peer = timed["seconds"], timed["baseline"]
        wrong = timed["wrong"] or (row.get("compared") or {}).get("said", "")
        lines.append(
            f"| {row['name']} | {'agree' if not wrong else _short(wrong)} | {1e6 * ours['median']:.1f} | "
            f"{1e6 * peer['median']:.1f} | {peer['median'] / ours['median']:.2f} | "
            f"{ours['spread']:.3f}, {peer['spread']:.3f} |"
        )
    return "\n".join(lines)


def _short(text: object) -> str:
    return " ".join(str(text).replace("|", "/").split())[:200]
