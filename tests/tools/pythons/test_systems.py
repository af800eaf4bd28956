"""Systems are made once and whole, and never removed with something mounted in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.pythons.test_namespace import is_able
from tools.pythons import namespace, systems
from tools.pythons.machine import CannotRun

ROOT = Path(__file__).resolve().parents[3]


class Machine:
    """Stands for what runs in namespaces: debootstrap, and the Python of what it made."""

    def __init__(self) -> None:
        self.ran: list[list[str]] = []
        self.debootstrap_code = 0
        self.python_code = 0

    def run(self, command: list[str], **_: object) -> int:
        self.ran.append(command)
        tree = Path(command[command.index("forky") + 1])
        (tree / "debootstrap").mkdir(parents=True)
        (tree / "debootstrap" / "debootstrap.log").write_text("one\nE: Failed getting release file\n")
        return self.debootstrap_code

    def chroot(self, root: Path, command: list[str], **_: object) -> int:
        return self.python_code


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(namespace, "run", machine.run)
    monkeypatch.setattr(namespace, "chroot", machine.chroot)
    return machine


def test_a_system_is_made_once_and_again_on_request(machine: Machine, tmp_path: Path) -> None:
    root = systems.system("3.14", tmp_path)
    (root / "kept").touch()
    assert systems.system("3.14", tmp_path) == root == tmp_path / "3.14"
    assert (len(machine.ran), (root / "kept").exists()) == (1, True)
    systems.system("3.14", tmp_path, fresh=True)
    assert (len(machine.ran), (root / "kept").exists()) == (2, False)


def test_a_system_of_other_packages_is_made_again(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = systems.system("3.14", tmp_path)
    (root / "kept").touch()
    monkeypatch.setattr(systems, "PACKAGES", (*systems.PACKAGES, "another"))
    systems.system("3.14", tmp_path)
    assert not (root / "kept").exists()


def test_a_system_knows_the_hosts_that_the_machine_knows(machine: Machine, tmp_path: Path) -> None:
    root = systems.system("3.14", tmp_path)
    assert (root / "etc" / "hosts").read_bytes() == Path("/etc/hosts").read_bytes()


def test_an_unreachable_archive_is_quoted_and_leaves_no_system(machine: Machine, tmp_path: Path) -> None:
    machine.debootstrap_code = 1
    with pytest.raises(CannotRun, match=r"debootstrap failed with code 1; is http.* within reach") as caught:
        systems.system("3.14", tmp_path)
    assert str(caught.value).endswith("E: Failed getting release file")
    assert not (tmp_path / "3.14").exists()
    machine.debootstrap_code = 0
    assert systems.system("3.14", tmp_path).is_dir()


def test_a_debian_with_another_python_is_an_error(machine: Machine, tmp_path: Path) -> None:
    machine.python_code = 1
    with pytest.raises(CannotRun, match=r"Debian forky in .* has no Python 3\.14; .* say in systems\.py which"):
        systems.system("3.14", tmp_path)


def test_two_runs_do_not_disturb_each_other(tmp_path: Path) -> None:
    with systems.alone(tmp_path), pytest.raises(CannotRun, match="another run is at work"), systems.alone(tmp_path):
        pass
    with systems.alone(tmp_path):
        pass


@pytest.mark.skipif(not is_able(), reason="needs root that may mount")
def test_a_tree_with_something_mounted_in_it_is_not_removed(tmp_path: Path) -> None:
    (tmp_path / "a tree" / "dev").mkdir(parents=True)
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").touch()
    code = "import sys; from pathlib import Path; from tools.pythons.systems import remove; remove(Path(sys.argv[1]))"
    line = 'mount --bind precious "a tree/dev" && cd "$0" && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", line, str(ROOT), sys.executable, "-c", code, str(tmp_path / "a tree")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
    assert f"because {tmp_path}/a tree/dev is mounted; run: umount -R" in done.stderr
    assert (tmp_path / "precious" / "file").exists()
    systems.remove(tmp_path / "a tree")
    assert not (tmp_path / "a tree").exists()
