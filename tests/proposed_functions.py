"""Functions that are proposed, and engineers who write them in C from the words, as the local server answers.

The function clips an array and counts stretches of equal elements. What is wrong with a
proposal is one line of it.
"""

import json
from dataclasses import dataclass

PROMPT = """Write {name}, which clips the elements of an array and counts the stretches of equal ones.

The arguments are values (an array of numbers), count (how many elements it has) and limit. First, each element of
values that is greater than limit becomes limit; all others stay as they are. {counts}
An array without elements has none, and the function returns 0 then.
"""
CLEAR = """Then the function returns the number of stretches of equal elements that are at least two long: a stretch is
as long as can be, so that three equal elements beside each other are one stretch."""
OPEN = "Then the function returns the number of pairs of equal elements that lie beside each other."
"""Three equal elements are one pair, or two."""

ARGUMENTS = "values: 0 to 11\ncount: length\nlimit: 0 to 9\n"


def example(name: str, values: list[int], limit: int, result: int, after: list[int]) -> str:
    given = {"values": values, "count": len(values), "limit": limit}
    return json.dumps({"name": name, "given": given, "result": result, "after": {"values": after}}) + "\n"


TESTS = (
    example("empty", [], 3, 0, [])
    + example("clipped", [8, 9, 1], 7, 1, [7, 7, 1])
    + example("three", [4, 4, 4, 2], 9, 1, [4, 4, 4, 2])
    + example("last", [1, 5, 5], 9, 1, [1, 5, 5])
)

_HEAD = """#include <stddef.h>
#include <stdint.h>

size_t {top}(uint16_t *values, size_t count, uint16_t limit)
"""
ORDINARY = (
    _HEAD
    + """{{
    size_t stretches = 0, length = 0;
    for (size_t index = 0; index < count; index++) {{
        if (values[index] > limit)
            values[index] = limit;
        length = index > 0 && values[index] == values[index - 1] ? length + 1 : 1;
        if (length == 2)
            stretches++;
    }}
    return stretches;
}}
"""
)
TWICE = (
    _HEAD
    + """{{
    for (size_t i = 0; i < count; i++)
        values[i] = values[i] < limit ? values[i] : limit;
    size_t found = 0;
    for (size_t i = 1; i < count; i++)
        found += values[i] == values[i - 1] && (i == 1 || values[i - 2] != values[i]);
    return found;
}}
"""
)
JUMPING = (
    "#include <stddef.h>\n#include <stdint.h>\n\n"
    "static uint16_t least(uint16_t one, uint16_t other) {{ return one < other ? one : other; }}\n\n"
    + _HEAD
    + """{{
    size_t found = 0, start = 0;
    while (start < count) {{
        size_t end = start + 1;
        values[start] = least(values[start], limit);
        while (end < count && least(values[end], limit) == values[start]) {{
            values[end] = values[start];
            end++;
        }}
        found += end - start > 1;
        start = end;
    }}
    return found;
}}
"""
)
PAIRS = ORDINARY.replace("length == 2", "length >= 2")
HALVES = ORDINARY.replace("length == 2", "length % 2 == 0 && length > 0")
LOSES_LAST = ORDINARY.replace("length == 2", "length == 2 && index + 1 < count")
NO_C = _HEAD + "{{ return nothing; }}\n"
RIGHT = (ORDINARY, TWICE, JUMPING)


@dataclass(frozen=True)
class Written:
    """A proposal as its author writes it."""

    name: str
    counts: str = CLEAR
    reference: str = ORDINARY
    arguments: str = ARGUMENTS
    tests: str = TESTS
    sections: tuple[str, ...] = ("title", "prompt", "reference", "arguments", "tests")

    def reply(self) -> str:
        texts = {
            "title": f"Stretches of clipped numbers, {self.name}\n",
            "prompt": PROMPT.format(name=self.name, counts=self.counts),
            "reference": self.reference.format(top=self.name),
            "arguments": self.arguments,
            "tests": self.tests,
        }
        return "\n".join(f"````{section}\n{texts[section]}````\n" for section in self.sections)
