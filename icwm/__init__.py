"""The calls that other programs make: a set is imported, tasks are certified, candidates are executed and predicted, a
campaign runs, its corpus is exported.

    import icwm

    with icwm.Engine("a folder") as engine:
        seen = engine.execute("builtin/gray_counter", open("gray_counter.v").read())
        print(seen.outcome, seen.text)

What there is stands in `icwm.names`, and is imported when it is first asked for. In the wheel everything else of the
project is under this name too.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from icwm import repository

if TYPE_CHECKING:
    from icwm.names import *  # noqa: F403

repository.lend_names()


def __getattr__(name: str) -> Any:
    """Classes alone: a module of this package is asked for here, too, before it is imported."""
    if name[:1].isupper():
        names = import_module(f"{__name__}.names")
        if name in names.__all__:
            return getattr(names, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
