"""How long a server asks to be left alone: the headers Retry-After (seconds or an HTTP date) and retry-after-ms."""

import math
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def retry_after_seconds(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds from `now` (Unix time), at least 0; None where the server does not say, or says nonsense.

    Header names are looked up in lower case.
    """
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    return seconds if seconds is not None else _until(text, time.time() if now is None else now)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return max(0.0, value) if math.isfinite(value) else None


def _until(text: str, now: float) -> float | None:
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
