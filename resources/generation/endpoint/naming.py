"""Whether the model that a server says has answered is the one that was asked for.

Servers answer an alias with what it stands for (`gpt-4o` with `gpt-4o-2024-08-06`) and a path with its last part.
Another model under a name that only begins alike (`gpt-4o-mini`) is another model.
"""

import re
from collections.abc import Iterable

_RELEASE = re.compile(r"[-@:._]?(v?\d[\d.\-]*|latest|preview)\Z")


def same_model(answered: str, asked: Iterable[str]) -> bool:
    """True where they differ in letter case, folders before and a release (date, version, "latest") behind at most.

    A server that does not say who answers is believed.
    """
    return not answered or any(_same(_last_part(answered), _last_part(name)) for name in asked)


def _same(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    rest = longer.removeprefix(shorter)
    return (
        one == other or (rest != longer and _RELEASE.match(rest) is not None) or _unreleased(one) == _unreleased(other)
    )


def _unreleased(name: str) -> str:
    """`claude-x-latest` and `claude-x-20250101` are `claude-x`; a size such as `-7b` stays."""
    return re.sub(r"[-@:](latest|preview|\d{8}|\d{4}-\d{2}-\d{2}|\d{4})\Z", "", name)


def _last_part(name: str) -> str:
    return name.rstrip("/").rpartition("/")[2].casefold()
