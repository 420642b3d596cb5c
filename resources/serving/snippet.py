"""What to write into a generator's configuration to use a served model. Text only."""

import yaml

from resources.serving.health import ServedModel

REPLY_TOKENS = 4096


def generators_yaml(served: ServedModel) -> str:
    """A whole file for `icwm run --generators`: this model alone, answers of at most half of its context."""
    room = REPLY_TOKENS if served.max_model_len is None else min(REPLY_TOKENS, served.max_model_len // 2)
    endpoint = {"base_url": served.base_url, "model": served.model, "max_tokens": room}
    return yaml.safe_dump({"generators": [{"kind": "endpoint", "endpoint": endpoint}]}, sort_keys=False).rstrip()
