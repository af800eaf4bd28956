"""Install the agent frameworks that the endpoint and the gate are tried with: `python -m tools.frameworks [NAME…]`.

Each has an environment of its own in `.cache/frameworks`, since hardly two of them agree about versions. The few that
continuous integration runs share a thin one, which sees what `.venv` has and is made in seconds (see `neighbours`).
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.neighbours import ROOT, site

FOLDER: Final = ROOT / ".cache" / "frameworks"
SECONDS: Final = 900
LIGHT: Final = "light"


@dataclass(frozen=True, slots=True)
class Framework:
    """A framework with a 20-line agent, `tests/agent/foreign/agents/<agent>.py`, and what that needs."""

    name: str
    agent: str
    requirements: tuple[str, ...]
    is_light: bool = False

    @property
    def environment(self) -> str:
        if self.is_light:
            return LIGHT
        return self.agent


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
    return [package for one in FRAMEWORKS if one.environment == environment for package in one.requirements]


def fetch(environment: str) -> int:
    """Make an environment unless it is there; returns 0 if it is then."""
    folder = FOLDER / environment
    stamp = folder / "stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of(environment):
        return 0
    sys.stdout.write(f"frameworks: making {folder}\n")
    sys.stdout.flush()
    venv.create(folder, with_pip=False, clear=True)
    if environment == LIGHT:
        line = f"import site; site.addsitedir({str(site(ROOT / '.venv'))!r})\n"
        (site(folder) / "below.pth").write_text(line, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python(environment)), "install", "-qq"]
    try:
        command = [*pip, "--disable-pip-version-check", *requirements(environment)]
        done = subprocess.run(command, timeout=SECONDS, check=False).returncode
    except subprocess.TimeoutExpired:
        done = 1
    if done == 0:
        stamp.write_text(made_of(environment), encoding="utf-8")
    return done


def made_of(environment: str) -> str:
    """What an environment depends on."""
    described = hashlib.sha256(repr(requirements(environment)).encode()).hexdigest()
    return f"{sys.version_info[:2]} {described} {ROOT}\n"


def python(environment: str) -> Path:
    """The interpreter of an environment."""
    return FOLDER / environment / "bin" / "python"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
