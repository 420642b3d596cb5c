"""The web application: routes, and what every answer says about itself to the browser.

Only requests that name this machine are answered (a page elsewhere cannot reach it by a name of its own), only GET, and
no page runs a script or takes a style but those of `static`.
"""

from collections.abc import Callable
from pathlib import Path

import jinja2
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assets.inspection.catalogue import Catalogue, Entry, Wanted
from assets.inspection.inspection import Inspection, TrajectoryNotFound, read_trajectory
from assets.trajectories.schema import AMPLIFIED_TRAJECTORIES, REAL_TRAJECTORIES
from assets.viewer_address import trajectory_path
from orchestration.terminal_text import printable
from orchestration.viewer.pages import ListView, list_address, trajectory_view, wanted_from
from orchestration.viewer.parts import Parts
from resources.storage.errors import LakeError
from resources.storage.lake import Lake

HOSTS = ["127.0.0.1", "localhost"]
_HERE = Path(__file__).parent
_TABLES = {"real": REAL_TRAJECTORIES.name, "amplified": AMPLIFIED_TRAJECTORIES.name}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def _shown(value: object) -> object:
    """Control characters, and those that turn the direction of text, are shown and not obeyed."""
    if isinstance(value, Markup):
        return Markup(printable(value))
    return printable(value) if isinstance(value, str) else value


class Guarded:
    """Adds the headers to every answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


class Viewer:
    """The pages over one lake. Endpoints are called in threads."""

    def __init__(self, lake: Lake, home: str) -> None:
        self._lake = lake
        self._catalogue = Catalogue(lake)
        self._parts = Parts()
        self._templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(_HERE / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            finalize=_shown,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["home"] = home

    def application(self) -> Starlette:
        routes = [
            Route("/", self._guard(self.list), methods=["GET"]),
            Route("/trajectory/{name:str}", self._guard(self.trajectory), methods=["GET"]),
            Route("/part/{name:str}/{turn:int}", self._guard(self.part), methods=["GET"]),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ]
        return Starlette(
            routes=routes,
            middleware=[Middleware(Guarded), Middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)],
            exception_handlers={404: lambda _, __: self._problem("There is no such page.", 404)},
        )

    def list(self, request: Request) -> Response:
        wanted = wanted_from(request.query_params)
        view = ListView(self._catalogue.page(wanted), wanted)
        return self._page("list.html.j2", view=view)

    def trajectory(self, request: Request) -> Response:
        """By its whole id; the beginning of one leads there, or to the list of those that begin so."""
        name, wanted = request.path_params["name"], wanted_from(request.query_params)
        beginning, _, turn = name.partition(":")
        found = self._catalogue.find(beginning)
        if not found:
            return self._problem(f"No trajectory begins with {beginning}.", 404)
        if len(found) > 1:
            return RedirectResponse(list_address(Wanted(text=beginning)))
        (entry,) = found
        if entry.trajectory_id != name:
            return RedirectResponse(trajectory_path(entry.trajectory_id, int(turn) if turn.isdecimal() else None))
        return self._shown(entry, wanted)

    def _shown(self, entry: Entry, wanted: Wanted) -> Response:
        neighbours = self._catalogue.neighbours(wanted, entry.trajectory_id)
        return self._page("trajectory.html.j2", view=trajectory_view(self._inspected(entry), neighbours, wanted))

    def part(self, request: Request) -> Response:
        """Meshes of one turn, for a page of this viewer alone: making them takes a second of a processor."""
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return self._problem("Parts are for pages of this viewer.", 403)
        found, index = self._catalogue.find(request.path_params["name"]), request.path_params["turn"]
        if len(found) != 1:
            return self._problem("There is no such trajectory.", 404)
        inspection = self._inspected(found[0])
        if inspection.bundle is None or index >= len(inspection.turns):
            return self._problem("There is no such turn.", 404)
        candidate = inspection.turns[index].turn.candidate
        return Response(self._parts.meshes(inspection.bundle, candidate), media_type="application/json")

    def _inspected(self, entry: Entry) -> Inspection:
        """Raises TrajectoryNotFound."""
        return read_trajectory(self._lake, _TABLES[entry.made], entry.domain, entry.trajectory_id)

    def _guard(self, endpoint: Callable[[Request], Response]) -> Callable[[Request], Response]:
        """What is wrong with the lake is told on a page."""

        def guarded(request: Request) -> Response:
            try:
                return endpoint(request)
            except TrajectoryNotFound as error:
                return self._problem(str(error), 404)
            except LakeError as error:
                return self._problem(str(error), 500)

        return guarded

    def _problem(self, said: str, status: int) -> Response:
        return self._page("problem.html.j2", status, said=said)

    def _page(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        return HTMLResponse(self._templates.get_template(template).render(**values), status)
