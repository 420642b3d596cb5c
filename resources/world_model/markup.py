"""The special tokens of the world model's prompts, and the escaping that keeps untrusted text out of them.

A candidate that contains the text of a label token must not be able to write its own label: a special
token begins with `<|` and never with `<||`, and `escape` turns each `<|` of outside text into `<||`.
"""

import re
from collections.abc import Iterable

from resources.execution.outcome import Outcome

PADDING = "<|padding|>"
END = "<|end|>"
HYBRID = "<|hybrid|>"
PURE = "<|pure|>"
INTERFACE = "<|interface|>"
NEIGHBOUR = "<|neighbour|>"
NO_NEIGHBOUR = "<|none|>"
DIFFERENCE = "<|difference|>"
CHECKS = "<|checks|>"
HINT = "<|hint|>"
ANSWER = "<|answer|>"

HINT_LEVELS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
"""Upper bounds of the coarse levels in which a hint's probability is rendered; the last is open."""


def label_token(outcome: Outcome) -> str:
    return f"<|label:{outcome.value}|>"


def hint_token(outcome: Outcome) -> str:
    return f"<|likely:{outcome.value}|>"


def neighbour_token(outcome: Outcome) -> str:
    return f"<|was:{outcome.value}|>"


def part_token(part: str) -> str:
    return f"<|{part}|>"


def domain_token(name: str) -> str:
    """Any name: what could end the token or begin another is spelled as hexadecimal."""
    safe = "".join(char if char.isalnum() or char in "_-." else f"%{ord(char):x}" for char in name)
    return f"<|domain:{safe}|>"


def names_domain(token: str) -> bool:
    return token.startswith("<|domain:")


def level_token(probability: float) -> str:
    return f"<|level:{sum(probability >= bound for bound in HINT_LEVELS)}|>"


def special_tokens(domains: Iterable[str]) -> list[str]:
    """Every special token in a fixed order: padding and end have ids 0 and 1, labels come later."""
    plain = [PADDING, END, HYBRID, PURE, INTERFACE, NEIGHBOUR, NO_NEIGHBOUR, DIFFERENCE, CHECKS, HINT, ANSWER]
    parts = [part_token(part) for part in ("stage", "diagnostic", "numbers")]
    levels = [f"<|level:{level}|>" for level in range(len(HINT_LEVELS) + 1)]
    outcomes = [make(outcome) for make in (label_token, hint_token, neighbour_token) for outcome in Outcome]
    return [*plain, *parts, *levels, *outcomes, *(domain_token(name) for name in sorted(set(domains)))]


def escape(text: str) -> str:
    return clean(text).replace("<|", "<||")


def unescape(text: str) -> str:
    return text.replace("<||", "<|")


def clean(text: str) -> str:
    """Lone surrogates become "?", because neither a tokenizer nor UTF-8 takes them."""
    return text.encode("utf-8", "replace").decode("utf-8")


SPECIAL = re.compile(r"<\|(?!\|)[^|]*\|>")
"""Any special token in a rendered text; escaped text never matches."""
