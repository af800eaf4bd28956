"""A page that reports: its actions become steps, its document becomes an accessibility tree."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.steps import Step, StepLocation
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.tree import tree_of
from pytest_uimcp.testing.faces.chromium.mirror import Mirror
from pytest_uimcp.testing.recording.people import (
    CannotTell,
    Used,
    target_of_click,
    target_of_field,
    target_of_text,
    target_of_upload,
)
from pytest_uimcp.testing.recording.shown import Shown

if TYPE_CHECKING:
    from pytest_uimcp.testing.recording.recorder import ScenarioRecorder


log = logging.getLogger(__name__)

TYPE: Final = "recording"
# Actions that are known only after they have changed their field.
_LATE: Final = frozenset({"fill", "choose", "check", "uncheck", "upload"})
# The actions, each with the argument that it has beside its target.
_OWN: Final[dict[str, str | None]] = {
    "click": None, "dblclick": None, "right_click": None, "check": None, "uncheck": None, "fill": "value",
    "choose": "option", "press": "key", "upload": "files",
}  # fmt: skip
_LISTS: Final = ("option", "files")
# Verbs that a browser calls otherwise.
_EVENTS: Final = {"contextmenu": "right_click"}
_CLICKS: Final = frozenset({"click", "dblclick", "right_click"})


@dataclass(frozen=True, slots=True)
class StrayClick:
    """A click on something that takes none, as far as its role and attributes tell."""

    use: Used
    # What the page showed when it happened, and whether that was all that had followed from what came before.
    before: Shown
    had_rested: bool


class ReportingPage:
    def __init__(self, recorder: ScenarioRecorder, number: int, deliver: Callable[[str], None]) -> None:
        self.number = number
        # Whether its front end tells what a person does.
        self.reports = False
        self.number_of_actions = 0
        # Whether it shows what the steps lead to, and not also what a person did beside them.
        self.is_sure = True
        self._recorder = recorder
        self._deliver = deliver
        self._mirror = Mirror()
        # Looks that have not been answered, by their number: answers may come after their time.
        self._asked: dict[int, asyncio.Future[Shown | None]] = {}
        self._last = 0
        self._silent = False
        self._stray: StrayClick | None = None
        # The last two clicks, each with the number of its element: a double click takes their place.
        self._clicks: deque[tuple[int, Step]] = deque(maxlen=2)
        # Kept, because nobody else keeps a task.
        self._answers: set[asyncio.Future[None] | None] = set()
        self._resting = asyncio.Event()
        self._resting.set()

    # Called by the server.

    def take(self, frame: str | bytes) -> str | bytes | None:
        try:
            parsed = json.loads(frame)
            messages = parsed["messages"]
            # One frame may hold reports and what the session is to get.
            reports = [message["data"] for message in messages if message.get("type") == TYPE]
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return frame  # the session says what is wrong with it
        for data in reports:
            self._heard(data)
        if not self.reports and not self._silent:
            self._silent = True
            self._recorder.silent(self)
        others = [message for message in messages if message.get("type") != TYPE]
        if not reports:
            return frame
        if others:
            return json.dumps({**parsed, "messages": others})
        return None

    def close(self) -> None:
        # Nobody waits for a page that is gone.
        self._resting.set()
        for answer in self._asked.values():
            answer.cancel()
        self._recorder.closed(self)

    # Called by the recorder.

    async def rest(self, seconds: float) -> None:
        """Wait until the page has told what it shows after its last action, or this time is over."""
        try:
            await asyncio.wait_for(self._resting.wait(), seconds)
        except TimeoutError:
            self._resting.set()

    async def look(self, seconds: float) -> Shown | None:
        """What it shows once it has settled; None if a person has touched it since, or it does not answer."""
        self._last += 1
        number = self._last
        answer = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._deliver(json.dumps([{"type": TYPE, "data": {"look": number}}]))
            return await asyncio.wait_for(answer, seconds)
        except (TimeoutError, ConnectionError):
            return None
        except asyncio.CancelledError:
            # Cancelled by `close`, not from outside.
            if answer.cancelled() and not _is_cancelled():
                return None  # the page is gone
            raise
        finally:
            self._asked.pop(number, None)

    # What it reports.

    def _heard(self, data: Any) -> None:
        try:
            if "opens" in data:
                self.reports = True
                self._recorder.opened(self, again=data["opens"] == "again")
            elif "rests" in data:
                self._answers.add(asyncio.ensure_future(self._tell_rest(int(data["rests"]))))
            elif "shows" in data:
                self._shows(data)
            else:
                self._did(data)
        # The page is in a browser, which may send anything: the session goes on.
        except Exception:
            log.exception("a report of a page could not be read")
            self._recorder.lost("The person did something here that could not be read; see the server's log.")

    async def _tell_rest(self, number: int) -> None:
        """Answer when the server has done all that was asked of it, which stands before the answer in the stream."""
        calm = await self._recorder.server_rests()
        with suppress(ConnectionError):
            self._deliver(json.dumps([{"type": TYPE, "data": {"rested": number, "calm": calm}}]))
        self._answers.discard(asyncio.current_task())

    def _shows(self, data: Any) -> None:
        look = self._mirror.take(data["shows"])
        self._recorder.sees(look, self._mirror.document.body)
        tree = self._tree(look)
        is_current = data["counts"] and data["number"] == self.number_of_actions
        if is_current and self._stray is not None:
            self._explain(self._stray, tree)
        request = self._asked.get(data.get("asked") or 0)
        # A tree that also shows what cannot be replayed is none to compare with.
        if request is not None and not request.done():
            request.set_result(tree if data["counts"] and self.is_sure else None)
        elif is_current and self.is_sure:
            self._recorder.shown(self, tree)
        if data["number"] == self.number_of_actions:
            self._resting.set()

    def _explain(self, stray: StrayClick, tree: Shown) -> None:
        """A click on what takes no clicks: if the page shows something else since, it was a step all the same."""
        self._stray = None
        # What stood in a field is sent when it is left, which a replay does with its next step.
        if self._recorder.was_typing:
            return
        if tree == stray.before:
            self.is_sure = True
            return
        if not stray.had_rested:
            return
        target = target_of_text(stray.use)
        if target is None:
            self._recorder.lost(f"The page changed when the person clicked {stray.use.described}: not recorded.")
            return
        step = Step("human", "click", target, where=StepLocation("", self.number), is_over=True)
        self._recorder.did(self, step, is_secret=False)
        self.is_sure = True

    def _did(self, data: Any) -> None:
        look = self._mirror.take(data["document"])
        self.number_of_actions = data["number"]
        had_rested = self._resting.is_set()
        self._resting.clear()
        self._stray = None
        # Most actions are reported before they happen, with the page as it was.
        if data["verb"] not in _LATE:
            self._recorder.shown_before(self, self._tree(look))
        element = self._mirror.element(data["element"])
        if element is None:
            raise LookupError(f"there is no element {data['element']}")
        use = Used(look, self._mirror.document.body, element)
        if self._step(data, use) is None and data["verb"] == "click":
            self._stray = StrayClick(use, self._tree(look), had_rested)

    def _step(self, data: Any, use: Used) -> bool | None:
        """Whether it is recorded; None if it is no step."""
        verb = _verb(data)
        if verb == "upload" and data.get("files") == []:
            self._recorder.lost(f"The person took the files out of {use.described}: not recorded.")
            return False
        if verb == "drop":
            self._recorder.lost(f"The person dropped something on {use.described}: not recorded.")
            return False
        try:
            arguments = self._arguments(data, use)
        except CannotTell as error:
            self._recorder.lost(f"The person used {error} ({verb}): not recorded, because no target matches it alone.")
            return False
        self.is_sure = arguments is not None
        if arguments is None:
            return None
        step = Step("human", verb, arguments, where=StepLocation("", self.number), is_over=True)
        if verb == "dblclick":
            self._recorder.take_back([click for element, click in self._clicks if element == data["element"]])
        elif verb == "click":
            self._clicks.append((data["element"], step))
        self._recorder.did(self, step, is_secret=bool(data.get("secret")))
        return True

    def _arguments(self, data: Any, use: Used) -> dict[str, Any] | None:
        verb = _verb(data)
        arguments = _own(data)
        if verb in _CLICKS:
            return target_of_click(use)
        if verb == "upload":
            return {**target_of_upload(use), **arguments}
        if verb == "press" and use.element is self._mirror.document.body:
            return arguments
        try:
            target = target_of_field(use)
        except CannotTell:
            target = (target_of_click(use) if verb == "press" else None) or {}
            if not target:
                raise
        return {**target, **arguments}

    def _tree(self, look: PageView) -> Shown:
        return Shown(tree_of(look, self._mirror.document.body))


def _verb(data: Any) -> str:
    verb: str = data["verb"]
    return _EVENTS.get(verb, verb)


def _own(data: Any) -> dict[str, Any]:
    """The arguments of an action beside its target; raises what a report that cannot be right deserves."""
    name = _OWN[_verb(data)]
    if name is None:
        return {}
    value = data["options"] if name == "option" else data[name]
    texts = value if name in _LISTS else [value]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TypeError(f"{name}: {value!r}")
    if name == "files":
        return {name: [PurePath(text).name for text in texts]}
    return {name: texts[0] if name == "option" and len(texts) == 1 else value}


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
