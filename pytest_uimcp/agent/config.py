"""The file of `ui-mcp agent`: a model, its mounts, its policy.

    model: {openai: gpt-5.1}
    policy: policy.yaml
    mounts:
      app: {ui-mcp: .claude/ui}
      shop: {nlui: nlui.yaml}
      files: {command: files-mcp, args: [--root, .]}

Paths are relative to the file. No key stands in it: it names the variable of the environment or the file that has it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Self
from urllib.parse import urlsplit

from pydantic import Field, model_validator

from pytest_uimcp.compositor.policy import Policy, PolicyFileError, load_policy, read_policy
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.reading import Items, ReadingError, Settings, expecting, read
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.yaml import YamlError, load_yaml

# Each kind of model, with the variable that has its key.
MODELS: Final[Mapping[str, str]] = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "scripted": ""}
_PROCESS: Final = frozenset({"args", "env", "cwd", "inherit_env"})
# Each kind of mount, with the keys that it may have.
MOUNTS: Final[Mapping[str, frozenset[str]]] = {
    "command": _PROCESS,
    "url": frozenset({"headers", "bearer_env", "bearer_file"}),
    "ui-mcp": _PROCESS,
    "nlui": _PROCESS,
    "stage": _PROCESS,
}

_Port = Annotated[int, Field(ge=0, le=65535), expecting("a port from 0 to 65535")]
_Count = Annotated[int, Field(ge=1), expecting("a whole number of at least 1")]
_Seconds = Annotated[float, Field(ge=0), expecting("a number of seconds")]


class AgentConfigError(UimcpError):
    """The configuration of an agent cannot be used."""


class ModelSettings(Settings):
    openai: str = ""
    anthropic: str = ""
    scripted: str = ""
    base_url: str = ""
    api_key_env: str = ""
    api_key_file: str = ""
    stream: bool = True
    seconds: _Seconds = 120.0
    attempts: _Count = 6
    max_wait: _Seconds = 60.0
    max_tokens: _Count | None = None
    pace: _Seconds = 0.03
    options: Annotated[dict[str, Any], expecting("options of the request, such as temperature")] = Field(default={})

    @property
    def kind(self) -> str:
        return next(kind for kind in MODELS if getattr(self, kind))

    @property
    def target(self) -> str:
        """The model's name, or the file of its script."""
        return str(getattr(self, self.kind))

    @model_validator(mode="after")
    def _check(self) -> Self:
        kinds = [kind for kind in MODELS if getattr(self, kind)]
        if len(kinds) != 1:
            raise ValueError(f"expected one of {', '.join(MODELS)}, got {' and '.join(kinds) or 'none'}")
        if self.api_key_env and self.api_key_file:
            raise ValueError("the key comes from api_key_env or from api_key_file, not from both")
        address = urlsplit(self.base_url)
        if self.base_url and address.scheme not in ("http", "https"):
            raise ValueError(f"base_url must begin with http:// or https://, got {self.base_url!r}")
        if address.username or address.password:
            raise ValueError("base_url has a user; write the key to a file and name it with api_key_file")
        return self


class MountSettings(Settings):
    command: str = ""
    url: str = ""
    ui_mcp: str = Field(default="", alias="ui-mcp")
    nlui: str = ""
    stage: str = ""
    args: Items[str] = ()
    env: Annotated[dict[str, str], expecting("texts by name")] = Field(default={})
    cwd: str = ""
    inherit_env: Items[str] = ()
    headers: Annotated[dict[str, str], expecting("texts by name")] = Field(default={})
    bearer_env: str = ""
    bearer_file: str = ""

    @property
    def kind(self) -> str:
        return next(kind for kind in MOUNTS if self.value(kind))

    def value(self, kind: str) -> str:
        return str(getattr(self, kind.replace("-", "_")))

    @model_validator(mode="after")
    def _check(self) -> Self:
        kinds = [kind for kind in MOUNTS if self.value(kind)]
        if len(kinds) != 1:
            raise ValueError(f"expected one of {', '.join(MOUNTS)}, got {' and '.join(kinds) or 'none'}")
        others = {name for name in _PROCESS | MOUNTS["url"] if getattr(self, name)} - MOUNTS[kinds[0]]
        if others:
            raise ValueError(f"{kinds[0]} takes {', '.join(sorted(MOUNTS[kinds[0]]))}, not {', '.join(sorted(others))}")
        if self.bearer_env and self.bearer_file:
            raise ValueError("the token comes from bearer_env or from bearer_file, not from both")
        return self


class CompactionSettings(Settings):
    max_characters: _Count = 400_000
    kept_characters: _Count = 200_000


class AgentConfig(Settings):
    model: ModelSettings
    instructions: str = ""
    policy: str | Annotated[dict[str, Any], expecting("a file with rules, or the rules themselves")] = ""
    mounts: dict[str, MountSettings] = Field(default={})
    data: str = ".ui-mcp-agent"
    conversation: str = "default"
    port: _Port = 0
    approvals_port: _Port = 0
    max_rounds: _Count = 200
    reminders: Annotated[int, Field(ge=0), expecting("a whole number")] = 3
    compaction: CompactionSettings = CompactionSettings()


def load_agent_config(path: Path) -> AgentConfig:
    """The configuration in a file; raises AgentConfigError with the line."""
    try:
        data = load_yaml(read_text(path), lines=True)
        return read(AgentConfig, data)
    except (OSError, UnicodeDecodeError) as error:
        raise AgentConfigError(f"{path}: cannot be read: {error}") from error
    except (YamlError, ReadingError) as error:
        raise AgentConfigError(f"{path}: {error}") from None


def policy_of(config: AgentConfig, folder: Path) -> Policy | None:
    """The policy, None if there is none: then a human is asked about every call."""
    try:
        if isinstance(config.policy, str):
            return load_policy(folder / config.policy) if config.policy else None
        # JSON is YAML, so there is one reader of rules.
        return read_policy(json.dumps(config.policy))
    except PolicyFileError as error:
        raise AgentConfigError(f"policy: {error}") from None
