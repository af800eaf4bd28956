from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.compositor.policy import bindmounts, paths
from pytest_uimcp.compositor.policy.paths import leads_below
from tests.tools.pythons.test_namespace import is_able


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two folders, each with files, and links in both directions; the working directory is inside of one."""
    root = tmp_path_factory.mktemp("tree").resolve()
    for folder in ("secret/deep", "open/deep"):
        (root / folder).mkdir(parents=True)
        (root / folder / "a.txt").write_text(folder)
    (root / "open/into").symlink_to("../secret")
    (root / "open/file").symlink_to("../secret/deep/a.txt")
    (root / "open/loop").symlink_to("loop")
    (root / "secret/out").symlink_to(root / "open")
    (root / "link").symlink_to(root / "secret/deep")
    before = Path.cwd()
    os.chdir(root / "secret/deep")
    yield root
    os.chdir(before)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "//etc/passwd",
        "///etc//passwd",
        "/etc/./passwd",
        "/tmp/../etc/passwd",
        "/../etc/passwd",
        "/etc",
        "/etc/",
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "FILE:/etc/passwd",
        "file:///%65tc/passwd",
    ],
)
def test_every_spelling_of_a_path_leads_below_its_folder(path: str) -> None:
    assert leads_below(path, "/etc") is True


@pytest.mark.parametrize("path", ["/tmp/x", "/etcetera", "//tmp/etc", "/etc/../tmp/x", "/", "/dev/shm/x"])
def test_an_absolute_path_elsewhere_leads_elsewhere(path: str) -> None:
    assert leads_below(path, "/etc") is False


@pytest.mark.parametrize(
    "path",
    [
        "../etc/passwd",
        "passwd",
        "",
        ".",
        ["/etc/passwd"],
        {"path": "/etc/passwd"},
        None,
        5,
        "file:///tmp/x",
        "file:etc/passwd",
        "file://server/tmp/x",
        "https://example.org/etc/passwd",
        "/%65tc/passwd",
        "/tmp/\0/../../etc/passwd",
        "/proc/self/root/../nothing",
        "/dev/fd/3",
        "/dev/shm/../fd/3",
        "/dev",
        "/tmp/" + "x" * 5000,
        "/tmp/\ud800",
        " /etc/passwd",
        "~nobody-of-this-name/x",
        "/tmp/*/../../etc/passwd",
        "/???/passwd",
        "/[e]tc/passwd",
        "/{tmp,etc}/passwd",
        "/tmp/$X",
        "/tmp/`x`",
        "/tmp\\..\\etc\\passwd",
        "/tmp/x\n/etc/passwd",
        "/tmp/x:/etc/passwd",
        "/tmp/x, /etc/passwd",
        "/%2565tc/passwd",
        "/etc/{passwd,../tmp/x}",
        "/etc/$X",
        "/etc/%2e%2e/tmp/x",
        "/etc/passwd:/tmp/x",
        "/etc/.*/tmp/x",
        "/proc/1/root/etc/passwd",
    ],
)
def test_where_another_text_leads_is_not_known(path: object) -> None:
    assert leads_below(path, "/etc") is None


def test_the_home_directory_has_two_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert leads_below("~/.ssh/id", "~/.ssh") is True
    assert leads_below(f"{tmp_path}/.ssh/id", "~/.ssh") is True
    assert leads_below("~/.ssh/id", str(tmp_path)) is True
    assert leads_below(f"{tmp_path}/notes", "~/.ssh") is False
    assert leads_below("~/notes", "~/.ssh") is None


def test_links_lead_where_they_point_to(tree: Path) -> None:
    secret = str(tree / "secret")
    assert leads_below(f"{tree}/open/into/deep/a.txt", secret) is True
    assert leads_below(f"{tree}/open/file", secret) is True
    assert leads_below(f"{tree}/link/a.txt", secret) is True
    assert leads_below(f"{tree}/link/../nothing-yet", secret) is True
    assert leads_below(f"{tree}/open/deep/a.txt", secret) is False
    assert leads_below(f"{tree}/secret/out/deep/a.txt", secret) is None


def test_links_through_what_each_process_sees_as_its_own_lead_nowhere_certain(tree: Path) -> None:
    (tree / "open/here").symlink_to("/proc/self/cwd")
    assert leads_below(f"{tree}/open/here/a.txt", "/root/nothing") is None
    assert leads_below(f"{tree}/open/here/a.txt", f"{tree}/open") is None


def test_a_file_with_another_name_may_be_below_any_folder_of_its_device(tree: Path) -> None:
    (tree / "open/twin").hardlink_to(tree / "secret/deep/a.txt")
    assert leads_below(f"{tree}/open/twin", f"{tree}/secret") is None
    assert leads_below(f"{tree}/open/twin", f"{tree}/nowhere") is False


@pytest.mark.skipif(not is_able(), reason="needs root that may mount")
def test_a_part_of_a_folder_that_is_mounted_elsewhere_is_below_the_folder(tmp_path: Path) -> None:
    script = """
