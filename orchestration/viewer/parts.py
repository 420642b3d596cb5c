"""Parts that turn: meshes of a turn's reference and candidate, made in the sandbox when somebody looks at them."""

import json
import threading
from collections import OrderedDict
from contextlib import suppress

from resources.domains.pictures import Artist, Mesh
from resources.domains.registry import get_domain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure
from resources.execution.sandbox.selection import make_sandbox

_REMEMBERED = 32


class Parts:
    """Thread-safe; one part is made at a time, and the last ones are kept. The sandbox is made for the first."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._artists: dict[str, Artist | None] = {}
        self._made: OrderedDict[tuple[str, str], str] = OrderedDict()

    def meshes(self, bundle: EnvironmentBundle, candidate: Candidate) -> str:
        """As JSON; "[]" where there is nothing to turn, or no sandbox works."""
        key = (bundle.hash, candidate.hash)
        with self._guard:
            if key not in self._made:
                self._made[key] = json.dumps([vars(mesh) for mesh in self._solids(bundle, candidate)])
                if len(self._made) > _REMEMBERED:
                    self._made.popitem(last=False)
            return self._made[key]

    def _solids(self, bundle: EnvironmentBundle, candidate: Candidate) -> list[Mesh]:
        with suppress(EnvironmentFailure):
            if bundle.domain not in self._artists:
                self._artists[bundle.domain] = get_domain(bundle.domain).artist(make_sandbox())
            artist = self._artists[bundle.domain]
            return [] if artist is None else list(artist.solids(bundle, candidate))
        return []
