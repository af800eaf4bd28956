"""A script played for people who try an agent without a key: every message is answered by the next scene.

A scene is the turns up to one that ends the agent's turn. Which turn comes next follows from the transcript alone, so
an agent that was started again goes on in the middle of a scene. After the last scene comes the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import anyio

from pytest_uimcp.agent.errors import TurnScriptError
from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, UserText
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.models.scripted import ScriptedModel, Turn, TurnStep, end

_WORDS: Final = re.compile(r"\S+\s*|\s+")

_Scene = tuple[Turn, ...]


class ScenesModel:
    """`pace` is how many seconds a word takes, so that one sees it being written."""

    def __init__(self, turns: Sequence[Turn], *, pace: float = 0.0, name: str = "scripted") -> None:
        self._scenes = tuple(_scenes(turns))
        if not self._scenes:
            raise TurnScriptError("the script has no turns; give it one, such as [say('Hello.'), end()]")
        self._pace = pace
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def sample(self, request: SampleRequest) -> ModelTurn:
        turn = self._next(request.transcript)
        answer = await ScriptedModel([turn]).sample(request)
        await self._write(answer, request)
        return answer

    def _next(self, transcript: Sequence[AgentEvent]) -> Turn:
        questions = [place for place, event in enumerate(transcript) if isinstance(event, UserText)]
        if not questions:
            return (end(),)
        scene = self._scenes[(len(questions) - 1) % len(self._scenes)]
        answered = _answers(transcript[questions[-1] :])
        # Longer than its scene: somebody has made the agent go on.
        if answered < len(scene):
            return scene[answered]
        return (end(),)

    async def _write(self, answer: ModelTurn, request: SampleRequest) -> None:
        """Tell the answer word by word, as a model does that streams."""
        if not self._pace:
            return
        calls: list[FunctionCall] = []
        for item in answer.items:
            if not isinstance(item, FunctionCall):
                continue
            arguments = ""
            for word in _WORDS.findall(item.args_json or ""):
                arguments += word
                request.heard(AnswerDraft(calls=(*calls, FunctionCall(item.name, arguments, item.call_id))))
                await anyio.sleep(self._pace)
            calls.append(item)


def _scenes(turns: Sequence[Turn]) -> Iterator[_Scene]:
    scene: list[Turn] = []
    for turn in turns:
        scene.append(turn)
        if any(_ends(step) for step in turn):
            yield tuple(scene)
            scene = []
    if scene:
        yield (*scene, (end(),))


def _ends(step: TurnStep) -> bool:
    return step.kind == "end"


def _answers(events: Sequence[AgentEvent]) -> int:
    """How often the model has answered here: what it says and calls in one piece is one answer."""
    answers = 0
    is_speaking = False
    for event in events:
        speaks = isinstance(event, FunctionCall | AssistantText)
        answers += speaks and not is_speaking
        is_speaking = speaks
    return answers
