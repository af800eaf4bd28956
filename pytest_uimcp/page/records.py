"""What a browser would do and this page only records: JavaScript and scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.variables import Variable

__all__ = ["CodeRun", "Records", "Script"]


@dataclass(frozen=True, slots=True)
class CodeRun:
    """One run of a `ui-code` value."""

    code: str
    element: Element
    value: Any


@dataclass(frozen=True, slots=True)
class Script:
    """A `<script>` that was inserted into the page."""

    text: str
    src: str | None


class Records:
    """Everything recorded so far, oldest first."""

    def __init__(self) -> None:
        self.code_runs: list[CodeRun] = []
        self.scripts: list[Script] = []
        self.scrolled: list[Element] = []
        # What a test gave to `Page.answer_code`: a part of the code, and what is called for it.
        self.answers: list[tuple[str, Callable[[CodeRun], None]]] = []

    def code(self, element: Element, code: str, variable: Variable) -> bool:
        """Record a run and call the answers that the test has given for it; returns whether there were any."""
        run = CodeRun(code, element, variable.value)
        self.code_runs.append(run)
        answers = [answer for part, answer in self.answers if part in code]
        for answer in answers:
            answer(run)
        return bool(answers)

    def script(self, element: Element) -> None:
        self.scripts.append(Script(element.text_content(), element.get("src")))

    def scroll(self, element: Element) -> None:
        self.scrolled.append(element)
