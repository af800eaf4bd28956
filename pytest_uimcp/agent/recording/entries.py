"""A conversation with a model as people read it: a mapping of one key for each thing that was said or done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.modeltext import text_for_model
from pytest_uimcp.core.secrets import mask

# What an answer may have; the other keys are said to the model.
SAYS: Final = "says"
CALLS: Final = "calls"
KEYS: Final = ("system", "user", SAYS, CALLS, "result")

Entry = Mapping[str, Any]


def request_entries(request: SampleRequest) -> list[Entry]:
    """All that a request tells its model, in order."""
    entries: list[Entry] = []
    # Some services have a field for it, others a first message.
    if request.instructions:
        entries.append({"system": request.instructions})
    names = {event.call_id: event.name for event in request.transcript if isinstance(event, FunctionCall)}
    entries += [entry for event in request.transcript for entry in _entries(event, names)]
    return [masked(entry) for entry in entries]


def answer_entries(turn: ModelTurn) -> list[Entry]:
    return [masked(entry) for item in turn.items for entry in _entries(item, {})]


def answer_items(entries: Sequence[Entry], call_ids: Iterator[str]) -> tuple[AssistantText | FunctionCall, ...]:
    """The answer that was recorded, with ids for its calls."""
    items: list[AssistantText | FunctionCall] = []
    for entry in entries:
        if SAYS in entry:
            items.append(AssistantText(str(entry[SAYS])))
            continue
        for name, arguments in entry[CALLS].items():
            # Arguments that are no JSON were kept as they came.
            text = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
            items.append(FunctionCall(name, text, next(call_ids)))
    return tuple(items)


def news(entries: Sequence[Entry], earlier: Sequence[Entry]) -> list[Entry] | None:
    """What came after an earlier request and its answer; None if these entries do not go on from it."""
    if list(entries[: len(earlier)]) != list(earlier):
        return None
    begin = len(earlier)
    # The answer comes back in the words of the agent, which may have left something out.
    while begin < len(entries) and (SAYS in entries[begin] or CALLS in entries[begin]):
        begin += 1
    return list(entries[begin:])


def masked(data: Any) -> Any:
    """Data without what looks like a secret. Also what is asked now: it is compared with what was kept."""
    if isinstance(data, str):
        return mask(data)
    if isinstance(data, Mapping):
        return {key: masked(value) for key, value in data.items()}
    if isinstance(data, list):
        return [masked(value) for value in data]
    return data


def _entries(event: AgentEvent, names: Mapping[str, str]) -> Iterator[Entry]:
    match event:
        case UserText():
            yield {"user": event.text}
        case SystemText():
            yield {"system": event.text}
        case AssistantText() if event.text.strip():
            yield {SAYS: event.text}
        case FunctionCall():
            yield {CALLS: {event.name: event.args if event.args is not None else event.args_json}}
        case FunctionCallOutput():
            name = names.get(event.call_id, "")
            yield {"result": text_for_model(event.result), **({"of": name} if name else {})}
