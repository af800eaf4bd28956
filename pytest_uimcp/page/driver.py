"""Drives a page: exchanges messages with the session, performs user actions, and waits until the results are shown.

The verbs of `PageScope` find elements and call it as their `PageFace`. It uses the renderer, the user's focus and
pointer, and a connection of the session.
"""

from __future__ import annotations

import gc
import secrets
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pytest_uimcp.aria.explain import with_tree
from pytest_uimcp.aria.targets import Search, Target, find_all
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.page import explain, layout
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.page.actionability import ensure_actionable
from pytest_uimcp.page.dom.flat import host_of
from pytest_uimcp.page.dom.nodes import Element, ShadowRoot
from pytest_uimcp.page.dom.parse import parse_document
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.dom.undo import Clipboard
from pytest_uimcp.page.drawing import draw_changed, draw_components
from pytest_uimcp.page.errors import NotActionable, PageError
from pytest_uimcp.page.input.focus import Focus, is_typed_into, takes_focus
from pytest_uimcp.page.input.handlers import run_handler
from pytest_uimcp.page.keys import Stroke
from pytest_uimcp.page.motion import Motion
from pytest_uimcp.page.records import Records
from pytest_uimcp.page.render import Renderer
from pytest_uimcp.page.sight import PageSight
from pytest_uimcp.page.site import linked_sheets
from pytest_uimcp.page.verbs import VERBS, Human, follow_pointer, press

if TYPE_CHECKING:
    from pytest_uimcp.page.page import Page

__all__ = ["Connectable", "PageDriver"]

T = TypeVar("T")
_MAX_ROUNDS = 1000
# Seconds.
_BRIEFLY = 0.1
# Keys that scroll the page where no field takes them.
_SCROLLING = frozenset({" ", "ArrowDown", "ArrowUp", "End", "Home", "PageDown", "PageUp"})


class _Connection(Protocol):
    def receive(self, frame: str) -> Any: ...

    def close(self) -> None: ...


class Connectable(Protocol):
    def connect(self, deliver: Callable[[str], None], page: str | None = None) -> Any:
        """Connect a page by its name; `deliver` receives its frames."""

    def settle(self) -> None:
        """Return when all work is done."""


