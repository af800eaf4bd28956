"""A page: connects to a session like a browser tab and shows what the session says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, cast

from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.dom.write import to_filled_html
from pytest_uimcp.page.driver import Connectable, PageDriver
from pytest_uimcp.page.records import CodeRun, Script
from pytest_uimcp.page.scope import PageScope
from pytest_uimcp.page.shoelace import install

__all__ = ["Page"]

INDEX = "<!DOCTYPE html><html lang=en><head><title>App</title></head><body><div ui-app></div></body></html>"
install()


class _App(Protocol):
    """What the fixtures `uimcp` and `uimcp_lua` share with a page: the session, and the log of steps."""

    @property
    def session(self) -> Connectable: ...

    @property
    def story(self) -> StepLog: ...


class Page(PageScope):
    """A browser tab without a browser.

    Every read settles first: all work of the session, and everything that follows from it, is done and shown.
    """

    def __init__(
        self, session: Connectable | _App, index: str = INDEX, *, story: StepLog | None = None, exact: bool = False
    ) -> None:
        """A page of a session. Given `uimcp` or `uimcp_lua`, it also adds its steps to the log of that fixture.

        An exact page refuses steps that need JavaScript or anything else that other pages record or ignore.
        """
        log = (story or getattr(session, "story", None) or StepLog()).for_tab(self)
        connectable = cast("Connectable", getattr(session, "session", session))
        self._undressed = index
        self._dress: Callable[[str], str] = getattr(session, "dress", str)
        index = self._dress(index)
        self._driver = self._page = PageDriver(self, connectable, index, log, exact=exact)
        self._tabs: list[Page] = []

    def __repr__(self) -> str:
        connected = "connected" if self.is_connected else "not connected"
        return f"{type(self).__name__}(tab {self.story.tab}, {connected})"

    @property
    def document(self) -> Document:
        return self._driver.document

    def settle(self) -> None:
        """Return when everything that has happened has been shown."""
        self._driver.settle()

    # Opening and closing

    def open(self) -> Self:
        """Connect and show the app."""
        self._driver.start()
        return self

    def close(self) -> None:
        """Close the tab and those opened from it."""
        for tab in self._tabs:
            tab.close()
        self._driver.disconnect()
        self.story.close_tab()

    def __enter__(self) -> Self:
        try:
            if self.is_connected:
                return self
            return self.open()
        except BaseException:
            self.close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @recorded("human")
    def new_tab(self) -> Page:
        """Open the same session in another tab."""
        index = self._dress(self._undressed)
        exact = self.document.is_exact
        tab = type(self)(self._driver.session, index, story=self.story, exact=exact)
        tab._driver.share_clipboard(self._driver.clipboard)  # noqa: SLF001 -- of the same class
        self._tabs.append(tab)
        return tab.open()

    @recorded("human")
    def reload(self) -> None:
        """Load the page again: unsent input is lost, the session's state is not."""
        self._driver.disconnect()
        self._driver.index = self._dress(self._undressed)
        self._driver.load()
        self.open()

    @recorded("human")
    def disconnect(self) -> None:
        """Lose the connection; the page stays as it is and queues what the user does."""
        self._driver.disconnect()

    @recorded("human")
    def reconnect(self) -> None:
        """Get the connection back and bring the page up to date."""
        self._driver.reconnect()

    @property
    def is_connected(self) -> bool:
        """Whether the page has a connection to its session."""
        return self._driver.is_connected

    @property
    def clipboard(self) -> str:
        """The text on the clipboard, which Control+C and Control+X put there and Control+V pastes; it can be set."""
        return self._driver.clipboard.text

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._driver.clipboard.text = text

    # Reading what a browser would have done

    @property
    def code_runs(self) -> list[CodeRun]:
        """Every run of a `ui-code` value."""
        self.settle()
        return self._driver.records.code_runs

    @property
    def scripts(self) -> list[Script]:
        """Every `<script>` that came with a viewdef."""
        self.settle()
        return self._driver.records.scripts

    @property
    def scrolled(self) -> list[str]:
        """The ids of elements that `?scrollOnOutput` scrolled to their end, in order."""
        self.settle()
        return [element.id for element in self._driver.records.scrolled]

    def answer_code(self, part: str, answer: Callable[[CodeRun], None]) -> None:
        """Call `answer` instead of JavaScript whenever a `ui-code` value that contains `part` would run."""
        self._driver.records.answers.append((part, answer))

    def update_value(self, element_id: str, value: Any = None) -> None:
        """Send a value through an element with `ui-value`, as a script of the app does with `uiApp.updateValue`.

        Without a value, what was entered is sent.
        """
        self._driver.act(partial(self._driver.renderer.update_value, element_id, value))

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Code and description of every error that the session sent."""
        self.settle()
        return self._driver.renderer.variables.problems

    # For reports

    def last_aria(self) -> str:
        """The accessibility tree as it was last shown; does not wait for the session."""
        return to_yaml(tree_of(self._driver.look(), self._root()))

    def shown(self) -> tuple[str, str]:
        """The accessibility tree and the HTML as they were last shown."""
        return self.last_aria(), to_filled_html(self.document.body.children)

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets that the page is served with."""
        return self.document.sheets

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Save the page, as it was last shown, to a folder."""
        path = folder / "page.html"
        path.write_text(to_filled_html(self.document.body.children), encoding="utf-8")
        return {"page": path}

    def _root(self) -> Element:
        return self.document.body
