"""The human of a test: says things in the chat, answers approvals, and uses the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.agent.harness.agent import AgentHarness
from pytest_uimcp.agent.harness.awaiting import UnawaitedVerbs, awaitable
from pytest_uimcp.agent.harness.conversation import call_text
from pytest_uimcp.agent.harness.errors import NoPage, NothingPending, Unsettled
from pytest_uimcp.chat.harness.chat import ChatHarness
from pytest_uimcp.compositor.harness.compositor import CompositorHarness
from pytest_uimcp.compositor.policy import Answer, ApprovalItem
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.mcp.client import InMemoryClient
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.files import file_in
from pytest_uimcp.testing.harness.harness import Harness
from pytest_uimcp.testing.harness.loop import LoopThread

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.human_rules import HumanRule
    from pytest_uimcp.agent.harness.simulated_human import SimulatedHuman


def _decision(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a decision as those of a call, so that a step reads as it was written."""
    extra = dict(arguments["more"])
    return {"name": arguments["name"], "arguments": {**(extra.pop("args", None) or {}), **extra}}


class HumanHarness(Harness):
    """Each call returns when the agent sleeps, or waits for the human. In an async test, calls are awaited."""

    unsettled = (Unsettled,)
    patience = 30.0
    """How long an agent at `model_url` may take to ask for an approval, in seconds."""

    folders: Sequence[Path] = ()
    """Where files of rules are looked for."""

    def __init__(
        self,
        loop: LoopThread,
        chat: ChatHarness,
        compositor: CompositorHarness,
        agent: AgentHarness | None,
        page: Any,
        *,
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=StepLog("human"), lua_errors=lua_errors)
        self._loop = loop
        self._chat = chat
        self._compositor = compositor
        self._agent = agent
        # A page, a browser or nothing: both faces have the same verbs.
        self._page = page
        # In an async test, verbs are awaited.
        self.unawaited: Final = UnawaitedVerbs()
        self._client: Final = InMemoryClient(chat.human.facade.mcp.sdk)
        self._person: SimulatedHuman | None = None

    def plays(self, rules: Sequence[Mapping[str, Any]] | str | Path) -> SimulatedHuman:
        """Answer by rules from now on: the calls that the policy asks about, what the agent says, what the page shows.

        `rules` is the path of a YAML file, looked for beside the test, then in the root of the repository, or a list
        of what it has. The first rule that fits decides; a call that none fits waits as before. Returns what has
        `.rules`, each with `.applied`, how often it was.
        """
        # Few tests have one, and its imports take a while.
        from pytest_uimcp.agent.harness.human_rules import read_human_rules

        if isinstance(rules, str | Path):
            new_rules = read_human_rules(file_in(self.folders, rules))
        else:
            new_rules = read_human_rules(rules)
        return self._loop.run(self._learn(new_rules), self.patience)

    @property
    def rules(self) -> list[HumanRule]:
        """The rules that it answers by, each with `.applied`."""
        if self._person is None:
            return []
        return self._person.rules

    @awaitable
    @recorded("human", str)
    def says(self, text: str) -> str:
        """Post a message, and wait until the agent sleeps or an approval waits. Returns the id of the message."""
        message_id = self._loop.run(self._post(text), self.patience)
        # A test goes on when nothing more happens by itself.
        self.settle()
        return message_id

    @awaitable
    @recorded("human", arguments=_decision)
    def approves(self, name: str, /, *, args: Mapping[str, Any] | None = None, **more: Any) -> ApprovalItem:
        """Approve the oldest waiting call of a tool that has these arguments, among others. Returns the approval.

        If an argument of the tool is named `args`, put it into the mapping `args`.
        """
        return self._decides(name, {**(args or {}), **more}, "approve", None)

    @awaitable
    @recorded("human", arguments=_decision)
    def denies(
        self,
        name: str,
        /,
        *,
        reason: str | None = None,
        abort: bool = False,
        args: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> ApprovalItem:
        """Deny the oldest waiting call of a tool. Returns the approval.

        The agent gets the reason and goes on; with `abort` its turn is over. If an argument of the tool is named
        `reason`, `abort` or `args`, put it into the mapping `args`.
        """
        return self._decides(name, {**(args or {}), **more}, "deny_abort" if abort else "deny_continue", reason)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.pending)} pending)"

    @property
    def pending(self) -> list[ApprovalItem]:
        """The approvals that wait for an answer, the oldest first."""
        return self._compositor.pending

    # On the page.

    def sees(self, *args: Any, **where: Any) -> None:
        """See a text on the page."""
        self._on("sees").see(*args, **where)

    def does_not_see(self, *args: Any, **where: Any) -> None:
        """See that a text is not on the page."""
        self._on("does_not_see").not_see(*args, **where)

    def clicks(self, *args: Any, **where: Any) -> None:
        """Click something."""
        self._on("clicks").click(*args, **where)
        self.settle()

    def fills(self, *args: Any, **where: Any) -> None:
        """Fill in a field."""
        self._on("fills").fill(*args, **where)
        self.settle()

    def clears(self, *args: Any, **where: Any) -> None:
        """Empty a field."""
        self._on("clears").clear(*args, **where)
        self.settle()

    def chooses(self, *args: Any, **where: Any) -> None:
        """Choose an option."""
        self._on("chooses").choose(*args, **where)
        self.settle()

    def checks(self, *args: Any, **where: Any) -> None:
        """Check a box."""
        self._on("checks").check(*args, **where)
        self.settle()

    def unchecks(self, *args: Any, **where: Any) -> None:
        """Uncheck a box."""
        self._on("unchecks").uncheck(*args, **where)
        self.settle()

    def presses(self, *args: Any, **where: Any) -> None:
        """Press a key."""
        self._on("presses").press(*args, **where)
        self.settle()

    # Waiting.

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the agent sleeps or waits for the human."""
        if self._agent is not None:
            self._agent.rest(timeout)
        else:
            self._chat.rest(timeout)
            if self._person is not None:
                self._loop.run(self._person.rest(), timeout)
            self._compositor.rest(timeout)

    def settle(self) -> None:
        """Wait until the agent sleeps or an approval waits, and raise the errors of the agent and of the apps."""
        if self._agent is not None:
            self._agent.settle()
        else:
            self._settle_alone()
        self.story.settled()

    def over(self) -> None:
        """Called at the end of a test: raise the errors that have not been reported."""
        self.unawaited.check()
        super().over()

    def close(self) -> None:
        self._loop.run(self._client.close())

    def _settle_alone(self) -> None:
        while True:
            self.rest(self.patience)
            self._compositor.settle_mounted()
            if not self._act():
                return

    def _act(self) -> bool:
        """Whether a human who answers by rules had something to do on the page."""
        if self._person is None:
            return False
        from pytest_uimcp.agent.harness.simulated_human import Hands

        return self._person.act(Hands(self, self._page))

    async def _learn(self, rules: list[HumanRule]) -> SimulatedHuman:
        from pytest_uimcp.agent.harness.simulated_human import SimulatedHuman

        if self._person is None:
            self._person = SimulatedHuman(
                self._compositor.core.approvals,
                self._post,
                self.story,
                self._loop.loop,
                self._agent,
            )
            self._compositor.decided_by(self._person.decides)
            self._compositor.core.approvals.listen(self._person.asked)
            self._chat.conversation.store.listen(self._person.told)
            if self._agent is not None:
                self._agent.accompanied_by(self._person, self._act)
        self._person.learns(rules)
        return self._person

    async def _post(self, text: str) -> str:
        """Write into the chat; returns the id of the message."""
        result = await self._client.call("chat.human.post", {"mime": "text/markdown", "content": text})
        # The chat has refused it: a mistake of the test, not of the agent.
        if result.is_error:
            raise UimcpError(f"says({text!r}): {result.text}")
        return str(result.data["id"])

    def _decides(self, name: str, args: dict[str, Any], answer: Answer, reason: str | None) -> ApprovalItem:
        self.settle()
        item = self._oldest(name, args)
        if item is None and self._agent is not None and self._agent.is_foreign:
            self._agent.wait_for(lambda: self._oldest(name, args) is not None, self.patience)
            item = self._oldest(name, args)
        if item is None:
            raise NothingPending(self._nothing(name, args, answer))
        # Readers find a decision behind the call that it is about.
        self.story.happens_now()
        # The item may have changed by the time the event loop gets there; its id has not.
        item_id = item.id

        # On the event loop, to which the approvals belong.
        async def decide() -> ApprovalItem:
            return self._compositor.core.approvals.decide(item_id, answer, reason=reason)

        decided = self._loop.run(decide(), self.patience)
        self.settle()
        return decided

    def _oldest(self, name: str, args: dict[str, Any]) -> ApprovalItem | None:
        for item in self.pending:
            arguments = item.args or {}
            if item.name == name and all(key in arguments and arguments[key] == value for key, value in args.items()):
                return item
        return None

    def _nothing(self, name: str, args: dict[str, Any], answer: Answer) -> str:
        pending = [call_text(item.name, item.args) for item in self.pending]
        pending_lines = "".join(f"\n  {call}" for call in pending) or " nothing"
        pending_lines += self._compositor.why_not_asked(name, args)
        verb = "approve" if answer == "approve" else "deny"
        transcript = self._agent.told() if self._agent is not None else ""
        return f"expected a call of {call_text(name, args)} to {verb}; pending:{pending_lines}{transcript}"

    def _on(self, verb: str) -> Any:
        if self._page is None:
            raise NoPage(f"{verb}(…) needs a page: have the test use uimcp_page or uimcp_browser beside uimcp_human")
        return self._page
