"""Figures of an endpoint: how its requests are going, as numbers and in a few words."""

from dataclasses import dataclass
from datetime import datetime

from resources.generation.endpoint.pricing import Charge
from resources.generation.endpoint.settings import EndpointSettings


@dataclass(frozen=True)
class EndpointFigures:
    """Of this run, but for `spent`, which is of all runs. `limit` of at most `ceiling` requests are sent at once now.

    `reopens_at` (seconds since the epoch) is until when a server asked last to be left alone, 0 where none did.
    """

    limit: int
    ceiling: int
    in_flight: int
    answers: int
    from_cache: int
    retries: int
    refusals: int
    spent: Charge
    reopens_at: float = 0.0

    def words(self, settings: EndpointSettings, now: float) -> str:
        """ "qwen: 11 in flight, limit 12 of 64, 3 refusals (429), 0.41 spent"; nothing before the first request."""
        if not self.answers + self.from_cache + self.in_flight + self.retries + self.refusals:
            return ""
        said = [f"{self.in_flight} in flight, limit {self.limit} of {self.ceiling}"]
        if self.reopens_at > now:
            said.append(f"left alone {_until(self.reopens_at, now)} as it asks")
        counts = {"from cache": self.from_cache, "refusals (429)": self.refusals, "sent again": self.retries}
        said += [f"{count} {what}" for what, count in counts.items() if count]
        said += [f"{self.spent.cost:.2f} spent" if settings.prices else f"{self.spent.tokens:,} tokens spent"]
        return f"{settings.name}: {', '.join(said)}"


def _until(moment: float, now: float) -> str:
    """In hours from a day on: a time of day would mislead, and a server's nonsense (milliseconds since the epoch where
    seconds are meant) lies behind the last year that `datetime` has."""
    hours = (moment - now) / 3600
    return f"until {datetime.fromtimestamp(moment):%H:%M:%S}" if hours < 24 else f"for {hours:,.0f} h"
