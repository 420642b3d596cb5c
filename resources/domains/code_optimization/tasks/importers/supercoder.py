"""SuperCoder's published rows: C programs of CodeNet with inputs and outputs, and what gcc -O3 made of them.

A row is nested as training code for verl wants it: the program and its tests lie in `extra_info`. Dumps of it flatten
that, or keep nothing but the prompt; then the program is the prompt's first block of C. The baseline is made anew here,
by this machine's gcc -O3, because the speed-up is measured against it; rows' assembly and compiled programs are not
used.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD
from resources.domains.code_optimization.tasks.importers.program_rows import (
    RowError,
    first_of,
    listed,
    pairs_of,
    parsed_row,
    read_rows,
)
from resources.domains.code_optimization.tasks.importers.programs import MAXIMUM_TESTS, CProgram, seed_of
from resources.domains.code_optimization.tasks.library import fenced
from resources.domains.importing import ImportResult
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import plain_lines
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox

LOOKED_FOR = "a .parquet, .jsonl, .json or .csv file, or a folder of them, whose rows have c_code, inputs and outputs"
URL = "https://huggingface.co/datasets/LLM4Code/llm_superoptimizer_ds"
_NESTED = ("extra_info", "reward_model")
_IDS = ("problem_id", "id", "task_id", "index", "problem_idx", "idx")
_PROGRAMS = ("c_code", "program", "c", "code", "source", "src")
_PROMPTS = ("question", "prompt", "c_only_question")
_BLOCK = re.compile(r"^```[cC]\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"[A-Za-z0-9]+")
_TASK = "Write x86-64 assembly that does what this C program does, and is faster than what gcc -O3 makes of it."


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """`path` is a file, or a folder that holds some at any depth."""
    return read_rows(path, commit, licence, LOOKED_FOR, partial(_seed, make_sandbox()))


def _seed(sandbox: Sandbox, raw: Any, place: str, licence: str) -> TaskSeed:
    row = _flat(parsed_row(raw))
    name = _name(row, place)
    inputs, outputs = pairs_of(row)
    seed = seed_of(
        sandbox,
        CProgram(
            seed_id=f"supercoder/{name}",
            title=name.replace("_", " ").replace("-", " "),
            words=_TASK,
            program=_program(row),
            interface="int main(void);\n",
            harness={},
            inputs=inputs[:MAXIMUM_TESTS],
            outputs=outputs[:MAXIMUM_TESTS],
            measured=tuple(sorted(inputs[:MAXIMUM_TESTS], key=len, reverse=True)),
            standard=DEFAULT_STANDARD,
            origin=SeedOrigin("supercoder", "", str(first_of(row, ("licence", "license")) or licence), place, URL),
            tags=("whole_program",),
        ),
    )
    shown = f"\nThe assembly that gcc -O3 makes of it:\n\n{fenced('asm', seed.reference)}\n"
    return replace(seed, prompt=seed.prompt + shown) if seed.reference else seed


def _flat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row with the fields of its nested parts, which may stand in a cell as JSON."""
    flat = dict(row)
    for part in _NESTED:
        inner = row.get(part)
        inner = listed(inner)[0] if isinstance(inner, str) and inner.strip() else inner
        if isinstance(inner, Mapping):
            flat |= {name: value for name, value in inner.items() if value is not None}
    return flat


def _name(row: Mapping[str, Any], place: str) -> str:
    """The split and the row's number in it, for that alone is no name; the place in the file where it has none."""
    given = first_of(row, _IDS)
    split = row.get("split") or row.get("data_source")
    file, _, number = place.rpartition(":")
    home = split if isinstance(split, str) else Path(file).stem
    words = _WORD.findall(f"{home} {number if given is None else given}")
    if not words:
        raise RowError("id", "missing, and the file has no name of its own")
    return "-".join(words)


def _program(row: Mapping[str, Any]) -> str:
    """Raises RowError where there is none with a main function."""
    program = first_of(row, _PROGRAMS)
    if not isinstance(program, str):
        told = " ".join(_texts(first_of(row, _PROMPTS)))
        block = _BLOCK.search(plain_lines(told))
        program = block[1] if block else ""
    if not re.search(r"\bmain\s*\(", program):
        raise RowError("c_code", "missing, or without a main function")
    return plain_lines(program)


def _texts(value: Any) -> list[str]:
    """What a prompt says, be it a text or messages."""
    if isinstance(value, str):
        return [value]
    messages = value if isinstance(value, list) else []
    return [str(item["content"]) for item in messages if isinstance(item, Mapping) and "content" in item]
