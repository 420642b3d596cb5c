"""Names that nobody has, answered with the near ones: what somebody mistyped is told beside what there is."""

from collections.abc import Iterable
from difflib import get_close_matches

_CUTOFF = 0.7


def near(names: str | Iterable[str], known: Iterable[str]) -> str:
    """ "; did you mean a or b?", or "" where nothing is near."""
    known = list(known)
    asked = [names] if isinstance(names, str) else names
    found = dict.fromkeys(match for name in asked for match in get_close_matches(name, known, cutoff=_CUTOFF))
    return f"; did you mean {' or '.join(found)}?" if found else ""


def there_are(names: str | Iterable[str], known: Iterable[str]) -> str:
    """ "; did you mean a? There are: a, b, c", or "; there are: a, b, c"; behind a name that is not known."""
    known = list(known)
    hint, listed = near(names, known), f"{', '.join(known) or 'none'}"
    return f"{hint} There are: {listed}" if hint else f"; there are: {listed}"
