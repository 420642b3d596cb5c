"""Message: one chat message as every OpenAI-compatible server takes it. Rendering is `attempt` and `hindsight`."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    """`content` is text without control characters and without anything that a tokenizer takes for a special token."""

    role: Role
    content: str
