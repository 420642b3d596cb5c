"""Who is behind an author's name: a writer, and a tool that made the text from what was written.

`c-1@gcc-12@O1` is engineer c-1's C by gcc 12 at -O1; `gpt-4` is a writer alone. Answers by one writer through two
compilers resemble each other, and so do two writers' through one: each is held out whole, so that neither is known.
"""

from dataclasses import dataclass

MARK = "@"


@dataclass(frozen=True, order=True)
class Authorship:
    """`tool` is "" where the writer's own text is judged. How the tool was set makes no other author."""

    writer: str
    tool: str = ""


def authorship(author: str) -> Authorship:
    writer, _, made_by = author.partition(MARK)
    return Authorship(writer, made_by.partition(MARK)[0])
