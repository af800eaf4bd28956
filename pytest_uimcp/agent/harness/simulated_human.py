"""A human who answers by rules, so that a test needs no line for each answer.

Calls and messages are answered on the event loop, at once and wherever the test is: an agent in another process may be
waiting while the test waits for it. What is done on the page is done on the test's thread, which the page belongs to,
when the test waits for the agent the next time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from pytest_uimcp.agent.harness.errors import ConversationError, NoPage
from pytest_uimcp.agent.harness.human_rules import HumanRule
from pytest_uimcp.agent.signal import Signal
from pytest_uimcp.chat import Message
from pytest_uimcp.compositor.policy import ApprovalItem, Approvals
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.steps import StepLog

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep

Post = Callable[[str], Awaitable[object]]
MAX_ANSWERS: Final = 200
"""How often rules may be applied in a test: an agent and a human who answer each other do not end by themselves."""


class Hands:
    """What the human's steps of scenarios use of their player, in a test without one."""

    def __init__(self, human: HumanHarness | None, page: Any) -> None:
        self._human = human
        self._page = page

    @property
    def human(self) -> HumanHarness:
        if self._human is None:
            raise NoPage("only a test has a page")
        return self._human

    def surface_of(self, step: ScenarioStep | None = None) -> Any:
        """The page."""
        if self._page is None:
            verb = "sees"
            if step is not None:
                verb = step.kind.name
            raise NoPage(f"{verb} needs a page: have the test use uimcp_page or uimcp_browser beside uimcp_human")
        return self._page