from pytest_uimcp.compositor.policy.paths import leads_below
from tests.tools.pythons.test_namespace import is_able
print(leads_below("ROOT/open/deep folder/a", "ROOT/secret"),
      leads_below("ROOT/open/file", "ROOT/secret"), leads_below("ROOT/open/other", "ROOT/secret"))
""".replace("ROOT", str(tmp_path))
    for folder in ("secret/deep", "open/deep folder"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("secret/deep/a", "open/file", "open/other"):
        (tmp_path / file).touch()
    mounts = (
        f"mount --bind '{tmp_path}/secret/deep' '{tmp_path}/open/deep folder' && "
        f"mount --bind '{tmp_path}/secret/deep/a' '{tmp_path}/open/file' && exec '{sys.executable}' -c \"$0\""
    )
    run = subprocess.run(
        ["unshare", "--mount", "sh", "-c", mounts, script], capture_output=True, text=True, timeout=240, check=False
    )
    assert (run.stdout.strip(), run.returncode) == ("True True False", 0), run.stderr


def test_a_mount_with_any_name_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "mountinfo"
    names = "x\\040y\rz\x0b\x1c\u2028".encode() + b"\xff"
    table.write_bytes(b"1 0 8:1 / / rw - ext4 /dev/sda rw\n2 1 8:1 /secret /mnt/" + names + b" rw - ext4 /dev/sda rw\n")
    monkeypatch.setattr(bindmounts, "MOUNT_TABLE", table)
    assert bindmounts.shares_mount("/mnt/x y\rz\x0b\x1c\u2028\udcff/a", "/secret")
    assert not bindmounts.shares_mount("/mnt/other/a", "/secret")


def test_where_case_does_not_matter_a_folder_has_many_spellings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leads_below("/Nowhere/BÄR/a", "/nowhere/bär") is False
    monkeypatch.setattr(paths, "FOLDS_CASE", True)
    assert leads_below("/Nowhere/BÄR/a", "/nowhere/bär") is True
    assert leads_below("/Nowhere/BA\u0308R/a", "/nowhere/bär") is True
    assert leads_below("/nowhere/bären", "/nowhere/bär") is False


def test_a_relative_folder_holds_what_is_below_it_by_its_text() -> None:
    assert leads_below("./notes//a/../b", "notes") is True
    assert leads_below("notes", "notes/") is True
    assert leads_below("a/b", ".") is True
    assert leads_below("notes/../../x", ".") is None
    assert leads_below("notes/../x", "notes") is None
    assert leads_below("/notes/x", "notes") is None


STARTS = st.sampled_from(["./", "../", "../../open/", "{tree}/", "/{tree}/", "/..{tree}//open/into/", "file:{tree}/"])


@given(STARTS, st.data())
def test_no_spelling_that_opens_a_file_below_a_folder_leads_elsewhere(
    tree: Path, start: str, data: st.DataObject
) -> None:
    path = start.format(tree=tree)
    for _ in range(data.draw(st.integers(0, 6))):
        path += data.draw(st.sampled_from([*_entries(path, os.path.isdir), ".", "..", ""])) + "/"
    path += data.draw(st.sampled_from(_entries(path, os.path.isfile) or ["../secret/deep/a.txt", "../open/file"]))
    answers = {folder: leads_below(path, str(tree / folder)) for folder in ("secret", "open")}
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib would tidy the spelling
            target = Path(f"/proc/self/fd/{file.fileno()}").readlink()
    except OSError:
        return
    for folder, answer in answers.items():
        below = target.is_relative_to(tree / folder)
        assert answer in ((True, None) if below else (False, None)), f"{path} opens {target}"


def _entries(folder: str, is_kind: Callable[[str], bool]) -> list[str]:
    if not os.path.isdir(folder):  # noqa: PTH112 - pathlib would tidy the spelling
        return []
    return [name for name in sorted(os.listdir(folder)) if is_kind(folder + name)]  # noqa: PTH208 - the same
