"""A page: connects to a session like a browser tab and shows what the session says."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar, cast

from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.page.accessible.look import Look
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.parse import parse_document
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.page.dom.write import to_html
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.records import CodeRun, Records, Script
from pytest_uimcp.page.render import Renderer
from pytest_uimcp.page.scope import Scope
from pytest_uimcp.page.shoelace import install
from pytest_uimcp.page.verbs import VERBS, Human, press

__all__ = ["Page"]

T = TypeVar("T")
INDEX = "<!DOCTYPE html><html><head><title>App</title></head><body><div ui-app></div></body></html>"
_MOST_ROUNDS = 1000
install()


class _Connection(Protocol):
    def receive(self, frame: str) -> Any: ...

    def close(self) -> None: ...


class _Session(Protocol):
    """The part of a session that a page needs."""

    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Any: ...

    def settle(self) -> None: ...


class _App(Protocol):
    """What a test has of an app: its session, and the story that its page goes on with."""

    @property
    def session(self) -> _Session: ...

    @property
    def story(self) -> StepLog: ...


class Page(Scope):
    """A browser tab without a browser.

    Everything a test reads from it is settled first: all work the session had, and all that followed from it, is
    done and shown.
    """

    def __init__(self, session: _Session | _App, index: str = INDEX, *, story: StepLog | None = None) -> None:
        """A page of a session; of what the fixtures `uimcp` and `uimcp_lua` give, it is a part of the same test."""
        self._page = self
        self._session = cast("_Session", getattr(session, "session", session))
        self._index = index
        self._connection: _Connection | None = None
        self._arrived: deque[str] = deque()
        self._tabs: list[Page] = []
        self._told = (story or getattr(session, "story", None) or StepLog()).for_tab(self)
        self._load()

    # Life

    def _load(self) -> None:
        self.name = secrets.token_hex(8)
        self.document = parse_document(self._index)
        self.records = Records()
        self.human = Human(self.document, Focus(self.document), self._told)
        self._renderer = Renderer(self.document, self.records, self.human.focus)
        self._seen: Look | None = None

    def open(self) -> Self:
        """Connect and show the app."""
        app = next(iter(select(self.document, "[ui-app]")), None)
        if app is None:
            raise PageError("the page has no element with the attribute ui-app to show the app in")
        self._connect()
        self._renderer.start(app)
        self.settle()
        return self

    def close(self) -> None:
        """Close the tab and those opened from it."""
        for tab in self._tabs:
            tab.close()
        self._leave()
        self._told.close_tab()

    def __enter__(self) -> Self:
        try:
            return self if self._connection is not None else self.open()
        except BaseException:
            self.close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @recorded("human")
    def new_tab(self) -> Page:
        """Open the same session in another tab."""
        tab = type(self)(self._session, self._index, story=self._told)
        self._tabs.append(tab)
        return tab.open()

    @recorded("human")
    def reload(self) -> None:
        """Load the page anew: what was typed and not sent is gone, the session's state is not."""
        self._leave()
        self._load()
        self.open()

    @recorded("human")
    def disconnect(self) -> None:
        """Lose the connection; the page stays as it is and keeps what a human does."""
        self._leave()

    @recorded("human")
    def reconnect(self) -> None:
        """Get the connection back and bring the page up to date."""
        if self._connection is None:
            self._connect()
            if not getattr(self._connection, "resumed", False):
                self._renderer.variables.announce_again()
            self.settle()

    @property
    def is_connected(self) -> bool:
        """Whether the session hears of what happens here."""
        return self._connection is not None

    # Reading what a browser would have done

    @property
    def code_runs(self) -> list[CodeRun]:
        """Every run of a `ui-code` value."""
        self.settle()
        return self.records.code_runs

    @property
    def scripts(self) -> list[Script]:
        """Every `<script>` that came with a viewdef."""
        self.settle()
        return self.records.scripts

    @property
    def scrolled(self) -> list[str]:
        """The ids of elements that `?scrollOnOutput` scrolled to their end, in order."""
        self.settle()
        return [element.id for element in self.records.scrolled]

    def answer_code(self, part: str, answer: Callable[[CodeRun], None]) -> None:
        """Have `answer` called in place of JavaScript whenever a `ui-code` value that holds `part` is to run."""
        self.records.answers.append((part, answer))

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Code and description of every error that the session sent."""
        self.settle()
        return self._renderer.variables.problems

    # For reports

    def last_aria(self) -> str:
        """The accessible tree as it was last shown, whatever the session is doing."""
        return to_yaml(tree_of(self.look(), self._root()))

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Write the page as it was last shown to a folder."""
        path = folder / "page.html"
        path.write_text(to_html(self.document.body.children), encoding="utf-8")
        return {"page": path}

    @property
    def told(self) -> StepLog:
        """What the human has done so far."""
        return self.human.story

    # Settling

    def settle(self) -> None:
        """Return when everything that has happened has been shown."""
        if self._connection is not None:
            self._come_to_rest()
        self._told.settled(self)

    def _come_to_rest(self) -> None:
        for _ in range(_MOST_ROUNDS):
            self._send()
            self._session.settle()
            if self._read() and self.human.focus.element is not None:
                self.human.focus.keep_only_if_usable(self.look())
                self._seen = None
            if not self._arrived and not self._renderer.variables.has_news and not self._restore_focus():
                return
        raise PageError(f"the page and the session do not come to rest: {_MOST_ROUNDS} rounds of messages")

    def _restore_focus(self) -> bool:
        if not self._renderer.restore_focus():
            return False
        self._seen = None
        self.human.focus.keep_only_if_usable(self.look())
        self._seen = None
        return True

    def expect(self, attempt: Callable[[], T]) -> T:
        """What an attempt returns: nothing here comes late, so one is enough."""
        return attempt()

    def do(self, verb: str, element: Element, *arguments: Any) -> None:
        """Have a human do something to an element and settle."""
        look = self.look()
        self.act(lambda: VERBS[verb](self.human, look, element, *arguments))

    def strike(self, stroke: Stroke) -> None:
        """Have a human press a key and settle."""
        self.act(lambda: press(self.human, stroke))

    def aria_of(self, element: Element) -> str:
        """The accessible tree of an element, as text."""
        return to_yaml(tree_of(self.look(), element))

    def act(self, do: Callable[[], None]) -> None:
        """Have a human do something and settle."""
        self._seen = None
        do()
        self._renderer.variables.mark_user_event()
        self._seen = None
        self.settle()

    def look(self) -> Look:
        """The page as it is now."""
        if self._seen is None:
            self._renderer.render_components()
            self._seen = Look(self.document)
        return self._seen

    def _root(self) -> Element:
        return self.document.body

    def _connect(self) -> None:
        # Frames come from the session's thread; they are read when the test's thread settles.
        self._arrived.clear()
        self._connection = self._session.connect(self._arrived.append, self.name)

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _send(self) -> None:
        frame = self._renderer.variables.take()
        if frame is not None and self._connection is not None:
            self._connection.receive(frame)

    def _read(self) -> bool:
        any_read = False
        while self._arrived:
            self._renderer.variables.receive(self._arrived.popleft())
            self._renderer.look_inside_moved()
            self._renderer.show_choices()
            self._seen = None
            any_read = True
        return any_read
