"""What went wrong in a candidate's process, told in a few fields that do not depend on the run.

Which outcome a kind of error is stands outside, in `stages.triton.judging`.
"""

import os
import re
import traceback
from typing import Any

from triton.compiler.errors import CompilationError
from triton.runtime.errors import InterpreterError, OutOfResources, PTXASError

from .handing_on import is_handing_on
from .hints import FalseHint
from .kernel_scope import HostCodeInKernel
from .memory_guard import DataRace, InvalidAccess
from .watch import HostReadsValues

_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
_REPRODUCER = re.compile(r"^Repro command:.*$|/tmp/\S+", re.MULTILINE)
_ASSEMBLED = re.compile(r"/tmp/\w+(?=\.ptx\b)")
_OURS = f"{os.path.dirname(os.path.abspath(__file__))}{os.sep}"
_MOST_CHARACTERS = 6000
_OF_THE_KERNEL = frozenset({"create_assert", "create_assume", "validate", "materialize_pointers"})
"""Functions of the interpreter that say what a device would stop at too."""


def described(error: BaseException, file: str, stage: str) -> dict[str, Any]:
    """`kind` names the class that decides the outcome; `text` is for the log; `line` is 1-based, 0 if unknown."""
    root = _root(error)
    kind = "harness" if _raised_by_checker(error, root, file) else _kind(error, root, stage)
    told = root if kind in ("access", "race", "gap", "host") else error
    text = _text(told)
    return {
        "stage": stage,
        "kind": kind,
        "line": _line(error, file),
        "text": _shortened(_without_chance(f"{_trace(error, file)}{text}")),
    }


def of_checker(error: BaseException, stage: str) -> dict[str, Any]:
    """What ended the checker itself, whatever the candidate did."""
    kind = "memory" if _is_of_memory(error) else "harness"
    return {"stage": stage, "kind": kind, "line": 0, "text": _shortened(_without_chance(_text(error)))}


def _without_chance(text: str) -> str:
    """Addresses and temporary names are other ones in each run."""
    return _REPRODUCER.sub("", _ASSEMBLED.sub("kernel", _ADDRESS.sub("0x…", text)))


def _is_of_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or "can't allocate memory" in _message(error)


_JUDGED = (
    CompilationError,
    DataRace,
    FalseHint,
    HostCodeInKernel,
    HostReadsValues,
    InterpreterError,
    InvalidAccess,
    OutOfResources,
    PTXASError,
)
"""What the checker, or Triton, raises to say something of the candidate."""


def _raised_by_checker(error: BaseException, root: BaseException, file: str) -> bool:
    """Whether the innermost function that is the candidate's or the checker's is the checker's, and does more than hand
    a call on: the exception is then no work of the candidate's."""
    if isinstance(error, _JUDGED) or isinstance(root, _JUDGED) or _is_of_memory(root):
        return False
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    for code in reversed(codes):
        if code.co_filename.endswith(file):
            return False
        if code.co_filename.startswith(_OURS):
            return not is_handing_on(code)
    return False


def _root(error: BaseException) -> BaseException:
    """The first cause; an interpreter's error wraps what happened in the kernel."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _is_gap(root: BaseException) -> bool:
    """A kernel that compiles raises nothing on a device: what it raises is the interpreter's, which cannot run it. But
    for what the kernel itself asserts, promises to the compiler, or asks of a descriptor."""
    frames = traceback.extract_tb(root.__traceback__)
    asserts = isinstance(root, AssertionError) and bool(frames) and frames[-1].name in _OF_THE_KERNEL
    return not asserts and not isinstance(root, FalseHint)


def _kind(error: BaseException, root: BaseException, stage: str) -> str:
    if isinstance(error, OutOfResources) or isinstance(root, OutOfResources):
        return "resources"
    if isinstance(root, InvalidAccess):
        return "access"
    if isinstance(root, DataRace):
        return "race"
    if isinstance(root, HostCodeInKernel | HostReadsValues):
        return "host"
    if _is_of_memory(root):
        return "memory"
    if isinstance(error, InterpreterError) and _is_gap(root):
        return "gap"
    if isinstance(error, CompilationError | PTXASError) or "MLIR" in type(error).__name__ or _in_a_pass(error):
        return "compilation"
    return "launch" if stage == "compile" and _raised_by_triton(error) else "exception"


def _in_a_pass(error: BaseException) -> bool:
    """Whether one of the compiler's own stages failed, whose exceptions are plain ones: `PassManager::run failed`."""
    frames = traceback.extract_tb(error.__traceback__)
    return any(frame.name.startswith("make_") and "/triton/backends/" in frame.filename for frame in frames)


def _raised_by_triton(error: BaseException) -> bool:
    """Whether Triton's own launch code refused: a number of warps, an unknown keyword, a missing argument."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and ("/triton/" in frames[-1].filename or frames[-1].name == "dynamic_func")


def _text(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error))
    if isinstance(error, InterpreterError) and error.__cause__ is not None:
        error = _root(error)
    root, text = _root(error), f"{type(error).__name__}: {_message(error)}\n"
    # An error inside a function of Triton's library says where it was called, and its cause says why.
    cause = _message(root)
    return text if root is error or cause in text else f"{text}{type(root).__name__}: {cause}\n"


def _message(error: BaseException) -> str:
    """A candidate's own exception makes its text by code of the candidate's, which may fail."""
    try:
        return str.strip(str(error), "")
    except Exception as failure:
        return f"(its text cannot be made: {type(failure).__name__})"


def _trace(error: BaseException, file: str) -> str:
    """The frames in the candidate's own file, outermost first; of an interpreter's error, the kernel's too."""
    lines: list[str] = []
    chain: list[BaseException] = [error]
    while chain[-1].__cause__ is not None:
        chain.append(chain[-1].__cause__)
    for item in chain:
        for frame in traceback.extract_tb(item.__traceback__):
            line = f"{file}:{frame.lineno}: in {frame.name}\n"
            if frame.filename.endswith(file) and line not in lines:
                lines.append(line)
    place = _kernel_line(error, file)
    return "".join(lines) + (f"{file}:{place}: in kernel\n" if place else "")


def _kernel_line(error: BaseException, file: str) -> int:
    """The file's line of a compilation error, which itself counts from the kernel's `def`; 0 where there is none."""
    source, line = getattr(error, "src", None), getattr(getattr(error, "node", None), "lineno", 0)
    if not isinstance(source, str) or not line or not os.path.isfile(file):
        return 0
    with open(file, encoding="utf-8", errors="replace") as text:
        before, found, _ = text.read().partition(source.splitlines()[0])
    return before.count("\n") + line if found else 0


def _line(error: BaseException, file: str) -> int:
    if isinstance(error, SyntaxError):
        return error.lineno or 0
    if place := _kernel_line(error, file):
        return place
    frames = [frame for item in (error, _root(error)) for frame in traceback.extract_tb(item.__traceback__)]
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename.endswith(file)), 0)


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + "\n[... shortened]\n"
