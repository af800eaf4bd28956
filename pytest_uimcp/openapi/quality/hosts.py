"""What hosts and providers of models take: a name's length and characters, with what they put before it; how many
tools; how many tokens.

None of them states all of it in one place. The figures are those that users ran into: combined names beyond 60 are
filtered out by Cursor, beyond 64 refused by the model's provider behind Claude Code and VS Code; more than 128 tools
are refused by OpenAI and VS Code; Cursor sends the first 40; Claude Code stops listing tools at a tenth of its context.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+")
_WIDE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*")


@dataclass(frozen=True, slots=True)
class Host:
    """One of them. `{server}` in the prefix is the name under which a user adds the server."""

    name: str
    prefix: str = ""
    max_name_chars: int = 64
    characters: re.Pattern[str] = _PLAIN
    max_tools: int | None = None
    max_tokens: int | None = None

    def full(self, server: str, tool: str) -> str:
        return self.prefix.format(server=server) + tool

    def objection(self, server: str, tool: str) -> str:
        """What is wrong with a name; empty if nothing is."""
        # The length counts with what the host puts before the name, the characters only in the name itself.
        full = self.full(server, tool)
        if len(full) > self.max_name_chars:
            return f"{self.name} ({len(full)} of {self.max_name_chars} characters)"
        if self.characters.fullmatch(tool):
            return ""
        return f"{self.name} (takes no {_others(self.characters, tool)})"


def _others(characters: re.Pattern[str], tool: str) -> str:
    # Behind a letter, since some are wrong only at the beginning: if all pass here, it is the first one.
    bad = dict.fromkeys(letter for letter in tool if not characters.fullmatch(f"a{letter}"))
    return " ".join(map(repr, bad)) or repr(tool[0])


HOSTS: Final = (
    Host("Claude Code", prefix="mcp__{server}__", max_tokens=20_000),
    Host("Cursor", prefix="{server}:", max_name_chars=60, max_tools=40),
    Host("VS Code", prefix="mcp_{server}_", max_tools=128),
    Host("OpenAI", max_tools=128),
    Host("Gemini", characters=_WIDE),
)
