"""Every rule, by what it reads: the table from which the command and its reference are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.app_directory import is_app_directory
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.server.doctor.directory import Directory
from pytest_uimcp.server.doctor.file_rules import FILE_RULES
from pytest_uimcp.server.doctor.lua_rules import LUA_RULES
from pytest_uimcp.server.doctor.places import DoctorRule, Note
from pytest_uimcp.server.doctor.request_rules import REQUEST_RULES
from pytest_uimcp.server.doctor.view_rules import VIEW_RULES

SECTIONS: Final = {
    "Lua": LUA_RULES,
    "Requests": REQUEST_RULES,
    "Views": VIEW_RULES,
    "Files": FILE_RULES,
}
RULES: Final[tuple[DoctorRule, ...]] = tuple(rule for rules in SECTIONS.values() for rule in rules)


class NoAppDirectoryError(UimcpError):
    """There are no apps in the directory."""


def examine(base_dir: Path) -> list[Note]:
    """Every place where a rule applies, in the order of the rules and then of the places."""
    if not base_dir.is_dir():
        raise NoAppDirectoryError(f"{base_dir} is no directory")
    if not is_app_directory(base_dir):
        raise NoAppDirectoryError(f"{base_dir} has neither apps/ nor lua/ nor viewdefs/; give the UI directory, .ui")
    return list(_all(Directory(base_dir)))


def _all(directory: Directory) -> Iterator[Note]:
    for rule in RULES:
        for place in sorted(set(rule.look(directory))):
            yield Note(rule, place)
