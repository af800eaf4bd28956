"""Calls that run a command, whichever server they are of.

They are known by their arguments, a list `argv` or `cmd`, and their results by the keys that two generations of such
servers use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.agent.uistate import ExecContent
from pytest_uimcp.mcp.calls import ToolResult

_PLAIN: Final = re.compile(r"[A-Za-z0-9_./-]+")
_ERRORS: Final = ("error", "message", "detail")


def command_of(args: Mapping[str, Any] | None) -> str | None:
    # Only as lists: a text in that place is a line for a shell, or no command at all.
    words = next((args[key] for key in ("argv", "cmd") if args and isinstance(args.get(key), list)), None)
    if words is None:
        return None
    return " ".join(map(quoted, words))


def quoted(word: Any) -> str:
    text = word if isinstance(word, str) else json.dumps(word)
    if _PLAIN.fullmatch(text):
        return text
    return "'" + text.replace("'", "'\"'\"'") + "'"


def with_result(content: ExecContent, result: ToolResult) -> ExecContent:
    """The content once the command has run, or has been refused."""
    output = result.data if isinstance(result.data, Mapping) else {}
    stderr = _stream(output, "stderr", "stderr_text")
    # A command that was refused has written nothing: the reason is shown in that place.
    if result.is_error and not stderr:
        stderr = _told(output, result.lines) or result.lines or stderr
    return ExecContent(
        content.cmd, content.args, _stream(output, "stdout", "stdout_text"), stderr, _exit_code(output), result.is_error
    )


def _stream(output: Mapping[str, Any], *names: str) -> str | None:
    text = next((output[name] for name in names if output.get(name) is not None), None)
    # The newer servers cut long output and say so in an object.
    if isinstance(text, Mapping):
        text = text.get("truncated_text")
    if isinstance(text, str):
        return text
    return None


def _exit_code(output: Mapping[str, Any]) -> int | None:
    # The newer servers say how a process ended, the older ones only its code.
    ended = output.get("exit")
    if isinstance(ended, Mapping):
        code = ended.get("exit_code")
    else:
        code = output.get("exit_code")
    if isinstance(code, int) and not isinstance(code, bool):
        return code
    return None


def _told(output: Mapping[str, Any], text: str) -> str | None:
    error = next((output[name] for name in _ERRORS if output.get(name)), None)
    if isinstance(error, Mapping):  # one of the protocol or of the policy, whose text says more
        error = text or error.get("message")
    if isinstance(error, str):
        return error
    return None
