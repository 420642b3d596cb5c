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

    `thoughts` and `observed` are what the author thought before each and what tools said of it then, "" where that is
    not known; empty where only answers were kept. `task` is the `task_hash` of what was asked, "" where that is not
    known. `whole_reply` says that a text is all that a model replied, its program in a fenced block; else it is the
    program.
    """

    seed_id: str
    author: str
    texts: tuple[str, ...]
    whole_reply: bool = False
    is_solution: bool = True
    """Whether the last attempt is meant to be a base for faults; an author who gave up has none."""
    thoughts: tuple[str, ...] = ()
    observed: tuple[str, ...] = ()
    task: str = ""

    @property
    def is_conversation(self) -> bool:
        """Whether thoughts were kept or what they answer: then it is only worth what real tools say of it."""
        return any(self.thoughts) or any(self.observed)

    @property
    def number(self) -> int:
        """Of this answer alone, so that others may come and go beside it; 48 bits."""
        told = [self.thoughts, self.observed, self.task] if self.is_conversation else []
        content = json.dumps([self.seed_id, self.author, self.texts, self.whole_reply, *told])
        return int.from_bytes(hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()[:6])


def task_hash(prompt: str, interface: str) -> str:
    """Of what an author was asked; another wording is another task to who quotes it."""
    return hashlib.sha256(json.dumps([prompt, interface]).encode("utf-8", "surrogatepass")).hexdigest()[:16]
