"""Starts programs through the small launcher process, from any thread of a process of any size.

This is the client: it keeps one `launcher_process` alive and hands it descriptors. What is started, and
what is said to it, is the caller's.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.execution.errors import SandboxUnavailable, TransientEnvironmentFailure

# Unused in systemd's table of user ids, and below 65536, so that it exists in containers whose ids are mapped.
SANDBOX_USER = 65532
_DESCRIPTORS_A_MESSAGE = 250
_SCRIPT = Path(__file__).with_name("launcher_process.py")


@dataclass(frozen=True)
class HostPath:
    """An argument: a host path, replaced by one that the sandbox's user can reach."""

    path: Path


@dataclass(frozen=True)
class Descriptor:
    """An argument: a descriptor of this process, replaced by its number in the started program."""

    number: int


Argument = str | HostPath | Descriptor


class Started:
    """A started program. Killing and waiting go through a pidfd, so a reused process id can't be hit."""

    def __init__(self, pid: int, pidfd: int) -> None:
        self.pid, self.pidfd = pid, pidfd

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def close(self) -> None:
        os.close(self.pidfd)


class Launcher:
    """The launcher process and the socket to it. Thread-safe; survives the death of the process and a fork."""

    def __init__(self) -> None:
        self.user = SANDBOX_USER if os.geteuid() == 0 else None
        self._lock = threading.Lock()
        self._channel: socket.socket | None = None
        self._owner = 0
        self._finalizer: weakref.finalize[..., Launcher] | None = None

    def start(self, argv: Sequence[Argument], standard: tuple[int, int, int]) -> Started:
        """Starts `argv` with an empty environment and these three descriptors as 0, 1 and 2.

        Raises SandboxUnavailable where no launcher can run, TransientEnvironmentFailure where a start failed.
        """
        descriptors = list(standard)
        request = json.dumps([self._encoded(argument, descriptors) for argument in argv]).encode()
        with self._lock:
            for attempt in range(2):
                try:
                    return self._ask(request, descriptors)
                except (BrokenPipeError, ConnectionError, EOFError) as error:
                    self._disconnect()
                    if attempt:
                        raise SandboxUnavailable(f"the sandbox's launcher process ends at once: {error}") from error
        raise AssertionError("unreachable")

    @staticmethod
    def _encoded(argument: Argument, descriptors: list[int]) -> object:
        match argument:
            case HostPath(path):
                return {"path": str(path)}
            case Descriptor(number):
                descriptors.append(number)
                return {"fd": len(descriptors) - 1}
            case _:
                return argument

    def _ask(self, request: bytes, descriptors: list[int]) -> Started:
        channel = self._connected()
        channel.sendall(struct.pack("!II", len(request), len(descriptors)))
        sent = 0
        while descriptors:
            # Every message but the last carries one byte, for data is what the descriptors travel with.
            last = len(descriptors) <= _DESCRIPTORS_A_MESSAGE
            part = request[sent:] if last else request[sent : sent + 1]
            done = socket.send_fds(channel, [part], descriptors[:_DESCRIPTORS_A_MESSAGE])
            descriptors, sent = descriptors[_DESCRIPTORS_A_MESSAGE:], sent + done
        channel.sendall(request[sent:])
        return self._answer(channel)

    def _answer(self, channel: socket.socket) -> Started:
        header, received, _, _ = socket.recv_fds(channel, 4, 1)
        if len(header) < 4:
            raise EOFError("no answer")
        (length,) = struct.unpack("!I", header)
        answer = json.loads(channel.recv(length, socket.MSG_WAITALL))
        if "error" in answer:
            raise TransientEnvironmentFailure(f"could not start a sandbox: {answer['error']}")
        return Started(answer["pid"], received[0])

    def _connected(self) -> socket.socket:
        if self._channel is not None and self._owner == os.getpid():
            return self._channel
        self._disconnect()
        ours, theirs = socket.socketpair()
        stage = tempfile.mkdtemp(prefix="icwm-stage-")
        user = "" if self.user is None else str(self.user)
        # -I -S: no site packages and no environment, so that it starts in milliseconds and runs only this file.
        argv = [sys.executable, "-I", "-S", str(_SCRIPT), str(theirs.fileno()), user, stage]
        with theirs:
            process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], env={}, cwd="/", start_new_session=True
            )
        self._channel, self._owner = ours, os.getpid()
        self._finalizer = weakref.finalize(self, _stop, ours, process, stage, os.getpid())
        return ours

    def close(self) -> None:
        """Ends the process and every sandbox that it started. A later start begins another."""
        with self._lock:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._finalizer is not None:
            self._finalizer()
        self._channel = self._finalizer = None


def _stop(channel: socket.socket, process: "subprocess.Popen[bytes]", stage: str, owner: int) -> None:
    """Ends the launcher, which ends every sandbox it started. In a forked child only the socket is let go."""
    channel.close()
    if os.getpid() == owner:
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(stage, ignore_errors=True)
