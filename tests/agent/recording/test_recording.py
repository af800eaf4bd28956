from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from pytest_uimcp.agent import ModelError, call, fail, text
from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.recording import (
    Recording,
    RecordingError,
    RecordingProxy,
    ReplayModel,
    read_recording,
    write_recording,
)
from tests.agent.recording.talking import SHAPES, client, playing, served, service, talk

pytestmark = pytest.mark.anyio

NOTES = ([call("notes_list"), call("notes_add", text="milk")], [text("Two notes.")], [text("Bye.")])
PROMPTS = ("Which notes are there?", "Thanks.")
DAY = datetime(2026, 11, 20, tzinfo=UTC)
FILE = """\
# Recorded by `--uimcp-record-model`. Edit it as you like: the turns are played as they stand here.
# {{uuid 1}} is a value that differs in every run, and the same everywhere; {{any}} is anything.
model: m
recorded: "2026-11-20"
turns:
  - tools: [notes_add, notes_list]
    asked:
      - {system: Be brief.}
      - {user: "Which notes are there?"}
    answers:
      - {calls: {notes_list: {}}}
      - {calls: {notes_add: {text: milk}}}
  - asked:
      - {result: notes_list ok, of: notes_list}
      - {result: notes_add ok, of: notes_add}
    answers:
      - {says: Two notes.}
  - asked:
      - {user: Thanks.}
    answers:
      - {says: Bye.}
"""


def write(path: Path, recording: Recording) -> None:
    write_recording(recording, path)


def answered(tool_call: FunctionCall) -> str:
    return f"{tool_call.name} ok"


async def recorded(
    path: Path, turns: Any, shape: str = "chat", *, prompts: Any = PROMPTS, tool: Any = answered, **options: Any
) -> list[str]:
    """Talk to a service through a proxy that writes a file; what was said."""
    stream = options.pop("stream", False)
    async with service(*turns) as (upstream, _):
        proxy = RecordingProxy(upstream, partial(write, path), clock=lambda: DAY, **options)
        async with served(proxy.application()) as url, client(shape, url, stream=stream) as model:
            return await talk(model, prompts, tool)


async def replayed(
    path: Path, shape: str = "chat", *, prompts: Any = PROMPTS, tool: Any = answered, instructions: str = "Be brief."
) -> list[str]:
    """Talk to the recording; what was said. What the endpoint refuses is raised."""
    failures: list[str] = []
    replay = ReplayModel(read_recording(path))
    async with playing(replay, failures) as url, client(shape, url) as model:
        try:
            said = await talk(model, prompts, tool, instructions)
        except (ModelError, httpx.HTTPStatusError):
            raise AssertionError("\n".join(failures)) from None
    assert replay.left == []
    return said


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("stream", [True, False])
async def test_what_one_service_answered_is_played_over_each_of_the_three(
    shape: str, stream: bool, tmp_path: Path
) -> None:
    path = tmp_path / "notes.model.yaml"
    assert await recorded(path, NOTES, shape, stream=stream) == ["Two notes.", "Bye."]
    # The same turns, whatever they came from.
    assert path.read_text(encoding="utf-8") == FILE
    for other in SHAPES:
        assert await replayed(path, other) == ["Two notes.", "Bye."]


async def test_a_request_that_differs_fails_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "notes.model.yaml"
    path.write_text(FILE, encoding="utf-8")
    with pytest.raises(AssertionError) as caught:
        await replayed(path, prompts=("Which notes are there?", "Thank you."))
    assert str(caught.value) == (
        "the agent asks something else than was recorded in turn 3 of notes.model.yaml, line 18 "
        "(- recorded, + asked now):\n"
        "  - - {user: Thanks.}\n"
        "  + - {user: Thank you.}\n"
        "record on from here with --uimcp-record-model=new, or edit the file"
    )
    with pytest.raises(AssertionError) as caught:
        await replayed(path, instructions="Be brief.\nBe kind.")
    assert "  - - {system: Be brief.}" in str(caught.value)
    assert re.search(r"^  \+ +Be kind\.$", str(caught.value), re.MULTILINE)
    with pytest.raises(AssertionError, match=r"has 3 turns, and the agent asks once more:\n  - .user: More\."):
        await replayed(path, prompts=(*PROMPTS, "More."))


