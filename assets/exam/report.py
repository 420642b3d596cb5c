"""The pages of an exam: scores side by side over authors, and a page of transcripts for each task.

Layout is the templates'. What authors and tools wrote is escaped, and names of files are hashes.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.exam.exam_set import ExamSet
from assets.exam.judging import CONTROL
from assets.exam.rows import Examinee
from assets.report_page import page_templates
from assets.viewer_address import how_to_start, list_path, report_link
from resources.execution.outcome import Outcome

Row = Mapping[str, Any]
INDEX = "index.html"
PLAIN = frozenset({"prompt tokens", "completion tokens", "cost", "seconds of generation", "seconds of execution"})
"""Metrics that are neither shares nor ratios."""
RATIOS = frozenset({"speed-up", "speed-up by the clock"})


@dataclass(frozen=True)
class Transcript:
    """One sample: its turns in order. `verdict` is the last turn's label, or its fate."""

    who: Examinee
    number: int
    turns: tuple[Row, ...]

    @property
    def anchor(self) -> str:
        return str(self.turns[0]["answer_id"])

    @property
    def verdict(self) -> str:
        return verdict(self.turns[-1])

    @property
    def passed(self) -> bool:
        return bool(self.turns[-1]["outcome"] == Outcome.PASS.value)


@dataclass(frozen=True)
class TaskPage:
    """`file` is beside the index."""

    seed_id: str
    transcripts: tuple[Transcript, ...]

    @property
    def file(self) -> str:
        return f"task-{hashlib.sha256(self.seed_id.encode()).hexdigest()[:16]}.html"

    def of(self, who: Examinee) -> list[Transcript]:
        return [one for one in self.transcripts if one.who == who]


class ScoreTable:
    """Rows of `benchmark_scores` side by side: metrics down, authors across, the controls last. A cell is a row."""

    def __init__(self, scores: Iterable[Row]) -> None:
        self.cells = {
            (Examinee(row["author"], row["sitting"], row["model"]), row["metric"], row["part"]): row for row in scores
        }
        self.metrics = list(dict.fromkeys((metric, part) for _, metric, part in self.cells))
        self.examinees = sorted({who for who, _, _ in self.cells}, key=lambda who: (who.sitting == CONTROL, who))


def verdict(turn: Row) -> str:
    return str(turn["outcome"] or turn["fate"])


def write_pages(
    folder: Path,
    exam_set: ExamSet,
    scores: Sequence[Row],
    samples: Sequence[Row],
    replies: Mapping[str, str],
    exposed: Mapping[str, str],
) -> Path:
    """The index's path. `scores` and `samples` are rows of the tables, `replies` texts that hold no program, by answer;
    pages of an earlier exam are written over."""
    environment = _environment()
    tasks = task_pages(samples)
    whole = environment.get_template("exam.html.j2").render(
        exam_set=exam_set,
        scores=ScoreTable(scores),
        tasks=tasks,
        labels=_labels(tasks),
        exposed=exposed,
        shown=shown,
    )
    folder.mkdir(parents=True, exist_ok=True)
    _remove_pages(folder, {task.file for task in tasks})
    for task in tasks:
        page = environment.get_template("exam_task.html.j2").render(
            exam_set=exam_set, task=task, replies=replies, index=INDEX, text=_text, verdict=verdict
        )
        _write(folder / task.file, page)
    _write(folder / INDEX, whole)
    return folder / INDEX


def _remove_pages(folder: Path, stay: Set[str]) -> None:
    """Those of tasks that the exam has no more."""
    for page in folder.glob("*.html"):
        if page.name not in stay:
            page.unlink()


def task_pages(samples: Iterable[Row]) -> list[TaskPage]:
    """Of what authors answered; the controls have none."""
    turns: dict[tuple[str, Examinee, int], list[Row]] = {}
    for row in samples:
        if row["sitting"] != CONTROL:
            key = row["seed_id"], Examinee(row["author"], row["sitting"], row["model"]), row["number"]
            turns.setdefault(key, []).append(row)
    by_task: dict[str, list[Transcript]] = {}
    for (seed, who, number), own in sorted(turns.items()):
        transcript = Transcript(who, number, tuple(sorted(own, key=lambda row: int(row["turn"]))))
        by_task.setdefault(seed, []).append(transcript)
    return [TaskPage(seed, tuple(own)) for seed, own in by_task.items()]


def shown(row: Row | None) -> str:
    """A score as people read it: "43 % (31–56 %)"."""
    if row is None:
        return ""
    value, low, high = row["value"], row["low"], row["high"]
    if value is None:
        return str(row["note"])
    unit = "" if _is_number(row) else " %"
    digits = _digits(row)
    said = digits.format(value) + unit
    return said if low is None or high is None else f"{said} ({digits.format(low)}–{digits.format(high)}{unit})"


def _is_number(row: Row) -> bool:
    return row["metric"] in PLAIN | RATIOS or (row["metric"], row["part"]) == ("ArchXBench", "n")


def _digits(row: Row) -> "_Format":
    if not _is_number(row):
        return _Format(100.0, ".1f")
    return _Format(1.0, ",.0f" if row["metric"].endswith("tokens") else ".2f")


@dataclass(frozen=True)
class _Format:
    scale: float
    form: str

    def format(self, value: float) -> str:
        return f"{self.scale * value:{self.form}}"


def _labels(tasks: Iterable[TaskPage]) -> dict[Examinee, Counter[str]]:
    """How the samples of each author ended."""
    found: dict[Examinee, Counter[str]] = {}
    for transcript in (one for task in tasks for one in task.transcripts):
        found.setdefault(transcript.who, Counter())[transcript.verdict] += 1
    return found


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _environment() -> Any:
    environment = page_templates(Path(__file__).parent / "templates")
    environment.globals |= {"trajectories": _trajectories, "start_viewer": how_to_start()}
    return environment


def _trajectories(**filters: str) -> str:
    """The viewer's list of what the home itself made of such tasks; an exam's answers are no trajectories."""
    return report_link(list_path(filters))


def _write(path: Path, html: str) -> None:
    temporary = path.with_suffix(".tmp")
    temporary.write_text(html, encoding="utf-8", errors="replace")
    temporary.replace(path)
