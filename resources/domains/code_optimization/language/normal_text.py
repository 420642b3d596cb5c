"""A candidate's text as everything here reads it: without debug information, and with calls through the global offset
table as the direct calls that they stand for.

`call *memset@GOTPCREL(%rip)` is what gcc -fno-plt writes. A linker makes a direct call of it where it knows the
function, and not where the library picks one by the processor, which no text shows. Lines keep their numbers.
"""

import re

from resources.domains.code_optimization.language.debug_information import without_debug_information

_TABLE = "@GOTPCREL"
_CALL = re.compile(rf"^([ \t]*(?:[\w.$]+:[ \t]*)?(?:call|jmp)q?[ \t]+)\*([A-Za-z_]\w*){_TABLE}\(%rip\)", re.MULTILINE)


def normal_text(code: str) -> str:
    plain = without_debug_information(code)
    return _CALL.sub(r"\1\2", plain) if _TABLE in plain else plain
