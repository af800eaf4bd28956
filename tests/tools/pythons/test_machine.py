"""What the matrix says where it cannot run, and what it takes from the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pythons import machine, namespace
from tools.pythons.__main__ import CANNOT_RUN, main


@pytest.fixture
def able(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine that has everything; tests take something away from it."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(namespace, "run", lambda *_, **__: 0)
    return monkeypatch


def told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> str:
    assert main(["--cache", str(tmp_path / "matrix")]) == CANNOT_RUN
    assert not (tmp_path / "matrix").exists()
    return capsys.readouterr().err


def test_a_machine_that_has_everything_gets_no_message(able: pytest.MonkeyPatch) -> None:
    machine.check()


def test_another_system_gets_an_error_that_names_linux(
    able: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    able.setattr("sys.platform", "darwin")
    assert told(capsys, tmp_path) == "pythons: needs Linux, for its chroots; this is darwin\n"


def test_without_root_the_command_to_type_is_printed(
    able: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    able.setattr("os.geteuid", lambda: 1000)
    assert told(capsys, tmp_path) == "pythons: needs root, for debootstrap and chroot: run `sudo make pythons`\n"


@pytest.mark.parametrize(("tool", "package"), [("debootstrap", "debootstrap"), ("unshare", "util-linux")])
def test_a_missing_tool_is_named_with_its_package(
    tool: str, package: str, able: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    able.setattr("shutil.which", lambda name: None if name == tool else name)
    assert (
        told(capsys, tmp_path) == f"pythons: needs `{tool}`; on Debian and Ubuntu run: apt-get install -y {package}\n"
    )


def test_a_container_without_the_right_to_mount_gets_an_error(
    able: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    able.setattr(namespace, "run", lambda *_, **__: 1)
    assert "a container has to be privileged" in told(capsys, tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "archive"),
    [
        ("sources.list", "deb http://mirror.example/debian bookworm main\n", "http://mirror.example/debian"),
        ("sources.list", "deb [arch=amd64] https://mirror.example/debian/ sid main\n", "https://mirror.example/debian"),
        ("sources.list.d/debian.sources", "Types: deb\nURIs: http://a.b/debian\n", "http://a.b/debian"),
        ("sources.list.d/x.list", "# deb http://old.example/debian sid main\n", machine.DEBIAN),
        ("sources.list.d/s.sources", "URIs: http://deb.debian.org/debian-security\n", machine.DEBIAN),
        ("sources.list", "deb http://archive.ubuntu.com/ubuntu noble main\n", machine.DEBIAN),
    ],
)
def test_debian_comes_from_where_the_machine_s_packages_come_from(
    name: str, text: str, archive: str, tmp_path: Path
) -> None:
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / name).write_text(text)
    assert machine.debian(tmp_path) == archive


def test_a_system_gets_the_way_to_the_index_and_nothing_else_of_our_environment(tmp_path: Path) -> None:
    (tmp_path / "certificates.pem").write_text("")
    certificates = str(tmp_path / "certificates.pem")
    ours = {
        "HTTPS_PROXY": "http://proxy:1",
        "no_proxy": "localhost",
        "PIP_INDEX_URL": "http://index",
        "SSL_CERT_FILE": certificates,
    }
    others = {"PIP_FIND_LINKS": "/x", "PATH": "/mine", "PYTHONPATH": "/mine", "PYTEST_ADDOPTS": "-x", "TOKEN": "secret"}
    assert machine.environment(ours | others) == {
        **ours,
        "PIP_CERT": certificates,
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "TERM": "dumb",
    }
    assert Path(certificates) in machine.files_to_copy(ours)
