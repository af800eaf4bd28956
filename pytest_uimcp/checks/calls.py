"""Calls each action of an app once, on the copy: which of them fail, and what does the page show wrongly afterwards?

An action is called as a page calls it: with its fields filled, and with the value of its element. What it changes is
put back before the next one. Commands are not run and files outside of the copy are not there; an error after such an
effect was withheld says nothing about the app. An error that only says that something is missing counts if a user
could have come there: if the element is actions and enabled, at the start or after another action.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import Action, Survey, ViewFile
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.silencing import is_not_called, may_exempt
from pytest_uimcp.checks.values import findings_of_values, wrong_values
from pytest_uimcp.checks.view_faults import HALF, ViewFault, faults_of, with_viewdefs
from pytest_uimcp.checks.view_files import ACTIONS, BoundPath
from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page import Page
from pytest_uimcp.page.actionability import ensure_actionable
from pytest_uimcp.page.bindings.events import EventBinding, KeypressBinding
from pytest_uimcp.page.bindings.value import ValueBinding
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.widgets import widget_of

# Seconds of the session's clock in which timers may fail: right after the start, and after each action.
_LATER: Final = 3.0
# What a field gets, by its kind; other fields keep what they have.
_VALUES: Final = {
    "": "text", "text": "text", "search": "text", "email": "ada@example.org", "url": "https://example.org",
    "tel": "123456", "number": "1", "date": "2026-01-02", "time": "12:30", "month": "2026-01", "password": "secret",
    "datetime-local": "2026-01-02T12:30",
}  # fmt: skip
# What the states are called to which an action is put back.
_AT_START: Final = "start"
_AFTER_ACTION: Final = "after an action"
_FIELDS: Final = frozenset({"input", "textarea", "sl-input", "sl-textarea"})


@dataclass(frozen=True, slots=True)
class CallFailure:
    """What went wrong after an action was called, and the actions before it."""

    action: Action
    message: str
    traceback: str = ""
    steps: tuple[Action, ...] = ()
    # The error of a getter after it, with the binding that shows it.
    fault: ViewFault | None = None


def call_actions(survey: Survey, app_session: AppSession, page: Page) -> tuple[Finding, ...]:
    """The findings of all actions on a page that shows the app, and of the app's timers; nothing stays changed."""
    with _effects_withheld(app_session):
        return tuple(_Caller(survey, app_session, page).findings_of_app())


def call_actions_of(view: ViewFile, survey: Survey, app_session: AppSession, page: Page) -> tuple[Finding, ...]:
    """The findings of the actions of a view that is alone on a page, without those that were called before."""
    if are_called(survey, view):
        return ()
    with _effects_withheld(app_session):
        return tuple(_Caller(survey, app_session, page).findings_of_view(view))


def are_called(survey: Survey, view: ViewFile) -> bool:
    """Whether all actions of a view have been called."""
    return all(action_of(view, bound) in survey.called for bound in view.bound_paths if bound.kind in ACTIONS)


def action_of(view: ViewFile, bound: BoundPath) -> Action:
    return view.key, bound.attribute, bound.path.text


@contextmanager
def _effects_withheld(app_session: AppSession) -> Iterator[None]:
    app_session.ask("withhold")
    try:
        yield
    finally:
        app_session.ask("release")


