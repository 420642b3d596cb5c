"""From a reply's text to reasoning and code: the reading rules. Their source is part of the generator's version.

Code is the last block that carries the expected tag; an answer whose only block has no tag means that block. An
unclosed block is no code, even behind a closed one: it is the answer, cut off, and what stands before it was a
draft. Reasoning is what the server or the tags mark as such, else the prose around the code. What a wrong answer
costs is `generator`'s matter.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from resources.domains.toolkit.source_version import source_text
from resources.generation.endpoint.fences import Block, fenced_blocks
from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.thinking import Split, split_thinking

SAME_TAG = (
    frozenset({"verilog", "systemverilog", "sv", "v"}),
    frozenset({"python", "py", "python3"}),
    frozenset({"asm", "assembly", "s", "gas", "nasm", "x86asm"}),
    frozenset({"c", "h"}),
    frozenset({"cpp", "c++", "cc", "cxx", "hpp"}),
    frozenset({"cuda", "cu"}),
)
"""Tags that name one language to the people, and so to the models, that write them."""


class NoCode(Exception):
    """The reply holds no usable program. The message completes "your answer could not be used: ..."."""


@dataclass(frozen=True)
class Answer:
    """`code` ends in a newline."""

    reasoning: str
    code: str


def read_answer(reply: Reply, fence: str, max_code_bytes: int) -> Answer:
    """Raises NoCode that says what is missing; a reply that its token limit cut off has words of its own."""
    split = split_thinking(reply.content)
    try:
        block = _block(split, fence)
    except NoCode as missing:
        if reply.cut_off:
            raise NoCode("it was cut off at the limit of tokens before its code was complete") from missing
        raise
    size = len(block.text.encode())
    if size > max_code_bytes:
        raise NoCode(f"its code has {size} bytes, and at most {max_code_bytes} are taken")
    prose = split.answer[: block.start] + split.answer[block.end :]
    code = block.text.replace("\r\n", "\n").rstrip() + "\n"
    return Answer(_first_said(reply.reasoning, split.thinking, prose), code)


def read_text(reply: Reply) -> str:
    """The answer where prose is asked for: without reasoning. Raises NoCode where nothing is left, or it was cut
    off.
    """
    split = split_thinking(reply.content)
    if reply.cut_off or not split.closed:
        raise NoCode("it was cut off at the limit of tokens" if reply.cut_off else "its reasoning never ends")
    if not split.answer:
        raise NoCode("it is empty")
    return split.answer


@cache
def reading_version() -> str:
    """Changes with every rule about how a reply is read."""
    digest = hashlib.sha256()
    for name in ("fences", "thinking", "reply", "reading"):
        digest.update(source_text(Path(__file__).parent / f"{name}.py"))
    return digest.hexdigest()[:12]


def _block(split: Split, fence: str) -> Block:
    blocks = fenced_blocks(split.answer)
    tags = next((tags for tags in SAME_TAG if fence.casefold() in tags), frozenset({fence.casefold()}))
    right = [block for block in blocks if block.tag in tags]
    if not right and len(blocks) == 1 and not blocks[0].tag:
        right = blocks
    if not right:
        raise NoCode(_what_is_missing(split, blocks, fence))
    if not right[-1].closed:
        raise NoCode("its last block of code is never closed")
    if not right[-1].text.strip():
        raise NoCode("its block of code is empty")
    return right[-1]


def _what_is_missing(split: Split, blocks: list[Block], fence: str) -> str:
    if not split.closed:
        return "its reasoning is never closed, so that no answer begins"
    if not blocks:
        return "it holds no fenced block of code"
    said = ", ".join(sorted({f"`{block.tag[:20]}`" if block.tag else "none" for block in blocks})[:5])
    return f"it holds no block tagged `{fence}`; its tags: {said}"


def _first_said(*texts: str) -> str:
    return next((stripped for text in texts if (stripped := text.strip())), "")
