"""`apart` marks a function that reads text of others: wherever it is called, a reader calls it and it may die there.

Such a function is pure: text and plain data in, a value of its declared type out. Inside a reader it calls others of
its kind as they are.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast, overload

from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure, ToolMissing
from resources.execution.reader import contract
from resources.execution.reader.contract import ReaderDied

P = ParamSpec("P")
R = TypeVar("R")
CPU_S = 30
"""CPU seconds for one answer. What is asked takes milliseconds, and a second at most."""
EXPECTED: tuple[type[Exception], ...] = (
    ValueError,
    KeyError,
    TypeError,
    EnvironmentGap,
    ToolMissing,
    PermanentEnvironmentFailure,
)
"""What any function may raise; others raise what they declare."""


@overload
def apart(function: Callable[P, R]) -> Callable[P, R]: ...


@overload
def apart(
    *,
    died: Callable[..., Any] | None = None,
    raises: tuple[type[Exception], ...] = (),
    reads: Callable[..., Sequence[str]] | None = None,
    cpu_s: int = CPU_S,
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def apart(
    function: Callable[P, R] | None = None,
    *,
    died: Callable[..., Any] | None = None,
    raises: tuple[type[Exception], ...] = (),
    reads: Callable[..., Sequence[str]] | None = None,
    cpu_s: int = CPU_S,
) -> Any:
    """Has a module's function called by a reader.

    `died` gives the answer where the reader dies of the text, from the death and the arguments; without it ReaderDied
    is raised. `raises` are the exceptions beyond `EXPECTED` that come back as what they are, made anew of their
    arguments. `reads` names, from the arguments, the folders that the function may read.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        name = f"{function.__module__}:{function.__qualname__}"
        errors = _by_name((*EXPECTED, *raises))

        @functools.wraps(function)
        def asked(*arguments: P.args, **named: P.kwargs) -> R:
            if contract.is_reader():
                return function(*arguments, **named)
            from resources.execution.reader import reader
            from resources.execution.reader.questions import Question

            folders = tuple(reads(*arguments, **named)) if reads is not None else ()
            question = Question(name, cpu_s, arguments, named, folders)
            try:
                return cast(R, reader.ask(question, contract.answer_type(function), errors))
            except ReaderDied as death:
                if died is None:
                    raise
                return cast(R, died(death, *arguments, **named))

        return asked

    return wrap if function is None else wrap(function)


def _by_name(errors: tuple[type[Exception], ...]) -> dict[str, type[Exception]]:
    return {error.__name__: error for error in errors}
