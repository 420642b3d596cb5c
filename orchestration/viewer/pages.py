"""What the two pages show, as templates take it: the list's address book, and a trajectory turn by turn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from urllib.parse import urlencode

from assets.inspection.catalogue import FACETS, SORTS, Count, Neighbours, Page, Wanted
from assets.inspection.inspection import InspectedTurn, Inspection, diagnostics
from assets.viewer_address import trajectory_path
from orchestration.viewer.code_view import Block, Notes, code_blocks
from orchestration.viewer.trace_view import TraceView, trace_view
from resources.domains.domain import Domain
from resources.domains.registry import load_domains
from resources.execution.outcome import Outcome
from resources.generation.prompting.attempt import fence_tag

_LONGEST_VALUE = 200


@dataclass(frozen=True)
class ListView:
    """The list page. Every link keeps what else was asked for."""

    page: Page
    wanted: Wanted

    def link(self, **changes: object) -> str:
        """The list's address with other wishes; a page number does not outlive another wish."""
        return list_address(replace(self.wanted, **{"page": 1, **changes}))  # type: ignore[arg-type]

    def filtered(self, facet: str, value: str) -> str:
        """Another value of a filter; "" takes it away."""
        chosen = {name: kept for name, kept in self.wanted.chosen.items() if name != facet}
        return self.link(chosen=chosen | ({facet: value} if value else {}))

    def sorted_by(self, column: str) -> str:
        """Down, up, and back to the list's own order."""
        if self.wanted.sort != column:
            return self.link(sort=column, descending=column in ("turns", "confidence", "disagreements"))
        turned = self.wanted.descending == (column in ("turns", "confidence", "disagreements"))
        return self.link(descending=not self.wanted.descending) if turned else self.link(sort="", descending=False)

    def arrow(self, column: str) -> str:
        return ("↓" if self.wanted.descending else "↑") if self.wanted.sort == column else ""

    def entry(self, trajectory_id: str) -> str:
        return _address(trajectory_path(trajectory_id), self.wanted)

    def facet(self, name: str) -> list[Count]:
        return list(self.page.facets.get(name, ()))


@dataclass(frozen=True)
class TurnView:
    """One turn; `said` are the log's words that name no line of the code."""

    inspected: InspectedTurn
    blocks: list[Block]
    trace: TraceView | None
    has_part: bool


@dataclass(frozen=True)
class TrajectoryView:
    inspection: Inspection
    turns: list[TurnView]
    neighbours: Neighbours
    wanted: Wanted
    title: str

    def beside(self, trajectory_id: str) -> str:
        return _address(trajectory_path(trajectory_id), self.wanted)

    @property
    def back(self) -> str:
        return list_address(self.wanted)


def trajectory_view(inspection: Inspection, neighbours: Neighbours, wanted: Wanted) -> TrajectoryView:
    domain = load_domains().get(inspection.trajectory.domain)
    turns = [_turn_view(inspection, domain, turn) for turn in inspection.turns]
    title = domain.title if domain else inspection.trajectory.domain
    return TrajectoryView(inspection, turns, neighbours, wanted, title)


def _turn_view(inspection: Inspection, domain: Domain | None, turn: InspectedTurn) -> TurnView:
    index = turn.turn.index
    before = inspection.turns[index - 1].turn.candidate.code if 0 < index <= len(inspection.turns) else None
    trace = trace_view(turn.trace) if turn.trace else None
    language = "text"
    if domain is not None:
        language = fence_tag(domain, inspection.bundle) if inspection.bundle else domain.language
    blocks = code_blocks(turn.turn.candidate.code, language, before, _notes(domain, turn, trace))
    return TurnView(turn, blocks, trace, _has_part(domain, inspection, turn))


LEAVES_A_PART = frozenset({Outcome.PASS, Outcome.FUNCTIONAL_MISMATCH, Outcome.GEOMETRY_ERROR})
"""Labels after which there is usually something to turn."""


def _has_part(domain: Domain | None, inspection: Inspection, turn: InspectedTurn) -> bool:
    if domain is None or inspection.bundle is None or turn.outcome not in LEAVES_A_PART:
        return False
    return find_spec(f"{domain.package}.execution.artist") is not None


def _notes(domain: Domain | None, turn: InspectedTurn, trace: TraceView | None) -> Notes:
    said: dict[int, list[str]] = {}
    for found in diagnostics(domain, turn.real or turn.turn.observation) if domain is not None else ():
        if found.line:
            said.setdefault(found.line, []).append(found.message)
    faults: dict[int, list[str]] = {}
    for fault in turn.turn.faults:
        faults.setdefault(fault.line, []).append(fault.kind)
    return Notes(said, faults, trace.counts if trace else {})


def wanted_from(query: Mapping[str, str]) -> Wanted:
    """What an address asks for; what it says that makes no sense is left out."""
    chosen = {name: query[name][:_LONGEST_VALUE] for name in FACETS if query.get(name)}
    page = query.get("page", "1")
    return Wanted(
        chosen=chosen,
        text=query.get("text", "").strip()[:_LONGEST_VALUE],
        disagreeing=query.get("disagreeing") == "1",
        sort=query.get("sort", "") if query.get("sort") in SORTS else "",
        descending=query.get("descending") == "1",
        page=int(page) if page.isdecimal() and len(page) < 8 else 1,
    )


def list_address(wanted: Wanted) -> str:
    return _address("/", wanted)


def _address(path: str, wanted: Wanted) -> str:
    said = {
        **wanted.chosen,
        "text": wanted.text,
        "disagreeing": "1" if wanted.disagreeing else "",
        "sort": wanted.sort,
        "descending": "1" if wanted.descending else "",
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    query = urlencode({name: value for name, value in said.items() if value})
    return f"{path}?{query}" if query else path
