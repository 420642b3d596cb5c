"""From a drawn function to a task: the baseline that gcc makes of it, harness, tests, prompt, and a tier.

The C program is this project's own, so the compiler runs as it is, in no sandbox. It gives the same baseline for the
same number wherever gcc is the same: see docs/families.md.
"""

import re
import subprocess
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

from resources.domains.code_optimization.execution.stages.build import DEFAULT_STANDARD
from resources.domains.code_optimization.execution.stages.comparison import ROUNDS_WORD
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE, SUITE_FILE, suite_text
from resources.domains.code_optimization.execution.toolchain import COMPILER_FLAGS, GCC
from resources.domains.code_optimization.tasks.families.function import HEADERS, Function
from resources.domains.code_optimization.tasks.families.harness import harness_text
from resources.domains.code_optimization.tasks.families.prompt import prompt_words
from resources.domains.code_optimization.tasks.families.suite import Inputs, TextInputs, text_tests, words_tests
from resources.domains.code_optimization.tasks.library import (
    CANDIDATE_FILE,
    HARNESS,
    HARNESS_HEADER,
    LIBRARY_ROOT,
    LIMITS,
    task_prompt,
)
from resources.domains.families import MadeTask, TaskFamily
from resources.domains.toolkit.seed_folder import read_text
from resources.execution.errors import ToolMissing

_COMMAND = ("gcc", *COMPILER_FLAGS, f"-std={DEFAULT_STANDARD}", "-w", "-S", "-x", "c", "-", "-o", "-")
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[-+*/%<>=!&|^~]+|\S")
TIER_TOKENS = (75, 120, 180, 250)
"""Tokens of a C program from which on a task is of the next tier, about as the built-in kernels have them."""
Drawing = Callable[[Random], tuple[Function, Inputs | TextInputs]]


def function_family(name: str, version: str, description: str, draw: Drawing) -> TaskFamily:
    """A family of the domain whose functions `draw` draws."""

    def make(random: Random) -> MadeTask:
        function, inputs = draw(random)
        return made_task(function, inputs, random)

    return TaskFamily("code_optimization", name, version, description, make)


def made_task(function: Function, inputs: Inputs | TextInputs, random: Random) -> MadeTask:
    tests = (
        text_tests(function, random, inputs)
        if isinstance(inputs, TextInputs)
        else words_tests(function, random, inputs)
    )
    return MadeTask(
        title=function.title,
        prompt=task_prompt(prompt_words(function, random), function.program, tests),
        interface=f"{function.prototype};\n",
        candidate_file=CANDIDATE_FILE,
        reference=baseline(function.program),
        tier=tier_of(function.program),
        tags=function.tags,
        files={
            PROGRAM_FILE: function.program,
            HARNESS: harness_text(function),
            HARNESS_HEADER: read_text(Path(LIBRARY_ROOT) / HARNESS_HEADER),
            SUITE_FILE: suite_text(tests),
        },
        settings={"entry": function.entry, ROUNDS_WORD: "0"},
        limits=LIMITS,
    )


@lru_cache(maxsize=256)
def baseline(program: str) -> str:
    """What gcc makes of the program. Raises ToolMissing, and ValueError for a program that does not compile."""
    try:
        run = subprocess.run(_COMMAND, input=program, capture_output=True, text=True, timeout=60, check=False)
    except FileNotFoundError as error:
        raise ToolMissing(f"{GCC.name} is not installed: `apt-get install {GCC.package}` ({GCC.needed_for})") from error
    if run.returncode:
        raise ValueError(f"gcc does not compile a drawn program: {run.stderr[:500]}\n{program}")
    return re.sub(r'^\t\.file\t"<stdin>"$', f'\t.file\t"{PROGRAM_FILE}"', run.stdout, count=1, flags=re.MULTILINE)


def tier_of(program: str) -> int:
    size = len(_TOKEN.findall(program.removeprefix(HEADERS)))
    return 1 + sum(size >= least for least in TIER_TOKENS)
