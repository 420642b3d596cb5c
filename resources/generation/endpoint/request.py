"""Request: one chat completion to ask for, and the hash that its reply is kept under.

The hash holds the address too, because two servers may give one name to different models, and the seed even where
it is not sent, so that two trajectories get replies of their own. It holds no key and no price.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.prompting.messages import Message


@dataclass(frozen=True)
class Request:
    """`body` is what the server is sent. `prompt_bytes` is the size of its messages' text."""

    body: Mapping[str, Any]
    hash: str
    prompt_bytes: int


def chat_request(settings: EndpointSettings, messages: Sequence[Message], seed: int) -> Request:
    """`seed` is a number that 31 bits hold: some servers refuse larger ones."""
    told = [{"role": message.role, "content": message.content} for message in messages]
    body = {**settings.sampling(), "messages": told}
    text = json.dumps([settings.base_url, body, seed], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    sent = {**body, "seed": seed} if settings.send_seed else body
    return Request(sent, digest, sum(len(message.content.encode("utf-8", "replace")) for message in messages))


def derived_seed(*parts: int | str) -> int:
    """A sampling seed for one request, from all that makes it another request than its neighbours."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts).encode()).digest()[:4]) >> 1
