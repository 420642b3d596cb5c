"""Log texts of every domain: cut to size, without the sandbox's own folder, and without what drives a terminal.

Works on bytes. What a particular tool prints that differs from run to run is its domain's to take out.
"""

import re

from resources.execution.sandbox.profile import WORK

_SANDBOX_FOLDER = re.compile(rb"(?<![\w./-])(?:%s/|\./)(?=[\w.-])" % re.escape(WORK.encode()))
# Two patterns, so that a candidate's line of slashes is read once and not again from each of them.
_PATH = re.compile(rb"/[^\s'\"<>:]*")
_LIBRARY_FOLDER = re.compile(rb"/lib(?:64)?/python3(?:\.\d+)?(?=/)")
# Colours, the cursor, the screen; titles and links; and any other control character.
_TERMINAL = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]"
    rb"|[\x00-\x08\x0b-\x1f\x7f]"
)
# Control characters of two bytes. Whole runs, since taking one out may bring the halves of another together.
_TERMINAL_UTF8 = re.compile(rb"(?:\xc2+[\x80-\x9f]+)+")
_LINE_ENDS = re.compile(rb"\r+\n?")
# What a shell between sandbox and tool says of a child that met a limit, where it lives long enough to say it.
_LIMIT_NOTICE = re.compile(rb"^(?:CPU time limit exceeded|Killed)(?: \(core dumped\))?(?:\n|\Z)", re.MULTILINE)
PRINTED = "printed: "
"""What stands before each line that a candidate's process wrote (`candidate_words`)."""
_MARK = PRINTED.encode()
_LEFT_OUT = b"\n[... log shortened: middle left out ...]\n"


def without_sandbox_folder(log: bytes) -> bytes:
    """Paths in the sandbox's work folder become relative; line ends of other systems become "\\n". Idempotent."""
    while (shorter := _SANDBOX_FOLDER.sub(b"", log.replace(b"\r\n", b"\n"))) != log:
        log = shorter
    return log


def without_library_folders(log: bytes) -> bytes:
    """Paths of Python's libraries begin with "…": where a machine keeps them is nobody's business. Idempotent."""
    return _PATH.sub(_without_library_folder, log)


def _without_library_folder(path: re.Match[bytes]) -> bytes:
    """The last such folder counts, and has one above it."""
    ends = [folder.end() for folder in _LIBRARY_FOLDER.finditer(path[0], 1)]
    return "…".encode() + path[0][ends[-1] :] if ends else path[0]


def without_terminal_codes(log: bytes) -> bytes:
    """Nothing is left that moves a cursor, clears, colours or rings; a carriage return ends a line, so that nothing is
    written over. Bytes that are no UTF-8 stay. Idempotent."""
    return _TERMINAL_UTF8.sub(b"", _TERMINAL.sub(b"", _LINE_ENDS.sub(b"\n", log)))


def without_limit_notices(log: bytes) -> bytes:
    """Without the shell's lines on a killed child: whether they are printed is a race between two killers."""
    return _LIMIT_NOTICE.sub(b"", log)


def shorten(log: bytes, limit: int) -> bytes:
    """At most `limit` bytes: the head (three quarters) and the tail, since benches report first and last. Lines stay
    whole, unless one is longer than half of its part."""
    if len(log) <= limit:
        return log
    room = max(0, limit - len(_LEFT_OUT))
    tail = room // 4
    return (_whole_head(log[: room - tail]) + _LEFT_OUT + _marked_tail(log, len(log) - tail))[:limit]


def _whole_head(part: bytes) -> bytes:
    end = part.rfind(b"\n")
    return part[:end] if end > len(part) // 2 else part


def _whole_tail(part: bytes) -> bytes:
    start = part.find(b"\n") + 1
    return part[start:] if start <= len(part) // 2 else part


def _marked_tail(log: bytes, start: int) -> bytes:
    """The tail from `start` on. What begins within a line of the candidate's begins with its mark."""
    tail, line = _whole_tail(log[start:]), log.rfind(b"\n", 0, start) + 1
    is_cut = line < start and len(tail) == len(log) - start
    return _MARK + tail[len(_MARK) :] if is_cut and log.startswith(_MARK, line) else tail


def first_lines(log: bytes, limit: int) -> bytes:
    """Whole lines from the start, at most `limit` bytes of them."""
    if len(log) <= limit:
        return log
    return log[: log.rfind(b"\n", 0, limit) + 1]
