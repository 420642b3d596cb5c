"""Where a trajectory is looked at: the viewer's deep links, or, where no viewer's address is known, what to type.

Reports are files that are mostly read on the machine that made them: without an address, theirs lead to the port that
`icwm view` takes, and they say how to start it.

The viewer itself is `orchestration.viewer`; tables, reports and asset pages only name it.
"""

import os
from collections.abc import Mapping
from urllib.parse import quote, urlencode

_WEB = ("http://", "https://")
BASE_URL = "ICWM_VIEWER_URL"
"""The environment variable with the address under which the readers of reports and asset pages reach a viewer."""

LOCAL_PORT = 3080
"""What `icwm view` takes where nobody asks for another."""


def trajectory_path(trajectory_id: str, turn: int | None = None) -> str:
    """The link's part behind the address: `/trajectory/ID`, and `#turn-N`."""
    place = f"/trajectory/{quote(trajectory_id, safe='')}"
    return place if turn is None else f"{place}#turn-{turn}"


def viewer_url() -> str:
    """ "" where none is set."""
    return os.environ.get(BASE_URL, "").strip().rstrip("/")


def trajectory_url(trajectory_id: str, turn: int | None = None) -> str:
    """The whole link; "" where no address is known."""
    base = viewer_url()
    return f"{base}{trajectory_path(trajectory_id, turn)}" if base.startswith(_WEB) else ""


def list_path(filters: Mapping[str, str]) -> str:
    """The list under some filters (`domain`, `checkpoint`, `disagreeing` …)."""
    return f"/?{urlencode(filters)}"


def list_url(filters: Mapping[str, str]) -> str:
    """The whole link; "" where no address is known."""
    base = viewer_url()
    return f"{base}{list_path(filters)}" if base.startswith(_WEB) else ""


def report_link(path: str) -> str:
    """For a report: `trajectory_path` or `list_path` at the known address, else at this machine's own viewer."""
    base = viewer_url()
    return f"{base if base.startswith(_WEB) else f'http://127.0.0.1:{LOCAL_PORT}'}{path}"


def how_to_start() -> str:
    """What makes a report's links work; "" where an address is known."""
    return "" if viewer_url().startswith(_WEB) else "icwm view"


def how_to_list(filters: Mapping[str, str]) -> str:
    """The link, or the command that shows the list."""
    said = ", ".join(f"{name} {value}" for name, value in filters.items())
    return list_url(filters) or f"icwm view, with the filters {said}"


def how_to_view(trajectory_id: str, turn: int | None = None) -> str:
    """The link, or the command that shows the same page."""
    return trajectory_url(trajectory_id, turn) or f"in a browser: icwm view {_name(trajectory_id, turn)}"


def _name(trajectory_id: str, turn: int | None) -> str:
    return trajectory_id if turn is None else f"{trajectory_id}:{turn}"
