"""What requests cost: an upper bound before one is sent, the figures of one that was answered.

Money is tokens times the configured prices; no list of prices is kept here, because it would be wrong within months.
"""

import math
from dataclasses import dataclass

from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.settings import Prices

BYTES_PER_TOKEN = 2.5
"""Fewer than any common tokenizer's average on code, so that an estimate errs to the high side."""


@dataclass(frozen=True)
class Charge:
    """What one or many requests use. `cost` is 0 where no prices are configured."""

    requests: int = 0
    tokens: int = 0
    cost: float = 0.0


def most(prompt_bytes: int, max_tokens: int, prices: Prices | None) -> Charge:
    """The most that a request may cost that has not been answered yet."""
    prompt = estimated_tokens(prompt_bytes)
    return Charge(1, prompt + max_tokens, cost_of(prompt, 0, max_tokens, prices))


def charged(reply: Reply, prompt_bytes: int, prices: Prices | None) -> Charge:
    """What an answer cost, by the server's own counts where it gives them."""
    prompt, completion = counted(reply, prompt_bytes)
    return Charge(1, prompt + completion, cost_of(prompt, reply.cached_tokens or 0, completion, prices))


def counted(reply: Reply, prompt_bytes: int) -> tuple[int, int]:
    """Prompt and completion tokens, estimated from bytes where the server does not report them."""
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    if prompt is None:
        prompt = estimated_tokens(prompt_bytes)
    if completion is None:
        completion = estimated_tokens(len(reply.content.encode()) + len(reply.reasoning.encode()))
    return prompt, completion


def cost_of(prompt: int, cached: int, completion: int, prices: Prices | None) -> float:
    """`cached` of the `prompt` tokens came from the prefix cache."""
    if prices is None:
        return 0.0
    cached = min(cached, prompt)
    cached_price = prices.prompt if prices.cached is None else prices.cached
    return ((prompt - cached) * prices.prompt + cached * cached_price + completion * prices.completion) / 1e6


def estimated_tokens(size: int) -> int:
    return math.ceil(size / BYTES_PER_TOKEN)
