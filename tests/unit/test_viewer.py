"""`icwm view`: what the list finds, what a page says, and that hostile texts stay texts."""

import asyncio
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pygments.token import STANDARD_TYPES

from assets.inspection.catalogue import Catalogue, Wanted
from assets.trajectories.schema import REAL_TRAJECTORIES, trajectory_to_row
from assets.viewer_address import (
    how_to_start,
    how_to_view,
    list_path,
    list_url,
    report_link,
    trajectory_path,
    trajectory_url,
)
from assets.viewer_link import viewer_link
from orchestration.viewer.application import Viewer
from orchestration.viewer.code_view import Notes, code_blocks, coloured
from orchestration.viewer.trace_view import trace_view
from orchestration.viewer.waveform import time_text, waveform
from resources.execution.outcome import Outcome
from resources.storage.lake import Lake
from tests.home import PROJECT
from tests.trajectory_lake import HOSTILE, RIGHT, WAVES, WRONG, identity, real, trace_row, write_trajectories


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    made = Lake(tmp_path_factory.mktemp("lake"))
    write_trajectories(made)
    return made


@pytest.fixture(scope="module")
def catalogue(lake: Lake) -> Catalogue:
    return Catalogue(lake)


def numbers(catalogue: Catalogue, wanted: Wanted) -> list[int]:
    return [int(entry.trajectory_id, 16) for entry in catalogue.page(wanted).entries]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Wanted({"task": "mine/other"}), [2]),
        (Wanted({"label": "PASS", "source": "real"}), [2, 1]),
        (Wanted({"source": "simulated, verified"}), [3, 4]),
        (Wanted({"checkpoint": "c" * 32, "label": "PASS"}), [4]),
        (Wanted(disagreeing=True), [3, 6]),
        (Wanted({"checkpoint": "c" * 32}, sort="confidence", descending=True), [4, 3, 6]),
        (Wanted({"checkpoint": "c" * 32}, sort="disagreements"), [4, 3, 6]),
        (Wanted(text="OTHER"), [2]),
        (Wanted(text=identity(4)), [4]),
        (Wanted(text=f"{identity(4)}:0"), [4]),
        (Wanted({"task": HOSTILE}), [5]),
        (Wanted({"task": "' or true --"}), []),
    ],
)
def test_a_list_is_filtered_and_sorted(catalogue: Catalogue, wanted: Wanted, expected: list[int]) -> None:
    found = numbers(catalogue, wanted)
    assert sorted(found) == sorted(expected)
    assert not wanted.sort or found == expected


def test_each_filter_counts_as_if_it_alone_were_not_set(catalogue: Catalogue) -> None:
    page = catalogue.page(Wanted({"label": "PASS", "domain": "chip_design"}))
    assert page.total == 3
    assert {count.value: count.count for count in page.facets["label"]} == {
        "PASS": 3,
        "FUNCTIONAL_MISMATCH": 2,
        "RUNTIME_ERROR": 1,
    }
    assert {count.value: count.count for count in page.facets["source"]} == {"real": 2, "simulated, verified": 1}


def test_what_an_audit_saw_is_the_label(catalogue: Catalogue) -> None:
    (entry,) = catalogue.page(Wanted(text=identity(6))).entries
    assert (entry.labels, entry.disagreements) == ([Outcome.FUNCTIONAL_MISMATCH.value], 1)


def test_neighbours_are_those_of_the_list_that_one_came_from(catalogue: Catalogue) -> None:
    wanted = Wanted({"checkpoint": "c" * 32}, sort="confidence", descending=True)
    beside = catalogue.neighbours(wanted, identity(3))
    assert (beside.before, beside.behind, beside.place, beside.total) == (identity(4), identity(6), 2, 3)
    assert catalogue.neighbours(wanted, identity(1)).place == 0


