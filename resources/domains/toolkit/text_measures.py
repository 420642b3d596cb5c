"""Numbers about a candidate's text that hold for any language: its sizes, and how far it is from the reference.

For the domains' cheap checks, which add what their own language says. Nothing is parsed here.
"""

import re
from difflib import SequenceMatcher
from itertools import islice

MAXIMUM_LINES_COMPARED = 600
"""Comparing longer texts takes longer than the 5 ms a cheap check may."""
_BLANK = re.compile(r"\s+")


def sizes(code: str) -> dict[str, float]:
    """Characters, lines, and the characters of the longest line."""
    lines = code.splitlines()
    return {
        "characters": float(len(code)),
        "lines": float(len(lines)),
        "longest_line": float(max(map(len, lines), default=0)),
    }


def difference(reference: str, code: str, most_lines: int = MAXIMUM_LINES_COMPARED) -> dict[str, float]:
    """Lines that are only in the reference or only in the candidate, blanks aside, and their likeness (0 to 1).

    Empty where there is no reference, and where a text has more than `most_lines` lines.
    """
    before, after = squeezed(reference, most_lines), squeezed(code, most_lines)
    if not reference or max(len(before), len(after)) > most_lines:
        return {}
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    total = len(before) + len(after)
    return {
        "lines_removed": float(len(before) - same),
        "lines_added": float(len(after) - same),
        "likeness": 2.0 * same / total if total else 1.0,
    }


def squeezed(text: str, most_lines: int = MAXIMUM_LINES_COMPARED) -> list[str]:
    """Lines without their white space, empty ones left out; no more than one beyond `most_lines`."""
    written = (_BLANK.sub("", line) for line in text.splitlines())
    return list(islice(filter(None, written), most_lines + 1))
