"""One running JavaFX: the FX thread, what waits for it, pulses, windows.

Every read and write of a showing scene happens on one thread. Whoever makes a platform is that thread, which makes
tests deterministic: nothing happens but when the test says so. `Platform.spawn()` gives it a thread of its own.

Two kinds of work come from other threads. What the program hands over with `run_later` and `call` also runs in the
pulses of whatever is under way, as in JavaFX. A `request` is somebody else's question or action, and takes several
pulses itself: the thread serves one after the other, each whole.

Others wait for this thread, so nothing that it runs may end it: what raises is reported, and the thread goes on.

Part of the contract is waiting for the user interface to be idle: everything that `run_later` was given has run, a
pulse has laid out what changed, and no idle hook says that work is under way.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeVar

from pytest_uimcp.javafx.scene.errors import JavaFxError, NotOnFxThread, UiError
from pytest_uimcp.javafx.scene.layout.run import deep
from pytest_uimcp.javafx.scene.stage.clock import FRAME_MS, PulseClock, PulseTimer

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.actions.events import FxEvent
    from pytest_uimcp.javafx.scene.actions.robot import Robot
    from pytest_uimcp.javafx.scene.stage.window import PopupWindow, StageWindow, Window


log = logging.getLogger(__name__)
T = TypeVar("T")
# How many reported errors are kept; a program that fails at every event must not fill the memory.
MAX_ERRORS: Final = 1000
# How long the FX thread may take for one piece of work.
MAX_WORK_SECONDS: Final = 10.0
# Pulses one wait for idleness may take; a program that asks for another layout in each pulse is never idle.
MAX_PULSES: Final = 1000


class Platform:
    """The thread, the clock and the windows."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.clock = PulseClock(self.guarded)
        self.windows: list[Window] = []
        self.clipboard: str | None = None
        # Each says whether it is idle; background tasks of a program hook in here.
        self.idle_hooks: list[Callable[[], bool]] = []
        # What handlers, timers and tasks of the program raised, oldest first; the FX thread goes on after one.
        self.errors: list[BaseException] = []
        # How many errors there have been, also those that are kept no longer.
        self.reported = 0
        # Who works mouse and keyboard here; see `actions.robot`.
        self.robot: Robot | None = None
        # Each is shown every event before it sets out.
        self.event_watchers: list[Callable[[FxEvent], object]] = []
        # Popups that the button being pressed has closed.
        self.closed_by_press: list[PopupWindow] = []
        self._tasks: deque[Callable[[], object]] = deque()
        self._requests: deque[Callable[[], object]] = deque()
        self._requests_begun = 0
        self._arrived = threading.Condition()
        self._loop: threading.Thread | None = None
        self._closing = False
        self._window_count = 0

    @classmethod
    def spawn(cls) -> Platform:
        """A platform whose FX thread is a new one; `close()` ends it."""
        platform = cls()
        platform._loop = threading.Thread(target=platform._run, name="JavaFX Application Thread", daemon=True)
        platform._loop.start()
        # Known at once: until then the maker's own thread would pass for it.
        platform.thread = platform._loop.ident or 0
        return platform

    def _run(self) -> None:
        while True:
            with self._arrived:
                self._arrived.wait_for(lambda: self._tasks or self._requests or self._closing)
                if self._closing and not self._tasks and not self._requests:
                    return
            self.run_tasks()
            if self._requests:
                self._requests_begun += 1
                self.guarded(self._requests.popleft())

    def close(self) -> None:
        """End the thread; a platform of the caller's own thread has none to end."""
        with self._arrived:
            self._closing = True
            self._arrived.notify_all()
        if self._loop is not None and threading.get_ident() != self.thread:
            self._loop.join(timeout=10)

    @property
    def on_fx_thread(self) -> bool:
        return threading.get_ident() == self.thread

    def check_thread(self) -> None:
        """Refuse what comes on another thread."""
        if threading.get_ident() != self.thread:
            raise NotOnFxThread(
                f"Not on FX application thread; currentThread = {threading.current_thread().name}. "
                "Hand the change to run_later(), which runs it there."
            )

    def run_later(self, work: Callable[[], object]) -> None:
        """Run something on the FX thread, later; from any thread."""
        self._hand_over(self._tasks, work)

    def _hand_over(self, queue: deque[Callable[[], object]], work: Callable[[], object]) -> None:
        with self._arrived:
            if self._closing:
                raise JavaFxError("the platform is closed; it runs nothing more")
            queue.append(work)
            self._arrived.notify_all()

    def call(self, work: Callable[[], T], timeout: float = MAX_WORK_SECONDS) -> T:
        """Run something of the program on the FX thread and wait for its result; there it runs at once."""
        if self.on_fx_thread:
            return work()
        if self._loop is None:
            self.check_thread()
        future: Future[T] = Future()
        self.run_later(lambda: _answer(future, work))
        try:
            return future.result(timeout)
        except TimeoutError:
            if future.done():
                return future.result()
            raise self._busy(future, timeout) from None

    def request(self, work: Callable[[], T], timeout: float = MAX_WORK_SECONDS) -> T:
        """Do something for somebody outside of the program, when everything asked before is done.

        As long as the requests before it get done, its turn is waited for, however many they are.
        """

        def with_room() -> T:
            with deep():
                return work()

        if self.on_fx_thread:
            return with_room()
        if self._loop is None:
            self.check_thread()
        future: Future[T] = Future()
        self._hand_over(self._requests, lambda: _answer(future, with_room))
        # As long as the thread begins one request after the other, it is not this one's fault that it waits.
        count = -1
        while count != self._requests_begun:
            count = self._requests_begun
            try:
                return future.result(timeout)
            except TimeoutError:
                if future.done():
                    return future.result()
            except Exception:
                raise
            except BaseException as reason:
                if not future.done() or future.exception() is not reason:
                    future.cancel()
                    raise  # an interrupt, which is meant for who waits
                # `sys.exit()` in a program must not end the server that asked.
                raise JavaFxError(f"{type(reason).__name__} on the FX thread: {reason}") from reason
        raise self._busy(future, timeout)

    def _busy(self, future: Future[T], timeout: float) -> UiError:
        """Nobody waits for the answer any more, so work that has not begun is left out."""
        future.cancel()
        return UiError("MCP_UI_TIMEOUT", f"the FX thread did not answer within {timeout:g} s")

    def guarded(self, work: Callable[..., object], *arguments: object) -> None:
        """Call what the program registered; as in JavaFX, an error is reported, and the thread goes on."""
        try:
            work(*arguments)
        except Exception as reason:  # noqa: BLE001  # a program may raise anything
            self.report(reason)
        except BaseException as reason:
            if self._loop is None:
                raise  # the caller's own thread: an interrupt is meant for it
            self.report(reason)

    def report(self, reason: BaseException) -> None:
        """Note an error of the program."""
        log.error("the program raised an error", exc_info=reason)
        self.reported += 1
        self.errors.append(reason)
        del self.errors[:-MAX_ERRORS]

    def reported_since(self, number: int) -> list[BaseException]:
        """The errors kept of those after the first `number`."""
        return self.errors[max(0, len(self.errors) - (self.reported - number)) :]

    def run_tasks(self) -> None:
        """Run what waits; what is added meanwhile waits for the next time."""
        for _ in range(len(self._tasks)):
            # A task that lets pulses pass has run what was behind it.
            if self._tasks:
                self.guarded(self._tasks.popleft())

    def pulse(self) -> None:
        """One frame: tasks, timers, then styles and layout of every showing window."""
        self.check_thread()
        self.run_tasks()
        self.clock.advance(FRAME_MS)
        for window in tuple(self.windows):
            if window.scene is not None:
                window.scene.pulse()

    def after(self, delay: float, work: Callable[[], object]) -> PulseTimer:
        """Run something on the FX thread so many milliseconds of virtual time from now."""
        return self.clock.after(delay, work)

    @property
    def needs_pulse(self) -> bool:
        return any(window.scene is not None and window.scene.needs_pulse for window in self.windows)

    @property
    def idle(self) -> bool:
        """Whether no task is waiting and no work is under way."""
        return not self._tasks and not self.needs_pulse and all(hook() for hook in self.idle_hooks)

    def await_idle(self, timeout: float = 5.0) -> None:
        """Wait until the user interface is idle, and then one pulse more; `timeout` is in seconds."""
        end = time.monotonic() + timeout
        for _ in range(MAX_PULSES):
            self.pulse()
            if self.idle:
                self.pulse()
                if self.idle:
                    return
            if time.monotonic() > end:
                raise UiError("MCP_UI_TIMEOUT", f"the user interface was not idle within {timeout:g} s")
            if not self._tasks and not self.needs_pulse:
                self._wait_for_task(end)
        raise UiError("MCP_UI_TIMEOUT", f"the user interface was not idle after {MAX_PULSES} pulses")

    def _wait_for_task(self, end: float) -> None:
        with self._arrived:
            self._arrived.wait_for(lambda: bool(self._tasks), min(0.01, max(0.0, end - time.monotonic())))

    def add_window(self, window: Window) -> int:
        """Take a window among the showing; its place in the order of showing."""
        self.windows.append(window)
        self._window_count += 1
        return self._window_count

    def remove_window(self, window: Window) -> None:
        if window in self.windows:
            self.windows.remove(window)

    def _showing_stages(self) -> list[StageWindow]:
        return [window for window in self.windows if window.stage is window]

    @property
    def stages(self) -> list[StageWindow]:
        """The showing stages as the contract numbers them: by title, then by the order of showing."""
        return sorted(self._showing_stages(), key=lambda stage: (stage.read("title") or "", stage.order))

    @property
    def primary(self) -> StageWindow | None:
        """The first stage that was shown of those that still show."""
        return min(self._showing_stages(), key=attrgetter("order"), default=None)

    def stacked(self) -> list[Window]:
        """The windows from the lowest to the topmost; popups are above their stage."""
        windows: list[Window] = []
        stack: list[Window] = sorted(self._showing_stages(), key=attrgetter("level"), reverse=True)
        while stack:
            window = stack.pop()
            windows.append(window)
            stack.extend(reversed(window.popups))
        return windows

    def blocked(self, window: Window) -> bool:
        """Whether a modal window in front takes the input that is meant for this one."""
        modal = [stage for stage in self._showing_stages() if stage.read("modality") == "APPLICATION_MODAL"]
        return bool(modal) and not _belongs_to(window.stage, modal[-1])

    @property
    def focused(self) -> Window | None:
        return next((window for window in self.windows if window.read("focused")), None)


def _belongs_to(stage: Window | None, modal: StageWindow) -> bool:
    """Whether a stage is the modal one or was opened by it."""
    while stage is not None and stage is not modal:
        stage = stage.read("owner")
    return stage is modal


def _answer(future: Future[T], work: Callable[[], T]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(work())
        except BaseException as reason:  # noqa: BLE001  # it is the caller's, on the caller's thread
            future.set_exception(reason)
