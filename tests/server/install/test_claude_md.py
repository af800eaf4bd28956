from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.server.install import InstallError, install, installation_check

MakeBundle = Callable[..., Path]

BLOCK = "<!-- ui-mcp:begin -->\nuse ui-builder {}\n<!-- ui-mcp:end -->\n"
LEARNING = ".claude/agents/ui-learning.md"


def claude_md(base_dir: Path) -> Path:
    return project_of(base_dir) / "CLAUDE.md"


def test_without_the_option_neither_instructions_nor_the_learning_agent_are_installed(
    bundle: Path, base_dir: Path
) -> None:
    install(bundle, base_dir)

    assert not claude_md(base_dir).exists()
    assert not (project_of(base_dir) / LEARNING).exists()


def test_a_missing_claude_md_is_created(bundle: Path, base_dir: Path) -> None:
    result = install(bundle, base_dir, claude_md=True)

    assert claude_md(base_dir).read_text() == BLOCK.format("1.0.0")
    assert {"CLAUDE.md", LEARNING} <= set(result.installed)
    assert result.appended == ()


def test_instructions_are_appended_below_a_separator(bundle: Path, base_dir: Path) -> None:
    claude_md(base_dir).write_text("# My project\n\nBe nice.\n\n\n")

    result = install(bundle, base_dir, claude_md=True)

    assert result.appended == ("CLAUDE.md",)
    assert claude_md(base_dir).read_text() == f"# My project\n\nBe nice.\n\n---\n\n{BLOCK.format('1.0.0')}"


def test_they_are_appended_when_the_versions_say_that_nothing_else_is_due(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    claude_md(base_dir).write_text("# My project\n")

    result = install(bundle, base_dir, claude_md=True)

    assert result.as_json() == {
        "installed": [LEARNING],
        "skipped": [],
        "appended": ["CLAUDE.md"],
        "version_skipped": True,
        "bundled_version": "1.0.0",
        "installed_version": "1.0.0",
        "hint": "Use force=true to reinstall",
    }
    assert install(bundle, base_dir).version_skipped


def test_existing_instructions_are_left_alone(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir, claude_md=True)

    result = install(make_bundle("1.1.0"), base_dir, claude_md=True)

    assert "CLAUDE.md" in result.skipped
    assert claude_md(base_dir).read_text() == BLOCK.format("1.0.0")


def test_instructions_without_markers_are_recognised_by_the_agents_name(bundle: Path, base_dir: Path) -> None:
    claude_md(base_dir).write_text("Always use the ui-builder skill.\n")

    result = install(bundle, base_dir, claude_md=True)

    assert "CLAUDE.md" in result.skipped
    assert claude_md(base_dir).read_text() == "Always use the ui-builder skill.\n"


def test_force_replaces_the_instructions_and_nothing_around_them(make_bundle: MakeBundle, base_dir: Path) -> None:
    before, after = "# Before\n\n", "\n# After, with <angles>\n"
    claude_md(base_dir).write_text(before + BLOCK.format("0.9") + after)

    result = install(make_bundle("1.1.0"), base_dir, force=True, claude_md=True)

    assert "CLAUDE.md" in result.installed
    assert claude_md(base_dir).read_text() == before + BLOCK.format("1.1.0") + after


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("# Mine\n\n## UI\n\nUse ui-builder.\n\n### How\n\nSo.\n\n## More\n", "# Mine\n\n{}\n## More\n"),
        ("# Mine\nkept\n\nUse ui-builder\nfor pages.\n\nkept, too\n", "# Mine\nkept\n\n{}\nkept, too\n"),
        ("Use ui-builder.\n", "{}"),
        ("## UI\n```\n# no heading\n```\nui-builder\n\n---\n\nkept\n", "{}\n---\n\nkept\n"),
    ],
)
def test_force_replaces_instructions_without_markers_and_keeps_the_file_as_it_was(
    bundle: Path, base_dir: Path, text: str, becomes: str
) -> None:
    claude_md(base_dir).write_text(text)

    result = install(bundle, base_dir, force=True, claude_md=True)

    assert claude_md(base_dir).read_text() == becomes.format(BLOCK.format("1.0.0"))
    assert claude_md(base_dir).with_name("CLAUDE.md.orig").read_text() == text
    assert "CLAUDE.md" in result.installed
    assert "CLAUDE.md.orig is the file as it was" in (result.hint or "")
    # Now there are markers, and nothing is doubled.
    install(bundle, base_dir, force=True, claude_md=True)
    assert claude_md(base_dir).read_text() == becomes.format(BLOCK.format("1.0.0"))


