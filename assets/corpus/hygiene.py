"""Which split each row belongs to, what it is a near duplicate of, and which rows are more than their cluster may have.

A task is a cluster of seeds with nearly the same reference; its split is drawn before anything is generated for it. A
task that is a benchmark's, or a row that holds a benchmark's solution, is the benchmark's.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assets.corpus.contamination import Contamination, HeldOut, held_out_seeds
from assets.corpus.near_duplicates import capped, clusters
from assets.corpus.splits import CorpusSplit, split_of
from assets.seeds.purposes import Purpose

Row = dict[str, Any]
MOST_HELD_OUT_BYTES = 1 << 20


class Hygiene:
    """Of one domain. `seeds` are rows of `task_seeds`, `held_out` further texts that no row may hold."""

    def __init__(self, language: str, seeds: Sequence[Mapping[str, Any]], held_out: Iterable[HeldOut] = ()) -> None:
        self._language = language
        self._task = clusters({seed["seed_id"]: (seed["reference"], language) for seed in seeds if seed["reference"]})
        evaluated = [seed for seed in seeds if seed["purpose"] == Purpose.EVALUATE.value]
        self._benchmarks = {self._task_of(seed["seed_id"]) for seed in evaluated}
        self._known = {seed["seed_id"] for seed in seeds}
        self._contamination = Contamination([*held_out_seeds(evaluated, language), *held_out])

    def _task_of(self, seed_id: str) -> str:
        return self._task.get(seed_id, seed_id)

    def cleaned(
        self, rows: Sequence[Row], prompts: Mapping[str, str], codes: Mapping[str, str], most: int
    ) -> list[Row]:
        """Rows with split, cluster and what contaminates them, at most `most` of a cluster. `prompts` is by seed id,
        `codes`, each row's last answer, by conversation id."""
        cluster_of = clusters({name: (code, self._language) for name, code in codes.items()})
        kept = capped(cluster_of, most)
        by_prompt = {seed: self._contamination.of_prose(text) for seed, text in prompts.items()}
        return [
            self._placed(row, cluster_of, by_prompt[row["seed_id"]], codes)
            for row in rows
            if row["conversation_id"] in kept
        ]

    def _placed(self, row: Row, cluster_of: Mapping[str, str], by_prompt: str, codes: Mapping[str, str]) -> Row:
        name, task = row["conversation_id"], self._task_of(row["seed_id"])
        held = by_prompt or self._contamination.of_code(codes[name], self._language)
        evaluated = bool(held) or task in self._benchmarks or row["seed_id"] not in self._known
        split = CorpusSplit.BENCHMARK if evaluated else split_of(task, Purpose.TRAIN)
        return row | {"split": split.value, "cluster": cluster_of[name], "contaminated_by": held or None}


def held_out_texts(folder: Path, language: str) -> list[HeldOut]:
    """Files of a folder of the user's: prose where they end in .md or .txt, else programs. [] where there is none."""
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    return [
        HeldOut(str(path.relative_to(folder)), _text(path), "" if path.suffix in (".md", ".txt") else language)
        for path in files
    ]


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MOST_HELD_OUT_BYTES).decode("utf-8", "replace")
