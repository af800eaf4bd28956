"""Stories with an agent: what it calls and says, what the human answers, and what is told when it comes otherwise."""

from __future__ import annotations

import pytest

from tests.testing.scenario.conftest import Story

ASK = "policy: {app_ui_run: ask}\n"
FAILED = "failed (a story that expects this says so with fails): *no"
RUN = "agent: {calls: {app_ui_run: {code: 'notes.text = \"tea\"'}}}"


def test_the_agent_goes_on_after_each_look_at_the_page(story: Story) -> None:
    result = story(
        f"steps:\n  - {RUN}\n  - see: tea\n  - agent: {{calls: {{app_ui_run: {{code: notes:clear()}}}}}}\n"
        "  - not see: tea\n  - human: {says: Hm}\n  - agent: {says: You asked.}\n  - agent: yields\n"
        "  - agent: {waits for: {event: cleared}, as: event}\n"
        "  - agent: {calls: {app_ui_run: {code: \"return '${event}'\"}}, returns: cleared}\n"
    )
    result.assert_outcomes(passed=1)


def test_the_agent_goes_on_by_itself_after_its_turn(story: Story) -> None:
    result = story(
        "steps:\n  - human: {says: Hm}\n  - agent: {says: One.}\n  - agent: yields\n  - agent: {says: Two.}\n"
        f"  - {RUN}\n  - see: tea\n"
    )
    result.assert_outcomes(passed=1)


def test_a_result_is_a_variable_for_the_steps_after_it(story: Story) -> None:
    result = story(
        "steps:\n"
        '  - agent: {calls: {app_ui_run: {code: "return #notes.text"}}, returns: 4, as: length}\n'
        "  - agent: {calls: {app_ui_run: {code: \"notes.text = '${length} letters, $${length}'\"}}}\n"
        "  - see: 4 letters, $${length}\n"
    )
    result.assert_outcomes(passed=1)


def test_a_human_denies_and_approves(story: Story) -> None:
    result = story(
        f"{ASK}steps:\n  - human: {{says: Tea please}}\n  - {RUN}\n  - see: milk\n"
        "  - human: {denies: app_ui_run, reason: not yet}\n"
        f"  - {RUN}\n  - human: {{approves: app_ui_run}}\n  - agent: {{says: Done.}}\n  - see: tea\n"
        f"  - {RUN}\n  - human: {{denies: app_ui_run, abort: true}}\n"
        "  - human: {says: Stop.}\n  - agent: {says: Sorry.}\n"
    )
    result.assert_outcomes(passed=1)


def test_calls_at_once_are_answered_one_after_the_other(story: Story) -> None:
    calls = "{app_ui_run: {code: 'notes.text = \"tea\"'}, app_ui_status: {}}"
    result = story(
        f"policy: {{app_ui_run: ask, app_ui_status: allow}}\nsteps:\n  - agent: {{calls: {calls}}}\n"
        "  - human: {approves: {app_ui_run: {code: 'notes.text = \"tea\"'}}}\n  - see: tea\n"
    )
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("steps", "line", "error"),
    [
        (["human: {approves: app_ui_run}"], 2, "expected a call of app_ui_run() to approve; pending: nothing"),
        (
            ["agent: {calls: {app_ui_run: {code: error('no')}}, as: x}", "see: milk"],
            2,
            "(a story that expects this says so with fails): *no",
        ),
        (["agent: {calls: {app_ui_rum: {}}}", "see: milk"], 2, "app_ui_rum*"),
        (["agent: {calls: {app_ui_run: {code: return 1}}, returns: 2}"], 2, "to return 2, got '1'"),
        (["agent: {calls: {app_ui_run: {code: return 1}}, fails: no}"], 2, "to fail with 'no', got '1'"),
        (["see: milk", "agent: {waits for: saved}"], 3, "expected an event with {'event': 'saved'}; *nothing"),
    ],
)
def test_a_failed_expectation_is_reported_with_its_line(story: Story, steps: list[str], line: int, error: str) -> None:
    result = story("steps:\n" + "".join(f"  - {step}\n" for step in steps))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"*{error}*", f"tests/story.scenario.yaml:{line}: *"])


def test_an_expected_failure_passes(story: Story) -> None:
    call = "agent: {calls: {app_ui_run: {code: error('no tea')}}, fails: no tea}"
    story(f"steps:\n  - {call}\n").assert_outcomes(passed=1)


