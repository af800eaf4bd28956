"""Install the agent frameworks that the endpoint and the gate are tried with: `python -m tools.frameworks [NAME…]`.

Each has an environment of its own in `.cache/frameworks`, since hardly two of them agree about versions. The few that
continuous integration runs share a thin one, which sees what `.venv` has and is made in seconds (see `neighbours`).
Those for Node.js are folders with a `package.json`, beside which their agents are put: Node looks for packages there.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.neighbours import ROOT, site
from tools.npm import NpmError, node

FOLDER: Final = ROOT / ".cache" / "frameworks"
SECONDS: Final = 900
LIGHT: Final = "light"
AGENTS: Final = ROOT / "tests" / "agent" / "foreign" / "agents"


@dataclass(frozen=True, slots=True)
class Framework:
    """A framework with a 20-line agent, `tests/agent/foreign/agents/<agent>`, and what that needs."""

    name: str
    agent: str
    requirements: tuple[str, ...]
    is_light: bool = False
    is_node: bool = False
    # Of npm: versions of packages that its packages need.
    overrides: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> str:
        if self.is_light:
            return LIGHT
        return self.agent

    @property
    def is_there(self) -> bool:
        """Whether its environment is."""
        return (FOLDER / self.environment / "stamp").exists()

    def command(self) -> list[str]:
        """What runs its agent."""
        if not self.is_node:
            return [str(python(self.environment)), str(AGENTS / f"{self.agent}.py")]
        name = f"{self.agent}.mjs"
        return [str(node().program), str(shutil.copy(AGENTS / name, FOLDER / self.environment / name))]


FRAMEWORKS: Final = (
    Framework("openai", "openai_sdk", ("openai",), is_light=True),
    Framework("anthropic", "anthropic_sdk", ("anthropic",), is_light=True),
    Framework("openai-agents", "openai_agents_agent", ("openai-agents",), is_light=True),
    Framework("pydantic-ai", "pydantic_ai_agent", ("pydantic-ai-slim[openai,mcp]",), is_light=True),
    Framework(
        "langgraph",
        "langgraph_agent",
        ("langchain", "langgraph", "langchain-openai", "langchain-mcp-adapters"),
    ),
    Framework("inspect_ai", "inspect_agent", ("inspect_ai", "openai", "mcp")),
    Framework("smolagents", "smolagents_agent", ("smolagents[openai,mcp]", "mcp<2")),
    Framework("google-adk", "google_adk_agent", ("google-adk", "litellm", "mcp")),
    Framework("agno", "agno_agent", ("agno", "openai", "mcp", "fastmcp>=4,<5")),
    Framework(
        "llama-index",
        "llama_index_agent",
        ("llama-index-core", "llama-index-llms-openai-like", "llama-index-tools-mcp"),
    ),
    Framework("autogen", "autogen_agent", ("autogen-agentchat", "autogen-ext[openai,mcp]", "mcp<2")),
    Framework("ag2", "ag2_agent", ("ag2[openai,mcp]",)),
    Framework("crewai", "crewai_agent", ("crewai", "crewai-tools[mcp]")),
    Framework("strands", "strands_agent", ("strands-agents[openai]",)),
    Framework("semantic-kernel", "semantic_kernel_agent", ("semantic-kernel[mcp]",)),
    Framework("haystack", "haystack_agent", ("haystack-ai", "mcp-haystack")),
    Framework("fastmcp", "fastmcp_client", ("fastmcp", "openai")),
    Framework("dspy", "dspy_agent", ("dspy", "mcp")),
    Framework("openai (Node)", "openai_node", ("openai", "@modelcontextprotocol/sdk"), is_node=True),
    Framework("ai (Node)", "ai_sdk", ("ai", "@ai-sdk/openai-compatible", "@ai-sdk/mcp", "zod"), is_node=True),
    Framework("@openai/agents (Node)", "openai_agents", ("@openai/agents", "zod"), is_node=True),
    Framework(
        "langchain (Node)",
        "langchain_node",
        ("langchain", "@langchain/core", "@langchain/openai", "@langchain/mcp-adapters", "zod"),
        is_node=True,
        # Later ones ask for packages that not every registry has.
        overrides={"@langchain/langgraph": "1.4.18", "@langchain/protocol": "0.0.19"},
    ),
)


def main(names: Sequence[str]) -> int:
    """Make the environments of these frameworks, of all without names; 1 if one could not be made."""
    chosen = [framework for framework in FRAMEWORKS if not names or framework.name in names]
    failures = [name for name in dict.fromkeys(framework.environment for framework in chosen) if fetch(name) != 0]
    if failures:
        sys.stderr.write(f"frameworks: no environment for {', '.join(failures)} (see above)\n")
    return int(bool(failures))


def requirements(environment: str) -> list[str]:
    """What an environment has."""
    return [package for framework in _in(environment) for package in framework.requirements]


def fetch(environment: str) -> int:
    """Make an environment unless it is there; returns 0 if it is then."""
    folder = FOLDER / environment
    stamp = folder / "stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of(environment):
        return 0
    sys.stdout.write(f"frameworks: making {folder}\n")
    sys.stdout.flush()
    try:
        if any(framework.is_node for framework in _in(environment)):
            done = _install_for_node(environment)
        else:
            done = _install_for_python(environment)
    except (subprocess.TimeoutExpired, NpmError) as error:
        sys.stderr.write(f"frameworks: {error}\n")
        done = 1
    if done == 0:
        stamp.write_text(made_of(environment), encoding="utf-8")
    return done


def _in(environment: str) -> list[Framework]:
    return [framework for framework in FRAMEWORKS if framework.environment == environment]


def _install_for_python(environment: str) -> int:
    venv.create(FOLDER / environment, with_pip=False, clear=True)
    if environment == LIGHT:
        line = f"import site; site.addsitedir({str(site(ROOT / '.venv'))!r})\n"
        (site(FOLDER / environment) / "below.pth").write_text(line, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python(environment)), "install", "-qq"]
    command = [*pip, "--disable-pip-version-check", *requirements(environment)]
    return subprocess.run(command, timeout=SECONDS, check=False).returncode


def _install_for_node(environment: str) -> int:
    folder = FOLDER / environment
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    [framework] = _in(environment)
    packages = dict.fromkeys(framework.requirements, "*")
    project = {"private": True, "dependencies": packages, "overrides": dict(framework.overrides)}
    (folder / "package.json").write_text(json.dumps(project), encoding="utf-8")
    options = ("--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--legacy-peer-deps")
    done = node().run_npm("install", *options, folder=folder, minutes=SECONDS / 60)
    sys.stderr.write(done.stderr)
    return done.returncode


def made_of(environment: str) -> str:
    """What an environment depends on."""
    content = repr(requirements(environment))
    for framework in _in(environment):
        content += repr(framework.overrides) if framework.overrides else ""
    described = hashlib.sha256(content.encode()).hexdigest()
    return f"{sys.version_info[:2]} {described} {ROOT}\n"


def python(environment: str) -> Path:
    """The interpreter of an environment."""
    return FOLDER / environment / "bin" / "python"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
