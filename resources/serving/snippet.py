"""What to write into a generator's configuration to use a served model. Text only."""

from resources.serving.health import ServedModel

REPLY_TOKENS = 4096


def generators_yaml(served: ServedModel) -> str:
    """A whole file for `icwm run --generators`: this model alone, answers of at most half of its context."""
    room = REPLY_TOKENS if served.max_model_len is None else min(REPLY_TOKENS, served.max_model_len // 2)
    return "\n".join(
        [
            "generators:",
            "  - kind: endpoint",
            "    endpoint:",
            f"      base_url: {served.base_url}",
            f"      model: {served.model}",
            f"      max_tokens: {room}",
        ]
    )