async def test_other_tools_are_a_difference(tmp_path: Path) -> None:
    path = tmp_path / "notes.model.yaml"
    path.write_text(FILE.replace("notes_add, notes_list]", "notes_list, notes_remove]"), encoding="utf-8")
    with pytest.raises(AssertionError) as caught:
        await replayed(path)
    assert "  + tool notes_add\n    tool notes_list\n  - tool notes_remove" in str(caught.value)


IDS = "0198c0de-1111-4222-8333-444455556666", "0198c0de-aaaa-4bbb-8ccc-ddddeeeeffff"


async def test_ids_and_times_may_differ_and_answers_get_those_of_the_run(tmp_path: Path) -> None:
    first_id, second_id = IDS
    path = tmp_path / "ids.model.yaml"
    turns = [call("notes_list")], [call("notes_add", to=first_id)], [text(f"Note {first_id} is of today.")]
    prompts = ("It is 2026-11-20T08:00:00Z.",)

    def tool(note_id: str, tool_call: FunctionCall) -> str:
        return json.dumps({"id": note_id, "made": "2026-11-20"}) if tool_call.name == "notes_list" else f"{note_id} ok"

    await recorded(path, turns, prompts=prompts, tool=lambda made: tool(first_id, made))
    written = path.read_text(encoding="utf-8")
    assert first_id not in written
    assert '{calls: {notes_add: {to: "{{uuid 1}}"}}}' in written
    assert '"It is {{time 1}}."' in written
    made: list[FunctionCall] = []

    def other(tool_call: FunctionCall) -> str:
        made.append(tool_call)
        return tool(second_id, tool_call).replace("2026-11-20", "2027-01-02")

    said = await replayed(path, prompts=("It is 2027-01-02T23:59:59.5+01:00.",), tool=other)
    assert said == [f"Note {second_id} is of today."]
    assert made[1].args == {"to": second_id}
    with pytest.raises(AssertionError, match="asks something else than was recorded in turn 1"):
        await replayed(path, prompts=("It is late.",))


async def test_a_recording_that_people_have_edited_allows_anything_where_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "notes.model.yaml"
    path.write_text(FILE.replace("Which notes are there?", "{{any}} notes{{any}}"), encoding="utf-8")
    assert await replayed(path, prompts=("How many notes\nare there?", "Thanks.")) == ["Two notes.", "Bye."]


async def test_secrets_are_masked_and_the_key_goes_to_the_service_only(tmp_path: Path) -> None:
    path = tmp_path / "secret.model.yaml"
    secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
    headers: list[httpx.Headers] = []

    def answer(request: httpx.Request) -> httpx.Response:
        headers.append(request.headers)
        return httpx.Response(200, json={"choices": [{"message": {"content": "ok"}}]})

    proxy = RecordingProxy(
        "https://models.example/v1",
        partial(write, path),
        key="the-real-key-of-the-service",
        transport=httpx.MockTransport(answer),
    )
    async with served(proxy.application()) as url, client("chat", url, key="a-dummy-of-the-agent") as model:
        assert await talk(model, [f"My key is {secret}."], answered) == ["ok"]
    assert headers[0]["authorization"] == "Bearer the-real-key-of-the-service"
    written = path.read_text(encoding="utf-8")
    assert secret not in written
    assert "the-real-key" not in written
    # The same prompt fits what was masked.
    assert await replayed(path, prompts=[f"My key is {secret}."]) == ["ok"]


