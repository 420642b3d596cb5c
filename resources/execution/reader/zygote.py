"""The zygote of readers: a fresh interpreter that imports what readers need and forks them. It reads no text of others.

A fork of it costs milliseconds where an interpreter with its imports costs a second. It has one thread and one
command at a time, on a packet socket, and ends when that is closed. Started by `reader`.
"""

import contextlib
import gc
import importlib
import json
import os
import re
import resource
import signal
import socket
import time
from collections.abc import Mapping
from typing import Any

from resources.execution.reader import confinement
from resources.execution.reader.contract import OWN, PACKET_BYTES, package_of
from resources.execution.reader.worker import serve

STACK_BYTES = 64 << 20
"""So deep may a parser go; the same on every machine, whatever its shells allow."""
_ENDING_S = 5.0
_OWN_MODULE = re.compile(rf"{re.escape(OWN)}(\.\w+)+")


def main(descriptor: int, extended: Mapping[str, list[str]]) -> None:
    """Takes commands until the other side is gone. `extended` are packages, with their folders."""
    for name, folders in extended.items():
        importlib.import_module(name).__path__[:] = folders
    control = socket.socket(fileno=descriptor)
    confinement.prepare()
    confinement.undumpable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    ended: dict[int, int] = {}
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, PACKET_BYTES, 1)
        if not packet:
            return
        command = json.loads(packet)
        _reap(ended)
        if "ended" in command:
            answer = {"status": _status(command["ended"], ended, at_once=command["at_once"])}
        else:
            answer = {"pid": _fork(control, descriptors[0], command)}
        control.send(json.dumps(answer).encode())


def _fork(control: socket.socket, descriptor: int, command: dict[str, Any]) -> int:
    """Packages of others are imported here too: a reader may not list the folder in which one lies, and would not find
    it there once that folder has changed."""
    for name in command["modules"]:
        with contextlib.suppress(Exception):
            importlib.import_module(name if _OWN_MODULE.fullmatch(name) else package_of(name))
    gc.collect()
    gc.freeze()
    child = os.fork()
    if child == 0:
        control.close()
        serve(socket.socket(fileno=descriptor), command["folders"])
    os.close(descriptor)
    return child


def _reap(ended: dict[int, int]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])


def _status(child: int, ended: dict[int, int], *, at_once: bool) -> int | None:
    """Its exit code, negative for a signal; None for one that had to be ended, since it lives on."""
    deadline = time.monotonic() + (0.0 if at_once else _ENDING_S)
    while child not in ended and time.monotonic() < deadline:
        time.sleep(0.001)
        _reap(ended)
    if child in ended:
        return ended.pop(child)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
