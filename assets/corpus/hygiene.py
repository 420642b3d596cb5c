"""Which split each row belongs to, what it is a near duplicate of, and which rows are more than their cluster may have.

A task is a cluster of seeds with nearly the same reference; its split is drawn before anything is generated for it. A
task that is a benchmark's, or a row that holds a benchmark's solution, is the benchmark's.
"""

import hashlib
import multiprocessing
import os
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from heapq import nsmallest
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from assets.corpus.code_tokens import code_tokens
from assets.corpus.contamination import LEAST_SIZE, Contamination, HeldOut, held_out_seeds, keys
from assets.corpus.fingerprints import Answer, TakeFingerprints, no_fingerprints
from assets.corpus.near_duplicates import Clusters, Program, clusters, named_clusters, signature_of
from assets.corpus.program_table import ProgramTable
from assets.corpus.splits import CorpusSplit, split_of
from assets.seeds.purposes import Purpose
from resources.domains.fingerprints import Fingerprint

MOST_HELD_OUT_BYTES = 1 << 20
_AT_ONCE = 5_000
"""Rows whose fingerprints are asked for together."""


class Answered(NamedTuple):
    """A row's last answer."""

    conversation_id: str
    seed_id: str
    code: str


class Placement(NamedTuple):
    """Columns that cleaning gives a row."""

    split: str
    cluster: str
    alike_by: list[str]
    contaminated_by: str | None


class _Survey(NamedTuple):
    """Rows and their programs. `held` says by program which held-out text it holds, `held_by_fingerprint` by row."""

    programs: ProgramTable
    seeds: list[str]
    held: dict[int, str]
    held_by_fingerprint: dict[int, str]


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
        self._held_references = {
            seed: self._contamination.of_code(text, language, taken[Answer(seed, text)])
            for seed, text in references.items()
        }
        """What each task's own solution holds: whatever answers such a task answers a benchmark's."""

    def _trained(self, references: Mapping[str, str]) -> list[HeldOut]:
        """References of tasks that are no benchmark's."""
        return [
            HeldOut(seed, text, self._language, seed)
            for seed, text in references.items()
            if self._task_of(seed) not in self._benchmarks
        ]

    def _task_of(self, seed_id: str) -> str:
        return self._task.get(seed_id, seed_id)

    def placements(self, answered: Iterable[Answered], prompts: Mapping[str, str], most: int) -> dict[str, Placement]:
        """Of the rows that stay, at most `most` of a cluster, by conversation id. `prompts` is by seed id. Answers are
        gone through once and not kept."""
        survey = self._surveyed(answered)
        found = clusters(survey.programs)
        by_prompt = {seed: self._contamination.of_prose(text) for seed, text in prompts.items()}
        return {
            survey.programs.names[row]: self._placement(survey, row, found, by_prompt)
            for row in capped(survey.programs, found.names, most)
        }

    def _surveyed(self, answered: Iterable[Answered]) -> "_Survey":
        survey = _Survey(ProgramTable(), [], {}, {})
        for number, reading in enumerate(readings(self._new_programs(answered, survey), self._contamination)):
            survey.programs.read(reading.signature)
            if reading.held:
                survey.held[number] = reading.held
        return survey

    def _new_programs(self, answered: Iterable[Answered], survey: "_Survey") -> Iterator[Program]:
        """Those that no earlier row has; every row is noted."""
        waiting = iter(answered)
        seeds: dict[str, str] = {}
        while batch := list(islice(waiting, _AT_ONCE)):
            taken = self._fingerprints([Answer(each.seed_id, each.code) for each in batch])
            for each in batch:
                own = taken[Answer(each.seed_id, each.code)]
                held = self._contamination.of_fingerprint(own)
                if held:
                    survey.held_by_fingerprint[len(survey.seeds)] = held
                survey.seeds.append(seeds.setdefault(each.seed_id, each.seed_id))
                if survey.programs.add(each.conversation_id, each.code, own.forms):
                    yield Program(each.code, self._language)

    def _placement(self, survey: "_Survey", row: int, found: Clusters, by_prompt: Mapping[str, str]) -> Placement:
        seed, program = survey.seeds[row], survey.programs.program_of[row]
        of_task = by_prompt.get(seed, "") or self._held_references.get(seed, "")
        held = of_task or survey.held.get(program, "") or survey.held_by_fingerprint.get(row, "")
        alike = [kind.value for kind in found.alike_by(program)]
        return Placement(self._split(seed, held).value, found.names[program], alike, held or None)

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
    return named_clusters(
        programs, {seed: keys(own) for seed, own in prints.items() if own.size >= LEAST_SIZE}
    ).cluster_of


def capped(programs: ProgramTable, cluster_of: Sequence[str], most: int) -> list[int]:
    """The rows that stay, in order: of each cluster at most `most`, those whose hashes are the smallest. `cluster_of`
    is by program."""
    members: dict[str, array[int]] = {}
    for row, program in enumerate(programs.program_of):
        members.setdefault(cluster_of[program], array("I")).append(row)
    return sorted(
        row for own in members.values() for row in nsmallest(most, own, key=lambda row: _drawn(programs.names[row]))
    )


def _drawn(name: str) -> str:
    return hashlib.sha256(f"corpus cap {name}".encode()).hexdigest()


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


_FEW, _BATCH = 4_000, 1_000
"""Programs that one process reads in the time that others take to start."""
_AHEAD = 3
"""Batches that wait for each process: programs that nobody reads yet are held in memory."""


class Reading(NamedTuple):
    """`signature` is MinHash's, `held` the held-out text's name, "" where there is none."""

    signature: bytes
    held: str


def readings(programs: Iterable[Program], contamination: Contamination) -> Iterator[Reading]:
    """One for each, in order. The same whatever the number of processes."""
    waiting = iter(programs)
    few = list(islice(waiting, _FEW + 1))
    if len(few) <= _FEW:
        yield from _read(few, contamination)
        return
    processes = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _keep, (contamination,)) as pool:
        asked: deque[Future[list[Reading]]] = deque()
        for batch in _batches(chain(few, waiting)):
            asked.append(pool.submit(_read_kept, batch))
            if len(asked) >= _AHEAD * processes:
                yield from asked.popleft().result()
        while asked:
            yield from asked.popleft().result()


def _batches(programs: Iterable[Program]) -> Iterator[list[Program]]:
    waiting = iter(programs)
    while batch := list(islice(waiting, _BATCH)):
        yield batch


def _read(programs: Sequence[Program], contamination: Contamination) -> list[Reading]:
    lexed = (code_tokens(*program) for program in programs)
    return [Reading(signature_of(tokens), contamination.of_tokens(tokens)) for tokens in lexed]


_kept: list[Contamination] = []
"""Of a process that reads for others."""


def _keep(contamination: Contamination) -> None:
    _kept[:] = [contamination]


def _read_kept(programs: Sequence[Program]) -> list[Reading]:
    return _read(programs, _kept[0])
