"""The result of an install, as the JSON of `ui_install` and as text for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class InstallResult:
    installed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    appended: tuple[str, ...] = ()
    version_skipped: bool = False
    bundled_version: str = ""
    # The version that was installed before.
    installed_version: str | None = None
    hint: str | None = None
    # What made room for an installed file, with its new name.
    moved: Mapping[str, str] = field(default_factory=dict)

    def with_more(self, names: tuple[str, ...]) -> InstallResult:
        return replace(self, installed=self.installed + names)

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "installed": list(self.installed),
            "skipped": list(self.skipped),
            "appended": list(self.appended),
        }
        if self.moved:
            data["moved"] = dict(self.moved)
        if self.version_skipped:
            data["version_skipped"] = True
            data["bundled_version"] = self.bundled_version
            data["installed_version"] = self.installed_version
        if self.hint:
            data["hint"] = self.hint
        return data

    @property
    def summary(self) -> str:
        """One line for the log."""
        return (
            f"installation of {self.bundled_version}: {len(self.installed)} files installed, {len(self.skipped)} kept, "
            f"{len(self.appended)} extended, {len(self.moved)} moved"
        )

    def describe(self) -> str:
        lines = [f"installed {name}" for name in self.installed]
        lines += [f"moved     {name} to {saved}" for name, saved in self.moved.items()]
        lines += [f"kept      {name}" for name in self.skipped]
        lines += [f"appended  {name}" for name in self.appended]
        if self.version_skipped:
            lines.append(f"version {self.installed_version} is installed, {self.bundled_version} is bundled")
        else:
            lines.append(f"version {self.bundled_version} is installed")
        if self.hint:
            lines.append(self.hint.replace("force=true", "--force"))
        return "\n".join(lines)
