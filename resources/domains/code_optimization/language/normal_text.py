"""A candidate's text as everything here reads it: without debug information, and with calls through the global offset
table as the direct calls that they stand for.

`call *memset@GOTPCREL(%rip)` is what gcc -fno-plt writes. A linker makes a direct call of it where it knows the
function, and not where the library picks one by the processor, which no text shows. Lines keep their numbers.

It is blanked before anything reads the text, so that reader, assembler and log know one text with one numbering of
lines. What stays is judged as any other text.
"""

import re

_TABLE = "@GOTPCREL"
_CALL = re.compile(rf"^([ \t]*(?:[\w.$]+:[ \t]*)?(?:call|jmp)q?[ \t]+)\*([A-Za-z_]\w*){_TABLE}\(%rip\)", re.MULTILINE)


def normal_text(code: str) -> str:
    plain = without_debug_information(code)
    return _CALL.sub(r"\1\2", plain) if _TABLE in plain else plain


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
