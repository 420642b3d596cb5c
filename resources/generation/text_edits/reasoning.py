"""What is said with a first attempt: the task. Whoever edits a text has no plan to tell."""

from random import Random

from resources.generation.diagnosis.phrases import say
from resources.generation.diagnosis.reading import first_heading
from resources.generation.generator import GenerationRequest

_TASK = ("The task: {task}.", "What is asked: {task}.", "I have to write this: {task}.", "In short: {task}.")


def about_task(request: GenerationRequest, chance: Random) -> str:
    return say(chance, _TASK, task=first_heading(request.bundle.prompt))
