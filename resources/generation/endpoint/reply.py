"""Reply: what a chat completion says, and how it is taken from a server's JSON. Knows no transport and no programs.

The JSON is read here and not by the client's models: those accept whatever they are given, and a body that is no
completion has to be told from one before it is cached.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

_REASONING = ("reasoning_content", "reasoning")
_MOST_TOKENS = 1 << 27
"""More than any model's context, and few enough that sums fit what stores them."""


class MalformedReply(Exception):
    """The body is no chat completion: not JSON, no choices, no message. Asking again may help."""


@dataclass(frozen=True)
class Reply:
    """One answer. Token counts are None where the server does not report them.

    `model` is who the server says has answered, "" where it does not.
    """

    content: str
    reasoning: str = ""
    finish_reason: str = ""
    model: str = ""
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None

    @property
    def cut_off(self) -> bool:
        return self.finish_reason == "length"


def parse_reply(body: bytes) -> Reply:
    """Raises MalformedReply."""
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedReply(f"the server's answer is not JSON: {_excerpt(body)}") from error
    choices = raw.get("choices") if isinstance(raw, dict) else None
    if not isinstance(choices, list) or not choices:
        raise MalformedReply(f"the server's answer has no choices: {_excerpt(body)}")
    choice = _mapping(choices[0])
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise MalformedReply(f"the server's answer has no message: {_excerpt(body)}")
    usage = _mapping(raw.get("usage"))
    return Reply(
        content=_content(message.get("content")),
        reasoning=next((text for name in _REASONING if (text := _text(message.get(name)))), ""),
        finish_reason=_text(choice.get("finish_reason")),
        model=_text(raw.get("model")),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        cached_tokens=_count(_mapping(usage.get("prompt_tokens_details")).get("cached_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
    )


def reply_to_json(reply: Reply) -> str:
    return json.dumps(asdict(reply))


def reply_from_json(text: str) -> Reply:
    """The inverse of `reply_to_json`. Raises ValueError or TypeError for what it did not write."""
    return Reply(**json.loads(text))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(value: object) -> str:
    """JSON may hold halves of surrogate pairs, which no UTF-8 file can."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _content(value: object) -> str:
    """Some servers answer with parts; those of type text are the answer."""
    if isinstance(value, list):
        return "".join(_text(_mapping(part).get("text")) for part in value)
    return _text(value)


def _count(value: object) -> int | None:
    """A count that no answer can have is none, so that a server cannot spend a budget by a figure."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_TOKENS:
        return None
    return value


def _excerpt(body: bytes) -> str:
    return repr(body[:200].decode("utf-8", "replace"))
