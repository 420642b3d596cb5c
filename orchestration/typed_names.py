"""Names that somebody typed, of domains and of what they hold: each is known, or the command was called wrongly."""

from collections.abc import Sequence

from assets.near_names import there_are
from resources.domains.registry import load_domains


class NoSuchDomain(Exception):
    """The message says which there are."""


class NoSuchFamily(Exception):
    """The message says which there are."""


class NoSuchKind(Exception):
    """No injector of the domains has a fault of that name."""


def chosen_domains(names: Sequence[str]) -> list[str]:
    """Those named, in the order of all; all where none is. Raises NoSuchDomain."""
    known = load_domains()
    if unknown := sorted(set(names) - set(known)):
        raise NoSuchDomain(f"no domain {', '.join(unknown)}{there_are(unknown, known)}")
    return [name for name in known if not names or name in names]
