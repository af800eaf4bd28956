"""Rules in a file.

default: ask
rules:
  - {tool: "files_read*", decision: allow}
  - tool: files_delete
    decision: deny_continue
    when: {path: {not_under: /tmp}}
    rationale: only in /tmp
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.compositor.policy.errors import PolicyFileError, PolicyOutputError
from pytest_uimcp.compositor.policy.rules import Rule, RulePolicy
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.core.yaml import YamlError, line_of, load_yaml

__all__ = ["load_policy", "read_policy"]

_TEXT: Final = (str, "text")
_FLAG: Final = (bool, "true or false")
KEYS: Final[dict[str, tuple[type, str]]] = {
    "tool": _TEXT,
    "decision": _TEXT,
    "when": (dict, "conditions by argument"),
    "rationale": _TEXT,
    "server": _TEXT,
    "optional": _FLAG,
    "destructive": _FLAG,
}
TOP_KEYS: Final = {"default": _TEXT, "rules": (list, "a list of rules")}


def load_policy(path: Path) -> RulePolicy:
    """The policy in a YAML or JSON file."""
    try:
        return read_policy(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyFileError(f"{path}: cannot be read: {error}") from error
    except PolicyFileError as error:
        raise PolicyFileError(f"{path}: {error}") from error


def read_policy(text: str) -> RulePolicy:
    """The policy that a text describes."""
    try:
        data = load_yaml(text, lines=True)
    except YamlError as error:
        raise PolicyFileError(str(error)) from error
    if not isinstance(data, Mapping):
        raise PolicyFileError("expected a mapping with the keys default and rules")
    _check(data, TOP_KEYS)
    try:
        return RulePolicy(list(_rules(data.get("rules", []))), default=data.get("default", "ask"), text=text)
    except PolicyOutputError as error:
        raise PolicyFileError(f"default: {error}") from None


def _rules(entries: Iterable[Any]) -> Iterable[Rule]:
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, Mapping):
            raise PolicyFileError(f"rule {number}: expected a mapping with the keys tool and decision")
        place = f"line {line_of(entry)}: "
        _check(entry, KEYS, place)
        for key in ("tool", "decision"):
            if key not in entry:
                raise PolicyFileError(f"{place}the rule has no {key}")
        try:
            yield Rule(**entry, line=line_of(entry))
        except (PolicyFileError, PolicyOutputError) as error:
            raise PolicyFileError(f"{place}{error}") from None


def _check(entry: Mapping[str, Any], keys: Mapping[str, tuple[type, str]], place: str = "") -> None:
    for key, value in entry.items():
        if key not in keys:
            advice = hint(key, keys, f"; expected {', '.join(keys)}")
            raise PolicyFileError(f"{place}unknown key {key}{advice}")
        kind, called = keys[key]
        if not isinstance(value, kind):
            raise PolicyFileError(f"{place}{key} must be {called}, got {value!r}")
