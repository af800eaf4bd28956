"""The reference of the fixtures for conversations: what their objects can do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Final

from pytest_uimcp.agent.harness.agent import AgentHarness
from pytest_uimcp.agent.harness.human import HumanHarness
from pytest_uimcp.agent.models import call, cut, end, fail, length, refuse, respond, say, slow, text, unchecked
from pytest_uimcp.chat.harness.chat import ChatHarness, SideHarness
from pytest_uimcp.compositor.harness.compositor import CompositorHarness, PendingCall
from pytest_uimcp.testing.harness.harness import Harness
from pytest_uimcp.testing.harness.server import ServerHarness
from tools.docs.tables import table

__all__ = ["PAGES"]

STEPS: Final = (call, say, end, text, respond, refuse, length, slow, cut, fail, unchecked)
# What the fixtures themselves use.
_INTERNAL: Final = frozenset(
    {
        "accompanied_by", "advice", "begin", "changed", "check_finished", "close", "core", "decided_by", "end",
        "is_foreign", "is_running", "mcp", "needs_human", "over", "pause", "rest", "settle_mounted", "told",
        "try_settle", "unreported_errors", "wait_for", "why_not_asked",
    }
)  # fmt: skip


def page() -> str:
    """`conversations.md`."""
    return PAGE.format(
        steps=table("step", "what the model does", rows=[_row(step.__name__, step) for step in STEPS]),
        agent=_members(AgentHarness),
        human=_members(HumanHarness),
        compositor=_members(CompositorHarness, ServerHarness),
        pending=_members(PendingCall),
        chat=_members(ChatHarness),
        side=_members(SideHarness),
        all=_members(Harness),
    )


def _members(*kinds: type) -> str:
    """The methods and properties of a class, and those it has of its bases."""
    rows: dict[str, tuple[str, str]] = {}
    for kind in kinds:
        for name, row in _rows(kind):
            rows.setdefault(name, row)
    return table("", "what", rows=rows.values())


def _rows(kind: type) -> Iterator[tuple[str, tuple[str, str]]]:
    for name, member in vars(kind).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or name in _INTERNAL or not inspect.isfunction(function):
            continue
        doc = _summary(kind, name)
        if doc:
            yield name, ((f"`.{name}`" if isinstance(member, property) else _row(f".{name}", function)[0]), doc)


def _summary(kind: type, name: str) -> str:
    doc = inspect.getdoc(getattr(kind, name)) or ""
    return " ".join(doc.split())


def _row(name: str, function: Any) -> tuple[str, str]:
    parameters = [_parameter(one) for one in inspect.signature(function).parameters.values() if one.name != "self"]
    return f"`{name}({', '.join(parameters)})`", " ".join((inspect.getdoc(function) or "").split())


def _parameter(one: inspect.Parameter) -> str:
    prefixes: dict[inspect._ParameterKind, str] = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}
    prefix = prefixes.get(one.kind, "")
    default = "" if one.default is one.empty else f"={one.default!r}"
    return f"{prefix}{one.name}{default}"


PAGE: Final = """\
# Fixtures for conversations

<!-- Written by `python -m tools.docs`. -->

What the objects of `uimcp_agent`, `uimcp_human`, `uimcp_compositor` and `uimcp_chat` can do.
[agents.md](../agents.md) says how they are used together.

## Steps of a turn

`call`, `say`, `end` and `text` are imported from `pytest_uimcp`, all of them from `pytest_uimcp.agent`. `fail` and
`respond` are whole turns.

{steps}
## `uimcp_agent`

An `AgentHarness`. `.patience` is how many seconds a step waits for it (30).

{agent}
A `Call` has `.name`, `.args`, `.result` (with `.text`, `.data`, `.is_error`; None while the call is under way),
`.decision` and `.reason`.

## `uimcp_human`

A `HumanHarness`. The verbs of the page take what those of `uimcp_page` take, see [page.md](page.md).

{human}
## `uimcp_compositor`

A `CompositorHarness`.

{compositor}
A call of `begin_tool`:

{pending}
## `uimcp_chat`

A `ChatHarness`. `.human` and `.assistant` are its two sides.

{chat}
Each side:

{side}
## All of them

{all}"""

PAGES: Final[dict[str, Callable[[], str]]] = {"conversations.md": page}