def test_a_call_that_nobody_answers_is_reported(story: Story) -> None:
    result = story(f"{ASK}steps:\n  - {RUN[:-1]}, returns: x}}\n  - see: milk\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*story.scenario.yaml:3: app_ui_run*has no result: nobody has approved or denied it"])


def test_a_policy_that_does_not_match_the_tools_is_reported_with_its_line(story: Story) -> None:
    result = story("steps:\n  - see: milk\n  - human: {says: Hi}\npolicy: {ap_ui_run: ask}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *tests/story.scenario.yaml:4: policy: the policy does not match the mounted*"])


SERVER = """
import pytest
from mcp.server.mcpserver import MCPServer

def make():
    server = MCPServer("weather")

    @server.tool()
    def today() -> str:
        return "rain"

    return server._lowlevel_server

@pytest.fixture
def weather():
    return make
"""


@pytest.mark.parametrize(("server", "file"), [("weather_server:make", "weather_server.py"), ("weather", "conftest.py")])
def test_other_servers_are_mounted(story: Story, server: str, file: str) -> None:
    text = f"servers: {{outside: '{server}'}}\nsteps:\n  - agent: {{calls: outside_today, returns: rain}}\n"
    story(text, "-o", "pythonpath=.", files={file: SERVER}).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("server", "error"), [("nowhere_at_all:make", "*nowhere_at_all*"), ("nowhere", "there is no fixture 'nowhere'")]
)
def test_a_missing_server_is_reported_with_its_line(story: Story, server: str, error: str) -> None:
    result = story(f"steps:\n  - agent: {{calls: x_y, returns: x}}\nservers: {{x: '{server}'}}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E *story.scenario.yaml:3: servers: x: {error}"])


WEATHER = """
import httpx
from mcp.server.mcpserver import MCPServer

def make():
    server = MCPServer("weather")

    @server.tool()
    async def sky(place: str) -> str:
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"https://api.example/{place}")
        return f"{answer.status_code} {answer.text}"

    return server._lowlevel_server
"""


def test_http_requests_get_the_answers_of_the_story(story: Story) -> None:
    call = "agent: {calls: {weather_sky: {place: oslo}}"
    result = story(
        "servers: {weather: 'weather_server:make'}\nvariables: {sky: rain}\nsteps:\n"
        '  - http: {"GET https://api.example/oslo": {json: {sky: "${sky}"}}}\n'
        f'  - {call}, returns: \'200 {{"sky":"rain"}}\'}}\n'
        '  - http: {"GET https://api.example/oslo": {status: 503, text: later}}\n'
        f"  - {call}, returns: 503 later}}\n"
        "  - agent: {calls: {weather_sky: {place: rome}}, returns: sun}\n",
        "-o",
        "pythonpath=.",
        files={"weather_server.py": WEATHER},
    )
    result.assert_outcomes(failed=1)
    asked = "GET https://api.example/rome"
    result.stdout.fnmatch_lines(
        [f"E *ScenarioError: {asked} has no answer; add a step before it: http: *", "tests/story.scenario.yaml:8: *"]
    )


def test_a_variable_for_a_field_needs_to_say_which(story: Story) -> None:
    result = story('variables: {text: eggs}\nsteps:\n  - see: milk\n  - human: {fills: "${text}"}\n')
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *human fills: no field is named: write {LABEL: eggs}, or name it with in"])


SUBSCRIBER = """
mcp:subscribe("pages", function(page)
    notes = notes or {}
    mcp.pushState({event = "came", title = page.title})
end)
"""


def test_pages_are_published_to_the_apps_that_subscribed(story: Story) -> None:
    result = story(
        "variables: {title: Rain}\nsteps:\n"
        "  - publish: {pages: {title: '${title}', url: 'https://example.com'}}\n"
        "  - agent: {waits for: {event: came, title: Rain}}\n",
        files={".claude/ui/apps/pages/init.lua": SUBSCRIBER},
    )
    result.assert_outcomes(passed=1)


def test_a_page_that_nobody_takes_fails_the_story(story: Story) -> None:
    result = story("steps:\n  - publish: {pages: {title: Rain}}\n  - see: milk\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *ScenarioError: no app has subscribed to 'pages': call mcp:subscribe in the app*"])
