"""The harness of an agent: a model that plays the turns of a test, through the compositor and its gate.

The agent is ours, until `model_url` is asked for: from then on the turns go to the client that asks there, and
the calls are those that come to `uimcp_compositor.url`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple

from pytest_uimcp.agent import (
    RunEnd,
    RunError,
    SampleRequest,
    ScriptedModel,
    ui_server,
)
from pytest_uimcp.agent.harness.asserting import (
    check_called,
    check_in_order,
    check_never_called,
    check_not_said,
    check_said,
    check_within,
)
from pytest_uimcp.agent.harness.awaiting import UnawaitedVerbs, awaitable
from pytest_uimcp.agent.harness.conversation import Call, ConversationLog
from pytest_uimcp.agent.harness.driven import AgentFunction, DrivenAgent
from pytest_uimcp.agent.harness.errors import ConversationError, TurnsLeft, Unsettled
from pytest_uimcp.agent.harness.live import LiveAgent
from pytest_uimcp.agent.harness.observer import Observer
from pytest_uimcp.agent.harness.ports import AgentPorts
from pytest_uimcp.agent.harness.programs import AgentProgram, command_of, environment_of
from pytest_uimcp.agent.harness.witness import Witness
from pytest_uimcp.agent.models.steps import Turn, TurnStep
from pytest_uimcp.chat import Message
from pytest_uimcp.chat.harness.chat import ChatHarness
from pytest_uimcp.compositor.harness.compositor import AT_URL, CompositorHarness
from pytest_uimcp.compositor.policy import ApprovalItem, CallRecord
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.files import file_in
from pytest_uimcp.testing.harness.harness import Harness
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.scenario.reading import read_script

if TYPE_CHECKING:
    from pytest_uimcp.agent.harness.recordings import ModelRecording, RecordMode
    from pytest_uimcp.agent.harness.simulated_human import SimulatedHuman

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def _command(arguments: dict[str, Any]) -> dict[str, Any]:
    # Neither the environment nor the time limit: the story says what was run.
    return {"command": arguments["command"]}


def _function(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"function": getattr(arguments["function"], "__qualname__", repr(arguments["function"]))}


def _output(program: AgentProgram) -> Any:
    return {"exit_code": program.exit_code, "output": program.tail}


# In the name of a recording.
RUN: Final = "{run}"


class AgentHarness(Harness):
    """The agent of a test. It sleeps until the human says something."""

    unsettled = (Unsettled,)
    patience = 30.0
    """How many seconds the agent may take to settle, and an agent at `model_url` to do what the test expects."""

    folders: Sequence[Path] = ()
    """Where files of turns are looked for."""

    record_mode: RecordMode = "no"
    """What `--uimcp-record-model` says."""

    run_number: int = 1
    """Which of its runs a test with `@pytest.mark.uimcp(repeat=…)` is in, from 1 on."""

    def __init__(
        self,
        loop: LoopThread,
        compositor: CompositorHarness,
        chat: ChatHarness,
        *,
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(clock, story=StepLog("agent"), lua_errors=lua_errors)
        self.script: Final = ScriptedModel()
        """The model. `.requests` are the requests that it got; `.left` are the turns that were not played."""
        self.conversation: Final = ConversationLog()
        self._loop = loop
        self._compositor = compositor
        compositor.called_by(self.story)
        self._chat = chat
        self._observer = Observer(self.story, self.conversation)
        self._recording: ModelRecording | None = None
        # By the name of an agent's URL; that of `model_url` has none.
        self._scripts: dict[str, ScriptedModel] = {"": self.script}
        # All that were run, also those that have ended.
        self.programs: Final[list[AgentProgram | DrivenAgent]] = []
        self._faults: set[AgentProgram | DrivenAgent] = set()
        # A human who answers by rules, and what he does with the page.
        self._person: SimulatedHuman | None = None
        self._act: Callable[[], bool] = _nothing
        # In an async test, verbs are awaited.
        self.unawaited: Final = UnawaitedVerbs()
        self._begun_at = self.clock.now()
        self._program_seconds = self.patience
        self._live = LiveAgent(
            self.script,
            compositor.core,
            chat.human.facade,
            chat.assistant.facade,
            on_event=self._observer.event,
            on_failure=self._run_failed,
        )
        self._witness = Witness(
            self.story,
            self.conversation,
            end_run=lambda *call: self._ports.end_run(*call),
            changed=self._live.changed,
        )
        self._ports = AgentPorts(self._live, chat.conversation, compositor.core.approvals, self.story, self._witness)
        # Before the first line of the test, so that it hears all that the human says.
        loop.run(self._begin(), self.patience)

    # What the agent does.

    def plays(self, turns: Iterable[Turn | TurnStep] | str | Path, *, agent: str = "") -> None:
        """Add turns to the script: lists of `call(name, **args)`, `say(text)`, `end()`, or the path of a YAML file.

        The file has steps of the agent as scenario files have them, a turn each. It is looked for beside the test, then
        in the root of the repository. With `agent` the script is that of `model_url_for(agent)`.
        """
        if isinstance(turns, str | Path):
            turns = read_script(file_in(self.folders, turns))
        self._script_of(agent).plays(turns)

    def replays(self, file: str | Path) -> None:
        """Play what a real model has answered to an agent at `model_url`, from a file.

        `pytest --uimcp-record-model` writes it beside the test. Each request is compared with the one that was
        recorded; one that differs fails the test with the difference. Call it before `model_url` is read.

        In the name, `{run}` is the number of the run, for a test that `@pytest.mark.uimcp(repeat=…)` runs several
        times: each run has a recording of its own.
        """
        if self.is_foreign:
            raise UimcpError("replays(…) comes before the first use of model_url, which plays a script already")
        # Only few tests have a recording, and its imports take a while.
        from pytest_uimcp.agent.harness.recordings import ModelRecording

        name = str(file)
        if self.record_mode == "all" and self.run_number > 1 and RUN not in name:
            raise UimcpError(
                f"replays({name!r}): run {self.run_number} would write over run 1; put {RUN} into the name"
            )
        self._recording = ModelRecording(self.folders, name.replace(RUN, str(self.run_number)), self.record_mode)
        self._ports.recording = self._recording

    @awaitable
    @recorded("test")
    def resumes(self) -> None:
        """Run without a new message, and wait until the agent sleeps or an approval waits."""
        self._check_ours("resumes()")
        self._call_soon(self._live.agent.resume)
        self.settle()

    @recorded("test")
    def aborts(self) -> None:
        """End the current run: its calls are cancelled, and so are the approvals that they wait for."""
        self._check_ours("aborts()")
        self._call_soon(self._live.agent.abort)
        self.settle()

    @recorded("test")
    def stops(self) -> None:
        """End the agent as if its process had ended; its state is in its log."""
        self._check_ours("stops()")
        self._loop.run(self._live.stop(), self.patience)

    @recorded("test")
    def starts(self) -> None:
        """Start a stopped agent again; it continues from its log, with what was said meanwhile."""
        self._check_ours("starts()")
        self._loop.run(self._live.start(), self.patience)
        self.settle()

    def mounts_legacy_ui(self, prefix: str = "ui") -> None:
        """Mount the older `ui` server, whose `send_message` and `end_turn` do what `say` and `end` do."""
        self._compositor.mount(prefix, lambda: ui_server(self._live.bus))

    # What a test says about it.

    @awaitable
    def called(
        self, name: str, /, times: int | None = None, where: Callable[[Call], object] | None = None, **args: Any
    ) -> list[Call]:
        """Assert that the agent has called a tool with these arguments, among others. Returns the calls.

        `times` is the exact number of calls, `where` a function that says of a call whether it counts. `name` may be a
        glob.
        """
        return self._eventually(check_called, self.conversation, name, times, where, args)

    def never_called(self, glob: str, /, where: Callable[[Call], object] | None = None, **args: Any) -> None:
        """Assert that the agent has called no tool whose name matches, or none with these arguments."""
        check_never_called(self.conversation, glob, where, args)

    @awaitable
    def called_in_order(self, *names: str) -> None:
        """Assert that the agent has called these tools in this order; other calls may come in between."""
        self._eventually(check_in_order, self.conversation, names)

    @awaitable
    def has_said(self, text: str = "", *, matching: str | re.Pattern[str] | None = None) -> None:
        """Assert that something the agent has said contains the text, or what matches a regular expression."""
        self._eventually(check_said, self.conversation, text, matching)

    def has_not_said(self, text: str = "", *, matching: str | re.Pattern[str] | None = None) -> None:
        """Assert that nothing the agent has said contains the text, or what matches a regular expression."""
        check_not_said(self.conversation, text, matching)

    def stays_within(
        self,
        *,
        turns: int | None = None,
        calls: int | None = None,
        tokens: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Assert that the agent has taken no more than this: answers of its model, calls of tools, tokens, time.

        Tokens are counted at `model_url`, four bytes each; seconds are those of the test's clock.
        """
        spent = {
            "turns": sum(script.played for script in self._scripts.values()),
            "calls": len([call for call in self.calls if call.is_visible]),
            "tokens": self._ports.tokens,
            "seconds": self.clock.now() - self._begun_at,
        }
        check_within(spent, {"turns": turns, "calls": calls, "tokens": tokens, "seconds": seconds})

    @property
    def calls(self) -> list[Call]:
        """Every call of the agent, in order: `.name`, `.args`, `.result`, `.decision`."""
        return self.conversation.calls

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.status}, {len(self.calls)} calls, {len(self.left)} turns left)"

    @property
    def said(self) -> list[str]:
        """What the agent has said to the human, in order."""
        return self.conversation.said

    @property
    def transcript(self) -> list[dict[str, Any]]:
        """The conversation: `{"human": text}`, `{"agent": text}`, `{"call": name, "args": …, "result": …}`, …"""
        return self.conversation.transcript

    @property
    def asked(self) -> list[SampleRequest]:
        """The requests that the model got, in order: `.transcript`, `.tools`, `.model`, `.parameters`, …"""
        if self.is_foreign:
            return self._witness.requests
        return self.script.requests

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The bodies of all requests to `model_url`, as they came."""
        return self._ports.requests

    @property
    def status(self) -> str:
        """The state of the run, or how the last one ended: `idle`, `running`, `awaiting_approval`, `finished`, …"""
        return self._live.agent.status

    @property
    def asleep(self) -> bool:
        """Whether it has ended its turn and waits for the human."""
        return self._live.agent.asleep

    @property
    def watermark(self) -> str | None:
        """The id of the last message it has read."""
        return self._live.watermark

    @property
    def state(self) -> dict[str, Any]:
        """What the page shows to people: the `pytest_uimcp.agent.UiState` of the conversation."""
        return self._live.agent.timeline.state.to_json()

    # Foreign agents.

    @property
    def model_url(self) -> str:
        """The base URL of an OpenAI-compatible endpoint that plays the script, such as `http://127.0.0.1:4711/v1`.

        Clients of Anthropic take the same address. Once it has been read, the test's own agent sleeps for the rest of
        the test.
        """
        return self._loop.run(self._ports.model_url(self._scripts), self.patience)

    def model_url_for(self, agent: str) -> str:
        """The same for one of several agents, which has a script of its own: `plays([…], agent="planner")`."""
        self._script_of(agent)
        return self._loop.run(self._ports.model_url(self._scripts, agent), self.patience)

    @awaitable
    @recorded("agent", arguments=_function)
    def drives(self, function: AgentFunction, *, agent: str = "", seconds: float = 120.0) -> DrivenAgent:
        """Run `function(model_url, mcp_url)`, async or not, as the agent: in a thread of its own.

        Returns as `runs` does: when it is done, or when a call of it waits for the human. `.result` is what it gave.
        """
        model_url = self.model_url_for(agent) if agent else self.model_url
        driven = DrivenAgent(function, self._wake)
        driven.start(model_url, self._compositor.url)
        self.programs.append(driven)
        self._program_seconds = seconds
        self.settle()
        return driven

    @awaitable
    @recorded("agent", _output, arguments=_command)
    def runs(
        self,
        command: str | Sequence[object],
        *,
        python: str | Path | None = None,
        agent: str = "",
        env: Mapping[str, str] | None = None,
        seconds: float = 120.0,
    ) -> AgentProgram:
        """Run a program as the agent, and wait until it ends, or until a call of it waits for the human.

        `python` is an environment or an interpreter for a command that begins with `python`. The program finds the
        URLs in `OPENAI_BASE_URL`, `ANTHROPIC_BASE_URL`, `UIMCP_MODEL_URL` and `UIMCP_MCP_URL`; `{model_url}` and
        `{mcp_url}` in the command stand for them, too. It runs beside the test's file. An exit code other than 0 is
        an error.
        """
        model_url = self.model_url_for(agent) if agent else self.model_url
        mcp_url = self._compositor.url
        words = command_of(command, python, {"model_url": model_url, "mcp_url": mcp_url})
        program = AgentProgram(words, self._loop, self._live.changed)
        folder = self.folders[0] if self.folders else None
        self._loop.run(program.start(folder, environment_of(model_url, mcp_url, env or {})), self.patience)
        self.programs.append(program)
        self._program_seconds = seconds
        self.settle()
        return program

    # For people.

    def page_address(self) -> str:
        """A new address that opens the page of this conversation once, in any browser: messages and approvals.

        Call `settle()` to wait for the effects of what a person does there.
        """
        return self._loop.run(self._ports.page_address(), self.patience)

    # Waiting.

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the agent sleeps or waits for the human. Raises Unsettled at the time limit."""
        # In the order in which things happen: a message, the run that it starts, the apps that its calls change.
        self._chat.rest(timeout)
        # One that is stopped, or sleeps for good, has nothing to wait for.
        if self._live.running:
            self._loop.run(self._rest(timeout), timeout + 5)
        elif self.programs:
            seconds = max(timeout, self._program_seconds)
            self._loop.run(self._rest_of_programs(seconds), seconds + 5)
        self._compositor.rest(timeout)

    def settle(self) -> None:
        """Wait until the agent sleeps or an approval waits, and raise the errors of the agent and of the apps."""
        while True:
            self.rest(self.patience)
            self.story.settled()
            self._compositor.settle_mounted()
            # What the human does on the page may wake the agent again.
            if not self._act():
                return

    def accompanied_by(self, person: SimulatedHuman, act: Callable[[], bool]) -> None:
        """Wait for the answers of a human who answers by rules; `act` does what he does on the page."""
        self._person = person
        self._act = act

    async def pause(self) -> None:
        """Return when the agent sleeps or waits for the human; at once if it is not ours, as nobody knows that then."""
        await self._live.wait_until(lambda: self.is_foreign or self._live.calm, self.patience)

    def changed(self) -> None:
        """Something that the test may wait for has changed; on the event loop."""
        self._live.changed()

    def wait_for(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Wait until a condition holds that depends on calls, messages or approvals. Returns whether it does."""
        return self._loop.run(self._live.wait_until(condition, seconds), seconds + 5)

    @property
    def is_foreign(self) -> bool:
        """Whether the script is played at `model_url`."""
        return self._live.asleep_for_good

    @property
    def left(self) -> list[tuple[TurnStep, ...]]:
        """The turns that were not played, of all scripts."""
        scripts = self._scripts.values()
        if self.is_foreign:
            return [turn for script in scripts for turn in script.left_by_others]
        return [turn for script in scripts for turn in script.left]

    def check_finished(self) -> None:
        """TurnsLeft if turns were not played."""
        self.unawaited.check()
        if self._recording is not None and (problem := self._recording.check_finished()):
            raise TurnsLeft(f"{problem}{self.told()}")
        unplayed = self.left
        # A turn that nobody played means that the story ended before its time.
        if not unplayed:
            return
        steps = ", ".join(map(str, unplayed[0])) or "nothing"
        count = len(unplayed)
        all_of_them = len(unplayed) + sum(script.played for script in self._scripts.values())
        raise TurnsLeft(
            f"{counted(count, 'turn')} of {all_of_them} left unplayed; the next one: {steps}; "
            f"{self._advice_about_turns(count)}"
            f"{self.told()}"
        )

    def _advice_about_turns(self, count: int) -> str:
        if pending := self._compositor.pending:
            names = ", ".join(item.name for item in pending)
            return f"the agent waits for the human to decide about {names}: use uimcp_human.approves(…) or denies(…)"
        return f"let the human say more, or remove {'it' if count == 1 else 'them'} from plays([…])"

    def advice(self) -> str:
        """Advice for the report of a failed test: why the agent may have done nothing at all."""
        if self._ports.is_open and not self.requests and not self.asked:
            return f"no request has come to {self.model_url}: does the agent know this address of its model?"
        if not self.is_foreign and self.script.left and not self.script.requests:
            return "the agent was not woken: it begins with uimcp_human.says(…), or with uimcp_agent.resumes()"
        return ""

    def close(self) -> None:
        async def end() -> None:
            for program in self.programs:
                await program.close()
            await self._live.stop()
            await self._ports.close()

        self._loop.run(end())

    def told(self) -> str:
        """The conversation so far, for messages."""
        lines = self.conversation.lines
        return "".join(f"\n  {line}" for line in ["the conversation:", *(f"  {line}" for line in lines or ["(none)"])])

    # On the event loop.

    async def _begin(self) -> None:
        await self._live.mount()
        await self._live.start()
        self._chat.conversation.store.listen(self._messages)
        self._compositor.core.approvals.listen(self._approval)
        self._compositor.core.audit.listen(self._record)
        self._compositor.core.gate.answers.add(self._witness.result)

    async def _rest(self, seconds: float) -> None:
        if not await self._live.wait_until(lambda: self._live.calm and not self._answer_is_due, seconds):
            raise Unsettled(f"the agent has not settled within {seconds:g} s: {self._live.doing}{self.told()}")

    async def _rest_of_programs(self, seconds: float) -> None:
        pending = self._compositor.core.approvals.pending

        def rests() -> bool:
            return not self._answer_is_due and (bool(pending()) or not self._running_programs())

        if not await self._live.wait_until(rests, seconds):
            [program, *_] = self._running_programs()
            raise Unsettled(f"{program} has not ended within {seconds:g} s; it wrote:\n{program.tail}{self.told()}")
        for program in self.programs:
            fault = program.fault()
            # Once: it is rested for after every step.
            if fault is not None and program not in self._faults:
                self._faults.add(program)
                self.story.app_failed(fault, "running the agent")

    @property
    def _answer_is_due(self) -> bool:
        """Whether an answer of a human who answers by rules is on its way."""
        return self._person is not None and self._person.at_work

    def _wake(self) -> None:
        # An agent ends in a thread of its own.
        self._loop.loop.call_soon_threadsafe(self._live.changed)

    def _running_programs(self) -> list[AgentProgram | DrivenAgent]:
        return [program for program in self.programs if program.exit_code is None]

    def _run_failed(self, end: RunEnd) -> None:
        if isinstance(end.error, UimcpError):
            error = end.error
        else:
            error = RunError(f"the agent's run failed: {end.reason}")
        self.story.app_failed(error, "running the agent")

    def _eventually(self, check: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """The result of a check, at once; with a foreign agent as soon as it succeeds."""
        # Nobody knows when a foreign agent is done, so what is expected of it is waited for.
        # Of a program that has ended nothing more is to come.
        if self.is_foreign and (not self.programs or self._running_programs()):
            self.wait_for(partial(_succeeds, check, *arguments), self.patience)
        return check(*arguments)

    def _script_of(self, agent: str) -> ScriptedModel:
        return self._scripts.setdefault(agent, ScriptedModel(name=agent or self.script.name))

    def _check_ours(self, method: str) -> None:
        if self.is_foreign:
            raise UimcpError(f"{method} is for the test's own agent; this script is played at {self.model_url}")

    def _call_soon(self, function: Callable[[], object]) -> None:
        async def call() -> None:
            function()

        self._loop.run(call(), self.patience)

    def _messages(self, messages: Sequence[Message]) -> None:
        self._live.told(messages)
        self._observer.messages(messages)
        for message in messages:
            if message.author == "user":
                self._witness.posted(message.content)
        # A store tells in the thread that posts.
        self._loop.loop.call_soon_threadsafe(self._live.changed)

    def _approval(self, item: ApprovalItem) -> None:
        self._observer.approval(item)
        self._live.changed()

    def _record(self, record: CallRecord) -> None:
        # Calls of our own agent are known from its events already.
        if record.principal == AT_URL:
            self._witness.record(record, json.loads(record.args_json or "null"))
            self._live.changed()


def _nothing() -> bool:
    return False


def _succeeds(check: Callable[..., object], *arguments: object) -> bool:
    try:
        check(*arguments)
    except ConversationError:
        return False
    return True
