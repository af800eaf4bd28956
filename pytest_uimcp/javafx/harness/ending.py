"""A program that ends while a test uses it: one error that says how and when, unless the test expects it."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.javafx.bridge.launching import JavaProgram
from pytest_uimcp.javafx.harness.errors import ProgramEnded
from pytest_uimcp.testing.report.step_text import done_text

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage

# How long a program may take from letting go of its connection until it is gone, and until it ends as it should.
MAX_END_SECONDS: Final = 5.0
MAX_EXPECTED_SECONDS: Final = 10.0
EXPECT: Final = "A test that is about this says so: with uimcp_stage.expects_exit(): …"


class ProgramWatch:
    """Whether a program still runs that was started for tests. Any other is not watched."""

    def __init__(self, program: JavaProgram | None, story: StepLog) -> None:
        self.program = program
        self.end: ProgramEnded | None = None
        self._story = story

    def check(self, seconds: float = 0.0, *, during: bool = False) -> None:
        """Raise an error that says how the program has ended, if it has, or does within some seconds.

        With `during` it is the last step that has ended it; else a step that is under way only finds it gone.
        """
        if self.program is not None and self.program.ends_within(seconds):
            self._tell(self.program.ending(self._moment(during=during)), self.program.status)

    def exited(self, reason: SystemExit) -> None:
        """Raise the same error for a scene in memory, whose Python has called `sys.exit`."""
        # As Python takes it: a text is printed, and the exit code is 1.
        status = reason.code if isinstance(reason.code, int) else int(reason.code is not None)
        self._tell(f"the program has ended with exit code {status}{self._moment(during=True)}", status)

    def _tell(self, text: str, status: int | None) -> None:
        self.end = ProgramEnded(text, status)
        self.end.context = EXPECT
        raise self.end

    def over(self) -> None:
        """At the end of a test: what was told is not told again."""
        if self.end is None:
            self.check()

    def _moment(self, *, during: bool) -> str:
        steps = [step for step in self._story.steps if during or step.is_over]
        if not steps:
            return ""
        if steps[-1].is_over:
            return f" after {done_text(steps[-1])}"
        return f" during {done_text(steps[-1])}"


class ExpectedExit:
    """The context manager of `expects_exit`, which holds the exit code and the output once the program has ended."""

    def __init__(self, stage: Stage, watch: ProgramWatch, status: int | None) -> None:
        if stage.is_real and watch.program is None:
            raise UimcpError("expects_exit() is for programs that the test starts: another one's exit code is not seen")
        self.status: int | None = None
        """The exit code."""
        self.output: list[str] = []
        """The last lines that the program has printed."""
        self._stage = stage
        self._watch = watch
        self._expected = status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        # An error of a scene in memory is none: there is no process that could end by itself.
        if error is not None and not isinstance(error, ProgramEnded):
            return False
        end = error or self._awaited()
        self.status = end.status
        self.output = self._stage.log
        if self._expected is not None and end.status != self._expected:
            end.context = ""
            raise ProgramEnded(f"expects_exit({self._expected}): {end}", end.status)
        return True

    def _awaited(self) -> ProgramEnded:
        """How the program ends, now that all has been done that makes it end."""
        try:
            self._watch.check(MAX_EXPECTED_SECONDS)
        except ProgramEnded as end:
            return end
        sight = self._stage.look()
        if not self._stage.is_real and not sight.root.children:
            return ProgramEnded("the program has closed its last window", 0)
        # A program that goes on without windows has nothing to show.
        message = "expects_exit(): expected the program to end, it goes on"
        raise PageError(explain.with_tree(message, sight))
