"""The common base of the harnesses of a server and of a bare session: both run apps."""

from __future__ import annotations

import json
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import unchanged
from pytest_uimcp.engine.errors import BusyError, SessionClosed, SettleTimeout
from pytest_uimcp.server.publisher.topics import check_body, check_topic
from pytest_uimcp.server.themes.style_sheets import Themes
from pytest_uimcp.testing.harness.clock import RealTime
from pytest_uimcp.testing.harness.harness import Harness, step
from pytest_uimcp.testing.report.consequences import sent_since
from pytest_uimcp.testing.report.step_text import call_text

if TYPE_CHECKING:
    from pytest_uimcp.engine.files.reloading import ReloadReport
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.wire.trace import FrameTrace
    from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher


_PATIENCE: Final = 2.0
_LOOKS: Final = 40
_PAUSE: Final = 0.05
# The verbs of a page that do nothing to it.
_READING: Final = frozenset({"find", "not_see", "rows", "see"})


class AppHarness(Harness):
    unsettled = (BusyError, SessionClosed, SettleTimeout)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What went between the session and its pages.
        self.trace: FrameTrace | None = None
        # The apps of the directory, if the test chose none of them.
        self.choices: tuple[str, ...] = ()

    def display(self, app: str) -> None:
        raise NotImplementedError

    @property
    def session(self) -> Session:
        raise NotImplementedError

    @property
    def publisher(self) -> TopicPublisher:
        raise NotImplementedError

    @step("human", unchanged)
    def publish(self, topic: str, data: Any) -> int:
        """Publish JSON data under a topic, as a bookmarklet does; returns how many subscriptions got it."""
        # The same checks as for what comes over HTTP: a test cannot publish what no program could.
        body = check_body(json.dumps(data, ensure_ascii=False).encode("utf-8"))
        return self.publisher.topics.publish(check_topic(topic), body)

    def dress(self, page: str) -> str:
        """Put the themes of the app directory into a page without a browser."""
        return Themes(self.session.html_dir.parent, bundle_dir()).dress(page)

    def advice(self) -> str:
        """Advice for the report of a failed test: what was typed is not sent, or no app of several was chosen."""
        if unsent := self._unsent():
            return unsent
        if len(self.choices) < 2 or self._shows_something():
            return ""
        return (
            f"no app is shown: there are {len(self.choices)} ({', '.join(self.choices)}), and none was chosen; choose "
            "one with @pytest.mark.uimcp(app=…), --uimcp-app or the ini key uimcp_app"
        )

    def timing(self) -> str:
        """Timers of the app that run in real time."""
        if isinstance(self.clock, RealTime) and self.session.uses_timers:
            return (
                "the app has set timers, which run in real time: what shows depends on the moment; in virtual time it "
                'does not: @pytest.mark.uimcp(time="virtual"), or a step `advance` in a scenario'
            )
        return ""

    def _unsent(self) -> str:
        """What was typed last, if the app has not got it: fields are sent when they are left."""
        done = (step for step in reversed(self.story.steps) if step.actor == "human" and step.error is None)
        last = next((step for step in done if step.verb not in _READING), None)
        if last is None or last.verb != "fill" or self.trace is None or sent_since(self.trace, last.at):
            return ""
        return (
            f"typed and not sent: the app gets {call_text(last)} when the field is left; go on to the next one or "
            'press("Tab"), or let ui-value="…?keypress" send every key'
        )

    def _shows_something(self) -> bool:
        # A session that cannot answer has another problem, which is in the report.
        with suppress(UimcpError, TimeoutError):
            return bool(self.session.submit_look("state").result(_PATIENCE))
        return True


def look_at_files(session: Session) -> ReloadReport:
    """Reload the files that have changed. Waits up to two seconds for a file that is being written."""
    report = session.reload()
    for _ in range(_LOOKS):
        if not report.unsettled:
            break
        # A real pause, also under a virtual clock: it is a file system that is waited for.
        Event().wait(_PAUSE)
        report = report + session.reload()
    return report
