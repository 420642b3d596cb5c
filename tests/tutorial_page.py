"""`docs/tutorial.md` as its tests read it: blocks of commands, each with the lines that the page says they print."""

import re
from dataclasses import dataclass

from tests.home import PROJECT

PAGE = PROJECT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(console)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_HEREDOC = re.compile(r"^cat > (\S+) <<'END'\n(.*?)^END$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A block of commands, and the lines that the page quotes from what they print."""

    commands: str
    quoted: tuple[str, ...]


def steps() -> list[Step]:
    found: list[Step] = []
    for language, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if language:
            found.append(Step(text, ()))
        else:
            found[-1] = Step(found[-1].commands, tuple(text.splitlines()))
    return found


def written_files() -> dict[str, str]:
    """What a reader has written at the page's end, by path; of what is written twice, the last."""
    return {path: text for step in steps() for path, text in _HEREDOC.findall(step.commands)}
