"""What people may read of an answer that a model is still writing: the message in the call that will post it."""

from __future__ import annotations

import json
import re
from typing import Final

from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.names import BUS_MESSAGES, POST_TOOLS

_CONTENT: Final = re.compile(r'[{,]\s*"content"\s*:\s*"')
# A text of JSON up to its closing quotation mark, or as far as it goes: without an escape that is cut in two.
_TEXT: Final = re.compile(r'(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*')
_HALF_PAIR: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}$")


def text_for_people(draft: AnswerDraft) -> str:
    """The message as far as it has come; empty if the model is not writing one."""
    for call in reversed(draft.calls):
        if call.name in POST_TOOLS | BUS_MESSAGES:
            return _content(call.args_json or "")
    return ""


def _content(arguments: str) -> str:
    begin = _CONTENT.search(arguments)
    if begin is None:
        return ""
    match = _TEXT.match(arguments, begin.end())
    assert match is not None  # it also matches nothing
    # Half a pair of surrogates is no character; the other half is about to come.
    text = _HALF_PAIR.sub("", match[0])
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return ""
