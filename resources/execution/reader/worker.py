"""A reader: a fork of the zygote that calls functions on text of others, and answers until it dies.

How it is confined stands in `confinement`, what its deaths mean in `reader`.
"""

import importlib
import os
import resource
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from resources.execution.errors import ToolMissing
from resources.execution.missing_package import is_foreign, missing_package
from resources.execution.reader import confinement, contract, frames, wire
from resources.execution.reader.contract import NO_THREAD, OUT_OF_MEMORY, OWN, answer_type
from resources.execution.reader.questions import Question, Shelf, unpacked

_HEADROOM_BYTES = 1 << 30
_ERROR_CHARACTERS = 4_000


def serve(channel: socket.socket, folders: Sequence[str]) -> None:
    """Answers until the channel is closed. Does not return to the zygote's code."""
    code = 1
    try:
        _limit_memory()
        in_force = confinement.confine(folders)
        frames.send(channel, wire.dumped(list(in_force)))
        contract.mark_as_reader()
        _answer_all(channel)
        code = 0
    except frames.ChannelClosed:
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _answer_all(channel: socket.socket) -> None:
    shelf = Shelf()
    known = len(sys.modules)
    while True:
        question = unpacked(frames.receive(channel), shelf)
        _limit_cpu(question.cpu_s)
        reply = _answer(question)
        if len(sys.modules) != known:
            known = len(sys.modules)
            reply["modules"] = sorted(name for name in sys.modules if name.startswith(f"{OWN}."))
        frames.send(channel, wire.dumped(reply))


def _answer(question: Question) -> dict[str, Any]:
    """{"value": …}, or {"error": [class, arguments, traceback]}; a MemoryError is a death."""
    try:
        function = resolve(question.function)
        value = function(*question.arguments, **question.named)
        return {"value": wire.codec(answer_type(function)).encode(value)}
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, RuntimeError) and "start new thread" in str(error):
            os._exit(NO_THREAD)
        if isinstance(error, ModuleNotFoundError) and is_foreign(error.name or ""):
            return {"error": [ToolMissing.__name__, [str(missing_package(error))], _traceback(error)]}
        return {
            "error": [type(error).__name__, [str(item)[:_ERROR_CHARACTERS] for item in error.args], _traceback(error)]
        }


def _traceback(error: Exception) -> str:
    return "".join(traceback.format_exception(error))[-_ERROR_CHARACTERS:]


@cache
def resolve(name: str) -> Callable[..., Any]:
    """In here, what `apart` marks is called as it is."""
    module, _, path = name.partition(":")
    target: Any = importlib.import_module(module)
    for part in path.split("."):
        target = getattr(target, part)
    function: Callable[..., Any] = target
    return function


def _limit_memory() -> None:
    """So much more than the imports take; core files are nobody's."""
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[0])
    limit = pages * resource.getpagesize() + _HEADROOM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _limit_cpu(seconds: int) -> None:
    """SIGXCPU ends this process when it has used so many more. Only the soft limit can be raised for the next."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime)
    resource.setrlimit(resource.RLIMIT_CPU, (used + 1 + seconds, resource.RLIM_INFINITY))
