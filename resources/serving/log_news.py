"""LogNews: whether a server's log says something new, by which a slow start is told from one that hangs.

The same line at another time is nothing new: vLLM repeats every minute that it waits for its engine.
"""

import re
from collections.abc import Callable

_TIMES = re.compile(r"\d+(?::\d{2})+(?:[.,]\d+)?|\b\d{1,4}-\d{2}(?:-\d{2})?\b")
_LAST_CHARACTERS = 80


class LogNews:
    """`tail` gives the end of the log, as text."""

    def __init__(self, tail: Callable[[], str]) -> None:
        self._tail = tail
        self._known: set[str] = set()
        self.last = ""
        """The newest line that was new, cut to what fits beside other words; "" before the first."""

    def is_new(self) -> bool:
        """Whether a line came since the last call that was never there before, clock times aside."""
        lines = {key: line.strip() for line in self._tail().splitlines() if (key := _TIMES.sub("", line).strip())}
        new = [line for key, line in lines.items() if key not in self._known]
        self._known |= lines.keys()
        self.last = new[-1][:_LAST_CHARACTERS] if new else self.last
        return bool(new)
