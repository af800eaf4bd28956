"""An app to show: a sample, or one made of Lua and viewdefs."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pytest_uimcp.core.assets import bundle_dir, fixtures_dir


@dataclass(frozen=True)
class App:
    """Lua and viewdefs of an app; its object is the global of the app's name."""

    name: str = "t"
    lua: str | None = None
    viewdefs: Mapping[str, str] = field(default_factory=dict)

    def write(self, directory: Path) -> None:
        home = directory / "apps" / self.name
        if self.lua is None:
            shutil.copytree(fixtures_dir() / "apps" / self.name, home)
        else:
            (home / "viewdefs").mkdir(parents=True)
            (home / "app.lua").write_text(self.lua, encoding="utf-8")
            for key, body in self.viewdefs.items():
                path = home / "viewdefs" / f"{key}.html"
                path.write_text(f"<template>{body}</template>", encoding="utf-8")
        (directory / "lua").mkdir()
        shutil.copy(bundle_dir() / "lua" / "main.lua", directory / "lua")
