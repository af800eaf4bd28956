"""The three services that the endpoint can be, a row each: how they are asked, and how they say a turn.

A turn is the same for all of them: see `ModelTurn`. A new face is a module with these functions, and a row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.agent.endpoint import chat, messages, responses
from pytest_uimcp.agent.endpoint.errors import ErrorAnswer, anthropic_error, openai_error
from pytest_uimcp.agent.endpoint.stored import StoredResponses
from pytest_uimcp.agent.endpoint.usage import Usage
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest

Body = Mapping[str, Any]


def _data(piece: Body) -> str:
    return f"data: {json.dumps(piece)}\n\n"


def _event(piece: Body) -> str:
    return f"event: {piece['type']}\n{_data(piece)}"


@dataclass(frozen=True, slots=True)
class ServiceFace:
    # Behind `/v1`.
    path: str
    parse: Callable[[Body], SampleRequest]
    answer: Callable[[ModelTurn, Body, Usage], dict[str, Any]]
    stream: Callable[[Body, Body], Iterator[dict[str, Any]]]
    frame: Callable[[Body], str]
    error: Callable[[ErrorAnswer], dict[str, Any]] = openai_error
    terminator: str = ""
    # Those that can be gone on from, if the service keeps any.
    archive: StoredResponses | None = None

    def read(self, body: dict[str, Any]) -> SampleRequest:
        if self.archive is None:
            return self.parse(body)
        return responses.read_request(self.archive.resolved(body), self.archive.earlier(body))

    def keep(self, body: dict[str, Any], answer: Body) -> None:
        if self.archive is not None:
            self.archive.keep(self.archive.resolved(body), answer)


MESSAGES_PATH: Final = "/messages"
RESPONSES_PATH: Final = "/responses"


def faces() -> tuple[ServiceFace, ...]:
    """The faces of one endpoint, with what it stores."""
    return (
        ServiceFace(
            "/chat/completions",
            chat.read_request,
            chat.answer,
            chat.stream,
            _data,
            terminator="data: [DONE]\n\n",
        ),
        ServiceFace(
            RESPONSES_PATH,
            responses.read_request,
            responses.answer,
            responses.stream,
            _event,
            archive=StoredResponses(),
        ),
        ServiceFace(
            MESSAGES_PATH,
            messages.read_request,
            messages.answer,
            messages.stream,
            _event,
            anthropic_error,
        ),
    )
