"""Which split each row belongs to, what it is a near duplicate of, and which rows are more than their cluster may have.

A task is a cluster of seeds with nearly the same reference; its split is drawn before anything is generated for it. A
task that is a benchmark's, or a row that holds a benchmark's solution, is the benchmark's.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assets.corpus.contamination import LEAST_SIZE, Contamination, HeldOut, held_out_seeds, keys
from assets.corpus.fingerprints import Answer, TakeFingerprints, no_fingerprints
from assets.corpus.near_duplicates import Clusters, Program, capped, clusters
from assets.corpus.program_reading import readings
from assets.corpus.splits import CorpusSplit, split_of
from assets.seeds.purposes import Purpose
from resources.domains.fingerprints import Fingerprint

Row = dict[str, Any]
MOST_HELD_OUT_BYTES = 1 << 20


class Hygiene:
    """Of one domain. `seeds` are rows of `task_seeds`, `held_out` further texts that no row may hold."""

    def __init__(
        self,
        language: str,
        seeds: Sequence[Mapping[str, Any]],
        held_out: Iterable[HeldOut] = (),
        fingerprints: TakeFingerprints = no_fingerprints,
    ) -> None:
        self._language = language
        self._fingerprints = fingerprints
        references = {seed["seed_id"]: seed["reference"] for seed in seeds if seed["reference"]}
        evaluated = [seed for seed in seeds if seed["purpose"] == Purpose.EVALUATE.value]
        held = [*held_out_seeds(evaluated, language), *held_out]
        programs = [text for text in held if text.language]
        taken = fingerprints(
            [*(Answer(*item) for item in references.items()), *(Answer(text.seed_id, text.text) for text in programs)]
        )
        self._task = _tasks(references, language, taken)
        self._benchmarks = {self._task_of(seed["seed_id"]) for seed in evaluated}
        self._known = {seed["seed_id"] for seed in seeds}
        by_name = {text.name: taken[Answer(text.seed_id, text.text)] for text in programs}
        self._contamination = Contamination(held, by_name, self._trained(references))

    def _trained(self, references: Mapping[str, str]) -> list[HeldOut]:
        """References of tasks that are no benchmark's."""
        return [
            HeldOut(seed, text, self._language, seed)
            for seed, text in references.items()
            if self._task_of(seed) not in self._benchmarks
        ]

    def _task_of(self, seed_id: str) -> str:
        return self._task.get(seed_id, seed_id)

    def cleaned(
        self, rows: Sequence[Row], prompts: Mapping[str, str], codes: Mapping[str, str], most: int
    ) -> list[Row]:
        """Rows with split, cluster and what contaminates them, at most `most` of a cluster. `prompts` is by seed id,
        `codes`, each row's last answer, by conversation id."""
        answers = {row["conversation_id"]: Answer(row["seed_id"], codes[row["conversation_id"]]) for row in rows}
        taken = self._fingerprints(list(answers.values()))
        prints = {name: taken[answer] for name, answer in answers.items()}
        programs = {name: Program(answer.code, self._language) for name, answer in answers.items()}
        read = readings(programs.values(), self._contamination)
        forms = {name: own.forms for name, own in prints.items()}
        found = clusters(programs, forms, {program: own.signature for program, own in read.items()})
        kept = capped(found.cluster_of, most)
        by_prompt = {seed: self._contamination.of_prose(text) for seed, text in prompts.items()}
        held = {
            name: by_prompt[answers[name].seed_id]
            or read[programs[name]].held
            or self._contamination.of_fingerprint(prints[name])
            for name in kept
        }
        return [
            self._placed(row, found, held[row["conversation_id"]]) for row in rows if row["conversation_id"] in kept
        ]

    def _placed(self, row: Row, found: Clusters, held: str) -> Row:
        name = row["conversation_id"]
        return row | {
            "split": self._split(row["seed_id"], held).value,
            "cluster": found.cluster_of[name],
            "alike_by": [kind.value for kind in found.alike_by[name]],
            "contaminated_by": held or None,
        }

    def splits(self, prompts: Mapping[str, str], references: Mapping[str, str]) -> dict[str, CorpusSplit]:
        """Of tasks themselves, by seed id: that of a row of each whose code is the reference."""
        answers = {seed: Answer(seed, reference) for seed, reference in references.items()}
        taken = self._fingerprints(list(answers.values()))
        held = {
            seed: self._contamination.of_prose(prompts[seed])
            or self._contamination.of_code(answer.code, self._language, taken[answer])
            for seed, answer in answers.items()
        }
        return {seed: self._split(seed, found) for seed, found in held.items()}

    def _split(self, seed_id: str, held: str) -> CorpusSplit:
        task = self._task_of(seed_id)
        evaluated = bool(held) or task in self._benchmarks or seed_id not in self._known
        return CorpusSplit.BENCHMARK if evaluated else split_of(task, Purpose.TRAIN)


def _tasks(references: Mapping[str, str], language: str, taken: Mapping[Answer, Fingerprint]) -> dict[str, str]:
    """Seeds whose references are one program, or do the same, are one task."""
    programs = {seed: Program(reference, language) for seed, reference in references.items()}
    prints = {seed: taken[Answer(seed, reference)] for seed, reference in references.items()}
    return clusters(programs, {seed: keys(own) for seed, own in prints.items() if own.size >= LEAST_SIZE}).cluster_of


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
