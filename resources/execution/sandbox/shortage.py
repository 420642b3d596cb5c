"""Whether the machine ran short of memory while a step ran: then its CPU time and its death are not its own doing.

Where the kernel has no free page it searches for one in the time of whoever asked, and in the end it kills. Both look
like the step's own limits. A step's own limit cannot make the machine search: only searches for the whole machine
count in `allocstall`.
"""

import re
from pathlib import Path

_VMSTAT = Path("/proc/vmstat")
_SEARCHES = re.compile(r"^allocstall\w* (\d+)$", re.MULTILINE)
SHORT_OF_MEMORY = 1_000
"""Searches in one step from which it is not believed. A machine at ease has none; one that swaps has thousands a
second."""


def searches_for_memory() -> int:
    """How often a process of the machine had to search for a free page itself, ever; 0 where that is not counted."""
    try:
        text = _VMSTAT.read_text()
    except OSError:
        return 0
    return sum(map(int, _SEARCHES.findall(text)))
