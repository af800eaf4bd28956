"""The harness of a compositor: a test mounts servers, sets a policy, and calls tools through the gate."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from pytest_uimcp.compositor.compositor import Compositor
from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.harness.errors import NeedsApproval, PolicyFault
from pytest_uimcp.compositor.harness.mounting import explained, spec_for
from pytest_uimcp.compositor.harness.rules import policy_of
from pytest_uimcp.compositor.harness.views import views_application
from pytest_uimcp.compositor.policy import ApprovalItem, CallRecord, Gate, RulePolicy
from pytest_uimcp.compositor.policy.records import BY_POLICY
from pytest_uimcp.compositor.specs import HttpSpec
from pytest_uimcp.core.printable import shortened
from pytest_uimcp.core.steps import Step, StepError, StepLog
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.endpoint import McpEndpoint
from pytest_uimcp.mcp.errors import refuse_unknown
from pytest_uimcp.mcp.host_limits import HostFinding, host_findings
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.harness import Harness, step
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness
from pytest_uimcp.transport.authentication import Everybody
from pytest_uimcp.transport.site import HttpSite

# The principal of callers at `.url`.
AT_URL: Final = "agent:url"


class PendingCall:
    """A call that was begun and may wait for a human."""

    def __init__(self, name: str, task: asyncio.Task[ToolResult], loop: LoopThread, patience: float) -> None:
        self.name: Final = name
        self._task = task
        self._loop = loop
        self._patience = patience

    @property
    def done(self) -> bool:
        """Whether it has a result."""
        return self._task.done()

    def result(self) -> ToolResult:
        """The result, as soon as there is one."""

        async def wait() -> ToolResult:
            return await asyncio.shield(self._task)

        return self._loop.run(wait(), self._patience)


class CompositorHarness(ServerHarness[Compositor]):
    """A compositor on the event loop of the test's servers. By default its policy asks before every call."""

    def __init__(self, loop: LoopThread, *, clock: MovableClock | None = None, lua_errors: LuaErrors = "raise") -> None:
        self._policed: dict[str, Step] = {}
        self._mounted: list[Harness] = []
        self._callers: list[StepLog] = []
        # Those who answer approvals by themselves say here which they are about to.
        self._deciders: list[Callable[[ApprovalItem], bool]] = []
        self._site = HttpSite()
        self._url = ""

        async def make() -> McpEndpoint[Compositor]:
            # `warn=False`: the harness checks each policy itself, and a finding fails the test.
            return (await Compositor(gate=Gate(RulePolicy()), warn=False).__aenter__()).mcp

        super().__init__(loop, make, name="compositor", clock=clock, lua_errors=lua_errors)
        # The compositor itself. It belongs to the event loop.
        self.core: Final = self._mcp.server
        self.core.approvals.listen(self._approval)
        self.core.audit.listen(self._record)

    @step("test", arguments=lambda arguments: {"prefix": arguments["prefix"]})
    def mount(self, prefix: str, server: Any, **options: Any) -> None:
        """Mount a server under a prefix.

        It may be the fixture of a server (`uimcp`), an `McpServer` or a server of the SDK, a function that makes one
        on the event loop, a URL, a command as a list (`["npx", "server"]`), or a spec (`StdioSpec`, `HttpSpec`, a
        mapping). `pinned=True` keeps it mounted until the test ends.
        """
        self._loop.run(self._mount(prefix, server, options), self.patience + 5)
        # Its apps run in the same test, so their errors belong to it, too.
        if isinstance(server, Harness):
            self._mounted.append(server)
            for story in self._callers:
                server.heed(story)

    def called_by(self, story: StepLog) -> None:
        """Attribute errors of the mounted apps to the steps of this log, whose calls cause them."""
        self._callers.append(story)
        for server in self._mounted:
            server.heed(story)

    def decided_by(self, decides: Callable[[ApprovalItem], bool]) -> None:
        """Leave approvals to somebody who says which he is about to decide; nobody else waits for a human there."""
        self._deciders.append(decides)

    def needs_human(self, item: ApprovalItem) -> bool:
        """Whether a call waits, and nobody is about to decide about it."""
        return item.pending and not any(decides(item) for decides in self._deciders)

    @step("test")
    def unmount(self, prefix: str) -> None:
        """Unmount a server."""
        self._loop.run(self.core.unmount_server(prefix), self.patience)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.mounts)} mounted, {len(self.pending)} pending)"

    @property
    def mounts(self) -> dict[str, str]:
        """The prefixes of the mounted servers, each with its state."""
        return {prefix: state.value for prefix, state in self.core.server_entries().items()}

    @step("test")
    def policy(self, rules: Any, *, default: str = "ask", check: bool = True) -> None:
        """Set the policy that decides about every call from now on.

        `rules` is a mapping of tool names or globs to `allow`, `ask`, `deny_continue` or `deny_abort`, a list of
        `Rule`, a function of the request, the path of a YAML file, or a policy. The first rule that matches decides,
        or else `default`. A rule is an error if it matches no mounted tool, has a condition on an argument that
        no such tool has, is shadowed, or lets a destructive tool run without asking, unless `check` is false.
        """
        # Read here, in the thread of the test, so that an error of the rules has the test's line in its traceback.
        policy = policy_of(rules, default)

        async def use() -> list[str]:
            self.core.gate.policy = policy
            if check:
                return [str(finding) for finding in self.core.check_policy()]
            return []

        if findings := self._loop.run(use(), self.patience):
            raise PolicyFault(findings)

    def host_findings(self) -> list[HostFinding]:
        """What agent frameworks and providers are known not to take in the tools that are mounted."""

        async def tools() -> list[tuple[str, dict[str, Any]]]:
            mounts = self.core.mounts
            return [
                (owned.name, owned.item.input_schema)
                for owned in mounts.tools.listed()
                if not mounts.is_of_runtime(owned.prefix)
            ]

        return host_findings(self._loop.run(tools(), self.patience))

    @step("agent", lambda result: {"is_error": result.is_error, "text": result.text})
    def tool(self, name: str, /, **arguments: Any) -> ToolResult:
        """Call a tool through the gate. If a human is asked, this is an error: use `begin_tool` for such a call.

        Raises ToolNotFound if no mounted server has such a tool.
        """
        result = self._loop.run(self._unasked(name, arguments), self.patience)
        refuse_unknown(name, result)
        self._calls.append((name, arguments, result))
        return result

    def begin_tool(self, name: str, /, **arguments: Any) -> PendingCall:
        """Call a tool through the gate without waiting for its result: a human may have to approve it first."""
        return PendingCall(name, self._loop.run(self._begun(name, arguments), self.patience), self._loop, self.patience)

    @property
    def approvals(self) -> list[ApprovalItem]:
        """Every call that a human was asked about, the oldest first: `.name`, `.args`, `.status`, `.decision`."""
        return self.core.approvals.history()

    @property
    def pending(self) -> list[ApprovalItem]:
        """The approvals that wait for an answer."""
        return self.core.approvals.pending()

    def advice(self) -> str:
        """Advice for the report of a failed test: what it waits for may be behind an approval."""
        if pending := ", ".join(f"{item.name}({_arguments_text(item.args)})" for item in self.pending):
            return f"a human has to decide first, with approves(…) or denies(…): {pending}"
        return ""

    def why_not_asked(self, name: str, args: Mapping[str, Any]) -> str:
        """For messages: what became of the newest such call that nobody waits with; empty if there was none."""
        matching = [
            record for record in self.audit if record.name == name and args.items() <= (record.args or {}).items()
        ]
        if not matching:
            return ""
        return f"\n  {name}({_arguments_text(matching[-1].args)}) {self._fate(matching[-1])}"

    @property
    def audit(self) -> list[CallRecord]:
        """A record for every call: what the policy decided, and what became of the call."""
        return self.core.audit.calls()

    @property
    def url(self) -> str:
        """The address of the compositor and its gate for any agent: Streamable HTTP on the loopback interface.

        It has the servers that the test has mounted. With `?tools=all` behind it, it also has those of the test's own
        agent: its chat, the end of its turn, resources.
        """
        if not self._url:
            self._url = self._loop.run(self._serve(), self.patience)
        return self._url

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the compositor and the mounted servers of this test have settled."""
        # The mounted ones first: what they still announce passes through here.
        for harness in self._mounted:
            harness.rest(timeout)
        super().rest(timeout)

    def settle_mounted(self) -> None:
        """Raise the errors of the apps that are mounted."""
        for harness in self._mounted:
            harness.try_settle()

    def _fate(self, record: CallRecord) -> str:
        policy = self.core.gate.policy
        by = "the policy"
        # It may have been replaced since.
        if isinstance(policy, RulePolicy) and BY_POLICY.get(policy.verdict(record.call).decision) == record.outcome:
            by = policy.source_of(record.call)
        if record.outcome == "policy_allow":
            return f"was allowed without asking, by {by}"
        if record.outcome in _REFUSED:
            return f"was denied without asking, by {by}"
        if record.outcome is not None and record.outcome.startswith("user_"):
            return f"was decided before: {record.outcome.removeprefix('user_')}"
        return f"is over: {record.outcome or record.state}"

    async def _stop(self) -> None:
        await self._site.close()
        await self.core.__aexit__(None, None, None)

    async def _mount(self, prefix: str, server: Any, options: Mapping[str, Any]) -> None:
        if _makes_a_server(server):
            result = server()
            server = await result if inspect.isawaitable(result) else result
        spec = spec_for(server)
        if spec is None:
            await self.core.mount_inproc(prefix, server, **options)
            return
        # The site answers to both names of this machine.
        if self._url and isinstance(spec, HttpSpec) and spec.url.replace("//localhost:", "//127.0.0.1:") == self._url:
            raise CompositorError("invalid_server", f"{spec.url} is this compositor; it cannot be mounted in itself")
        with explained(prefix, spec):
            await self.core.mount_server(prefix, spec, **options)

    async def _begun(self, name: str, arguments: dict[str, Any]) -> asyncio.Task[ToolResult]:
        """A call that is over, or waits for a human."""
        # Other calls may be waiting already; only an approval that is new can be this one's.
        call = asyncio.create_task(self._client.call(name, arguments))
        earlier_ids = {item.id for item in self.core.approvals.pending()}
        changed = asyncio.Event()

        def look(item: ApprovalItem) -> None:
            if self.needs_human(item) and item.id not in earlier_ids:
                changed.set()

        stop = self.core.approvals.listen(look)
        call.add_done_callback(lambda _: changed.set())
        try:
            await changed.wait()
        finally:
            stop()
        return call

    async def _unasked(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        earlier_ids = {item.id for item in self.core.approvals.pending()}
        call = await self._begun(name, arguments)
        if call.done():
            return call.result()
        # Given up, so that its approval is cancelled and does not stand in the way of the next test's question.
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        names = [item.name for item in self.core.approvals.history() if item.id not in earlier_ids]
        raise NeedsApproval(
            f"tool({name!r}) waits for a human to approve {', '.join(names) or name}; allow it with policy(…), or call "
            "it with begin_tool(…) and decide with uimcp_human.approves(…) or denies(…)"
        )

    async def _serve(self) -> str:
        application = views_application(self.core.given.sdk, self._mcp.sdk)
        self._site.bind("compositor", application, authenticator=Everybody(AT_URL))
        await self._site.start()
        return f"{self._site.url('compositor')}/mcp"

    def _approval(self, item: ApprovalItem) -> None:
        if item.pending:
            ask_step = self.story.begin("policy", "ask", {"name": item.name, "arguments": item.args or {}})
            ask_step.outcome = item.rationale
            self.story.end(ask_step)

    def _record(self, record: CallRecord) -> None:
        if record.state != "completed" or record.outcome not in _REFUSED:
            return
        refused = self.story.begin("policy", "deny", {"name": record.name, "arguments": record.args or {}})
        refused.outcome = record.text
        if record.outcome == "evaluator_error":
            refused.error = StepError(record.outcome, record.text)
        self.story.end(refused)


_MAX_VALUE_CHARACTERS: Final = 80
_REFUSED: Final = ("policy_deny_continue", "policy_deny_abort", "evaluator_error")


def _arguments_text(args: Mapping[str, Any] | None) -> str:
    return ", ".join(f"{name}={shortened(repr(value), _MAX_VALUE_CHARACTERS)}" for name, value in (args or {}).items())


def _makes_a_server(thing: Any) -> bool:
    return inspect.isfunction(thing) or inspect.ismethod(thing) or inspect.isclass(thing)
