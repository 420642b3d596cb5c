"""Readers as a process sees them: a zygote, started when the first is needed, and its forks, kept between questions.

The same text gives the same answer: CPU time and memory decide, and a death counts only where a fresh reader dies too.
Wall time is the safety net: what runs into it is the environment's failure.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.execution.errors import TransientEnvironmentFailure
from resources.execution.reader import frames, wire
from resources.execution.reader.contract import (
    NO_THREAD,
    OUT_OF_MEMORY,
    OWN,
    PACKET_BYTES,
    ReaderDied,
    ReadingError,
    package_of,
)
from resources.execution.reader.questions import Question, Shelf, packed

_WALL_FACTOR = 20
_CONTROL_S = 120.0
_START = f"""import json, sys
given = json.loads(sys.argv[1])
sys.path[:] = given.pop("path")
from {OWN}.execution.reader.zygote import main
main(**given)"""
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null", "/dev/urandom")
_MODULE = re.compile(rf"{re.escape(OWN)}(\.\w{{1,60}}){{1,5}}", re.ASCII)
_MAXIMUM_MODULES = 500
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "TZ")
_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
}


class _Death(Exception):
    """How a reader ended, in the words of a log."""


class _ZygoteGone(TransientEnvironmentFailure):
    """The process that forks readers has ended; another can be started."""


class Zygote:
    """The process that forks readers. Commands are one at a time."""

    def __init__(self) -> None:
        self._control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_CONTROL_S)
        self._guard = threading.Lock()
        path = [entry or os.getcwd() for entry in sys.path]
        given = json.dumps({"path": path, "descriptor": other.fileno(), "extended": _extended()})
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", "-c", _START, given],
                env={**passed_on, **_ENVIRONMENT},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )
        except OSError as error:
            raise TransientEnvironmentFailure(f"no process that reads candidates: {error}") from error
        finally:
            other.close()

    def fork(self, descriptor: int, modules: list[str], folders: Sequence[str]) -> int:
        """A reader that serves the other end of a channel and may read `folders`; returns its process id."""
        command = {"modules": modules, "folders": [*_folders(), *folders]}
        return int(self._do(command, [descriptor])["pid"])

    def ended(self, process: int, *, at_once: bool = False) -> int | None:
        """How a reader ended: its exit code, negative for a signal; None where it had to be killed."""
        status: int | None = self._do({"ended": process, "at_once": at_once}, [])["status"]
        return status

    def close(self) -> None:
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)

    def _do(self, command: Mapping[str, Any], descriptors: list[int]) -> Mapping[str, Any]:
        with self._guard:
            try:
                socket.send_fds(self._control, [json.dumps(command).encode()], descriptors)
                answer: Mapping[str, Any] = json.loads(self._control.recv(PACKET_BYTES))
            except (OSError, ValueError) as error:
                raise _ZygoteGone(f"the process that starts readers is gone: {error}") from error
        return answer


class Reader:
    """One reader, for one question at a time."""

    def __init__(self, zygote: Zygote, modules: list[str], folders: tuple[str, ...]) -> None:
        self.zygote, self.folders, self.packages = zygote, folders, {package_of(name) for name in modules}
        self._channel, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.process = zygote.fork(other.fileno(), modules, folders)
        finally:
            other.close()
        self._shelf = Shelf()
        self._channel.settimeout(_CONTROL_S)
        try:
            self.in_force = tuple(wire.codec(list[str]).decode(wire.loaded(frames.receive(self._channel))))
        except (frames.ChannelClosed, OSError, ValueError) as error:
            raise TransientEnvironmentFailure(f"a reader did not start: {error}") from error

    def can_answer(self, question: Question) -> bool:
        """Whether it was born with the question's folders and with its package."""
        return self.folders == question.folders and package_of(question.function) in self.packages

    def answer(self, question: Question) -> Any:
        """What the reader sends, as JSON values. Raises _Death, and EnvironmentFailure where it is not the text's."""
        self._channel.settimeout(question.cpu_s * _WALL_FACTOR)
        try:
            frames.send(self._channel, packed(question, self._shelf))
            reply = wire.loaded(frames.receive(self._channel))
        except TimeoutError:
            self.zygote.ended(self.process, at_once=True)
            raise TransientEnvironmentFailure(
                f"a reader had no answer after {question.cpu_s * _WALL_FACTOR} s: is the machine busy?"
            ) from None
        except frames.ChannelClosed:
            raise self._death(question) from None
        except wire.WireError:
            raise _Death("gave an answer that cannot be read") from None
        return reply

    def close(self) -> None:
        self._channel.close()

    def _death(self, question: Question) -> Exception:
        status = self.zygote.ended(self.process)
        if status == -signal.SIGKILL:
            return TransientEnvironmentFailure("a reader was killed from outside: is the machine short of memory?")
        if status == NO_THREAD:
            return TransientEnvironmentFailure("a reader could start no thread: does this machine allow no more?")
        if status is None:
            return _Death("closed its channel")
        if status == -signal.SIGXCPU:
            return _Death(f"used more than {question.cpu_s} s of CPU time")
        if status == OUT_OF_MEMORY:
            return _Death("ran out of memory")
        return _Death(f"ended by signal {-status}" if status < 0 else f"ended with code {status}")


