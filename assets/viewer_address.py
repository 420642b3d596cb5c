"""Where a trajectory is looked at: the viewer's deep links, or, where no viewer's address is known, what to type.

The viewer itself is `orchestration.viewer`; tables, reports and asset pages only name it.
"""

import os
from collections.abc import Mapping
from urllib.parse import quote, urlencode

_WEB = ("http://", "https://")
BASE_URL = "ICWM_VIEWER_URL"
"""The environment variable with the address under which the readers of reports and asset pages reach a viewer."""


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


def list_url(filters: Mapping[str, str]) -> str:
    """The list under some filters (`domain`, `checkpoint`, `disagreeing` …); "" where no address is known."""
    base = viewer_url()
    return f"{base}/?{urlencode(filters)}" if base.startswith(_WEB) else ""


def how_to_list(filters: Mapping[str, str]) -> str:
    """The link, or the command that shows the list."""
    said = ", ".join(f"{name} {value}" for name, value in filters.items())
    return list_url(filters) or f"icwm view, with the filters {said}"


def how_to_view(trajectory_id: str, turn: int | None = None) -> str:
    """The link, or the command that shows the same page."""
    return trajectory_url(trajectory_id, turn) or f"in a browser: icwm view {_name(trajectory_id, turn)}"


def _name(trajectory_id: str, turn: int | None) -> str:
    return trajectory_id if turn is None else f"{trajectory_id}:{turn}"
