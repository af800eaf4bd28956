"""What an agent does when its model's service is busy, breaks off, refuses, or is slow."""

import httpx

from pytest_uimcp import AgentHarness, say, text
from pytest_uimcp.agent import SampleRequest, TurnStep, cut, fail, length, refuse, respond, slow


def answer(request: SampleRequest) -> TurnStep:
    """A turn as a function of the request."""
    return say(f"You asked {request.model}.")


def test_an_agent_tries_again(uimcp_agent: AgentHarness) -> None:
    """A real agent stands in place of `ask`; its retries are what the test is about."""
    uimcp_agent.plays(
        [
            fail(429, retry_after=1),
            [text("I was about to say"), cut()],
            refuse("I will not."),
            length("A text that is cut off by its lim"),
            [slow(0.1), text("Slowly.")],
            respond(answer),
        ]
    )
    assert ask(uimcp_agent) == "429, after 1 s"
    assert ask(uimcp_agent) == "the connection broke"
    assert ask(uimcp_agent) == "I will not."
    assert ask(uimcp_agent) == "A text that is cut off by its lim"
    assert ask(uimcp_agent) == "Slowly."
    assert ask(uimcp_agent) == "You asked gpt-5."


def ask(agent: AgentHarness) -> str:
    """One request, without a second try."""
    body = {"model": "gpt-5", "messages": [{"role": "user", "content": "Hello"}]}
    try:
        response = httpx.post(f"{agent.model_url}/chat/completions", json=body, trust_env=False)
    except httpx.RemoteProtocolError:
        return "the connection broke"
    if response.is_error:
        return f"{response.status_code}, after {response.headers['retry-after']} s"
    message = response.json()["choices"][0]["message"]
    return str(message["content"] or message["refusal"])
