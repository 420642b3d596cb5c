"""Conversations as TRL's trainers are handed them: tools under a role that the base's chat template takes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assets.thinking_model.recipe import TrainingRefused
from assets.tokens.chat_format import ObservationRole

Messages = Sequence[Mapping[str, Any]]


def observation_role(tokenizer: Any, conversations: Iterable[Messages]) -> ObservationRole:
    """`tool`; `user` where the template takes no tool that nobody called. Raises TrainingRefused."""
    from jinja2 import TemplateError

    longest = max(conversations, key=len)
    for role in ObservationRole:
        try:
            tokenizer.apply_chat_template(told(longest, role), tokenize=False)
        except TemplateError as error:
            refusal = error
        else:
            return role
    raise TrainingRefused(f"the base's chat template refuses a conversation: {refusal}")


def told(messages: Messages, role: ObservationRole) -> list[dict[str, str]]:
    """Role and content, as a server is asked; with what was thought in tags, before an answer that is compared."""
    return [
        {
            "role": role.value if said["role"] == ObservationRole.TOOL else str(said["role"]),
            "content": _with_thought(said),
        }
        for said in messages
    ]


def _with_thought(said: Mapping[str, Any]) -> str:
    thought = (said.get("reasoning_content") or "").strip()
    return f"<think>\n{thought}\n</think>\n\n{said['content']}" if thought else str(said["content"])