class SimulatedHuman:
    """What `uimcp_human.plays(…)` returns. `.rules` has each rule with `.applied`, how often it was."""

    def __init__(
        self,
        approvals: Approvals,
        post: Post,
        story: StepLog,
        loop: asyncio.AbstractEventLoop,
        agent: AgentHarness | None,
    ) -> None:
        self.rules: Final[list[HumanRule]] = []
        self._approvals = approvals
        self._post = post
        self._story = story
        self._loop = loop
        self._agent = agent
        self._signal = Signal()
        # The approvals that it is about to decide.
        self._deciding: set[str] = set()
        # What the agent has said, until it is looked at.
        self._messages: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        # What is to be done on the page.
        self._errands: deque[HumanRule] = deque()
        # The texts of rules that the page showed when it was looked at last.
        self._shown: set[str] = set()
        self._acting = False

    def __str__(self) -> str:
        return f"a human with {counted(len(self.rules), 'rule')}"

    def learns(self, rules: Sequence[HumanRule]) -> None:
        """Add rules; on the event loop. They decide about calls that wait already, too."""
        self.rules.extend(rules)
        for item in self._approvals.pending():
            self.asked(item)

    @property
    def at_work(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._deciding or self._messages)

    def decides(self, item: ApprovalItem) -> bool:
        """Whether it is about to decide about this call."""
        return item.id in self._deciding

    async def rest(self) -> None:
        """Return when no answer is on its way."""
        await self._signal.wait_until(lambda: not self.at_work)

    # On the event loop.

    def asked(self, item: ApprovalItem) -> None:
        """A call waits for a human, or does no more."""
        if not item.pending or self.decides(item):
            return
        rule = self._applied(lambda rule: rule.fits_call(item))
        if rule is not None:
            self._deciding.add(item.id)
            # Not here: others are told of the call after this, and must not hear of the answer before.
            self._loop.call_soon(self._decide, item, rule)

    def told(self, messages: Sequence[Message]) -> None:
        """Something was said in the chat; in the thread that posts."""
        texts = [message.content for message in messages if message.author != "user"]
        if texts:
            # At once, so that nobody takes it for settled meanwhile.
            self._messages.extend(texts)
            self._loop.call_soon_threadsafe(self._wake)

    # On the test's thread.

    def act(self, hands: Hands) -> bool:
        """Do what is to be done on the page, with the human's verbs; returns whether there was something."""
        # The verbs wait, too, and would come back here.
        if self._acting:
            return False
        self._acting = True
        try:
            return self._act(hands)
        finally:
            self._acting = False

    def _act(self, hands: Hands) -> bool:
        if self._errands:
            rule = self._errands.popleft()
        else:
            seen_rule = self._newly_seen(hands)
            if seen_rule is None:
                return False
            rule = seen_rule
        for step in rule.steps:
            try:
                step.kind.does(cast("Player", hands), step)
            except UimcpError as error:
                error.context = "\n".join(filter(None, (error.context, f"  in {step.place}: {step.kind.name}")))
                raise
        return True

    def _newly_seen(self, hands: Hands) -> HumanRule | None:
        """The first rule about a text that the page shows now, and did not when it was looked at before."""
        patterns = {rule.pattern for rule in self.rules if rule.subject == "sees"}
        if not patterns:
            return None
        text = _in_a_line(hands.surface_of().text())
        shown = {pattern for pattern in patterns if _in_a_line(pattern) in text}
        rule = self._applied(lambda rule: rule.subject == "sees" and rule.pattern in shown - self._shown)
        if rule is None:
            self._shown = shown
            return None
        # Others may be new, too: each is for a look of its own.
        self._shown = (self._shown & shown) | {rule.pattern}
        return rule

    # On the event loop, again.

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._answer_messages())

    async def _answer_messages(self) -> None:
        while self._messages:
            try:
                # As a person would: not into the middle of what the agent does.
                await self._signal.wait_until(lambda: not self._deciding)
                if self._agent is not None:
                    await self._agent.pause()
                await self._answer(self._messages[0])
            except UimcpError as error:
                self._story.app_failed(error, "answering by rules")
            finally:
                self._messages.popleft()
                self._tell()

    async def _answer(self, text: str) -> None:
        rule = self._applied(lambda rule: rule.fits_message(text))
        if rule is None:
            return
        if rule.is_for_the_page:
            self._errands.append(rule)
            return
        for step in rule.steps:
            await self._says(step)

    async def _says(self, step: ScenarioStep) -> None:
        record = self._story.begin("human", "says", {"text": str(step.value)})
        record.outcome = _source(step.place)
        try:
            await self._post(str(step.value))
        finally:
            self._story.end(record)

    def _decide(self, item: ApprovalItem, rule: HumanRule) -> None:
        self._deciding.discard(item.id)
        # Its caller may have gone meanwhile, or a person was faster on the page.
        if rule.decision is not None and self._approvals.get(item.id).pending:
            verb = "denies"
            if rule.decision == "approve":
                verb = "approves"
            arguments = dict(item.args or {})
            if rule.reason is not None:
                arguments["reason"] = rule.reason
            record = self._story.begin("human", verb, {"name": item.name, "arguments": arguments})
            record.outcome = _source(rule.place)
            self._approvals.decide(item.id, rule.decision, reason=rule.reason)
            self._story.end(record)
        self._tell()

    def _applied(self, fits: Callable[[HumanRule], bool]) -> HumanRule | None:
        """The first rule that fits and may be applied, which it then is."""
        rule = next((rule for rule in self.rules if rule.is_open and fits(rule)), None)
        if rule is None:
            return None
        if sum(each.applied for each in self.rules) >= MAX_ANSWERS:
            error = ConversationError(
                f"the rules of the human were applied {MAX_ANSWERS} times in this test; {rule.place} would be next. "
                "If agent and human answer each other for ever, limit the rule with `times:`"
            )
            self._story.app_failed(error, "answering by rules")
            return None
        rule.applied += 1
        return rule

    def _tell(self) -> None:
        self._signal.set()
        if self._agent is not None:
            self._agent.changed()


def _in_a_line(text: str) -> str:
    # As `see` compares texts.
    return " ".join(text.split())


def _source(place: object) -> dict[str, str]:
    """As the outcome of a step: which rule has made it."""
    return {"rule": str(place)}
