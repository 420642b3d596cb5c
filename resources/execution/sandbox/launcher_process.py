"""The small process that starts bubblewrap: a script of its own, started by `launcher`, never imported.

Started once and kept, because forking from here costs 1 ms, and 15 ms from a process of 300 MB. It is the
only part that keeps a way to root when the system runs as root: it takes the sandbox's user, so bubblewrap has it,
and, in a mount namespace of its own, makes folders reachable that this user cannot reach (a virtual
environment under /root). It ends, and every sandbox with it, when its socket closes. Standard library
only, so that it starts in milliseconds and stays small.

Request: JSON, with the descriptors as ancillary data; answer: JSON with a process id and its pidfd.
"""

import array
import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import stat
import struct
import sys

_CLONE_NEWNS, _MS_BIND, _MS_REC, _MS_SLAVE, _MNT_DETACH = 0x20000, 0x1000, 0x4000, 0x80000, 2
# Bindings kept at once. Unbinding the oldest is safe, since a running sandbox has its own copy.
_MOST_STAGED = 64


class Stage:
    """Host folders bound to where an unprivileged user reaches them, in a private mount namespace."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._staged: dict[tuple[str, int, int], str] = {}
        self._count = 0
        if self._libc.unshare(_CLONE_NEWNS):
            raise OSError(ctypes.get_errno(), "unshare")
        self._mount(None, "/", None, _MS_REC | _MS_SLAVE)
        self._mount("tmpfs", folder, "tmpfs", 0)
        os.chmod(folder, 0o755)

    def reachable(self, source: str) -> str:
        """A path of the same folder or file that any user can reach."""
        user = os.geteuid()
        os.seteuid(0)
        try:
            return self._reachable(os.path.realpath(source))
        finally:
            os.seteuid(user)

    def _reachable(self, source: str) -> str:
        status = os.stat(source)
        if all(os.stat(parent).st_mode & stat.S_IXOTH for parent in _parents(source)):
            return source
        key = (source, status.st_dev, status.st_ino)
        if key not in self._staged:
            self._make_room()
            self._staged[key] = self._bind(source, stat.S_ISDIR(status.st_mode))
        return self._staged[key]

    def close(self) -> None:
        """Takes back root, for good, and leaves the folder an ordinary empty one again."""
        os.seteuid(0)
        self._libc.umount2(self._folder.encode(), _MNT_DETACH)

    def _bind(self, source: str, is_folder: bool) -> str:
        self._count += 1
        target = os.path.join(self._folder, str(self._count))
        if is_folder:
            os.mkdir(target, 0o755)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o644))
        self._mount(source, target, None, _MS_BIND | _MS_REC)
        return target

    def _make_room(self) -> None:
        while len(self._staged) >= _MOST_STAGED:
            oldest = self._staged.pop(next(iter(self._staged)))
            self._libc.umount2(oldest.encode(), _MNT_DETACH)

    def _mount(self, source: str | None, target: str, kind: str | None, flags: int) -> None:
        names = [name.encode() if name else None for name in (source, target, kind)]
        if self._libc.mount(*names, ctypes.c_ulong(flags), None):
            raise OSError(ctypes.get_errno(), "mount", target)


def _parents(path: str) -> list[str]:
    parents = []
    while path != "/":
        path = os.path.dirname(path)
        parents.append(path)
    return parents


def start(argv: list[str], descriptors: list[int]) -> int:
    """Spawns with an empty environment; the first three descriptors become 0, 1, 2, the rest keep their numbers.

    posix_spawn does not copy this process, which makes it 1.3 ms cheaper than a fork.
    """
    for descriptor in descriptors[3:]:
        os.set_inheritable(descriptor, True)
    standard = [(os.POSIX_SPAWN_DUP2, descriptor, target) for target, descriptor in enumerate(descriptors[:3])]
    # This interpreter ignores some signals, and its parent maybe others; what is ignored stays so over exec.
    ignored = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
    return os.posix_spawn(argv[0], argv, {}, file_actions=standard, setsid=True, setsigdef=ignored)


def become(user: int) -> None:
    """Takes the sandbox's user, from root, so that programs started from here have it in all three user ids:
    exec replaces the saved one. That one stays root here, for `Stage`'s mounts alone."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, 0)


def receive(channel: socket.socket) -> tuple[bytes, list[int]]:
    """One request: its length and its number of descriptors first, since one message carries at most 253."""
    header, descriptors = _receive_part(channel, 8)
    if len(header) < 8:
        return b"", []
    length, count = struct.unpack("!II", header)
    data = b""
    while len(data) < length or len(descriptors) < count:
        part, more = _receive_part(channel, max(1, length - len(data)))
        if not part:
            return b"", []
        data += part
        descriptors += more
    return data[:length], descriptors


def _receive_part(channel: socket.socket, size: int) -> tuple[bytes, list[int]]:
    data, ancillary, _, _ = channel.recvmsg(size, socket.CMSG_SPACE(253 * 4), socket.MSG_CMSG_CLOEXEC)
    received = array.array("i")
    for _, _, payload in ancillary:
        received.frombytes(payload[: len(payload) // 4 * 4])
    return data, list(received)


def serve(channel: socket.socket, stage: Stage | None) -> None:
    """Answers until the other side closes. In the request's argv, {"fd": i} is the i-th descriptor's number
    and {"path": p} a path that the sandbox's user can reach."""
    while True:
        request, descriptors = receive(channel)
        if not request:
            return
        reap()
        try:
            argv = [_argument(item, descriptors, stage) for item in json.loads(request)]
            pid = start(argv, descriptors)
        except OSError as error:
            channel.sendall(_framed({"error": str(error)}))
        else:
            pidfd = os.pidfd_open(pid)
            socket.send_fds(channel, [_framed({"pid": pid})], [pidfd])
            os.close(pidfd)
        for descriptor in descriptors:
            os.close(descriptor)


def reap() -> None:
    """Only at the next request: until then a program that has ended keeps its id, so its pidfd can be opened."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _argument(item: object, descriptors: list[int], stage: Stage | None) -> str:
    if isinstance(item, dict):
        if "fd" in item:
            return str(descriptors[item["fd"]])
        return stage.reachable(item["path"]) if stage else os.path.realpath(item["path"])
    return str(item)


def _framed(answer: dict[str, object]) -> bytes:
    data = json.dumps(answer).encode()
    return struct.pack("!I", len(data)) + data


def main() -> None:
    channel = socket.socket(fileno=int(sys.argv[1]))
    # Handed over inheritable: a sandbox that kept it could ask this process, which may be root, for anything.
    channel.set_inheritable(False)
    user = int(sys.argv[2]) if sys.argv[2] else None
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    stage = _stage(sys.argv[3]) if user is not None else None
    if user is not None:
        become(user)
    try:
        serve(channel, stage)
    finally:
        # So that the CPU time of the last programs is counted as this process's, and so as the owner's.
        reap()
        # Here and not in the owner, which may have been killed.
        if stage is not None:
            stage.close()
        with contextlib.suppress(OSError):
            os.rmdir(sys.argv[3])


def _stage(folder: str) -> Stage | None:
    """None where root may not mount (a container without CAP_SYS_ADMIN): then only reachable folders bind."""
    try:
        return Stage(folder)
    except OSError:
        return None


if __name__ == "__main__":
    main()
