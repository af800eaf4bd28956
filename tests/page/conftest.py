"""Apps written in a test, shown on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from pytest_uimcp.core.clock import VirtualClock
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.page import Page
from tests.page.parity.app import App

Show: TypeAlias = Callable[..., "Shown"]

LUA = """
T = session:prototype("T", {v = EMPTY, a = "", n = 0, on = false, log = ""})
Item = session:prototype("Item", {name = ""})
function T:note(what) self.log = self.log .. "[" .. tostring(what) .. "]" end
function T:hit() self:note("hit") end
function T:say(value) self:note(value) end
function T:broken() error("no such luck") end
if not session.reloading then t = T:new() end
"""

BUTTONS = """
<button ui-action="hit()">Save</button><button ui-action="say(_)" value="all">Save all</button>
<a href="#" ui-action="say(_)">Link</a><div ui-action="say(_)">Plain   text</div>
<button aria-label="Close" ui-action="hit()">x</button><p ui-value="log"></p>
"""


class Shown(Page):
    """A page with its session, for `run`."""

    session: Session

    def run(self, lua: str) -> object:
        data = self.session.eval(lua).data
        self.settle()
        return data


def message(failure: pytest.ExceptionInfo[BaseException]) -> list[str]:
    """The message, without the tree."""
    return str(failure.value).split("\n  the page:\n")[0].split("\n")


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def show(tmp_path: Path, clock: VirtualClock) -> Iterator[Callable[..., Shown]]:
    """Show a body as the viewdef of `t`, more viewdefs by `Type__Namespace`, or a sample app."""
    with ExitStack() as stack:

        def show(body: str = "", *, lua: str = "", app: str | None = None, **viewdefs: str) -> Shown:
            found = {
                "T.DEFAULT": body,
                **{key.replace("__", ".").replace("_", "-"): text for key, text in viewdefs.items()},
            }
            what = App(app) if app else App("t", LUA + lua, found)
            what.write(tmp_path)
            session = stack.enter_context(Session(tmp_path, output=MemoryOutput(), clock=clock))
            session.display(what.name)
            page = Shown(session)
            page.session = session
            return stack.enter_context(page)

        yield show
