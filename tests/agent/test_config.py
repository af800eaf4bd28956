from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pytest_uimcp.agent import AgentConfigError
from pytest_uimcp.agent.config import AgentConfig, load_agent_config, policy_of
from pytest_uimcp.agent.models.anthropic import AnthropicModel
from pytest_uimcp.agent.opening import mount_spec, open_model
from pytest_uimcp.compositor.policy import RulePolicy
from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec

MODEL = "model: {scripted: turns.yaml}\n"


def config(tmp_path: Path, text: str) -> AgentConfig:
    file = tmp_path / "agent.yaml"
    file.write_text(text, encoding="utf-8")
    return load_agent_config(file)


def test_a_file_with_everything_is_read(tmp_path: Path) -> None:
    read = config(
        tmp_path,
        """
model:
  openai: gpt-5.1
  base_url: https://models.example/v1
  api_key_env: MY_KEY
  attempts: 3
  options: {temperature: 0}
instructions: Be brief.
policy:
  default: deny_continue
  rules: [{tool: "files_*", decision: allow}]
mounts:
  app: {ui-mcp: ui, args: [--lua-io, base-dir]}
  shop: {nlui: nlui.yaml, inherit_env: [SHOP_TOKEN]}
  window: {stage: form.fxml}
  files: {command: files-mcp, args: [--root, .], env: {A: b}, cwd: work}
  web: {url: "https://a.b/mcp", headers: {X-Team: a}, bearer_env: WEB_TOKEN}
data: kept
port: 7000
compaction: {max_characters: 9000, kept_characters: 5000}
""",
    )
    model = open_model(read.model, tmp_path, {"MY_KEY": "a-secret-key"})
    assert repr(model) == "OpenAIModel('gpt-5.1', base_url='https://models.example/v1')"
    policy = policy_of(read, tmp_path)
    assert isinstance(policy, RulePolicy)
    assert (policy.default, policy.rules[0].tool) == ("deny_continue", "files_*")
    specs = {prefix: mount_spec(mount, tmp_path, {"WEB_TOKEN": "t"}) for prefix, mount in read.mounts.items()}
    assert specs["files"] == StdioSpec("files-mcp", ("--root", "."), {"A": "b"}, tmp_path / "work")
    assert specs["web"] == HttpSpec("https://a.b/mcp", {"X-Team": "a"}, "t")
    for prefix, words in {
        "app": ("mcp", "--dir", str(tmp_path / "ui"), "--lua-io", "base-dir"),
        "shop": ("--mcp", str(tmp_path / "nlui.yaml")),
        "window": ("stage", "--enable", str(tmp_path / "form.fxml")),
    }.items():
        spec = specs[prefix]
        assert isinstance(spec, StdioSpec)
        assert (spec.command, spec.args[-len(words) :]) == (sys.executable, words)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mounts: {}\n", "model: expected a value, it is missing"),
        ("model: {}\n", "line 1: model: expected one of openai, anthropic, scripted, got none"),
        ("model: {openai: a, anthropic: b}\n", "got openai and anthropic"),
        ("model: {opnai: a}\n", "unknown key model.opnai (did you mean openai?)"),
        ("model: {openai: a, api_key_env: A, api_key_file: b}\n", "not from both"),
        ("model: {openai: a, base_url: models.example}\n", "base_url must begin with http:// or https://"),
        ("model: {openai: a, base_url: 'https://me:pw@a.b'}\n", "base_url has a user"),
        ("model: {openai: a, attempts: 0}\n", "model.attempts: expected a whole number of at least 1, got 0"),
        (f"{MODEL}port: 70000\n", "line 2: port: expected a port from 0 to 65535, got 70000"),
        (f"{MODEL}mounts:\n  app: {{args: [a]}}\n", "line 3: mounts.app: expected one of command, url, ui-mcp, nlui"),
        (f"{MODEL}mounts:\n  app: {{command: a, url: b}}\n", "got command and url"),
        (f"{MODEL}mounts:\n  app: {{url: a, args: [b]}}\n", "url takes bearer_env, bearer_file, headers, not args"),
        (f"{MODEL}mounts: [a]\n", "mounts: expected a mapping, got a list"),
        (f"{MODEL}policy: 5\n", "policy: expected"),
        ("model: [\n", "agent.yaml: line 2"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(AgentConfigError) as caught:
        config(tmp_path, text)
    assert message in str(caught.value)
    assert "pw" not in str(caught.value).replace(str(tmp_path), "")


def test_a_policy_is_a_file_or_rules_and_without_one_a_human_is_asked(tmp_path: Path) -> None:
    assert policy_of(config(tmp_path, MODEL), tmp_path) is None
    (tmp_path / "policy.yaml").write_text("default: allow\n", encoding="utf-8")
    policy = policy_of(config(tmp_path, f"{MODEL}policy: policy.yaml\n"), tmp_path)
    assert isinstance(policy, RulePolicy)
    assert policy.default == "allow"
    with pytest.raises(AgentConfigError, match=r"policy: .*gone.yaml: cannot be read"):
        policy_of(config(tmp_path, f"{MODEL}policy: gone.yaml\n"), tmp_path)
    with pytest.raises(AgentConfigError, match="policy: line 1: default: expected one of deny_abort"):
        policy_of(config(tmp_path, f"{MODEL}policy: {{default: perhaps}}\n"), tmp_path)


def key(tmp_path: Path, model: str, **environment: str) -> str:
    read = config(tmp_path, f"model: {model}\n")
    opened = open_model(read.model, tmp_path, environment)
    assert isinstance(opened, AnthropicModel)
    return str(opened._service._client.headers.get("x-api-key", ""))  # noqa: SLF001 - nothing shows it


def test_a_key_comes_from_the_environment_or_a_file_and_goes_only_where_it_belongs(tmp_path: Path) -> None:
    usual = {"ANTHROPIC_API_KEY": "usual-key"}
    assert key(tmp_path, "{anthropic: a}", **usual) == "usual-key"
    assert key(tmp_path, "{anthropic: a, base_url: 'http://127.0.0.1:1'}", **usual) == ""
    local = "{anthropic: a, base_url: 'http://127.0.0.1:1', api_key_env: OWN}"
    assert key(tmp_path, local, OWN="own-key", **usual) == "own-key"
    file = tmp_path / "key"
    file.write_text("key-of-a-file\n", encoding="utf-8")
    file.chmod(0o600)
    assert key(tmp_path, "{anthropic: a, api_key_file: key}", **usual) == "key-of-a-file"
    file.chmod(0o644)
    refusals = {
        "{anthropic: a}": "the environment variable ANTHROPIC_API_KEY is not set; set it",
        "{anthropic: a, api_key_file: key}": "api_key_file: .* has mode 0644, so others may read",
        "{anthropic: a, api_key_file: gone}": "api_key_file: there is no file",
        "{anthropic: a, base_url: 'http://models.example', api_key_env: OWN}": "unencrypted",
    }
    for model, message in refusals.items():
        with pytest.raises(AgentConfigError, match=message):
            key(tmp_path, model, OWN="own-key")
