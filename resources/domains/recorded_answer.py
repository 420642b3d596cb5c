"""RecordedAnswer: what an author once answered to a task, kept to be executed now.

Frozen wire data. A domain keeps answers to its built-in tasks (`toolkit.answer_folder`), users bring others as JSON
lines (`generation.recorded`). No label is kept: tools say what an answer is worth.
"""

import hashlib
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class RecordedAnswer:
    """`texts` are the author's attempts in order, the later ones written after seeing what tools said of the earlier.

    `whole_reply` says that a text is all that a model replied, its program in a fenced block; else it is the program.
    """

    seed_id: str
    author: str
    texts: tuple[str, ...]
    whole_reply: bool = False
    is_solution: bool = True
    """Whether the last attempt is meant to be a base for faults; an author who gave up has none."""

    @property
    def number(self) -> int:
        """Of this answer alone, so that others may come and go beside it; 48 bits."""
        content = json.dumps([self.seed_id, self.author, self.texts, self.whole_reply])
        return int.from_bytes(hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()[:6])
