"""Forgery: one way to cheat, before it is fitted to a bundle."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Forgery:
    """A Triton forgery. In `body`, FIRST stands for the first tensor, RESULT for what `base` computes, SIZE for the
    number of elements of all tensors.

    `base` is what the forgery stands on: "truth" (the task's function in torch), "solved" (a working solution),
    "hollow" (a solution whose kernels do nothing), or "" (zeros like the first tensor). `own_cases` is true where
    it can only be told by cases of our own: a public set's sizes are the set's.
    """

    name: str
    description: str
    body: str = "return RESULT"
    base: str = ""
    imports: str = ""
    before: str = ""
    after: str = ""
    own_cases: bool = False
