"""One answer as tokens: what a server sends the model before it, and what the model has to write.

The prompt is the chat template's own generation prompt over all that came before, so that training sees what inference
does: a template that drops earlier thinking drops it here. The completion is what the template makes of the answer, up
to the token that ends it. Where a template leaves an answer's thinking out, it is put into <think> as its model would
write it; where nobody thought, an empty <think> belongs to the prompt, so that nobody learns to think nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

DATE = date(2026, 1, 1)
"""What templates take for today: with the real date the same rows would give other bytes each day."""
_OPENED = re.compile(r"<think>(\s*)$")
_EMPTY = re.compile(r"<think>\s*</think>\s*$")


class ObservationRole(StrEnum):
    """Under which role tools speak."""

    TOOL = "tool"
    USER = "user"


class TemplateUnusable(Exception):
    """No exact mask can be had from this template. The message says why."""


@dataclass(frozen=True)
class Target:
    """One answer in tokens."""

    prompt: list[int]
    completion: list[int]


class ChatFormat:
    """A tokenizer of `transformers` and a chat template, its own if none is given."""

    def __init__(
        self, tokenizer: Any, template: str | None = None, role: ObservationRole = ObservationRole.TOOL
    ) -> None:
        self.tokenizer, self.role = tokenizer, role
        self.template: str | None = template or tokenizer.chat_template
        if not self.template:
            raise TemplateUnusable("the tokenizer has no chat template; give one with --template")
        self._ends = sorted(tokenizer.get_added_vocab(), key=len, reverse=True)

    def target(self, messages: Sequence[Mapping[str, Any]], place: int) -> Target:
        """Of the answer `messages[place]`, which are the corpus's. Raises TemplateUnusable."""
        before, written = self.texts(messages, place)
        return Target(self._tokens(before), self._tokens(written))

    def texts(self, messages: Sequence[Mapping[str, Any]], place: int) -> tuple[str, str]:
        """Prompt and completion, before they are tokens."""
        said = [self._message(message) for message in messages[: place + 1]]
        thought = (messages[place]["reasoning_content"] or "").strip()
        prompt = self._rendered(said[:-1], bool(thought), asks=True)
        whole = self._rendered(said, bool(thought), asks=False)
        answer, stop = _last_answer(whole, str(messages[place]["content"]).strip(), self._ends)
        return _with_thought(prompt, answer, thought, stop) if thought else _without_thought(prompt, answer, stop)

    def _message(self, message: Mapping[str, Any]) -> dict[str, str]:
        role, thought = str(message["role"]), message["reasoning_content"]
        said = {"role": self.role.value if role == ObservationRole.TOOL else role, "content": str(message["content"])}
        # gpt-oss-like templates read `thinking`, the others `reasoning_content`.
        return said | ({"reasoning_content": thought, "thinking": thought} if thought else {})

    def _rendered(self, said: list[dict[str, str]], thinks: bool, *, asks: bool) -> str:
        """Switches of the families are all set; a template ignores those that are not its own."""
        from jinja2 import TemplateError

        try:
            return str(
                self.tokenizer.apply_chat_template(
                    said,
                    chat_template=self.template,
                    tokenize=False,
                    add_generation_prompt=asks,
                    enable_thinking=thinks,
                    thinking=thinks,
                    strftime_now=DATE.strftime,
                )
            )
        except TemplateError as error:
            raise TemplateUnusable(f"the template refuses a conversation: {error}") from error

    def _tokens(self, text: str) -> list[int]:
        return list(self.tokenizer(text, add_special_tokens=False)["input_ids"])


@dataclass(frozen=True)
class _Answer:
    """A rendered conversation up to the end of its last answer's text, and where that text begins."""

    text: str
    start: int


def _last_answer(whole: str, content: str, ends: Sequence[str]) -> tuple[_Answer, str]:
    start = whole.rfind(content)
    if not content or start < 0:
        raise TemplateUnusable("the template changes or drops the text of an answer")
    tail = whole[start + len(content) :]
    stop = next((end for end in ends if tail.startswith(end)), None)
    if stop is None:
        raise TemplateUnusable("the template ends an answer with no special token of the tokenizer")
    return _Answer(whole[: start + len(content)], start), stop


def _without_thought(prompt: str, answer: _Answer, stop: str) -> tuple[str, str]:
    content = answer.text[answer.start :]
    if answer.text.startswith(prompt) and answer.start >= len(prompt):
        head = answer.text[: answer.start]
        if _EMPTY.search(head):
            prompt = head
        return prompt, answer.text[len(prompt) :] + stop
    opened = _OPENED.search(prompt)
    if opened is None:
        raise TemplateUnusable("what the template makes of an answer does not begin with its generation prompt")
    return prompt + _closing(opened[1]), content + stop


def _with_thought(prompt: str, answer: _Answer, thought: str, stop: str) -> tuple[str, str]:
    content, begun = answer.text[answer.start :], answer.text.startswith(prompt) and answer.start >= len(prompt)
    head = answer.text[len(prompt) : answer.start] if begun else ""
    if thought in head:
        return prompt, head + content + stop
    opened = _OPENED.search(prompt)
    if opened:
        return prompt, thought + _closing(opened[1]) + content + stop
    if not begun:
        raise TemplateUnusable("what the template makes of an answer does not begin with its generation prompt")
    return prompt, f"{head}<think>\n{thought}{_closing(chr(10))}{content}{stop}"


def _closing(space: str) -> str:
    """A model that opens its thinking with a line break closes it with some."""
    return "\n</think>\n\n" if space else "</think>"
