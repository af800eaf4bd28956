"""A small bundle, and a project to install it into."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pytest_uimcp.server.install.claude_md import BEGIN, END
from pytest_uimcp.server.install.manifest import MANIFEST

MakeBundle = Callable[..., Path]


@pytest.fixture(scope="session")
def make_bundle(tmp_path_factory: pytest.TempPathFactory) -> MakeBundle:
    """Write a bundle: every file in the manifest, with its name and version as content.

    Nobody writes into one, so that tests that ask for the same get the same.
    """

    @cache
    def make(version: str, **changes: str | None) -> Path:
        bundle = tmp_path_factory.mktemp("bundles") / f"bundle-{version}"
        files: dict[str, str | None] = {
            row.source: f"{row.source} of {version}\n" for row in MANIFEST if not row.is_glob
        }
        files["README.md"] = f"# ui-mcp\n\n**Version: {version}**\n"
        files["html/index.html"] = f"<title>{version}</title>\n"
        files[f"html/main-{version}.js"] = f"// {version}\n"
        files["init/add-to-claude.md"] = f"{BEGIN.decode()}\nuse ui-builder {version}\n{END.decode()}\n"
        files |= changes
        for name, content in files.items():
            if content is not None:
                (bundle / name).parent.mkdir(parents=True, exist_ok=True)
                (bundle / name).write_text(content)
        return bundle

    return make


@pytest.fixture
def bundle(make_bundle: MakeBundle) -> Path:
    return make_bundle("1.0.0")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    return project


@pytest.fixture
def base_dir(project: Path) -> Path:
    return project / ".claude" / "ui"
