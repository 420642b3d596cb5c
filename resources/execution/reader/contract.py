"""What the two sides of a reader's channel agree on: whether a process is a reader, and how one may end."""

import typing
from collections.abc import Callable
from functools import cache
from typing import Any

from resources.execution.errors import PermanentEnvironmentFailure

OUT_OF_MEMORY = 77
"""The exit code of a reader whose function met a MemoryError."""
NO_THREAD = 78
"""The exit code of a reader that could start no thread: its machine allows no more, which is no text's doing."""
OWN = __name__.removesuffix(".execution.reader.contract")
"""The package whose modules a reader may ask to be imported before the fork: `resources`, under whatever name."""
PACKET_BYTES = 128 << 10
"""Of one command to the zygote, and of its answer."""
_is_reader = False


class ReaderDied(PermanentEnvironmentFailure):
    """The reader of a text died of it, and a fresh one too. Words of the message are the same for the same text."""


class ReadingError(Exception):
    """A reading function raised what it does not declare: a mistake of the function. The message has its traceback."""


def mark_as_reader() -> None:
    """From now on this process is one."""
    global _is_reader
    _is_reader = True


def is_reader() -> bool:
    return _is_reader


def package_of(name: str) -> str:
    """The top-level package of a module, or of a function's `module:name`."""
    return name.partition(":")[0].partition(".")[0]


@cache
def answer_type(function: Callable[..., Any]) -> Any:
    """The declared type of what a reading function returns."""
    return typing.get_type_hints(function)["return"]
