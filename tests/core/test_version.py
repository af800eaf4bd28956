from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import pytest_uimcp
from pytest_uimcp.core.version import main, read_version, release_named, release_of_tree

ROOT = Path(__file__).resolve().parents[2]


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    command = ["git", "-C", str(root), *identity, *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=240)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree of version 1.2.3 in a repository of its own, one commit old."""
    root = tmp_path / "a tree"
    (root / "bundle").mkdir(parents=True)
    (root / "bundle" / "README.md").write_text("# ui-mcp\n\n**Version: 1.2.3**\n")
    (root / "pyproject.toml").touch()
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "All there is")
    return root


def test_the_root_readme_states_the_version_of_the_bundle() -> None:
    stated = read_version(ROOT / "bundle" / "README.md")
    assert stated is not None
    assert read_version(ROOT / "README.md") == stated


def test_the_package_has_the_version_of_the_bundle() -> None:
    assert pytest_uimcp.__version__ == read_version(ROOT / "bundle" / "README.md")


def test_the_changelog_begins_with_the_version_or_what_is_to_come() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("## "))
    assert first.startswith((f"## {pytest_uimcp.__version__}", "## Unreleased"))


def test_a_readme_without_the_line_states_no_version(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("Version: 1.2.3\n")
    assert read_version(readme) is None


def test_an_untagged_tree_is_a_development_copy(tree: Path) -> None:
    assert release_of_tree(tree) == "dev"


def test_a_tree_tagged_with_its_version_is_that_release(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    assert release_of_tree(tree) == "v1.2.3"


def test_one_of_several_tags_is_enough(tree: Path) -> None:
    git(tree, "tag", "nightly")
    git(tree, "tag", "-a", "v1.2.3", "-m", "Release")
    assert release_of_tree(tree) == "v1.2.3"


def test_a_tag_of_another_version_makes_no_release(tree: Path) -> None:
    git(tree, "tag", "v1.2.4")
    assert release_of_tree(tree) == "dev"


def test_a_commit_after_the_tag_is_a_development_copy(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    git(tree, "commit", "-q", "--allow-empty", "-m", "One more")
    assert release_of_tree(tree) == "dev"


def test_a_changed_tree_is_no_release_but_a_stray_file_does_not_matter(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    (tree / "stray").touch()
    assert release_of_tree(tree) == "v1.2.3"
    (tree / "pyproject.toml").write_text("# changed\n")
    assert release_of_tree(tree) == "dev"


def test_a_tree_inside_another_repository_does_not_take_its_tag(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    inner = tree / "vendor"
    (inner / "bundle").mkdir(parents=True)
    (inner / "bundle" / "README.md").write_text("**Version: 1.2.3**\n")
    (inner / "pyproject.toml").touch()
    assert release_of_tree(inner) == "dev"


def test_a_folder_that_is_not_a_source_tree_is_a_development_copy(tmp_path: Path) -> None:
    assert release_of_tree(tmp_path) == "dev"


def test_without_git_a_tree_is_a_development_copy(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tree, "tag", "v1.2.3")
    monkeypatch.setenv("PATH", "")
    assert release_of_tree(tree) == "dev"


def test_a_release_can_be_named_before_its_tag_is_set(tree: Path) -> None:
    stated = read_version(tree / "bundle" / "README.md")
    assert release_named(f"v{stated}", tree) == release_named(str(stated), tree) == f"v{stated}"
    with pytest.raises(ValueError, match=rf"VERSION=9\.9\.9: bundle/README\.md states {stated}"):
        release_named("9.9.9", tree)


def test_the_command_prints_the_release(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("pytest_uimcp.core.version.release", lambda: "v1.2.3")
    assert main([]) == 0
    assert capsys.readouterr().out == "ui-mcp v1.2.3\n"


def test_the_command_takes_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--short"]) == 2
    assert capsys.readouterr().err == "ui-mcp version takes no arguments, got: --short\n"
