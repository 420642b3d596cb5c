"""Reasoning of the first attempt: a short plan, of the task's name and names of what the code defines, in order.

Who repairs a program without a language model did not think it up: sentences of the task, or lines of the code, would
teach to repeat them.
"""

from random import Random

from resources.generation.diagnosis.phrases import lowered, quoted, say, text_of
from resources.generation.diagnosis.reading import defined_names, first_heading
from resources.generation.generator import GenerationRequest

_OPENING = (
    "[The task|The job|The assignment|The question]: {title}.",
    "[The task|The specification|The description|The text] [says|reads|begins]: {title}.",
    "What is [asked|wanted|needed|to be done]: {title}.",
    "[First|Before anything else|To begin with], the [specification|description|task]: {title}.",
    "[So|Now|Well|In short|In a sentence]: {title}.",
)
_PLAN = (
    "[Some of the parts|Parts of it|Names that I use|Among its parts]: {parts}.",
    "[It takes|It needs|I use|I work with], [among other things|among others]: {parts}.",
    "The [code|program|text|body] [has|names|defines] {parts}.",
    "[Among the names in it|Among its names] are {parts}.",
)
"""The names are those that are read, and there may be others."""
_MOST_NAMES, _FEWEST_NAMES = 8, 2


def reason_about_task(request: GenerationRequest, code: str, chance: Random) -> str:
    """Without a plan where the code defines next to nothing."""
    opening = say(chance, _OPENING, title=lowered(first_heading(request.bundle.prompt)))
    names = defined_names(code)
    plan = say(chance, _PLAN, parts=quoted(names, _MOST_NAMES)) if len(names) >= _FEWEST_NAMES else ""
    return text_of([opening, plan])
