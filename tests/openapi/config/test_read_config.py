from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.openapi.config import Config, find_config, load_config, read_config
from pytest_uimcp.openapi.documents import parse
from pytest_uimcp.openapi.errors import NluiConfigError
from tests.openapi.making import ignore

SEED = """
mcp:
  servers:
    - name: filesystem
      command: npx
      args: ["-y", "@modelcontextprotocol/server-filesystem", "/path/to/dir"]
    - name: database
      command: mcp-server-sqlite
      args: ["--db", "data.db"]
"""

FULL = """
language: zh
proxy: "http://proxy:1"
llm: { api_base: "http://llm", api_key: "${KEY}", model: "m", max_context_tokens: 5, stream: false }
targets:
  - name: petstore
    base_url: http://localhost:${PORT:-8080}
    spec: ./openapi.yaml
    tools: ./petstore.json
    auth: { type: bearer, header_name: "h", token: "${KEY}" }
    description: "pets"
    timeout: 1.5
    headers: { X-A: "${KEY}" }
    include: ["a*"]
    exclude: ["b"]
    servers: ignore
    confirm: always
    auth_on_discovery: true
    allow_external_refs: true
    expose_set_auth: false
    unknown_args: error
    validate_args: true
mcp:
  servers:
    - name: files
      command: my-files-server
      args: ["--token", "${KEY}"]
      env: { A: "${KEY}" }
      cwd: /tmp
      timeout: 1
      startup_timeout: 2
      restart: never
  server:
    sse_port: 5
    host: localhost
    surface: search
    confirm: refuse
    max_result_chars: 7
    name_charset: strict
    endpoint: relative
    strict_unknown_tool: true
    list_changed: true
server: { port: 9001 }
"""


def read(text: str, *, warnings: list[str] | None = None, **environment: str) -> Config:
    warn = ignore if warnings is None else warnings.append
    return read_config(parse(text.encode()), environment=environment, warn=warn)


def test_an_empty_file_is_all_defaults() -> None:
    config = read("")
    assert (config.targets, config.mcp.children) == ((), ())
    assert (config.mcp.server.host, config.mcp.server.max_result_chars) == ("127.0.0.1", 100_000)


def test_the_block_of_the_documentation_loads() -> None:
    children = read(SEED).mcp.children
    assert [(child.name, child.command, child.args) for child in children] == [
        ("filesystem", "npx", ("-y", "@modelcontextprotocol/server-filesystem", "/path/to/dir")),
        ("database", "mcp-server-sqlite", ("--db", "data.db")),
    ]


def test_every_setting_is_taken_over() -> None:
    warnings: list[str] = []
    config = read(FULL, warnings=warnings, KEY="top-secret")
    [target], [child] = config.targets, config.mcp.children
    assert warnings == []
    assert target.base_url == "http://localhost:8080"
    assert (target.auth.type, target.auth.header_name, target.auth.token.reveal()) == ("bearer", "h", "top-secret")
    assert (target.timeout, target.include, target.exclude) == (1.5, ("a*",), ("b",))
    assert (target.servers, target.confirm, target.unknown_args) == ("ignore", "always", "error")
    assert (target.auth_on_discovery, target.allow_external_refs, target.expose_set_auth) == (True, True, False)
    assert target.headers["X-A"].reveal() == "top-secret"
    assert (child.args, child.env["A"].reveal()) == (("--token", "top-secret"), "top-secret")
    assert (child.cwd, child.timeout, child.startup_timeout, child.restart) == ("/tmp", 1, 2, "never")
    assert config.mcp.server.name_charset == "strict"


def test_what_belongs_to_programs_with_a_chat_is_not_read() -> None:
    warnings: list[str] = []
    read("{language: 5, proxy: [], llm: {api_key: '${NOT_SET}', new: 1}, server: none}", warnings=warnings)
    assert warnings == []


def test_no_secret_is_ever_printed() -> None:
    config = read(FULL, KEY="top-secret")
    assert "top-secret" not in f"{config!r} {config} {config.targets[0].auth.token}"
    with pytest.raises(NluiConfigError) as caught:
        read("targets: [{name: a, timeout: top-secret, auth: {token: {x: top-secret}}}]")
    assert "top-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "the file: expected a mapping with targets, mcp, got a list"),
        ("targets: 3", "targets: expected a list, got a number"),
        ("targets: [x]", r"targets\[0\]: expected a mapping with name, got text"),
        ("targets: [{spec: x}]", r"targets\[0\].name: expected a value, it is missing"),
        ("targets: [{name: ''}]", r"targets\[0\].name: expected a text that is not empty, got ''"),
        (
            "targets: [{name: a, timeout: soon}]",
            r"0\].timeout: expected a number of seconds above 0, got text",
        ),
        ("targets: [{name: a, timeout: 0}]", r"expected a number of seconds above 0, got 0"),
        ("targets: [{name: a, auth: {token: 123}}]", r"auth.token: expected text in quotes, got a number"),
        ("targets: [{name: a, auth: {type: barer}}]", r"got 'barer' \(did you mean bearer\?\)"),
        ("targets: [{name: a, headers: [x]}]", r"headers: expected a mapping, got a list"),
        ("targets: [{name: a, headers: {X: 1}}]", r"targets\[0\].headers.X: expected text in quotes"),
        ("targets: [{name: a, base_url: 'localhost:80'}]", "expected an address that begins with http://"),
        ("targets: [{name: a, base_url: 'http://u:p@h'}]", "expected an address without user and password"),
        ("targets: [{name: a, base_url: 'http://h/?k=v'}]", "expected an address without `.`"),
        ("targets: [{name: a, validate_args: 'yes'}]", "expected true or false, got text"),
        ("mcp: {server: {sse_port: 65536}}", "mcp.server.sse_port: expected a whole number from 0 to 65535"),
        ("mcp: {server: {sse_port: true}}", "expected a whole number from 0 to 65535, got true"),
        ("mcp: {servers: [{name: a}]}", r"mcp.servers\[0\].command: expected a value, it is missing"),
        ("mcp: {servers: [{name: a, command: b, args: x}]}", r"mcp.servers\[0\].args: expected a list, got text"),
        ("targets: [{name: a, auth: {token: '${NO}'}}]", "the environment variable NO is not set"),
        ("targets: [{name: a}, {name: a}]", r"targets\[1\].name: the tools of 'a' would be called a__…"),
        ("targets: [{name: a b}, {name: a_b}]", r"as those of targets\[0\].name"),
        ("targets: [{name: a}]\nmcp: {servers: [{name: a, command: b}]}", r"mcp.servers\[0\].name"),
        ("mcp: {servers: [{name: a, command: b}], clients: [{name: a, command: b}]}", r"mcp.clients\[0\].name"),
    ],
)
def test_a_wrong_value_is_reported_with_its_path(text: str, told: str) -> None:
    with pytest.raises(NluiConfigError, match=told):
        read(text)


