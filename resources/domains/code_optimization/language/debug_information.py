"""Debug information in a candidate's text: compilers write it with -g, and it says nothing of what runs.

It is blanked before anything reads the text, so that reader, assembler and log know one text with one numbering of
lines. What stays is judged as any other text.
"""

import re

_SOME = re.compile(r"\.debug_|\.stab|\.loc\b|\.line\b|\.file[ \t]+\d|^[ \t]*#[ \t]*(?:line[ \t]+)?\d", re.MULTILINE)
_SECTION = re.compile(r"\s*\.section[ \t]+\"?([\w.$]+)")
_OTHER_SECTION = re.compile(r"\s*\.(?:text|data|bss|section|pushsection|popsection|previous|subsection)\b")
_PLACE = re.compile(r"\s*\.(?:loc|file[ \t]+\d)[^;]*|\s*\.line[ \t]+\d+\s*(?:#.*)?")
_STAB = re.compile(r"\s*\.stab(?:s[ \t]+\"(?:[^\"\\]|\\.)*\"|[nd]\b)[^;\"]*")
"""An older form, `gcc -gstabs`: its strings hold semicolons."""
_MARKER = re.compile(r"[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+\"")
"""What compilers write around assembly of a C program's own: the assembler would count lines by it."""
_DEBUG = ".debug_"


def without_debug_information(code: str) -> str:
    """The text with empty lines in place of debug sections and of the lines that name a source's."""
    if not _SOME.search(code):
        return code
    kept: list[str] = []
    is_debug = False
    for line in code.split("\n"):
        section = _SECTION.match(line)
        if section:
            is_debug = section[1].startswith(_DEBUG)
        elif _OTHER_SECTION.match(line):
            is_debug = False
        is_debug_line = _PLACE.fullmatch(line) or _STAB.fullmatch(line) or _MARKER.match(line)
        kept.append("" if is_debug or is_debug_line else line)
    return "\n".join(kept)
