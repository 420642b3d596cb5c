"""Recognises API keys in configuration, so that none is stored with it. Says where one is, never what it is."""

import re
from collections.abc import Iterator, Mapping

_LOOKS_LIKE_A_KEY = re.compile(
    r"\b((sk|pk|rk|xai|nvapi)-|(hf|gsk|ghp)_|AIza|AKIA)[A-Za-z0-9_-]{12,}|\bbearer\s|\beyJ[\w-]{10,}\.[\w-]+|://[^/]*@|"
    r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b",
    re.IGNORECASE,
)
_NAMES_OF_KEYS = re.compile(r"(api[-_]?key|authorization|secret|password|access[-_]?token)", re.IGNORECASE)
REVOKE = (
    "looks like a key. Put it into an environment variable and name that in key_variable. If it was typed into the "
    "launch pad, Dagster has stored it with the run: revoke it"
)


def secrets(value: object, at: str) -> Iterator[str]:
    """Where in the configuration something looks like a key. Says the place, never the value."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if _NAMES_OF_KEYS.search(str(name)):
                yield f"{at}.{name}: is for a key. Configuration holds none: name its variable in key_variable"
            else:
                yield from secrets(item, f"{at}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from secrets(item, f"{at}[{index}]")
    elif isinstance(value, str) and _LOOKS_LIKE_A_KEY.search(value):
        yield f"{at}: {REVOKE}"
