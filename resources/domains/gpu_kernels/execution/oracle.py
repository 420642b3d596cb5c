"""Oracle: a bundle's cases and what is expected of them, made in a sandbox of their own and kept.

Inputs are chosen by a hash of the candidate's program out of a few sets, so that no candidate can choose, or know, its
own, and a bundle's sets serve many candidates.
"""

import hashlib
import io
import json
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from resources.domains.gpu_kernels.execution.arrays import Array, by_case, read_arrays
from resources.domains.gpu_kernels.execution.interpreters import INTERPRETING, environment, folders, script
from resources.domains.gpu_kernels.execution.reference import script_of_torch
from resources.domains.gpu_kernels.language.cuda_source import tokens
from resources.domains.toolkit.memory import Memory
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure, TransientEnvironmentFailure
from resources.execution.sandbox.job import Ended, Sandbox, SandboxJob, Step

SETS = 8
"""How many sets of inputs a bundle has."""
DRAWS = 3
"""How often a set is drawn whose expected outputs could be anybody's, before the task is called unusable."""
LARGEST_FILE = 32 << 20
SCRATCH_BYTES = 256 << 20
TIMING_CPU_S = 60
TIMING_BYTES = 16 << 30
"""Arguments of a realistic size take seconds and gigabytes to make."""
_REMEMBERED = 256
_FILES = ("arguments.json", "tensors.safetensors", "expected.safetensors")
_BOUNDS = "bounds.json"


@dataclass(frozen=True)
class Trial:
    """One set of inputs. `files` is what the candidate's process is given; `expected` has each case's outputs,
    `bounds` the most that the root of the mean square of each one's error may be, where the task says so."""

    files: Mapping[str, bytes]
    expected: Sequence[Sequence[Array]]
    descriptions: Sequence[str]
    bounds: Sequence[Sequence[float | None]] = ()

    def describe(self, case: int) -> str:
        """A case for the log: its number, and the arguments' shapes, dtypes and values."""
        return f"case {case} ({self.descriptions[case]})"


class Oracle:
    """Thread-safe. Sets are kept in memory: making one costs about 0.1 s, and each is a few hundred kilobytes.

    `sandbox` is the one whose interpreter interprets kernels (`interpreters.interpreting`).
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._trials: Memory[tuple[str, int], Trial] = Memory(_REMEMBERED)

    def trial(self, bundle: EnvironmentBundle, candidate: Candidate) -> Trial:
        """The set of this candidate. Raises PermanentEnvironmentFailure where the bundle's oracle fails, or
        TransientEnvironmentFailure where it runs out of time or memory."""
        number = set_of(bundle, candidate)
        return self._trials.of((bundle.hash, number), lambda: self._make(bundle, number))

    def timing(self, bundle: EnvironmentBundle, number: int) -> Sequence[Mapping[str, object]]:
        """What the arguments of a realistic size are like, without their values.

        Raises PermanentEnvironmentFailure where the bundle's oracle has none or fails.
        """
        job = SandboxJob(
            (Step("oracle", script("run_oracle.py", "timing")),),
            {"oracle.py": bundle.files["oracle.py"].encode(), "task.json": task_file(bundle, number)},
            {**environment(), **INTERPRETING},
            folders(),
            _FILES[:1],
            LARGEST_FILE,
            replace(bundle.limits, cpu_s=TIMING_CPU_S, wall_s=3.0 * TIMING_CPU_S, memory_bytes=TIMING_BYTES),
        )
        result = self._sandbox.run(job)
        if _FILES[0] not in result.files:
            said = result.steps[0].log.decode("utf-8", "replace").strip()[-500:]
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the oracle has no timing ({said})")
        described: Sequence[Mapping[str, object]] = json.loads(result.files[_FILES[0]])
        return described

    def _make(self, bundle: EnvironmentBundle, number: int) -> Trial:
        """The set of this number, or, where the reference's outputs tell nothing there, another one in its place."""
        for other in range(DRAWS):
            made = self._drawn(bundle, number + other * SETS)
            if any(_tells(array) for case in made.expected for array in case):
                return made
        raise PermanentEnvironmentFailure(
            f"{bundle.seed_id}: the reference's outputs are all zero, NaN or one constant, which any answer could be"
        )

    def _drawn(self, bundle: EnvironmentBundle, number: int) -> Trial:
        if "oracle.py" not in bundle.files:
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the bundle has no file oracle.py")
        job = SandboxJob(
            (Step("oracle", script("run_oracle.py")),),
            {**oracle_files(bundle), "task.json": task_file(bundle, number)},
            {**environment(), **INTERPRETING},
            folders(),
            (*_FILES, _BOUNDS),
            LARGEST_FILE,
            limits_of(bundle),
        )
        result = self._sandbox.run(job)
        step = result.steps[0]
        if (step.ended, step.exit_code) != (Ended.EXITED, 0) or any(name not in result.files for name in _FILES):
            said = step.log.decode("utf-8", "replace").strip()[-2000:]
            # A trusted program that runs out of time or memory does so on a busy machine.
            limited = step.ended in (Ended.TIMED_OUT, Ended.OUT_OF_MEMORY)
            failure = TransientEnvironmentFailure if limited else PermanentEnvironmentFailure
            raise failure(f"{bundle.seed_id}: the oracle failed ({step.ended}, {dict(result.refused)}): {said}")
        arguments = json.loads(result.files["arguments.json"])
        tensors = read_arrays(result.files["tensors.safetensors"])
        expected = by_case(read_arrays(result.files["expected.safetensors"]), len(arguments))
        files = {name: result.files[name] for name in _FILES[:2]}
        bounds = json.loads(result.files.get(_BOUNDS, b"[]"))
        return Trial(files, expected, [_described(case, tensors) for case in arguments], bounds)


