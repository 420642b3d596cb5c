"""Cleaning and packing a corpus: time, memory of all processes, and the same bytes each time.

`ICWM_BENCH_ROWS` says how many rows, 100,000 where it does not. Each row's program is another one: a built-in
reference or answer of chip design with some names and lines changed. Fingerprints are no part: they cost what tools
cost, once for each program.
"""

import hashlib
import json
import os
import random
import re
import resource
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import psutil

from assets.corpus.hygiene import Answered, Hygiene
from assets.tokens.export import best_fit, fullness
from resources.domains.registry import get_domain

ROWS = int(os.environ.get("ICWM_BENCH_ROWS", "100000"))
MOST_SECONDS, MOST_BYTES = 600, 4 << 30
"""Of a million rows on two cores. CPU seconds are held to it, for wall time hangs on what else the machine does."""
CORES, MILLION = 2, 1_000_000
LENGTH, LEAST_FULL = 4096, 0.98
_WORD = re.compile(r"\b[a-z]\w{3,}\b")


def variants(count: int) -> Iterator[tuple[str, str]]:
    """Seed id and program, in turn of all tasks."""
    domain = get_domain("chip_design")
    bases = [(seed.seed_id, seed.reference) for seed in domain.builtin_seeds()]
    bases += [(answer.seed_id, answer.texts[-1]) for answer in domain.recorded_answers() if not answer.whole_reply]
    chance = random.Random(1)
    for number in range(count):
        seed, code = bases[number % len(bases)]
        lines = code.splitlines()
        for _ in range(chance.randrange(1, 12)):
            place = chance.randrange(len(lines))
            lines[place] = _WORD.sub(rf"\g<0>_{number % 977}", lines[place], count=1)
        del lines[chance.randrange(len(lines))]
        yield seed, "\n".join([*lines, f"// {number}"])


def hygiene() -> Hygiene:
    """A third of the tasks are a benchmark's."""
    seeds: list[dict[str, Any]] = [
        {"seed_id": seed.seed_id, "prompt": seed.prompt, "reference": seed.reference,
         "purpose": "train" if number % 3 else "evaluate"}
        for number, seed in enumerate(get_domain("chip_design").builtin_seeds())
    ]  # fmt: skip
    return Hygiene("verilog", seeds)


def answered(count: int) -> Iterator[Answered]:
    for number, (seed, code) in enumerate(variants(count)):
        yield Answered(hashlib.sha256(str(number).encode()).hexdigest()[:24], seed, code)


def cleaned(count: int) -> tuple[str, float, int]:
    """The result's hash, CPU seconds of all processes, making the programs included, and the rows that stay."""
    began = _cpu_seconds()
    prompts = {seed.seed_id: "" for seed in get_domain("chip_design").builtin_seeds()}
    found = hygiene().placements(answered(count), prompts, 16)
    seconds = _cpu_seconds() - began
    said = hashlib.sha256()
    for row in found.items():
        said.update(json.dumps(row).encode())
    return said.hexdigest(), seconds, len(found)


def _cpu_seconds() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


class Watch(Thread):
    """The most memory that this process and those it started had at once."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most, self._over = 0, Event()

    def run(self) -> None:
        own = psutil.Process()
        while not self._over.wait(0.5):
            used = 0
            for process in (own, *own.children(recursive=True)):
                try:
                    used += process.memory_info().rss
                except psutil.Error:
                    continue
            self.most = max(self.most, used)

    def end(self) -> int:
        self._over.set()
        self.join()
        return self.most


def test_cleaning_takes_its_time_and_memory_and_gives_the_same_each_time() -> None:
    small = {cleaned(6_000)[0] for _ in range(2)}
    watch = Watch()
    watch.start()
    began = time.perf_counter()
    said, seconds, kept = cleaned(ROWS)
    wall, most = time.perf_counter() - began, watch.end()
    times = f"{seconds:.0f} s CPU, {wall:.0f} s wall (load {os.getloadavg()[0]:.1f})"
    print(f"{ROWS:,} rows: {times}, {most / 2**30:.2f} GiB at most, {kept:,} stay, {said[:16]}")
    assert len(small) == 1
    assert most < MOST_BYTES
    assert seconds < CORES * MOST_SECONDS * ROWS / MILLION


def test_packing_takes_its_time_and_fills_its_packs() -> None:
    chance = random.Random(1)
    lengths = [min(LENGTH, int(chance.lognormvariate(7, 0.7)) + 1) for _ in range(ROWS)]
    began = time.perf_counter()
    packs = best_fit(lengths, LENGTH)
    seconds = time.perf_counter() - began
    full = fullness(lengths, packs, LENGTH)
    print(f"{ROWS:,} sequences packed in {seconds:.1f} s, {full:.4f} full")
    assert full >= LEAST_FULL
    assert seconds < MOST_SECONDS * ROWS / MILLION
