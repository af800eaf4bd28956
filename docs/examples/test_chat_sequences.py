"""The six sequences of a chat between a human and an agent, from `docs/reference/chat.md`."""

import pytest

from pytest_uimcp import (
    AgentHarness,
    ChatHarness,
    CompositorHarness,
    HumanHarness,
    McpServer,
    Tool,
    ToolCall,
    call,
    end,
    say,
)


class Runtime:
    """A server with one tool, `exec`, that remembers what was executed."""

    def __init__(self) -> None:
        self.executed: list[list[str]] = []

    async def exec(self, call: ToolCall) -> dict[str, object]:
        """Pretend to run a command."""
        self.executed.append(call["cmd"])
        return {"exit": {"kind": "exited", "exit_code": 0}, "stdout": "notes.txt\n", "stderr": "", "duration_ms": 1}


SCHEMA = {"type": "object", "properties": {"cmd": {"type": "array", "items": {"type": "string"}}}, "required": ["cmd"]}
EXEC = Tool("exec", "Run", "Runs a command.", Runtime.exec, destructive=True, input_schema=SCHEMA)
LS = call("runtime_exec", cmd=["ls", "-la"])


@pytest.fixture
def runtime(uimcp_compositor: CompositorHarness) -> Runtime:
    """The server, mounted as `runtime`; the default policy asks before each of its calls."""
    made = Runtime()
    uimcp_compositor.mount("runtime", lambda: McpServer("runtime", made, [EXEC]))
    return made


def kinds(agent: AgentHarness) -> list[str]:
    """The items that people are shown."""
    return [item["kind"] for item in agent.state["items"]]


def test_a_the_human_posts(uimcp_chat: ChatHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """A: every subscriber is notified once, and the agent receives the message."""
    uimcp_chat.human.listen()
    uimcp_agent.plays([[end()]])

    message_id = uimcp_human.says("Is staging green?")

    assert [news.uri for news in uimcp_chat.human.notifications] == ["ui://chat/inbox"]
    assert uimcp_chat.human.read()["last_id"] == message_id
    assert uimcp_agent.asked[0].transcript[0].text == "Is staging green?"
    assert uimcp_agent.watermark == message_id
    assert kinds(uimcp_agent)[0] == "UserMessage"


def test_b_the_agent_answers(uimcp_chat: ChatHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """B: the answer is stored and shown, nobody is notified, and the agent sleeps."""
    uimcp_agent.plays([[say("It is."), end()]])
    uimcp_human.says("Is staging green?")
    uimcp_chat.human.listen()
    uimcp_chat.assistant.listen()

    uimcp_agent.plays([[say("Still green."), end()]])
    uimcp_agent.resumes()

    assert (uimcp_chat.human.notifications, uimcp_chat.assistant.notifications) == ([], [])
    assert [message.author for message in uimcp_chat.messages] == ["user", "assistant", "assistant"]
    assert kinds(uimcp_agent)[-2:] == ["AssistantMarkdown", "EndTurn"]
    assert "Tool" not in kinds(uimcp_agent)
    assert uimcp_agent.asleep


def test_c_the_agent_crashes(uimcp_chat: ChatHarness, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """C: what was said while the agent was gone is delivered in order, once; what it said itself is not."""
    uimcp_agent.plays([[end()], [end()]])
    uimcp_human.says("m1")
    uimcp_agent.stops()
    for author, text in (("user", "m2"), ("user", "m3"), ("assistant", "a1"), ("user", "m4")):
        uimcp_chat.posts(author, text)

    uimcp_agent.starts()

    texts = [item["text"] for item in uimcp_agent.state["items"] if item["kind"] == "UserMessage"]
    assert texts == ["m1", "m2", "m3", "m4"]
    assert "AssistantMarkdown" not in kinds(uimcp_agent)
    assert uimcp_agent.watermark == uimcp_chat.messages[-1].id


def test_d_the_human_approves(runtime: Runtime, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """D: the call is executed once, its result is the real one, and the model learns of the approval."""
    uimcp_agent.plays([[LS], [say("One file."), end()]])
    uimcp_human.says("What is there?")
    assert (uimcp_agent.status, runtime.executed) == ("awaiting_approval", [])
    uimcp_human.says("Take your time.")

    uimcp_human.approves("runtime_exec", cmd=["ls", "-la"])

    assert runtime.executed == [["ls", "-la"]]
    [made] = uimcp_agent.called("runtime_exec")
    assert made.result is not None
    assert made.result.data["stdout"] == "notes.txt\n"
    [item] = [item for item in uimcp_agent.state["items"] if item["kind"] == "Tool"]
    assert (item["decision"], item["content"]["cmd"]) == ("approve", "ls -la")
    told = [getattr(event, "text", "") for event in uimcp_agent.asked[1].transcript]
    assert any('"approvals"' in text and '"outcome": "completed"' in text for text in told)
    assert "Take your time." in told
    uimcp_agent.has_said("One file.")


def test_e_the_human_denies(runtime: Runtime, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """E: nothing is executed, and the model goes on with the refusal."""
    uimcp_agent.plays([[LS], [say("Then not."), end()]])
    uimcp_human.says("What is there?")

    uimcp_human.denies("runtime_exec", reason="not on this machine")

    assert runtime.executed == []
    [made] = uimcp_agent.called("runtime_exec")
    assert made.result is not None
    assert made.result.data["error"]["code"] == -32951
    assert made.result.data["error"]["data"]["reason"] == "not on this machine"
    uimcp_agent.has_said("Then not.")


def test_f_the_human_aborts(runtime: Runtime, uimcp_agent: AgentHarness, uimcp_human: HumanHarness) -> None:
    """F: nothing is executed, and the turn is over."""
    uimcp_agent.plays([[LS, LS]])
    uimcp_human.says("What is there?")

    uimcp_human.denies("runtime_exec", abort=True)

    assert runtime.executed == []
    first, second = uimcp_agent.called("runtime_exec")
    assert first.result is not None
    assert second.result is not None
    assert first.result.data["error"]["code"] == -32950
    assert second.result.text == "tool execution aborted"
    assert (uimcp_agent.status, len(uimcp_agent.asked)) == ("finished", 1)