def test_the_instructions_name_the_directory_that_is_used(tmp_path: Path) -> None:
    base_dir = tmp_path / ".ui"
    install(bundle_dir(), base_dir, claude_md=True)
    text = (tmp_path / "CLAUDE.md").read_text()
    assert "in `.ui/apps/`" in text
    assert ".claude/ui" not in text


def test_a_lost_end_marker_is_reported_and_nothing_is_cut_away(bundle: Path, base_dir: Path) -> None:
    text = "# Mine\n<!-- ui-mcp:begin -->\nuse ui-builder\n# More of mine\n"
    claude_md(base_dir).write_text(text)

    result = install(bundle, base_dir, force=True, claude_md=True)

    assert "CLAUDE.md" in result.skipped
    assert "has <!-- ui-mcp:begin --> without <!-- ui-mcp:end -->" in (result.hint or "")
    assert claude_md(base_dir).read_text() == text


def test_line_endings_encoding_and_mode_stay_as_they_are(bundle: Path, base_dir: Path) -> None:
    claude_md(base_dir).write_bytes(b"\xef\xbb\xbf# Caf\xe9\r\n")
    claude_md(base_dir).chmod(0o600)

    install(bundle, base_dir, claude_md=True)

    content = claude_md(base_dir).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf# Caf\xe9\r\n\r\n---\r\n\r\n<!-- ui-mcp:begin -->\r\n")
    assert content.count(b"\n") == content.count(b"\r\n")
    assert claude_md(base_dir).stat().st_mode & 0o777 == 0o600


def test_the_target_of_a_linked_claude_md_is_edited(bundle: Path, base_dir: Path) -> None:
    agents = project_of(base_dir) / "AGENTS.md"
    agents.write_text("# Rules\n")
    claude_md(base_dir).symlink_to("AGENTS.md")

    install(bundle, base_dir, claude_md=True)

    assert claude_md(base_dir).is_symlink()
    assert agents.read_text().endswith(BLOCK.format("1.0.0"))


def test_a_claude_md_linked_out_of_the_project_is_refused(bundle: Path, base_dir: Path, tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (outside / "CLAUDE.md").write_text("mine")
    claude_md(base_dir).symlink_to(outside / "CLAUDE.md")

    with pytest.raises(InstallError, match="outside of the project"):
        install(bundle, base_dir, claude_md=True)
    assert (outside / "CLAUDE.md").read_text() == "mine"
    assert not base_dir.exists()


def test_an_edited_learning_agent_is_kept_unless_forced(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir, claude_md=True)
    agent = project_of(base_dir) / LEARNING
    agent.write_text("mine")

    assert LEARNING in install(bundle, base_dir, claude_md=True).skipped
    assert LEARNING in install(bundle, base_dir, force=True, claude_md=True).installed
    assert agent.read_text() != "mine"


def test_configuring_asks_for_an_install_until_the_agent_is_installed(bundle: Path, base_dir: Path) -> None:
    assert installation_check(base_dir) == {
        "install_needed": True,
        "hint": "Run ui_install to install agent files and CLAUDE.md instructions",
    }

    install(bundle, base_dir)

    assert installation_check(base_dir) == {}