async def test_new_turns_are_recorded_behind_those_that_still_fit(tmp_path: Path) -> None:
    path = tmp_path / "notes.model.yaml"
    await recorded(path, NOTES)
    replay = ReplayModel(read_recording(path))
    prompts = ("Which notes are there?", "Thank you.")
    # The service is asked only once: the rest was recorded.
    assert await recorded(path, ([text("Gladly.")],), prompts=prompts, replay=replay) == ["Two notes.", "Gladly."]
    assert await replayed(path, prompts=prompts) == ["Two notes.", "Gladly."]
    assert path.read_text(encoding="utf-8") == FILE.replace("Thanks.", "Thank you.").replace("Bye.", "Gladly.")


async def test_what_a_service_refuses_is_passed_back_and_no_turn(tmp_path: Path) -> None:
    path = tmp_path / "notes.model.yaml"
    async with service(fail(429, retry_after=7), *NOTES) as (upstream, _):
        proxy = RecordingProxy(upstream, partial(write, path), clock=lambda: DAY)
        async with served(proxy.application()) as url, httpx.AsyncClient(trust_env=False) as http:
            async with client("chat", url) as model:
                with pytest.raises(ModelError, match="answered 429"):
                    await talk(model, PROMPTS, answered)
                assert await talk(model, PROMPTS, answered) == ["Two notes.", "Bye."]
            # Some clients of Anthropic put /v1 behind an address that has it.
            body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
            counted = await http.post(f"{url}/v1/v1/messages/count_tokens", json=body)
            assert counted.json()["input_tokens"] > 0
            assert (await http.post(f"{url}/v1/v1/messages", json=body)).status_code == 400
            # What is no turn is passed on as well.
            assert (await http.get(f"{url}/v1/models")).json()["object"] == "list"
            assert (await http.post(f"{url}/v1/chat/completions", content="no json")).status_code == 400
    assert path.read_text(encoding="utf-8") == FILE


async def test_a_service_that_is_not_there_is_named(tmp_path: Path) -> None:
    def refuse(_request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    proxy = RecordingProxy("http://models.example", print, transport=httpx.MockTransport(refuse))
    async with served(proxy.application()) as url, client("messages", url) as model:
        with pytest.raises(ModelError, match=r"models\.example/v1/messages could not be asked: ConnectError: refused"):
            await talk(model, PROMPTS, answered)


async def test_agents_side_by_side_may_ask_in_another_order(tmp_path: Path) -> None:
    path = tmp_path / "two.model.yaml"
    async with service([text("One.")], [text("Two.")]) as (upstream, _):
        proxy = RecordingProxy(upstream, partial(write, path))
        async with served(proxy.application()) as url:
            for name in ("planner", "writer"):
                async with client("chat", f"{url}/{name}") as model:
                    await talk(model, [f"I am the {name}."], answered)
    replay = ReplayModel(read_recording(path))
    proxy = RecordingProxy("http://nowhere", print, replay=replay)
    async with served(proxy.application()) as url:
        for name, said in (("writer", "Two."), ("planner", "One.")):
            async with client("chat", f"{url}/{name}") as model:
                assert await talk(model, [f"I am the {name}."], answered) == [said]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("turns:\n  - {asked: [{usr: a}], answers: [{says: b}]}\n", "line 2: unknown key 'usr' (did you mean user?)"),
        ("turns:\n  - {asked: [{user: a}], answers: [{user: b}]}\n", "line 2: an answer has `says: TEXT` or `calls:"),
        (
            "turns:\n  - {asked: [{user: a}], anwers: []}\n",
            "unknown key turns[0].anwers (did you mean answers?)",
        ),
        ("turns: [", "line 1"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.model.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RecordingError) as caught:
        read_recording(path)
    assert message in str(caught.value)


def test_a_file_that_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be read"):
        read_recording(tmp_path / "gone.yaml")
    with pytest.raises(RecordingError, match="cannot be written"):
        write_recording(Recording(), tmp_path)