def test_pages_end_where_the_list_ends_and_a_new_commit_is_seen(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    catalogue = Catalogue(lake)
    assert catalogue.page(Wanted(page=7)).total == 0
    rows = [trajectory_to_row(real(number)) for number in range(120)]
    lake.write(REAL_TRAJECTORIES, "chip_design", REAL_TRAJECTORIES.from_rows(rows))
    last = catalogue.page(Wanted(page=9))
    assert (last.number, last.last, len(last.entries)) == (3, 3, 20)


def test_a_diff_keeps_both_sides_and_says_the_log_at_its_line() -> None:
    notes = Notes(said={2: ["b is 0"]}, faults={2: ["inverted"]}, counts={1: 3, 2: 9})
    (block,) = code_blocks(RIGHT, "verilog", WRONG, notes)
    assert [(line.kind, line.number) for line in block.lines] == [
        ("same", 1),
        ("removed", None),
        ("added", 2),
        ("same", 3),
    ]
    told = block.lines[2]
    assert (told.said, told.faults, told.count, told.heat) == (("b is 0",), ("inverted",), 9, 9)


def test_what_did_not_change_far_away_is_folded() -> None:
    before = "\n".join(f"line {number}" for number in range(40))
    blocks = code_blocks(before.replace("line 20", "line twenty"), "text", before, Notes())
    assert [(block.folded, len(block.lines)) for block in blocks] == [(True, 16), (False, 10), (True, 15)]


@pytest.mark.parametrize("code", ["a\x0cb\nc", "a b\n", "\n\n", "", "no end", "/* over\ntwo */ x\r\ny", HOSTILE])
@pytest.mark.parametrize("language", ["verilog", "c", "python", "asm", "cuda", "no such language"])
def test_colours_stand_at_the_lines_of_the_text(code: str, language: str) -> None:
    lines = coloured(code, language)
    texts = [ElementTree.fromstring(f"<p>{_xml(line)}</p>") for line in lines]
    assert ["".join(text.itertext()) for text in texts] == [_xml(line) for line in code.splitlines()]


def test_no_class_of_the_page_is_a_colours() -> None:
    """Pygments calls constants `no`; where numbers of lines were called so, too, those of assembly looked like them."""
    templates = (PROJECT / "orchestration" / "viewer" / "templates").glob("*.j2")
    names = " ".join(" ".join(re.findall(r'class="([\w -]*)', page.read_text(encoding="utf-8"))) for page in templates)
    assert "place" in names.split()
    assert not set(names.split()) & {name for name in STANDARD_TYPES.values() if name}


def _xml(text: str) -> str:
    """Without what XML cannot hold."""
    return re.sub(r"[\x00-\x08\x0b-\x1f]", "", text)


def test_signals_become_lanes_in_an_svg_that_holds_no_markup_of_theirs() -> None:
    waves = waveform(WAVES, "1ps", 20)
    assert [lane.name for lane in waves.lanes] == [HOSTILE, "a", "b", "bus"]
    for lane in waves.lanes:
        picture = ElementTree.fromstring(_xml(lane.picture))
        assert {element.tag for element in picture.iter()} <= {"svg", "path", "rect", "polygon", "text", "title"}
    assert "0x1f" in waves.lanes[3].picture


def test_a_value_that_is_held_for_long_is_written_again_further_on() -> None:
    clock = [_at(10 * number, "clk", str(number % 2)) for number in range(100)]
    lanes = waveform([_at(0, "bus", "0x2a"), *clock], "ns", None).lanes
    assert [lane.name for lane in lanes] == ["clk", "bus"]
    assert lanes[1].picture.count(">0x2a<") == 10


@pytest.mark.parametrize(
    ("time", "unit", "said"), [(4105000, "1ps", "4.105 µs"), (7, "case", "case 7"), (5, "10ns", "50 ns")]
)
def test_times_are_told_in_a_unit_that_people_read(time: int, unit: str, said: str) -> None:
    assert time_text(time, unit) == said


def test_each_kind_of_trace_has_its_view() -> None:
    board = trace_view(
        trace_row(
            real(1), "board activity", "ns", [_at(5, "W GPIOA->ODR", "0x1"), _at(5, "PA0", "1"), _at(20, "PA0", "0")]
        )
    )
    assert board.waves is not None
    assert [lane.name for lane in board.waves.lanes] == ["PA0"]
    assert [(access.peripheral, access.register, access.value) for access in board.accesses] == [
        ("GPIOA", "ODR", "0x1")
    ]
    hot = trace_view(trace_row(real(1), "executed instructions", "line", [_at(2, "nop", "7"), _at(2, "ret", "9")]))
    assert hot.counts == {2: 9}
    steps = trace_view(trace_row(real(1), "modelling steps", "line", [_at(6, "box", "1 Solid")]))
    assert [(step.line, step.name, step.value) for step in steps.steps] == [(6, "box", "1 Solid")]


def test_an_error_map_places_the_largest_error_and_says_how_much_is_wrong() -> None:
    events = [
        _at(0, "arguments", "(4, 8) float32"),
        _at(0, "output 0", "(4, 8) float32"),
        _at(0, "output 0 largest error", "3.2 at (1, 3)"),
        _at(0, "output 0 elements outside the tolerance", "16 of 32"),
        _at(0, "raised", HOSTILE),
    ]
    (case,) = trace_view(trace_row(real(1), "errors by case", "case", events)).cases
    (cell,) = case.cells
    assert (cell.bad, cell.row, cell.column) == (4, 0.375, 0.4375)
    assert case.said == (f"raised: {HOSTILE}",)


def _at(at: int, name: str, value: str) -> dict[str, object]:
    return {"at": at, "name": name, "value": value}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


def get(lake: Lake, address: str, host: str = "127.0.0.1", method: str = "GET", site: str = "same-origin") -> Answer:
    """One request to the application, as a server hands it on."""
    parts, sent = urlsplit(address), list[dict[str, object]]()

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(b"host", host.encode()), (b"sec-fetch-site", site.encode())],
    }
    asyncio.run(Viewer(lake, "/home").application()(scope, receive, send))  # type: ignore[arg-type]
    start, *bodies = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}  # type: ignore[attr-defined]
    text = b"".join(body["body"] for body in bodies).decode()  # type: ignore[misc]
    return Answer(int(str(start["status"])), headers, text)


