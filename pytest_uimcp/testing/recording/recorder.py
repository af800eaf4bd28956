"""The recorder: what a server tells, as moments in their order, written down after each.

A moment's page is the one that was shown after it and before the next. Where the next came sooner, there is none: so a
snapshot never shows what a replay, which waits after each step, would not show.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Step, plain
from pytest_uimcp.mcp.errors import error_text
from pytest_uimcp.server.base_dir import SHELL
from pytest_uimcp.server.mcp.tools import TOOLS
from pytest_uimcp.testing.recording.clients import LEFT_OUT, result_of, steady_fields, told
from pytest_uimcp.testing.recording.masking import Secrets, learn_fields
from pytest_uimcp.testing.recording.page import ReportingPage
from pytest_uimcp.testing.recording.varying import Varying

if TYPE_CHECKING:
    from pytest_uimcp.page.accessible.page_view import PageView
    from pytest_uimcp.page.dom.nodes import Element
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.testing.recording.shown import Shown


log = logging.getLogger(__name__)

R = TypeVar("R")

_DISPLAYS: Final = re.compile(r"""\bmcp[:.]display\(\s*(?:mcp\s*,\s*)?["']([\w-]+)["']""")
# The longest that a call waits for a page to show what came before it, and what came of it.
PATIENCE: Final = 4.0


@dataclass(slots=True, eq=False)
class RecordedMoment:
    """A step, or a remark where there is none; what is to be said of the step; and the page after it."""

    step: Step | None = None
    remarks: list[str] = field(default_factory=list)
    shows: Shown | None = None
    # Whether the app is there from here on.
    is_first_of_app: bool = False
    # Whether a person did something that no step does, so that a test's page may look different from here on.
    is_loss: bool = False

    @property
    def call(self) -> tuple[str, dict[str, Any]]:
        assert self.step is not None
        return self.step.arguments["name"], self.step.arguments["arguments"]


class ScenarioRecorder:
    """Records one server. `moved` is called whenever there is something new to write."""

    probe = Path(__file__).parents[1] / "faces" / "chromium" / "probe.js"

    def __init__(self, secrets: Secrets, moved: Callable[[ScenarioRecorder], None]) -> None:
        self.moments: list[RecordedMoment] = []
        # The first app that was shown; the shell if there is one.
        self.app: str | None = None
        self.base_dir: Path | None = None
        self._secrets = secrets
        self.varying = Varying()
        self._moved = moved
        self._server: UiServer | None = None
        self._pages: list[ReportingPage] = []
        self._opened = 0
        self._acting: ReportingPage | None = None
        self._is_in_one_tab = True
        # What the page of the last step showed when it had settled.
        self._shown: Shown | None = None

    # Called by the server.

    def attach(self, server: UiServer) -> None:
        self._server = server
        server.recorder = self
        server.configured.add(self._configured)

    async def call(self, name: str, arguments: Mapping[str, Any] | None, answer: Callable[[], Awaitable[R]]) -> R:
        # In this order: what the person did before the call stands before it in the scenario.
        for page in list(self._pages):
            await page.rest(PATIENCE)
        if name in LEFT_OUT:
            try:
                return await answer()
            finally:
                self.remark(f"The agent called {name}: not replayed, {LEFT_OUT[name]}.")
        values = plain(dict(arguments or {}))
        moment = self._begin(Step("agent", "call", {"name": name, "arguments": values}))
        if cause := self.varying.find(values):
            moment.remarks.append(f"There is {cause} in these arguments, which may be different in a test.")
        try:
            result = await answer()
        except UimcpError as error:
            self._failed(moment, error_text(error))
            await self._look_after(moment)
            raise
        # Cancelled, or a fault of the server: a test could not expect that.
        except BaseException as error:
            self._replace(moment, f"The agent called {name}, which did not end with a result ({error}): left out.")
            raise
        text, data, is_error = told(result)
        if name not in TOOLS:
            self._replace(moment, f"The agent called {name}, which did not end with a result ({text}): left out.")
        elif is_error:
            self._failed(moment, text)
        else:
            self._ended(moment, text, data)
        # The answer waits for the page, so that a fast agent does not overtake what it has caused.
        await self._look_after(moment)
        self._changed()
        return result

    def read(self, uri: str) -> None:
        self.remark(f"The agent read {uri}: not replayed, a scenario has no step for that.")

    def delivered(self, events: list[dict[str, Any]]) -> None:
        self._know_run()
        for event in events:
            self._secrets.learn(event)
            steady, varying = steady_fields(plain(event), self.varying)
            step = Step("agent", "events", {}, steady, is_over=True)
            if not steady:
                self.remark("The agent got an event that is different in each run: left out.")
                continue
            moment = self._begin(step)
            if varying:
                moment.remarks.append(f"Fields of this event that vary are left out: {', '.join(varying)}.")
        self._changed()

    async def server_rests(self) -> bool:
        """Wait until the sessions have nothing to do; False if that takes too long."""
        ui_sessions = [] if self._server is None else list(self._server.ui_sessions)
        for ui_session in ui_sessions:
            try:
                await asyncio.to_thread(ui_session.session.settle, PATIENCE / 2)
            except (UimcpError, TimeoutError):
                return False
        return True

    @property
    def was_typing(self) -> bool:
        """Whether the last step was to fill in a field, which may still have the focus."""
        steps = [moment.step for moment in self.moments if moment.step is not None]
        return bool(steps) and steps[-1].actor == "human" and steps[-1].verb == "fill"

    def page(self, deliver: Callable[[str], None]) -> ReportingPage:
        self._opened += 1
        page = ReportingPage(self, self._opened, deliver)
        self._pages.append(page)
        return page

    # Called by pages.

    def opened(self, page: ReportingPage, *, again: bool) -> None:
        if page.number > 1 and not again and self.moments:
            others = [other_page for other_page in self._pages if other_page is not page]
            action = "opened the page in one more tab" if others else "loaded the page again"
            self.remark(f"The person {action}: left out; text that was typed and not sent was lost.")

    def closed(self, page: ReportingPage) -> None:
        self._pages.remove(page)

    def silent(self, page: ReportingPage) -> None:
        self.remark(
            "A page is open that reports nothing, so what the person does in it is not recorded: html/ of the base "
            "directory has a front end of its own, or an old one, which `ui-mcp install --force` replaces."
        )

    def did(self, page: ReportingPage, step: Step, *, is_secret: bool) -> None:
        if self._is_in_one_tab and self._acting in self._pages and page is not self._acting:
            self._is_in_one_tab = False
            self.lost("From here on the person used more than one tab; a test uses only one.")
        self._acting = page
        previous = self.moments[-1] if self.moments else None
        typing = None if previous is None else previous.step
        is_more = step.verb == "fill" and typing is not None and _same_field(typing, step)
        # Before it is stored anywhere: the text of a password field must not be written even once.
        self._learn(step, typing if is_more else None, is_secret)
        if is_more and previous is not None:
            previous.step = step
            previous.shows = None
            self._shown = None
        else:
            moment = self._begin(step)
            if step.verb == "upload":
                moment.remarks.append("Put these files beside the scenario; otherwise a test uploads empty ones.")
        self._changed()

    def take_back(self, clicks: list[Step]) -> None:
        """Forget the clicks of a double click, unless something has come between them."""
        while self.moments and any(self.moments[-1].step is click for click in clicks):
            self.moments.pop()
            self._shown = None

    def sees(self, look: PageView, root: Element) -> None:
        """A page shows a document: its secrets are known before any of it is written."""
        learn_fields(self._secrets, look, root)

    def shown_before(self, page: ReportingPage, content: Shown) -> None:
        """What a page showed when a person was about to act."""
        # A slow click leaves a field, and the page may show what follows before the click is one.
        if self.was_typing:
            return
        if self._shown is not None and page is self._acting and content != self._shown:
            self.remark(
                "The page had changed before the person went on: a timer, something from outside, or a field left."
            )

    def shown(self, page: ReportingPage, content: Shown) -> None:
        """What a page shows after all that has happened so far."""
        # A test has one page: that of the person who acted last.
        if page is not self._acting and self._acting in self._pages:
            return
        self._shown = content
        if not self.moments:
            self.moments.append(RecordedMoment())
        self.moments[-1].shows = content
        self._notice_shell(self.moments[-1])
        self._changed()

    def lost(self, text: str) -> None:
        """A person did something that cannot be replayed."""
        self.moments.append(RecordedMoment(remarks=[text], is_loss=True))
        self._changed()

    def remark(self, text: str) -> None:
        """Something happened for which there is no step; the same is not said twice in a row."""
        if not self.moments or self.moments[-1].step is not None or text not in self.moments[-1].remarks:
            self.moments.append(RecordedMoment(remarks=[text]))
            self._changed()

    # Helpers

    @property
    def _is_running(self) -> bool:
        return self._server is not None and "url" in self._server.status()

    def _configured(self, base_dir: Path) -> None:
        self.base_dir = base_dir
        self.varying.add([(str(base_dir), "the base directory"), (str(base_dir.resolve()), "the base directory")])

    def _know_run(self) -> None:
        """Learn the addresses and ids of this run."""
        server = self._server
        for ui_session in [] if server is None else server.ui_sessions:
            assert server is not None
            port = server.url.rpartition(":")[2]
            self.varying.add([(ui_session.session.id, "the id of the session"), (port, "a port")])

    def _begin(self, step: Step) -> RecordedMoment:
        self._know_run()
        self._shown = None
        moment = RecordedMoment(step)
        self._notice_shell(moment)
        self.moments.append(moment)
        return moment

    def _notice_shell(self, moment: RecordedMoment) -> None:
        """A shell is there without being shown by anybody; what it then shows is up to its menu."""
        if self.app is None and self._is_running and self.base_dir is not None and _has_shell(self.base_dir):
            self.app = SHELL
            moment.is_first_of_app = True

    def _replace(self, moment: RecordedMoment, remark: str) -> None:
        moment.step = None
        moment.remarks = [remark]
        self._changed()

    def _failed(self, moment: RecordedMoment, text: str) -> None:
        if self._is_running:
            self._came(moment, text, {}, is_error=True)
        else:
            name, _ = moment.call
            self._replace(
                moment, f"The agent called {name} too early, which failed: not replayed, a test's server runs."
            )

    def _came(self, moment: RecordedMoment, text: str, data: dict[str, Any], *, is_error: bool) -> None:
        step = moment.step
        assert step is not None
        name, arguments = moment.call
        self._secrets.learn([arguments, text, data])
        step.outcome, remark = result_of(name, text, is_error, self.varying)
        step.is_over = True
        if remark:
            moment.remarks.append(remark[0].upper() + remark[1:] + ".")
        self._changed()

    def _ended(self, moment: RecordedMoment, text: str, data: dict[str, Any]) -> None:
        name, arguments = moment.call
        self._came(moment, text, data, is_error=False)
        # The first app is that of the test; what the agent shows later are steps.
        if self.app is not None:
            return
        if name == "ui_display":
            self.app = arguments["name"]
            self._replace(moment, f"The agent called ui_display: not replayed, a test shows {self.app} at once.")
        elif name == "ui_run" and (match := _DISPLAYS.search(arguments["code"])):
            self.app = match[1]
        moment.is_first_of_app = self.app is not None

    async def _look_after(self, moment: RecordedMoment) -> None:
        """See what the page shows now, before the client goes on."""
        page = (
            self._acting
            if self._acting in self._pages
            else next((other_page for other_page in self._pages if other_page.reports), None)
        )
        if page is None:
            return
        actions = page.number_of_actions
        content = await page.look(PATIENCE)
        # A person who has acted meanwhile sees something else already.
        if content is not None and self.moments[-1] is moment and page.number_of_actions == actions:
            self._shown = moment.shows = content

    def _learn(self, step: Step, typing: Step | None, is_secret: bool) -> None:
        label = step.arguments.get("target") or step.arguments.get("name") or ""
        if step.verb == "fill" and (is_secret or self._secrets.names.is_name(label)):
            # A longer text of the same field: the shorter one was a part of the secret, and counts as one, too.
            if typing is not None:
                self._secrets.grow(typing.arguments["value"], step.arguments["value"])
            self._secrets.add(step.arguments["value"], label or "password")
        else:
            self._secrets.learn(step.arguments)

    def _changed(self) -> None:
        try:
            self._moved(self)
        except Exception:  # the session matters more than its recording
            log.exception("the recording cannot be written")


def _same_field(left_step: Step, right_step: Step) -> bool:
    targets = [
        {key: value for key, value in step.arguments.items() if key != "value"} for step in (left_step, right_step)
    ]
    return (
        left_step.actor == "human"
        and left_step.verb == "fill"
        and targets[0] == targets[1]
        and left_step.where == right_step.where
    )


def _has_shell(base_dir: Path) -> bool:
    """Whether there is an app that frames the others, which pages show before anybody shows an app."""
    return (base_dir / "apps" / SHELL / "app.lua").is_file() and (base_dir / "lua" / f"{SHELL}.lua").is_file()