class Readers:
    """Thread-safe: as many readers as cores, the last used first, so that what one has parsed is found again."""

    def __init__(self) -> None:
        self._many = max(2, len(os.sched_getaffinity(0)))
        self._places = threading.BoundedSemaphore(self._many)
        self._guard = threading.Lock()
        self._zygote: Zygote | None = None
        self._idle: list[Reader] = []
        self._modules: set[str] = set()

    def ask(self, question: Question, declared: Any, errors: Mapping[str, type[Exception]]) -> Any:
        """The value of the declared type. Raises ReaderDied, one of `errors`, ReadingError, EnvironmentFailure."""
        with self._places:
            try:
                answer = self._answer(question, wire.codec(declared))
            except _Death as death:
                raise ReaderDied(f"the reader {death}") from None
        if answer.error is None:
            return answer.value
        kind, arguments, trace = answer.error
        if kind in errors:
            raise errors[kind](*arguments)
        raise ReadingError(f"{kind}: {', '.join(arguments)}\n{trace}")

    def close(self) -> None:
        """Ends all readers; a later question starts anew."""
        with self._guard:
            idle, self._idle = self._idle, []
            zygote, self._zygote = self._zygote, None
        for reader in idle:
            reader.close()
        if zygote is not None:
            zygote.close()

    def _answer(self, question: Question, codec: wire.Codec) -> "_Answer":
        reader = self._take(question)
        if reader is not None:
            try:
                return self._answered(reader, question, codec)
            except (_Death, _ZygoteGone):
                pass  # What it had read before may have had a part in it: a fresh one decides.
        return self._answered(self._fresh(question), question, codec)

    def _take(self, question: Question) -> Reader | None:
        with self._guard:
            places = [place for place, reader in enumerate(self._idle) if reader.can_answer(question)]
            return self._idle.pop(places[-1]) if places else None

    def _answered(self, reader: Reader, question: Question, codec: wire.Codec) -> "_Answer":
        try:
            answer = _read(reader.answer(question), codec)
        except BaseException:
            reader.close()
            raise
        with self._guard:
            self._idle.append(reader)
            surplus = self._idle[: -self._many]
            self._idle = self._idle[-self._many :]
            if len(self._modules) + len(answer.modules) <= _MAXIMUM_MODULES:
                self._modules |= {name for name in answer.modules if _MODULE.fullmatch(name)}
        for idle in surplus:
            idle.close()
        return answer

    def _fresh(self, question: Question) -> Reader:
        """A second try where the zygote is gone; what readers had to import is imported before the fork."""
        with self._guard:
            self._modules.add(question.function.partition(":")[0])
            modules = sorted(self._modules)
        try:
            return Reader(self._started(), modules, question.folders)
        except _ZygoteGone:
            self._stop()
            return Reader(self._started(), modules, question.folders)

    def _started(self) -> Zygote:
        with self._guard:
            if self._zygote is None:
                self._zygote = Zygote()
            return self._zygote

    def _stop(self) -> None:
        """Its forks live on, and nobody could say how they end."""
        with self._guard:
            zygote, self._zygote = self._zygote, None
            orphans = [reader for reader in self._idle if reader.zygote is zygote]
            self._idle = [reader for reader in self._idle if reader.zygote is not zygote]
        for reader in orphans:
            reader.close()
        if zygote is not None:
            zygote.close()


@dataclass(frozen=True)
class _Answer:
    """`error` is the exception's class, arguments and traceback; `modules` are those that a reader imported lately."""

    value: Any
    error: tuple[str, tuple[str, ...], str] | None
    modules: tuple[str, ...]


def _read(reply: Any, codec: wire.Codec) -> _Answer:
    """Raises _Death for what no honest reader sends: it is used no more."""
    try:
        modules = wire.codec(tuple[str, ...]).decode(reply.get("modules", []))
        if "error" in reply:
            return _Answer(None, wire.codec(tuple[str, tuple[str, ...], str]).decode(reply["error"]), modules)
        return _Answer(codec.decode(reply["value"]), None, modules)
    except (AttributeError, ValueError, TypeError, KeyError):
        raise _Death("gave an answer that cannot be read") from None


def _folders() -> list[str]:
    """What a reader may look into: the interpreter, the system's libraries, what is installed for it (a user's own
    site-packages are elsewhere than the interpreter), and the packages of this program."""
    packages = [folder for name, module in [*sys.modules.items()] if "." not in name for folder in _path(module)]
    extended = [folder for folders in _extended().values() for folder in folders]
    installed = [entry for entry in sys.path if Path(entry).name in _INSTALLED]
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    return list(dict.fromkeys((*prefixes, *_SYSTEM, *installed, *packages, *extended)))


def _extended() -> dict[str, list[str]]:
    """Packages of ours that have folders added to them, as a domain of one's own is."""
    packages = {name: _path(module) for name, module in [*sys.modules.items()] if name.startswith(f"{OWN}.")}
    return {name: path for name, path in packages.items() if len(path) > 1}


def _path(module: object) -> list[str]:
    """A package's folders, without asking the module for an attribute: one that loads lazily would import at that."""
    return [str(folder) for folder in getattr(module, "__dict__", {}).get("__path__", ())]


_readers = Readers()


def _forget() -> None:
    """A fork of this process shares no reader with it."""
    global _readers
    _readers = Readers()


os.register_at_fork(after_in_child=_forget)


def ask(question: Question, declared: Any, errors: Mapping[str, type[Exception]]) -> Any:
    """By this process's readers; see `Readers.ask`."""
    return _readers.ask(question, declared, errors)


def close() -> None:
    """Ends this process's readers."""
    _readers.close()
