"""The words of a drawn function's prompt, in one of several layouts: each says all that a stranger needs."""

from collections.abc import Sequence
from random import Random

from resources.domains.code_optimization.tasks.families.function import Array, Function, Scalar, Text, Use
from resources.domains.code_optimization.tasks.library import HARNESS_INPUTS, HARNESS_PRINTS

_USES = {Use.READ: "", Use.CHANGE: "; read and changed in place", Use.WRITE: "; written, and holds anything before"}
_APART = (
    "Arrays do not overlap, and are aligned as their elements need, no further.",
    "No two arrays share memory; each is aligned to its element's size and no more.",
)
_SAME = (
    "Signed numbers are two's complement, `>>` of them keeps the sign, and a conversion to a narrower type keeps the"
    " low bits.",
    "A shift to the right keeps the sign of a signed number; a conversion that does not fit keeps the low bits.",
)


def prompt_words(function: Function, random: Random) -> str:
    """All layouts hold the same: what to write, arguments, rules, promises, limits. The program comes behind."""
    layout = random.choice((_with_list, _with_table, _with_signature_first))
    return "\n\n".join(part for part in layout(function, random) if part)


def _with_list(function: Function, random: Random) -> Sequence[str]:
    return (
        f"Write `{function.entry}`, {function.wording.summary}.",
        "\n".join(f"- `{name}`: {about}" for name, about in _arguments(function)),
        *_lists(function.wording.rules),
        _ends(function, random),
    )


def _with_table(function: Function, random: Random) -> Sequence[str]:
    rows = "\n".join(f"| `{name}` | {about} |" for name, about in _arguments(function))
    return (
        f"# {function.title}\n\n`{function.entry}` is a function {function.wording.summary}.",
        f"| argument | meaning |\n|---|---|\n{rows}",
        random.choice(("It keeps to these rules.", "The rules:")) if function.wording.rules else "",
        "\n".join(f"{place}. {rule}" for place, rule in enumerate(function.wording.rules, 1)),
        _ends(function, random),
    )


def _with_signature_first(function: Function, random: Random) -> Sequence[str]:
    told = "; ".join(f"`{name}` is {about}" for name, about in _arguments(function, " (", ")"))
    return (
        f"`{function.prototype}`",
        f"{function.title}: a function {function.wording.summary}. Here {told}.",
        *(rule for rule in function.wording.rules),
        _ends(function, random),
    )


def _lists(rules: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {rule}" for rule in rules)] if rules else []


def _arguments(function: Function, before: str = "", after: str = "") -> list[tuple[str, str]]:
    return [(one.name, _about(one, before, after)) for one in function.arguments]


def _about(one: Scalar | Array | Text, before: str, after: str) -> str:
    use = "" if isinstance(one, Scalar) else _USES[one.use]
    return one.about + (f"{before}{use.removeprefix('; ')}{after}" if use and before else use)


def _ends(function: Function, random: Random) -> str:
    """Promises, limits, and what the harness does."""
    text = function.text is not None
    promises = [*function.wording.promises, *([random.choice(_APART)] if len(function.arrays) > 1 else [])]
    promises.append(random.choice(_SAME))
    limits = ", ".join(f"{what} {value}" for what, value in function.most.items())
    reads = HARNESS_INPUTS["run_text" if text else "run_words"]
    made = "" if text else " The arguments are made of those words."
    return "\n\n".join((" ".join(promises), f"At most: {limits}.", f"{reads}{made} {HARNESS_PRINTS}"))
