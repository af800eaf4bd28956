"""The gallery of an app directory: it draws entries, opens a live session for one, and asks the checks.

Everything runs on a copy, so nothing that is clicked in the gallery reaches the repository. When a file of it is saved,
the next request is answered from a new copy.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.checks.app import App, AppNotLoaded
from pytest_uimcp.checks.app_directory import IGNORED, AppDirectory
from pytest_uimcp.checks.examples import examples_file, show_example
from pytest_uimcp.checks.findings import Findings
from pytest_uimcp.checks.renders import NotDrawn, show_live_view, show_view
from pytest_uimcp.checks.sandbox import AppSession, Sandbox
from pytest_uimcp.checks.survey import survey_of
from pytest_uimcp.checks.verdict import findings_of, severity_of
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.engine.errors import UnknownSession
from pytest_uimcp.page import Page
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.testing.gallery.entries import (
    GalleryEntry,
    NoEntry,
    StoryFile,
    entries_of,
    entry_at,
    example_of,
    stories_in,
    tree_of_app,
)
from pytest_uimcp.testing.gallery.marks import (
    Mark,
    marks_of_drawing,
    marks_of_findings,
    marks_of_last_run,
    marks_of_stories,
    read_last_run,
    snapshot_state,
)

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.startup import Extension

# Sessions that are open at a time; the one that was opened first goes.
MAX_CANVASES: Final = 12
# A directory of one of these names belongs to the project around it.
UI_DIRECTORY_NAMES: Final = (".ui", "ui")
CHECK_SECONDS: Final = 20.0
_MAX_SOURCE_BYTES: Final = 500_000
_FIRST_VIEW: Final = re.compile(r'ui-viewdef="([^"]+)"')


@dataclass(frozen=True, slots=True)
class OpenCanvas:
    """An entry in a session of its own, for a browser."""

    app_session: AppSession

    @property
    def session(self) -> Session:
        """What the pages of the session ask for (see `UiHost`)."""
        return self.app_session.session


@dataclass
class _Copy:
    """What is known of the directory as it was at one time."""

    version: str
    sandbox: Sandbox
    drawn: dict[GalleryEntry, dict[str, Any]] = field(default_factory=dict)
    findings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


class Gallery:
    """`extensions` makes what a server adds to each session."""

    recorder = None

    def __init__(self, directory: AppDirectory, extensions: Callable[[Path], Sequence[Extension]]) -> None:
        self.directory = directory
        self.options = ServerOptions()
        self._extensions = extensions
        self._copy: _Copy | None = None
        self._canvases: OrderedDict[str, OpenCanvas] = OrderedDict()
        # Sandbox, pages and canvases are used by one request at a time.
        self._lock = threading.Lock()

    # For the UI port (see `UiHost`)

    @property
    def base_dir(self) -> Path:
        return self._current().sandbox.base_dir

    @cached_property
    def bundle(self) -> Path:
        return bundle_dir()

    def ui_session(self, session_id: str | None = None) -> OpenCanvas:
        """The canvas of a session."""
        canvas = self._canvases.get(session_id or "")
        if canvas is None:
            raise UnknownSession("the gallery has closed this view: choose it again")
        return canvas

    async def variables_of(self, session_id: str | None = None) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = await asyncio.wrap_future(
            self.ui_session(session_id).session.submit_look("variables")
        )
        return rows

    # For the gallery's own page

    @property
    def version(self) -> str:
        """What is different as soon as a file of the directory has been saved."""
        return _version(self.directory.base)

    @cached_property
    def root(self) -> Path:
        """The repository, in which stories are looked for; a directory that is none's is its own."""
        base = self.directory.base
        if base.name in UI_DIRECTORY_NAMES:
            return project_of(base)
        return base

    def tree(self) -> dict[str, Any]:
        """Apps and views, from the names of files alone."""
        with self._lock:
            copy = self._current()
            apps = [tree_of_app(app) for app in self._apps(copy)]
        return {"title": self.root.name, "version": copy.version, "apps": apps}

    def entry(self, address: str) -> GalleryEntry:
        """Raises NoEntry."""
        return entry_at(self._app(address.partition("/")[0]), address)

    def drawn(self, entry: GalleryEntry) -> dict[str, Any]:
        """An entry as the page without a browser draws it: HTML and tree, or why it cannot be drawn.

        Beside them what that shows of its state, and of an app the view that is the same picture.
        """
        with self._lock:
            drawing = dict(self._drawing(entry))
            if not entry.key and (twin := self._twin(entry, drawing)) is not None:
                drawing["twin"] = twin.address
        return drawing | {"marks": marks_of_drawing(drawing)}

    def marks(self) -> dict[str, dict[str, list[Mark]]]:
        """How all entries are doing, as far as that is known: nothing is drawn or checked for it.

        By address what their drawing shows, if there is one, and what checks and tests have said.
        """
        last_run = read_last_run(self.root)
        stories: list[StoryFile] = []
        if last_run.names:
            stories = stories_in(self.root, self.directory.base)
        marks = {}
        with self._lock:
            copy = self._current()  # once: it looks at the times of all files
            for app in self._apps(copy):
                for entry in entries_of(tree_of_app(app)):
                    if app.name in copy.findings:
                        tests = marks_of_findings(entry, copy.findings[app.name])
                    else:
                        tests = marks_of_last_run(entry, last_run, app.entry)
                    if not entry.key:
                        tests += marks_of_stories((story for story in stories if story.app == entry.app), last_run)
                    marks[entry.address] = {"drawing": marks_of_drawing(copy.drawn.get(entry, {})), "tests": tests}
        return marks

    def open(self, entry: GalleryEntry) -> Session:
        """A live session that shows an entry; raises UimcpError."""
        with self._lock:
            app = self._app(entry.app)
            app_session = app.sandbox.new_session(entry.app)
            session = app_session.session
            try:
                session.open()
                app.load(app_session)
                page = self._show(app, app_session, entry)
                if page is None:
                    page = show_view(survey_of(app), app_session, entry.key)
                page.close()
            except BaseException:
                session.close()
                raise
            self._canvases[session.id] = OpenCanvas(app_session)
            while len(self._canvases) > MAX_CANVASES:
                self._canvases.popitem(last=False)[1].session.close()
            return session

    def fields(self, session_id: str) -> list[tuple[str, Any]]:
        """The fields of the object on a canvas with a text, a number or a boolean, by name; raises UimcpError."""
        with self._lock:
            return [(name, value) for name, value in self.ui_session(session_id).app_session.ask("shown_fields")]

    def set_field(self, session_id: str, name: str, value: str | float | bool) -> None:
        """Give a field of the object on a canvas another value, as its app could; raises UimcpError."""
        with self._lock:
            self.ui_session(session_id).app_session.ask("set_shown", json.dumps({name: value}))

    def findings(self, name: str) -> list[dict[str, Any]]:
        """What `pytest --uimcp` says about an app."""
        with self._lock:
            app = self._app(name)
            known = self._current().findings
            if name not in known:
                known[name] = [
                    {
                        "check": check,
                        "severity": severity_of(finding).value,
                        "text": finding.text(self.root, long=False),
                        "file": finding.file.name if finding.file else "",
                    }
                    for check, finding in findings_of(app, CHECK_SECONDS)
                ]
            return known[name]

    def sources(self, entry: GalleryEntry) -> list[dict[str, str]]:
        """The files of an entry: the viewdef and its examples, or the app's Lua."""
        app = self._app(entry.app)
        files = [app.entry]
        if entry.key:
            files = [app.folder / "viewdefs" / f"{entry.key}.html", examples_file(app, entry.key)]
        return [{"path": self._shown(file), "text": _text(file)} for file in files if file.is_file()]

    def snapshot(self, entry: GalleryEntry) -> dict[str, str]:
        """The stored snapshot of an entry and the path of its file; nothing if there is none."""
        name = ".".join(filter(None, (entry.key, entry.example)))
        file = self._app(entry.app).folder / "__snapshots__" / f"{name}.aria.yaml"
        if not entry.key or not file.is_file():
            return {}
        return {"path": self._shown(file), "text": _text(file)}

    def stories(self, entry: GalleryEntry) -> list[dict[str, str]]:
        """The stories about the app of an entry."""
        return [
            {"title": story.title, "path": self._shown(story.path), "text": story.text}
            for story in stories_in(self.root, self.directory.base)
            if story.app == entry.app
        ]

    def close(self) -> None:
        """Close all sessions and remove the copy."""
        with self._lock:
            self._leave()

    def _drawing(self, entry: GalleryEntry) -> dict[str, Any]:
        drawings = self._current().drawn
        if entry not in drawings:
            drawing = self._draw(entry)
            if "aria" in drawing and (snapshot := self.snapshot(entry)):
                drawing["snapshot"] = snapshot_state(snapshot["text"], drawing["aria"])
            drawings[entry] = drawing
        return drawings[entry]

    def _twin(self, entry: GalleryEntry, drawing: dict[str, Any]) -> GalleryEntry | None:
        """The view that an app begins with, if there is nothing beside it."""
        if not (match := _FIRST_VIEW.search(drawing.get("html", ""))):
            return None
        try:
            twin = self.entry(f"{entry.app}/{match[1]}")
        except NoEntry:  # of another app, such as one that it is shown in
            return None
        if self._drawing(twin).get("html") == drawing["html"]:
            return twin
        return None

    def _draw(self, entry: GalleryEntry) -> dict[str, Any]:
        app = self._app(entry.app)
        try:
            with app.loaded() as app_session:
                page = self._show(app, app_session, entry)
                drawn = None if page is None else _read(page)
            if drawn is None:
                # Outside: the survey that says how else it can be shown takes the session too.
                survey = survey_of(app)
                with app.loaded() as app_session:
                    drawn = _read(show_view(survey, app_session, entry.key))
        except NotDrawn as error:
            return {"problem": str(error), "lacks": True}
        except UimcpError as error:
            return {"problem": _reason(error)}
        return drawn

    def _show(self, app: App, app_session: AppSession, entry: GalleryEntry) -> Page | None:
        """Make a session show an entry; the page that has drawn it, or None if the app has no object for it."""
        if entry.key and not entry.example:
            return show_live_view(app_session, entry.key)
        if entry.key:
            show_example(app, app_session, entry.key, example_of(app, entry))
        else:
            app_session.ask("show_app", app.object)
        page = Page(app_session.session)
        page.open()
        return page

    def _app(self, name: str) -> App:
        if name not in self.directory.apps:
            raise NoEntry(f"there is no app {name}{hint_or_names(name, self.directory.apps)}")
        return App(name, self.directory, self._current().sandbox)

    def _apps(self, copy: _Copy) -> list[App]:
        return [App(name, self.directory, copy.sandbox) for name in self.directory.apps]

    def _current(self) -> _Copy:
        version = self.version
        if self._copy is None or self._copy.version != version:
            self._leave()
            self._copy = _Copy(version, Sandbox(self.directory, self.root, self._extensions))
        return self._copy

    def _leave(self) -> None:
        for canvas in self._canvases.values():
            canvas.session.close()
        self._canvases.clear()
        if self._copy is not None:
            self._copy.sandbox.close()
            self._copy = None

    def _shown(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.root)).as_posix()


def _read(page: Page) -> dict[str, Any]:
    """What a page shows; it is closed."""
    try:
        tree, html = page.shown()
    finally:
        page.close()
    return {"html": html, "aria": tree}


def _reason(error: Exception) -> str:
    if isinstance(error, (Findings, AppNotLoaded)):
        return "\n".join(finding.message for finding in error.found)
    return str(error)


def _text(path: Path) -> str:
    try:
        return read_text(path, _MAX_SOURCE_BYTES, errors="replace")
    except OSError as error:
        return f"(it cannot be read: {error})"


def _version(base: Path) -> str:
    """The newest time and the number of the files that apps are made of."""
    newest = 0
    count = 0
    folders = [str(base)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for found in entries:
                if found.is_dir(follow_symlinks=False):
                    if found.name not in IGNORED and found.name not in ("storage", "__snapshots__"):
                        folders.append(found.path)
                elif found.name.endswith((".lua", ".html", ".yaml", ".css", ".js", ".json")):
                    count += 1
                    newest = max(newest, found.stat(follow_symlinks=False).st_mtime_ns)
    return f"{newest}-{count}"
