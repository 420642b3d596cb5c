"""The prompt that asks for the reasoning of a corrected turn once its trajectory has passed.

It begins with the prompt under which that turn was written, byte for byte, so that a server has most of it in its
prefix cache; the corrected file follows as the answer, and then what is asked of the writer.
"""

from resources.generation.hindsight import HindsightRequest
from resources.generation.prompting.attempt import fence_tag, result, rounds, task_messages
from resources.generation.prompting.messages import Message
from resources.generation.prompting.quoting import fenced
from resources.generation.prompting.wording import filled


def render_hindsight(request: HindsightRequest) -> tuple[Message, ...]:
    """The messages that ask why turn `index` looks as it does, given what worked in the end."""
    domain, bundle, corrected = request.domain, request.bundle, request.corrected
    answer = Message("assistant", fenced(fence_tag(domain, bundle), corrected.candidate.code))
    values = {"outcome": corrected.observation.outcome.value, "working": _what_worked(request)}
    return (
        *task_messages(domain, bundle, request.instructions),
        *rounds(domain, bundle, request.instructions, request.turns[: request.index]),
        answer,
        Message("user", filled("hindsight", values)),
    )


def _what_worked(request: HindsightRequest) -> str:
    """For a turn that still failed: what the tools said of it, and the file that passed in the end."""
    last = request.turns[-1]
    if request.corrected is last:
        return ""
    said = result(request.domain, request.bundle, request.instructions, request.corrected)
    code = fenced(fence_tag(request.domain, request.bundle), last.candidate.code)
    return (
        f" It did not pass yet, which the engineer cannot know beforehand:\n\n{said}\n\nHere is the file that passed "
        "in the end, so that your explanation of the failure is the true one. The reasoning must lead to your last "
        f"file:\n\n{code}"
    )
