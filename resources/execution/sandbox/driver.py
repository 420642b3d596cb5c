"""The shell inside the sandbox that starts the steps: its text, its commands and its answers.

It is process 1 of the job's process namespace, so nothing inside can signal it to death, and it runs from an
execute-only copy of /bin/sh, which makes the kernel deny every other process its memory and descriptors
(/proc/1/mem, /proc/1/fd). Commands come on its stdin, answers go to its stdout, logs to descriptor 3; steps get
none of these: each opens the log's pipe anew, so that what it sets there (non-blocking) is its own. A shell, because
it starts in 1 ms and is on every machine; three descriptors, because dash names only single digits. What is run and
how it is judged is the caller's.
"""

import re
import shlex
from collections.abc import Mapping
from enum import IntEnum
from pathlib import PurePosixPath

from resources.execution.bundle import Limits

READY = "ready"
OPEN_FILES = 256
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

# `settle` returns when no process but this one is left, zombies included: only then can a step's log and
# its files no longer change. The empty subshell makes the shell wait, and so reap what it adopted.
_PRELUDE = """\
{ulimits}
exec 3>&2 2>/dev/null
umask 022
settle() {{
  kill -9 -1
  while set -- /proc/[0-9]*; [ $# -gt 1 ]; do kill -9 -1; (:); done
}}
step() {{
  ( {exports} exec "$@" ) </dev/null >/proc/self/fd/3 2>&1 3>&-
  code=$?
  settle
  echo $code
}}
fetch() {{
  limit=$1; shift
  for path; do
    if [ -L "$path" ]; then echo {link}; return; fi
  done
  if [ ! -e "$path" ]; then echo {missing}
  elif [ ! -f "$path" ]; then echo {irregular}
  elif head -c "$limit" <"$path" >&3; then echo {whole}
  else echo {unreadable}
  fi
}}
echo {ready}
"""


class Fetched(IntEnum):
    """What `fetch` answers."""

    WHOLE = 0
    MISSING = 1
    LINK = 2
    IRREGULAR = 3
    UNREADABLE = 4


REFUSALS: Mapping[int, str] = {
    Fetched.MISSING: "missing",
    Fetched.LINK: "a symbolic link, or reached through one",
    Fetched.IRREGULAR: "not a regular file",
    Fetched.UNREADABLE: "not readable",
}


def prelude(limits: Limits, environment: Mapping[str, str], mapped_bytes: int | None) -> bytes:
    """The driver's definitions and limits. `mapped_bytes` is what each process may map to write to.

    Raises ValueError for an environment variable whose name is none.
    """
    text = _PRELUDE.format(
        exports="".join(f"export {_variable(name)}={_quote(value)};" for name, value in environment.items()),
        ulimits=ulimits(limits, mapped_bytes),
        ready=READY,
        link=int(Fetched.LINK),
        missing=int(Fetched.MISSING),
        irregular=int(Fetched.IRREGULAR),
        unreadable=int(Fetched.UNREADABLE),
        whole=int(Fetched.WHOLE),
    )
    return text.encode()


def step_command(argv: tuple[str, ...]) -> bytes:
    """Runs one step; the answer is its exit code as a shell gives it. Raises ValueError on NUL bytes."""
    return f"step {' '.join(_quote(argument) for argument in argv)}\n".encode()


def fetch_command(name: str, limit: int) -> bytes:
    """Copies at most `limit` bytes of a file to the log; the answer is a Fetched. No link is followed."""
    path = PurePosixPath(name)
    prefixes = [*reversed(path.parents[:-1]), path]
    return f"fetch {limit} {' '.join(_quote(f'./{prefix}') for prefix in prefixes)}\n".encode()


def plain_relative(name: str) -> bool:
    """Whether a name stays below the folder it is relative to."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\0" not in name


def ulimits(limits: Limits, mapped_bytes: int | None, *, processes: bool = True) -> str:
    """Shell commands for the limits of each process.

    Memory: what is mapped to be written to (-d), and the whole address space (-v), which holds libraries and shared
    mappings too. Set in every sandbox: without them it is the kernel's overcommit policy that decides whether a
    program gets the terabytes that it asks for.

    CPU time: the step's, of all its processes together, is limited from outside (`processor`). The kernel's limit on
    each process is a second later, since it counts by ticks and ends one process of several; it is there for who
    cannot look in time.

    Process counts are per user *namespace* since Linux 5.14, so this counts the job's own. bash
    spells it -u, dash and busybox -p, where bash's -p is the pipe's size. Outside a namespace it would
    count everything the user runs: hence `processes`.
    """
    lines = [
        "ulimit -c 0",
        f"ulimit -n {OPEN_FILES}",
        f"ulimit -f {max(1, limits.scratch_bytes // 512)}",
        f"ulimit -S -t {limits.cpu_s + 1}",
        f"ulimit -H -t {limits.cpu_s + 2}",
    ]
    if processes:
        lines.append(f"ulimit -u {limits.processes + 1} 2>/dev/null || ulimit -p {limits.processes + 1}")
    if mapped_bytes is not None:
        lines += [f"ulimit -d {mapped_bytes >> 10}", f"ulimit -v {(2 * mapped_bytes + (1 << 30)) >> 10}"]
    return "\n".join(f"{line} || exit 1" for line in lines)


def _variable(name: str) -> str:
    if not _VARIABLE.match(name):
        raise ValueError(f"not the name of an environment variable: {name!r}")
    return name


def _quote(text: str) -> str:
    if "\0" in text:
        raise ValueError("NUL byte in an argument")
    return shlex.quote(text)
