"""What a configuration names, made: its model, its mounts."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pytest_uimcp.agent.config import MODELS, AgentConfigError, ModelSettings, MountSettings
from pytest_uimcp.agent.models.anthropic import AnthropicModel
from pytest_uimcp.agent.models.base import Model
from pytest_uimcp.agent.models.openai import OpenAIModel
from pytest_uimcp.agent.models.retries import Retries
from pytest_uimcp.agent.models.scenes import ScenesModel
from pytest_uimcp.compositor.specs import HttpSpec, MountSpec, StdioSpec
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.token_files import read_private

# By name, because what tests are written in is no part of what they test.
SCRIPTS: Final = "pytest_uimcp.testing.scenario.reading:read_script"
_UI_MCP: Final = ("-c", "from pytest_uimcp.cli import run; run()")
# The words that start our own servers; the value of the mount comes last.
_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "ui-mcp": (*_UI_MCP, "mcp", "--dir"),
    "nlui": ("-m", "pytest_uimcp.openapi", "--mcp"),
    "stage": (*_UI_MCP, "stage", "--enable"),
}


def open_model(settings: ModelSettings, folder: Path, environment: Mapping[str, str] = os.environ) -> Model:
    if settings.kind == "scripted":
        return ScenesModel(resolve(SCRIPTS)(folder / settings.scripted), pace=settings.pace)
    key = _key(settings, folder, environment)
    options = dict(settings.options)
    if settings.max_tokens is not None:
        options["max_tokens"] = settings.max_tokens
    if settings.base_url:
        options["base_url"] = settings.base_url
    kinds: dict[str, Callable[..., Model]] = {"openai": OpenAIModel, "anthropic": AnthropicModel}
    return kinds[settings.kind](
        settings.target,
        api_key=key,
        # Whoever names a service wants it to be asked.
        network=True,
        stream=settings.stream,
        seconds=settings.seconds,
        retries=Retries(attempts=settings.attempts, max_seconds=settings.max_wait),
        **options,
    )


def mount_spec(settings: MountSettings, folder: Path, environment: Mapping[str, str] = os.environ) -> MountSpec:
    if settings.kind == "url":
        bearer = _secret("bearer", settings.bearer_env, settings.bearer_file, folder, environment)
        return HttpSpec(settings.url, settings.headers, bearer or None)
    cwd = folder / settings.cwd
    if settings.kind == "command":
        return StdioSpec(settings.command, settings.args, settings.env, cwd, settings.inherit_env)
    # This very copy, whatever is on the PATH.
    value = str(folder / settings.value(settings.kind))
    words = (*_COMMANDS[settings.kind], value, *settings.args)
    return StdioSpec(sys.executable, words, settings.env, cwd, settings.inherit_env)


def _key(settings: ModelSettings, folder: Path, environment: Mapping[str, str]) -> str:
    variable = settings.api_key_env
    usual = MODELS[settings.kind]
    # A key goes only where it belongs: another service gets one that was named for it.
    if not variable and not settings.api_key_file and not settings.base_url:
        variable = usual
    key = _secret("api_key", variable, settings.api_key_file, folder, environment)
    address = urlsplit(settings.base_url)
    if key and address.scheme == "http" and not _is_local(address.hostname or ""):
        raise AgentConfigError(
            f"model: the key would go to {settings.base_url} unencrypted, where others can read it; use https://"
        )
    return key


def _secret(name: str, variable: str, file: str, folder: Path, environment: Mapping[str, str]) -> str:
    if file:
        try:
            text = read_private(folder / Path(file).expanduser(), otherwise="")
        except TokenFileError as error:
            raise AgentConfigError(f"{name}_file: {error}") from None
        if text is None:
            raise AgentConfigError(f"{name}_file: there is no file {folder / file}")
        return text.strip()
    if variable and not environment.get(variable):
        raise AgentConfigError(
            f"the environment variable {variable} is not set; set it, or name another one with {name}_env, or a file "
            f"of mode 0600 with {name}_file"
        )
    return environment.get(variable, "")


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
