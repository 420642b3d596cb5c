"""Whether what tools say now is what an author read then: thoughts about another log would be false of this one.

The recorded text is the log, or a message with the label that holds it, as exports of this project have it and as other
harnesses word it. White space and control characters are no difference.
"""

from resources.domains.domain import Domain, Instructions
from resources.execution.bundle import EnvironmentBundle
from resources.generation.prompting.attempt import result
from resources.generation.prompting.hidden import without_hidden_lines
from resources.generation.prompting.quoting import cleaned, decoded, neutralised, shortened_log
from resources.generation.trajectory import Turn


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
