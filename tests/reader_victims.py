"""Reading functions that do what hostile text makes a parser do, for tests of the readers."""

import ctypes
import importlib
import os
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.reader.apart import apart


class UndeclaredError(Exception):
    """Not in the list of any function."""


class DeclaredError(Exception):
    """In the list of one."""


@apart
def process() -> int:
    return os.getpid()


@apart
def echoed(text: str) -> str:
    return text


@apart
def numbers(text: str) -> dict[str, float]:
    return {word: float(len(word)) for word in text.split()}


@apart
def size_of(bundle: EnvironmentBundle) -> int:
    return len(bundle.prompt)


@apart
def observed(observation: Observation) -> Observation | None:
    return observation


@apart
def aborts(text: str) -> str:
    if "bomb" in text:
        os.abort()
    return text


@apart(died=lambda death, *_: [str(death)])
def aborts_into_a_list(text: str) -> list[str]:
    os.abort()


@apart
def recurses_in_native_code(depth: int) -> int:
    """The C library's own recursion, without any limit: qsort's comparison sorts again."""
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    libc = ctypes.CDLL(None)
    sys.setrecursionlimit(1 << 30)

    def again(_left: int, _right: int) -> int:
        libc.qsort((ctypes.c_int * 2)(), 2, 4, callback)
        return 0

    callback = compare(again)
    again(0, 0)
    return depth


@apart(cpu_s=1)
def backtracks(text: str) -> bool:
    return re.fullmatch(r"(a+)+b", text) is not None


@apart(cpu_s=1)
def loops(text: str) -> str:
    while True:
        pass


@apart
def bloats(text: str) -> int:
    return len([bytearray(1 << 24) for _ in range(1 << 12)])


@apart
def starts_threads(stack_bytes: int) -> bool:
    """More than its memory has stacks for."""
    threading.stack_size(stack_bytes)
    for _ in range(8):
        threading.Thread(target=time.sleep, args=(1.0,)).start()
    return True


@apart(raises=(DeclaredError,))
def raises(kind: str) -> str:
    raise {"value": ValueError, "declared": DeclaredError, "undeclared": UndeclaredError}[kind](f"of {kind}")


@apart
def answers_otherwise(text: str) -> list[int]:
    return [text]  # type: ignore[list-item]


@apart
def tries(what: str) -> str:
    """What a reader that hostile text has taken over would try; how it ended."""
    attempts = {
        "write": lambda: Path("/tmp/reader-was-here").write_text("x"),
        "read": lambda: Path("/etc/passwd").read_text(),
        "memory": lambda: os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY),
        "environment": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
        "run": lambda: subprocess.run(["/bin/true"], check=True),
        "fork": os.fork,
        "network": lambda: socket.socket(socket.AF_INET),
        "local socket": lambda: socket.socket(socket.AF_UNIX),
        "signal": lambda: os.kill(os.getppid(), 0),
        "delete": lambda: os.unlink("/tmp/reader-was-here"),
    }
    try:
        attempts[what]()
    except (OSError, ValueError) as error:
        return type(error).__name__
    return "done"


@apart
def environment() -> list[str]:
    return sorted(os.environ)


@apart
def descriptors() -> int:
    opened = 0
    for number in range(256):
        try:
            os.fstat(number)
            opened += 1
        except OSError:
            continue
    return opened


@apart(cpu_s=1)
def sleeps(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@apart(raises=(DeclaredError,), reads=lambda folder: [folder])
def read_in(folder: str) -> str:
    return (Path(folder) / "text").read_text()


@apart
def imported(name: str) -> str:
    return str(importlib.import_module(name).__doc__)


@apart
def leaves(text: str) -> str:
    os._exit(3)


@apart
def hangs_up(text: str) -> str:
    """Closes its side and lives on."""
    os.closerange(3, 256)
    time.sleep(600)
    return text