class _Caller:
    def __init__(self, survey: Survey, app_session: AppSession, page: Page) -> None:
        self._survey = survey
        self._app_session = app_session
        self._page = page
        self._renderer = page._driver.renderer  # noqa: SLF001 -- what is behind the page; no test needs it
        self._failures: list[CallFailure] = []
        # What is wrong on the page before anything is called.
        self._known: frozenset[ViewFault] = frozenset()
        self._is_saved = False
        # The elements and the actions on the page, until something happens.
        self._elements: list[tuple[Element, str]] | None = None
        self._shown: dict[Action, EventBinding | KeypressBinding] | None = None
        self._wrong_values: list[Finding] = []
        # The methods that a comment in the Lua exempts.
        self._exempt = {
            function.name
            for file, source in survey.sources.items()
            if may_exempt(file)
            for function in source.functions
            if is_not_called(file, function.line)
        }
        self._places = {
            action_of(view, bound): (view, bound)
            for view in survey.views.values()
            for bound in view.bound_paths
            if bound.kind in ACTIONS and not self._is_exempt(view, bound)
        }

    def findings_of_app(self) -> list[Finding]:
        self._app_session.take_withheld()
        timers = list(self._failing_timers(())) if self._app_session.has_timers() else []
        actions = self._actions_shown()
        if not actions:
            return timers
        self._known = frozenset(faults_of(self._page))
        self._is_saved = bool(self._app_session.ask("save", _AT_START))
        doubtful: list[CallFailure] = []
        useful: list[Action] = []
        fields = self._fields()
        for action in actions:
            failures = self._call(action)
            doubtful += [failure for failure in failures if _is_doubtful(failure)]
            self._failures += [failure for failure in failures if not _is_doubtful(failure)]
            if not failures and self._is_saved:
                useful.append(action)
                opens_form = not self._fields() <= fields
                followers = [follower for follower in self._actions_shown() if follower not in actions]
                if opens_form:
                    followers += _once_for_each_path(actions, action)
                self._call_after(action, followers, actions)
            self._put_back()
        for failure in doubtful:
            self._settle_doubt(failure, useful)
        return [*timers, *self._wrong_values, *map(self._finding, self._failures)]

    def findings_of_view(self, view: ViewFile) -> list[Finding]:
        self._known = frozenset(faults_of(self._page))
        self._is_saved = bool(self._app_session.ask("save", _AT_START))
        for action in self._actions_shown():
            if action[0] == view.key and action not in self._survey.called:
                # Whether a user could come there is not known: what is only missing says nothing.
                self._failures += [failure for failure in self._call(action) if not _is_doubtful(failure)]
                self._put_back()
        failures = [self._finding(failure) for failure in self._failures if failure.fault is None]
        return [*self._wrong_values, *failures]

    # Calling.

    def _actions_shown(self) -> dict[Action, EventBinding | KeypressBinding]:
        """The actions on the page now: for each the first element that has it."""
        if self._shown is None:
            self._shown = self._look_for_actions()
        return self._shown

    def _look_for_actions(self) -> dict[Action, EventBinding | KeypressBinding]:
        actions: dict[Action, EventBinding | KeypressBinding] = {}
        if not self._places:
            return actions
        for element, key in self._elements_shown():
            for binding in self._renderer.bindings_of(element):
                if isinstance(binding, (EventBinding, KeypressBinding)):
                    action = (key, binding.plan.attribute, binding.plan.path.text)
                    if action in self._places:
                        actions.setdefault(action, binding)
        return actions

    def _elements_shown(self) -> list[tuple[Element, str]]:
        if self._elements is None:
            self._elements = with_viewdefs(self._page.document)
        return self._elements

    def _is_exempt(self, view: ViewFile, bound: BoundPath) -> bool:
        if bound.line is not None and is_not_called(view.file, bound.line):
            return True
        return bound.path.text.rpartition(".")[2].partition("(")[0] in self._exempt

    def _call(self, action: Action, steps: tuple[Action, ...] = ()) -> list[CallFailure]:
        """Call an action that is on the page, and return what failed."""
        binding = self._actions_shown().get(action)
        if binding is None:
            return []
        self._survey.called.add(action)
        self._app_session.failures.clear()
        self._fill(binding.element)
        if isinstance(binding, KeypressBinding):
            binding.send(None if binding.plan.path.calls else binding.plan.argument.rpartition("-")[2])
        else:
            value = binding.element.get(f"ui-event-{binding.event}-value")
            binding.send(binding.element_value() if value is None else value)
        self._renderer.variables.mark_user_event()
        failures = self._errors(action, steps)
        is_withheld = self._app_session.take_withheld()
        if not failures and self._app_session.has_timers():
            failures = [
                CallFailure(action, finding.message, finding.traceback, steps)
                for finding in self._failing_timers((*steps, action))
            ]
        if failures:
            # The errors stay at their elements until the same action goes well.
            self._known |= frozenset(faults_of(self._page))
        elif not is_withheld:
            self._look_at_values((*steps, action))
        return [] if is_withheld else failures

    def _errors(self, action: Action, steps: tuple[Action, ...]) -> list[CallFailure]:
        """The errors of an action that was just sent, or else those that the page shows after it."""
        try:
            self._settle()
        except PageError as unrest:
            return [CallFailure(action, str(unrest).partition("\n")[0], "", steps)]
        errors = [error for error, doing in self._app_session.failures if doing.startswith("calling")]
        if errors:
            return [CallFailure(action, str(error), getattr(error, "traceback", ""), steps) for error in errors]
        return [
            CallFailure(action, fault.description, "", steps, fault)
            for fault in faults_of(self._page)
            # That a path leads nowhere is found without calling it.
            if fault not in self._known and fault.code != "path-failure"
        ]

    def _look_at_values(self, steps: tuple[Action, ...]) -> None:
        values = wrong_values(self._survey, self._app_session)
        new = {place: problem for place, problem in values.items() if place not in self._survey.values}
        if new:
            self._survey.values |= new
            self._wrong_values += findings_of_values(self._survey, new, self._after(steps))

    def _fill(self, element: Element) -> None:
        """Type into the empty text fields of the view that an element belongs to."""
        view = next((outer for outer in element.ancestors() if outer.get("ui-viewdef")), None)
        for field in (view or self._page.document).descendants():
            kind = _VALUES.get((field.get("type") or "").lower())
            widget = widget_of(field) if field.tag in _FIELDS else None
            if widget is None or kind is None or widget.read(field):
                continue
            for binding in self._renderer.bindings_of(field):
                if isinstance(binding, ValueBinding) and not binding.only_shows:
                    widget.write(field, kind)
                    binding.commit()

    def _call_after(self, action: Action, followers: Iterable[Action], actions: Container[Action]) -> None:
        """Call what a user could do after an action: what it makes appear, and what a form that it opens is for."""
        is_saved = None
        for follower in followers:
            is_new = follower not in actions
            if is_new and follower in self._survey.called:
                continue
            if is_saved is None:
                is_saved = bool(self._app_session.ask("save", _AFTER_ACTION))
            elif is_saved:
                self._put_back(_AFTER_ACTION)
            else:
                self._put_back()
                self._call(action)
            if self._can_be_used(follower):
                failures = self._call(follower, (action,))
                # What was called at the start has said by then what it says without a form.
                self._failures += [failure for failure in failures if is_new or failure.message not in self._messages]

    def _fields(self) -> set[tuple[str, str]]:
        """The text fields on the page: each by its view and its path."""
        return {
            (key, binding.plan.path.text)
            for element, key in self._elements_shown()
            if element.tag in _FIELDS
            for binding in self._renderer.bindings_of(element)
            if isinstance(binding, ValueBinding)
        }

    @property
    def _messages(self) -> set[str]:
        return {failure.message for failure in self._failures}

    def _settle_doubt(self, failure: CallFailure, useful: list[Action]) -> None:
        """Keep a failure if a user can come there: at the start, or after one other action."""
        action = failure.action
        if self._can_be_used(action):
            self._failures.append(failure)
            return
        for step in useful:
            self._put_back()
            if not self._call(step) and self._can_be_used(action):
                self._failures += self._call(action, (step,))
                break
        self._put_back()

    def _can_be_used(self, action: Action) -> bool:
        binding = self._actions_shown().get(action)
        if binding is None:
            return False
        try:
            view = self._page._driver.look()  # noqa: SLF001 -- as above
            ensure_actionable("click", view, self._page.document.body, binding.element)
        except PageError:
            return False
        return True

    def _put_back(self, state: str = _AT_START) -> None:
        if self._is_saved:
            self._app_session.ask("restore", state)
            self._settle()

    def _settle(self) -> None:
        self._elements = self._shown = None
        self._page.settle()

    # What went wrong.

    def _failing_timers(self, steps: tuple[Action, ...]) -> Iterator[Finding]:
        clock = self._app_session.session.clock
        if not isinstance(clock, VirtualClock):
            return
        self._app_session.failures.clear()
        clock.advance(_LATER)
        self._settle()
        errors = [error for error, doing in self._app_session.failures if doing == "running a timer"]
        is_withheld = self._app_session.take_withheld()
        if errors and not is_withheld:
            placed = self._survey.app.of_error(errors[0])
            message = f"a timer fails: {placed.message}{self._after(steps)}"
            yield Finding(message, placed.file, placed.line, traceback=placed.traceback, rule="failing-timer")

    def _finding(self, failure: CallFailure) -> Finding:
        view, bound = self._places[failure.action]
        app = self._survey.app
        placed = app.of_message(failure.message, failure.traceback)
        steps = self._after(failure.steps)
        called = f"{bound.text} of {view.key} is called{steps}"
        if failure.fault is not None:
            return self._of_fault(failure.fault, placed, called)
        if placed.line is not None:
            message = f"{placed.message}, when {called}"
            return Finding(message, placed.file, placed.line, traceback=placed.traceback, rule="failing-action")
        message = f"{bound.text}: {placed.message}{steps}"
        return Finding(message, view.file, bound.line, traceback=placed.traceback, rule="failing-action")

    def _of_fault(self, fault: ViewFault, placed: Finding, called: str) -> Finding:
        place = self._survey.place_of(fault)
        if placed.line is not None:
            return Finding(f"{placed.message}, after {called}", placed.file, placed.line, rule="failing-action")
        if place is None:
            return Finding(f"{fault.description}, after {called}", self._survey.app.entry, rule="failing-action")
        view, bound = place
        message = f"{bound.text}: {fault.description}, after {called}"
        return Finding(message, view.file, bound.line, rule="failing-action")

    def _after(self, steps: tuple[Action, ...]) -> str:
        if not steps:
            return ""
        return f" after {' and '.join(self._text(step) for step in steps)}"

    def _text(self, action: Action) -> str:
        view, bound = self._places[action]
        return f"{bound.text} of {view.key}"


def _once_for_each_path(actions: Iterable[Action], but: Action) -> list[Action]:
    """One action for each path of a view: a key and a button often call the same."""
    ways = {(key, path): (key, name, path) for key, name, path in actions}
    return [action for action in ways.values() if action[2] != but[2]]


def _is_doubtful(failure: CallFailure) -> bool:
    return failure.fault is None and HALF.search(failure.message) is not None