class PageDriver:
    def __init__(self, page: Page, session: Connectable, index: str, log: StepLog, *, exact: bool = False) -> None:
        self._page = page
        self.session = session
        self.index = index
        self._is_exact = exact
        # What the user has done so far.
        self.step_log = log
        self._connection: _Connection | None = None
        self._arrived: deque[str] = deque()
        # It outlives the page that is loaded, and other tabs share it.
        self.clipboard = Clipboard()
        self.load()

    def load(self) -> None:
        # The name by which the server knows the tab when it connects again.
        self.name = secrets.token_hex(8)
        self.document = parse_document(self.index)
        self.document.is_exact = self._is_exact
        clock = getattr(self.session, "clock", None)
        if isinstance(clock, VirtualClock):
            self.document.now = clock.now
        self.document.sheets = linked_sheets(getattr(self.session, "html_dir", None))
        self.records = Records()
        self.document.clipboard = self.clipboard
        self.human = Human(self.document, Focus(self.document), self.step_log)
        self._motion = Motion(self.document)
        self.renderer = Renderer(self.document, self.records, self.human.focus)
        self.document.run_handler = partial(run_handler, self.human.focus)
        self._view: PageView | None = None
        # Whether messages have changed the document since components were last drawn.
        self._is_changed = False
        # What decided before this action that the focus may stay (see `_surroundings`); None: something else.
        self._before: tuple[object, ...] | None = None
        self._focused_before: Element | None = None
        # What had the focus when the last action was done; another may have scrolled the page.
        self._focused_at_rest: Element | None = None

    def start(self) -> None:
        app = next(iter(select(self.document, "[ui-app]")), None)
        if app is None:
            raise PageError("the page has no element with the attribute ui-app to show the app in")
        self._connect()
        self.renderer.start(app)
        self.settle()

    def share_clipboard(self, clipboard: Clipboard) -> None:
        """Use the clipboard of another tab."""
        self.clipboard = self.document.clipboard = clipboard

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    def reconnect(self) -> None:
        if self._connection is None:
            self._connect()
            if not getattr(self._connection, "resumed", False):
                self.renderer.variables.announce_again()
            self.settle()

    def disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # For the verbs (see `PageFace`)

    def settle(self) -> None:
        """Return when everything that has happened has been shown."""
        if self._connection is not None:
            self._come_to_rest()
        self.step_log.settled(self._page)

    def expect(self, attempt: Callable[[], T]) -> T:
        """Return what `attempt` returns; called once, because here nothing changes after settling."""
        return attempt()

    def do(self, verb: str, element: Element, *arguments: Any) -> None:
        """Perform a user action on an element and settle."""
        row = VERBS[verb]
        act = row.act
        field = self.human.focus.element
        if row.leave_for is not None and field is not None and is_typed_into(field):
            target = row.leave_for(self.look(), element, *arguments)
            if target is not None and not field.contains(host_of(target)) and not target.contains(field):
                self._leave_for(verb, target)
                if row.after_leaving is not None:
                    act = row.after_leaving
                    element = target
        stays_at_top = self._stays_at_top(element)
        try:
            self.act(partial(act, self.human, self.look(), element, *arguments))
            if row.ends is not None:
                self.act(partial(row.ends, self.human, self.look(), element, *arguments))
        finally:
            self.document.is_at_top = stays_at_top

    def _stays_at_top(self, element: Element) -> bool:
        """Whether the page need not scroll to show an element; asked only if something stays in its place then."""
        if not self.document.is_at_top or not Styles(self.document).pins:
            return self.document.is_at_top
        # A view of its own: `look` would draw components, which is for the actions to decide.
        return layout.Boxes(PageView(self.document)).is_in_first_view(element)

    def _leave_for(self, verb: str, element: Element) -> None:
        """Leave the focused field and wait for what follows, as a user does on the way to another element.

        Leaving a field sends what was typed, and the answer may change what the verb meets.
        """
        self.act(partial(self.human.focus.move, None))
        look = self.look()
        if element.document() is not self.document:
            reason = "it is replaced when the field with the focus is left: do that in a step of its own"
            message = f"{verb}: {explain.describe(look, element)} is there, but {reason}"
            raise NotActionable(with_tree(message, PageSight(look, self.document.body)))
        ensure_actionable(verb, look, self.document.body, element)

    def press_key(self, stroke: Stroke) -> None:
        # What others have done since is shown before the user types on.
        if self._arrived:
            self.settle()
        # Other keys go to the focused field, which is drawn: typing stays quick.
        if stroke.key in ("Escape", "Tab"):  # what they lead to, or close, depends on what components show
            draw_changed(self.document)
        focused = self.human.focus.element
        if stroke.key in _SCROLLING and (focused is None or not is_typed_into(focused)):
            self.document.is_at_top = False
        self.act(partial(press, self.human, stroke))

    def aria_of(self, element: Element) -> str:
        return to_yaml(tree_of(self.look(), element))

    def has_focus(self, element: Element) -> bool:
        self.settle()
        focused = self.human.focus.element
        if focused is None:
            return False
        if focused.shadow is not None and element.root() is focused.shadow:
            # Here a component has the focus as a whole, in a browser its first part that can have it.
            return element is next((part for part in focused.shadow.descendants() if takes_focus(part)), None)
        while element is not focused and isinstance(root := focused.root(), ShadowRoot):
            focused = root.host
        return element is focused

    def act(self, do: Callable[[], None]) -> None:
        self._view = None
        self._before = self._surroundings()
        self._focused_before = self.human.focus.element
        do()
        self.document.is_drawn = False
        self.document.tasks.run()
        self.renderer.variables.mark_user_event()
        self._view = None
        self.settle()

    def look(self) -> PageView:
        if self._view is None:
            if self.document.is_drawn:
                draw_changed(self.document)
            else:
                draw_components(self.document)
                self.document.is_drawn = True
            self._view = PageView(self.document)
        return self._view

    def find_all(self, sight: PageSight, target: Target, search: Search) -> list[Element]:
        return find_all(sight, target, search)

    # Messages

    def _come_to_rest(self) -> None:
        # A long list makes objects by the hundred thousand, and all of them stay: looking for garbage among them again
        # and again took a third of the time.
        collects = gc.isenabled()
        gc.disable()
        try:
            self._exchange_messages()
        finally:
            if collects:
                gc.enable()
        while self.document.unseen:
            layout.refuse_below_window(self.look(), self.document.unseen[-1])
            self.document.unseen.pop()
        focused = self.human.focus.element
        if focused is not self._focused_at_rest:
            self._focused_at_rest = focused
            if focused is not None:
                self.document.is_at_top = self._stays_at_top(focused)

    def _exchange_messages(self) -> None:
        for _ in range(_MAX_ROUNDS):
            self._send()
            self.session.settle()
            # An answer may have hidden or disabled what has the focus.
            if self._read() and self.human.focus.element is not None:
                self.human.focus.keep_only_if_usable(self.look())
                self._view = None
            if self._arrived or self.renderer.variables.has_news or self._restore_focus():
                continue
            if not (self._is_changed and self._wake_components()):
                if self._loses_focus() or (self.document.motion_events and self._moves()) or self._runs_slow_tasks():
                    continue
                if self.renderer.run_later_code() or self._follows_pointer():
                    continue
                # Only now are all views drawn that the scripts are in.
                self.renderer.finish_scripts()
                return
        raise PageError(f"the page and the session do not come to rest: {_MAX_ROUNDS} rounds of messages")

    def _follows_pointer(self) -> bool:
        """Let the page know what is under the pointer since it has changed."""
        if self.human.rest is None:
            return False
        draw_changed(self.document)
        if not follow_pointer(self.human):
            return False
        self.document.is_drawn = False
        self._view = None
        return True

    def _surroundings(self) -> tuple[object, ...]:
        """What can hide the focused element, beside messages, changes of elements, and rules."""
        document = self.document
        return document.drawings, *document.popovers, None, *document.modals

    def _is_alone(self, focused: Element) -> bool:
        """Whether this action has changed nothing but what has the focus, or had it, as keys do nearly always."""
        concerned = {focused, self._focused_before}
        if self._before != self._surroundings() or not self.document.touched.keys() <= concerned:
            return False
        return not Styles(self.document).may_hide

    def _loses_focus(self) -> bool:
        """Take the focus from what a rule hides now, such as one for what is hovered or checked."""
        focused = self.human.focus.element
        if focused is None or self._is_alone(focused):
            return False
        self.human.focus.keep_only_if_usable(self.look())
        if self.human.focus.element is focused:
            return False
        self._view = None
        self.document.tasks.run()
        return True

    def _runs_slow_tasks(self) -> bool:
        if not self.document.tasks.run_slow():
            return False
        self.document.is_drawn = False
        self._view = None
        return True

    def _moves(self) -> bool:
        """Send the next events of animations and transitions; returns whether there were any."""
        draw_changed(self.document)
        if not self._motion.step():
            return False
        self.document.is_drawn = False
        self._view = None
        return True

    def _can_be_focused(self, element: Element) -> bool:
        is_field = "-" not in element.tag or element.tag in ("sl-input", "sl-textarea")
        return is_field and self._is_usable(element)

    def _is_usable(self, element: Element) -> bool:
        return takes_focus(element) and self.look().styles.is_visible(element)

    def _wake_components(self) -> bool:
        """Draw new components; returns whether one of them had something to say then."""
        self._is_changed = False
        draw_changed(self.document)
        has_spoken = self._run_tasks()
        return has_spoken or self.renderer.variables.has_news or bool(self._arrived)

    def _run_tasks(self) -> bool:
        """Do what was put off; returns whether there was anything."""
        any_ran = self.document.tasks.run()
        if any_ran:
            self.document.is_drawn = False
        return any_ran

    def _restore_focus(self) -> bool:
        if not self.renderer.restore_focus(self._is_usable):
            return False
        self._view = None
        self.human.focus.keep_only_if_usable(self.look())
        self._view = None
        return True

    def _connect(self) -> None:
        # Frames come from the session's thread; they are read when the test's thread settles.
        self._arrived.clear()
        self._connection = self.session.connect(self._arrived.append, self.name)

    def _send(self) -> None:
        is_urgent = self.renderer.variables.is_user_event
        frame = self.renderer.variables.take()
        if frame is not None and self._connection is not None:
            handled = self._connection.receive(frame)
            # What is not urgent is answered a little later, or as soon as the session is asked.
            if is_urgent and isinstance(handled, Future):
                # Mostly that is all, and the session need not be asked. Nobody waits here for long: `settle` tells why.
                with suppress(TimeoutError, CancelledError):
                    handled.exception(_BRIEFLY)

    def _read(self) -> bool:
        any_read = False
        while self._arrived:
            with self.document.tasks.script():
                self.renderer.variables.receive(self._arrived.popleft())
                self.renderer.look_inside_moved()
                self.renderer.show_choices()
            self._view = None
            any_read = self._is_changed = True
        if any_read:
            self._before = None
            self.renderer.close_groups()
            self.renderer.focus_at_first(self._can_be_focused)
            self._run_tasks()
        return any_read