def test_an_unknown_key_is_a_warning_with_the_nearest_known_one() -> None:
    warnings: list[str] = []
    config = read("targets: [{name: a, confrim: always}]\nfoo: 1", warnings=warnings)
    assert config.targets[0].confirm == "auto"
    assert sorted(warnings) == [
        "unknown key foo; there are targets, mcp",
        "unknown key targets[0].confrim (did you mean confirm?)",
    ]


def test_servers_and_clients_are_one_list_servers_first() -> None:
    config = read("mcp: {clients: [{name: b, command: x}], servers: [{name: a, command: x}]}")
    assert [child.name for child in config.mcp.children] == ["a", "b"]


def test_a_name_with_two_underscores_works_with_a_warning() -> None:
    warnings: list[str] = []
    read("mcp: {servers: [{name: a__b, command: x}, {name: c d, command: x}]}", warnings=warnings)
    assert len(warnings) == 1
    assert "'a__b' has __ in it" in warnings[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${A}", "x"),
        ("a${A}b${A}", "axbx"),
        ("${NO:-d}", "d"),
        ("${NO:-}", ""),
        ("${EMPTY:-d}", "d"),
        ("${EMPTY}", ""),
        ("$${A}", "${A}"),
        ("$A", "$A"),
    ],
)
def test_variables_of_the_environment(text: str, value: str) -> None:
    config = read(f"targets: [{{name: a, auth: {{token: '{text}'}}}}]", A="x", EMPTY="")
    assert config.targets[0].auth.token.reveal() == value


def test_an_empty_value_is_as_good_as_none() -> None:
    [target] = read("targets:\n  - name: a\n    tools:\n    auth:\n").targets
    assert (target.tools, target.auth.type) == ("", "")


def test_the_file_is_the_argument_then_the_variable_then_the_folder_then_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home" / ".config" / "nlui"
    home.mkdir(parents=True)
    environment = {"HOME": str(tmp_path / "home")}
    with pytest.raises(NluiConfigError, match=r"looked for nlui.yaml and .*/home/.config/nlui/nlui.yaml"):
        find_config(None, environment)
    for path in (home / "nlui.yaml", tmp_path / "nlui.yaml", tmp_path / "named.yaml", tmp_path / "given.yaml"):
        path.write_text("")
        found = find_config(
            "given.yaml" if path.name == "given.yaml" else None,
            environment | ({"NLUI_CONFIG": "named.yaml"} if path.name != "nlui.yaml" else {}),
        )
        assert found.resolve() == path


@pytest.mark.parametrize("environment", [{}, {"NLUI_CONFIG": "nowhere.yaml"}])
def test_a_named_file_that_is_missing_is_an_error(environment: dict[str, str]) -> None:
    with pytest.raises(NluiConfigError, match=r"nowhere.yaml, which .* names, is not a file"):
        find_config(None if environment else "nowhere.yaml", environment)


def test_a_problem_of_a_file_is_reported_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "nlui.yaml"
    cases: dict[str, Any] = {"a: [": "not YAML", "\ntargets: 1": "line 2: targets: expected a list"}
    for text, told in cases.items():
        file.write_text(text)
        with pytest.raises(NluiConfigError, match=rf"nlui.yaml: {told}"):
            load_config(file)
    with pytest.raises(NluiConfigError, match="cannot be read"):
        load_config(tmp_path)


@pytest.mark.parametrize("key", ["openapi", "swagger"])
def test_a_specification_is_no_configuration(tmp_path: Path, key: str) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(f"{key}: '3.0.3'")
    with pytest.raises(
        NluiConfigError, match=r"openapi.yaml: this is a specification, expected a configuration; write one"
    ):
        load_config(file)


def test_files_are_looked_for_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "nlui.yaml").write_text("x: 1")
    warnings: list[str] = []
    assert load_config(tmp_path / "nlui.yaml", warn=warnings.append).folder == tmp_path
    assert warnings == [f"{tmp_path / 'nlui.yaml'}: unknown key x; there are targets, mcp"]