def test_a_page_tells_a_trajectory_with_both_observations(lake: Lake) -> None:
    page = get(lake, f"/trajectory/{identity(3)}").text
    assert "foretold PASS with 90.0 %, wrongly" in page
    assert "foretold\n" in page
    assert "what was seen" in page


def test_the_beginning_of_an_id_and_a_turns_id_lead_to_the_page(lake: Lake) -> None:
    turn = get(lake, f"/trajectory/{identity(3)}:0")
    assert (turn.status, turn.headers["location"]) == (307, f"/trajectory/{identity(3)}#turn-0")
    assert get(lake, "/trajectory/000000").headers["location"] == "/?text=000000"
    assert get(lake, "/trajectory/ffffff").status == 404


@pytest.mark.parametrize(
    "address", ["/", f"/trajectory/{identity(5)}", f"/trajectory/{identity(1)}", "/nowhere", "/?page=x"]
)
def test_every_page_runs_no_script_but_its_own(lake: Lake, address: str) -> None:
    answer = get(lake, address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    markup = Markup(answer.text)
    assert [dict(attributes) for tag, attributes in markup.tags if tag == "script"] == [
        {"src": "/static/viewer.js", "defer": None}
    ]
    assert not {tag for tag, _ in markup.tags} & {"img", "iframe", "object", "style", "base"}
    names = {name for _, attributes in markup.tags for name, _ in attributes}
    assert not [name for name in names if name.startswith("on") or name in ("style", "srcdoc")]
    assert not [
        letter for letter in answer.text if unicodedata.category(letter) in ("Cc", "Cf") and letter not in "\n\t"
    ]


class Markup(HTMLParser):
    """The tags of a page with their attributes, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))


def test_only_this_machine_is_answered_and_only_gets(lake: Lake) -> None:
    assert get(lake, "/", host="evil.example").status == 400
    assert get(lake, "/", method="POST").status == 405
    assert get(lake, "/static/../application.py").status == 404


def test_parts_are_for_pages_of_the_viewer_alone(lake: Lake) -> None:
    assert get(lake, f"/part/{identity(1)}/0", site="cross-site").status == 403
    assert get(lake, f"/part/{identity(1)}/0").status == 404  # its bundle is not in the lake


def test_a_link_needs_an_address_that_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ICWM_VIEWER_URL", raising=False)
    assert how_to_view("abc", 2) == "in a browser: icwm view abc:2"
    assert report_link(trajectory_path("abc", 2)) == "http://127.0.0.1:3080/trajectory/abc#turn-2"
    assert how_to_start() == "icwm view"
    monkeypatch.setenv("ICWM_VIEWER_URL", "https://viewer.example/")
    assert trajectory_url("abc", 2) == "https://viewer.example/trajectory/abc#turn-2"
    assert list_url({"domain": "a b", "disagreeing": "1"}) == "https://viewer.example/?domain=a+b&disagreeing=1"
    assert report_link(list_path({"task": "a/b"})) == "https://viewer.example/?task=a%2Fb"
    assert how_to_start() == ""
    monkeypatch.setenv("ICWM_VIEWER_URL", "javascript:alert(1)//")
    assert report_link("/") == "http://127.0.0.1:3080/"
    assert trajectory_url("abc") == list_url({}) == ""
    assert viewer_link({"domain": "chip_design"}).value == "icwm view, with the filters domain chip_design"
