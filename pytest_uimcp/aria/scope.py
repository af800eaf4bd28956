"""The verbs that a test has on everything that shows: on a page, in Chromium and on a stage.

The face that inherits from `Scope` gives it a `Sight` of what shows now, and a way to act on one node of it. The scope
searches the target in a sight, asks whether the user could act on it, and acts. Where a face may show things late,
`_expect` repeats a failed attempt with a new sight; so an attempt reads and never acts. Each verb settles after it has
acted: everything that follows has happened when it returns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, Unpack

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.comparing import Comparable, refuse_other_snapshot
from pytest_uimcp.aria.errors import PageError, WrongCall
from pytest_uimcp.aria.habits import PAGE_HABITS
from pytest_uimcp.aria.targets import CLICK, FIELD, LIST, Search, Sight, Target, Where, find_all, target_of
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.core.steps import recorded
from pytest_uimcp.core.unknown_names import unknown_name

# A node as the face sees it: an element, or a node of a scene.
N = TypeVar("N")
# What a test holds of such a node.
M = TypeVar("M", bound="Match")
T = TypeVar("T")


class Match:
    """One node as a test holds it; two of the same node are equal."""

    _is_target = True
    # What tells the node from all others.
    _identity: Any
    _description: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._description})"

    def __eq__(self, other: object) -> bool:
        refuse_other_snapshot(self, other)
        if type(other) is type(self):
            return bool(other._identity == self._identity)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity)


def lone_argument_is(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """For the log of `fill(value, css=…)`: without the second argument, the first is not the target."""

    def rename(arguments: dict[str, Any]) -> dict[str, Any]:
        if arguments.get(name) is not None or "target" not in arguments:
            return arguments
        others = {key: value for key, value in arguments.items() if key not in ("target", name)}
        return {name: arguments["target"], **others}

    return rename


def target_and_value(verb: str, noun: str, target: str | None, value: T | None) -> tuple[str | None, T | str]:
    """The arguments of a verb that takes `(target, value)`, or only a value beside `css=`, `role=` or `name=`."""
    if value is not None:
        return target, value
    if target is None:
        name = noun.split()[-1]
        raise WrongCall(f"{verb}() needs {noun}: {verb}(label, {name}) or {verb}({name}, css=…)")
    return None, target


class Scope(Comparable, ABC, Generic[N, M]):
    """Everything that shows, or a part of it.

    A target is a string, or `css=`, `role=`, `name=`, or several of them together; `nth=` picks one of several,
    counted from 0, from the end if negative.
    """

    # Whether a verb without a target means this itself.
    _is_target: ClassVar[bool] = False

    # Type checkers know the verbs, and shall not take any name for one.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            raise unknown_name(self, name, PAGE_HABITS)

    # Reading

    @recorded("human")
    def see(self, text: str, **criteria: Unpack[Where]) -> None:
        """Fail unless this text can be read: a substring of the visible text, values of fields excluded."""

        def attempt() -> None:
            sight = self._area("see", criteria)
            if collapse(text) not in collapse(sight.lines()):
                raise explain.not_seen(sight, text)

        self._expect(attempt)

    @recorded("human")
    def not_see(self, text: str, **criteria: Unpack[Where]) -> None:
        """Fail if this text can be read."""

        def attempt() -> None:
            sight = self._area("not_see", criteria)
            if collapse(text) in collapse(sight.lines()):
                raise explain.still_seen(sight, text)

        self._expect(attempt)

    def text(self, target: str | None = None, **criteria: Unpack[Where]) -> str:
        """The visible text: one line per block of a page, and per label, control and row of a stage."""
        return self._area("text", criteria, target).lines()

    @recorded("human", attrgetter("_description"))
    def find(self, target: str | None = None, **criteria: Unpack[Where]) -> M:
        """The one element or node that matches the target."""
        return self._hold(self._one("find", target, criteria, CLICK))

    @recorded("human", len)
    def rows(self, target: str | None = None, **criteria: Unpack[Where]) -> list[M]:
        """The visible rows of the list, table or tree that matches the target; without a target, of the only one."""
        return [self._hold(row) for row in self._rows_of(self._list("rows", target, criteria))]

    # Acting

    @recorded("human")
    def click(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Click what has this accessible name, else this text."""
        self._act("click", target, criteria, CLICK)

    @recorded("human")
    def dblclick(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Click it twice; on a page, what follows from the first click is shown before the second."""
        self._act("dblclick", target, criteria, CLICK)

    @recorded("human")
    def right_click(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Click it with the right button of the mouse, which asks for a context menu."""
        self._act("right_click", target, criteria, CLICK)

    @recorded("human", arguments=lone_argument_is("value"))
    def fill(self, target: str | None = None, value: str | None = None, **criteria: Unpack[Where]) -> None:
        """Replace the content of the field with this label, else this placeholder."""
        target, text = target_and_value("fill", "a value", target, value)
        self._act("fill", target, criteria, FIELD, str(text))

    @recorded("human")
    def check(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Turn a check box, switch, radio button or toggle button on."""
        self._act("check", target, criteria, FIELD)

    @recorded("human")
    def uncheck(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Turn a check box, switch or toggle button off."""
        self._act("uncheck", target, criteria, FIELD)

    # What a face provides

    # Each of these is a line or two in `page/scope.py` and `javafx/harness/scope.py`.
    @abstractmethod
    def _sight(self) -> Sight[N]:
        """What shows in this scope, after everything has settled."""

    @abstractmethod
    def _sight_of(self, node: N) -> Sight[N]: ...

    @abstractmethod
    def _expect(self, attempt: Callable[[], T]) -> T: ...

    @abstractmethod
    def _ensure_actionable(self, call: str, node: N) -> None:
        """Raise NotActionable unless the user could act on the node; `call` is the verb in the message."""

    @abstractmethod
    def _do(self, verb: str, node: N, *arguments: Any) -> None:
        """Perform a verb on a node, by the face's table of verbs, and settle."""

    @abstractmethod
    def _hold(self, node: N) -> M: ...

    @abstractmethod
    def _lists(self) -> list[N]: ...

    @abstractmethod
    def _rows_of(self, node: N) -> Iterable[N]: ...

    def _matches(self, sight: Sight[N], target: Target, search: Search) -> list[N]:
        return find_all(sight, target, search)

    # From the arguments of a verb to a node

    def _act(self, verb: str, target: str | None, criteria: Where, search: Search, *arguments: Any) -> None:
        self._do(verb, self._actionable(verb, target, criteria, search), *arguments)

    def _actionable(self, verb: str, text: str | None, criteria: Where, search: Search, key: str | None = None) -> N:
        """The node that a verb acts on; `key` is quoted in messages."""
        # What is wrong with the call itself is raised at once; `_expect` would try again.
        target = target_of(verb, text, criteria, key=key)
        if target.is_nothing and not self._is_target:
            raise WrongCall(f"{verb}() needs a target: a text, css=, role= or name=")
        call = verb if key is None else f"{verb}({key!r})"

        def attempt() -> N:
            node = self._find_one(verb, target, search)
            self._ensure_actionable(call, node)
            return node

        return self._noted(self._expect(attempt))

    def _area(self, verb: str, criteria: Where, target: str | None = None) -> Sight[N]:
        if target is None and not criteria:
            return self._sight()
        return self._sight_of(self._one(verb, target, criteria, CLICK))

    def _list(self, verb: str, target: str | None, criteria: Where) -> N:
        if target is not None or criteria:
            return self._one(verb, target, criteria, LIST)

        def attempt() -> N:
            lists = self._lists()
            if len(lists) != 1:
                message = f"{verb}(): expected one list, there are {len(lists)}; say which with its label or css="
                raise PageError(explain.with_tree(message, self._sight()))
            return lists[0]

        return self._expect(attempt)

    def _one(self, verb: str, text: str | None, criteria: Where, search: Search) -> N:
        target = target_of(verb, text, criteria)
        return self._noted(self._expect(lambda: self._find_one(verb, target, search)))

    def _noted(self, node: N) -> N:
        """The node that a step is about; a face whose reports can mark it tells its log."""
        return node

    def _find_one(self, verb: str, target: Target, search: Search) -> N:
        sight = self._sight()
        if target.is_nothing:
            return sight.root
        matches = self._matches(sight, target, search)
        if not matches:
            raise explain.not_found(sight, verb, target, search)
        if target.nth is None:
            if len(matches) > 1:
                raise explain.ambiguous(sight, verb, target, matches)
            return matches[0]
        # A negative number counts from the end, as in lists.
        if not -len(matches) <= target.nth < len(matches):
            raise explain.not_that_many(sight, verb, target, matches)
        return matches[target.nth]