def set_of(bundle: EnvironmentBundle, candidate: Candidate) -> int:
    """The number of the set that a hash of the candidate's program picks: its text without comments and layout, so that
    two texts of one program are observed alike."""
    said = _words(candidate.code, bundle.settings.get("language", "")).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(said).digest()[:6], "big") % SETS


def _words(code: str, language: str) -> str:
    """What the text says, one token a line; the text itself where Python refuses it."""
    if language == "cuda":
        return "\n".join(token.text for token in tokens(code))
    try:
        return _python_words(code)
    except (SyntaxError, ValueError, tokenize.TokenError):
        return code


def _python_words(code: str) -> str:
    """Blocks are told by INDENT and DEDENT, whatever their width."""
    read = tokenize.generate_tokens(io.StringIO(code).readline)
    unsaid = (tokenize.COMMENT, tokenize.NL)
    return "\n".join(f"{item.type} {item.string.strip()}" for item in read if item.type not in unsaid)


def oracle_files(bundle: EnvironmentBundle) -> Mapping[str, bytes]:
    """What the oracle's process is given of the bundle: its oracle, and the set's own tests where it has any."""
    return {name: text.encode() for name, text in bundle.files.items() if name in ("oracle.py", "driver.py")}


def _tells(array: Array) -> bool:
    """Whether there is something to miss: not empty, not NaN, not one number everywhere, and no lone zero."""
    values = array.values[np.isfinite(array.values)]
    return np.unique(values).size > 1 or (array.values.size == 1 and bool(values.any()))


def limits_of(bundle: EnvironmentBundle) -> Limits:
    """The bundle's limits with room for Triton's cache, the same for all jobs of it, so that they share sandboxes."""
    return replace(bundle.limits, scratch_bytes=max(bundle.limits.scratch_bytes, SCRATCH_BYTES))


def task_file(bundle: EnvironmentBundle, number: int, more: Mapping[str, object] | None = None) -> bytes:
    """task.json of the worker: how the program is called, for which target, with which seed, and `more`."""
    seed = int.from_bytes(hashlib.sha256(f"{bundle.hash} {number}".encode()).digest()[:6], "big")
    return json.dumps(
        {
            "seed": seed,
            "file": bundle.candidate_file,
            "entry": bundle.settings["entry"],
            "harness": bundle.settings.get("harness", "entry"),
            "capability": int(bundle.settings["target"].removeprefix("sm_")),
            "driver": "driver.py",
            "precision": bundle.settings.get("precision", ""),
            "constructor": json.loads(bundle.settings.get("constructor", "[]")),
            "calls_only": script_of_torch(bundle),
            **(more or {}),
        }
    ).encode()


def _described(case: Sequence[Mapping[str, object]], tensors: Mapping[str, Array]) -> str:
    return ", ".join(
        f"{tuple(item['size'])} {tensors[str(item['tensor'])].dtype}"  # type: ignore[arg-type]
        if "tensor" in item
        else repr(item["value"])
        for item in case
        if not isinstance(item.get("value"), dict)
    )
