"""An install that fails or is killed changes nothing for good; the next one completes it."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.core.base_dir import project_of
from pytest_uimcp.server.install import InstallError, install, install_if_missing, is_installed
from pytest_uimcp.server.install import lock as lock_module
from pytest_uimcp.server.install import transaction as transaction_module
from pytest_uimcp.server.install.record import RECORD
from pytest_uimcp.server.install.transaction import FileTransaction

MakeBundle = Callable[..., Path]

INSTALL = "import sys; from pathlib import Path; from pytest_uimcp.server.install import install"


class Killed(BaseException):
    """Stands for the death of the process."""


def tree(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file() and path.name != Path(RECORD).name
    }


def everything(directory: Path) -> list[str]:
    return sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*"))


def die_at(monkeypatch: pytest.MonkeyPatch, move: int) -> None:
    """Kill the process before the given rename: nothing after it happens, not even clean-up."""
    moves = iter(range(10_000))
    real = transaction_module.move

    def counted(source: Path, target: Path) -> None:
        if next(moves) == move:
            raise Killed
        real(source, target)

    monkeypatch.setattr(transaction_module, "move", counted)
    monkeypatch.setattr(FileTransaction, "__exit__", lambda *_: None)


def fail_at(monkeypatch: pytest.MonkeyPatch, move: int) -> None:
    """Make the given rename fail; those that undo earlier ones work."""
    moves = iter(range(10_000))
    real = transaction_module.move

    def counted(source: Path, target: Path) -> None:
        if next(moves) == move:
            raise OSError(5, "Input/output error")
        real(source, target)

    monkeypatch.setattr(transaction_module, "move", counted)


MOVES = 27  # the record, 25 files, the record again


@pytest.mark.parametrize("move", range(MOVES))
def test_a_first_install_interrupted_anywhere_is_finished_by_the_next_start(
    bundle: Path, base_dir: Path, tmp_path: Path, move: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        die_at(patch, move)
        with pytest.raises(Killed):
            install(bundle, base_dir)

    assert not is_installed(base_dir)
    result = install_if_missing(bundle, base_dir)

    assert result is not None
    assert result.skipped == ()
    install(bundle, tmp_path / "clean" / ".claude" / "ui")
    assert everything(project_of(base_dir)) == everything(tmp_path / "clean")
    assert tree(project_of(base_dir)) == tree(tmp_path / "clean")


@pytest.mark.parametrize("move", range(MOVES - 1))  # the edited file does not move
def test_an_upgrade_interrupted_anywhere_is_finished_by_the_next(
    make_bundle: MakeBundle, base_dir: Path, move: int
) -> None:
    old, new = make_bundle("1.0.0"), make_bundle("1.1.0")
    install(old, base_dir)
    (base_dir / "event").write_text("edited")
    with pytest.MonkeyPatch.context() as patch:
        die_at(patch, move)
        with pytest.raises(Killed):
            install(new, base_dir)
    for name, content in tree(base_dir).items():
        temporary = Path(name).name.startswith(".") or name.startswith("html/")
        assert temporary or content in (b"edited", (old / name).read_bytes(), (new / name).read_bytes())

    # The next attempt may have a bundle of a third version.
    result = install(make_bundle("1.2.0"), base_dir)

    assert result.skipped == ("event",)
    assert (base_dir / "resources/lua.md").read_text() == "resources/lua.md of 1.2.0\n"
    assert not [name for name in everything(project_of(base_dir)) if name.endswith(".tmp")]


def test_an_interrupted_forced_install_is_repeated_for_the_same_version(bundle: Path, base_dir: Path) -> None:
    install(bundle, base_dir)
    for name in ("event", "lua/main.lua"):
        (base_dir / name).write_text("edited")
    with pytest.MonkeyPatch.context() as patch:
        die_at(patch, 2)
        with pytest.raises(Killed):
            install(bundle, base_dir, force=True)

    assert not is_installed(base_dir)
    assert not install(bundle, base_dir).version_skipped


@pytest.mark.parametrize("move", range(MOVES))
def test_a_rename_that_fails_undoes_all_before_it(make_bundle: MakeBundle, base_dir: Path, move: int) -> None:
    install(make_bundle("1.0.0"), base_dir)
    before = tree(project_of(base_dir)), everything(project_of(base_dir))

    with pytest.MonkeyPatch.context() as patch:
        fail_at(patch, move)
        with pytest.raises(InstallError, match=r"Input/output error\. Nothing was changed\."):
            install(make_bundle("1.1.0"), base_dir)

    assert (tree(project_of(base_dir)), everything(project_of(base_dir))) == before
    assert is_installed(base_dir)


def test_a_failed_first_install_leaves_no_directory_behind(bundle: Path, base_dir: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fail_at(patch, 20)
        with pytest.raises(InstallError):
            install(bundle, base_dir)

    assert everything(project_of(base_dir)) == []


def test_without_hard_links_a_failure_is_still_undone(make_bundle: MakeBundle, base_dir: Path) -> None:
    install(make_bundle("1.0.0"), base_dir)
    before = tree(project_of(base_dir))

    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "hardlink_to", refuse)
        fail_at(patch, 20)
        with pytest.raises(InstallError):
            install(make_bundle("1.1.0"), base_dir)

    assert tree(project_of(base_dir)) == before


@pytest.mark.slow
def test_a_killed_process_leaves_an_install_that_the_next_one_finishes(bundle: Path, base_dir: Path) -> None:
    code = f"""
        import os, signal
        {INSTALL}
        from pytest_uimcp.server.install import transaction
        real, moves = transaction.move, iter(range(99))
        def move(source, target):
            if next(moves) == 10:
                os.kill(os.getpid(), signal.SIGKILL)
            real(source, target)
        transaction.move = move
        install(Path(sys.argv[1]), Path(sys.argv[2]))
    """
    assert run(code, bundle, base_dir).returncode == -signal.SIGKILL

    result = install_if_missing(bundle, base_dir)

    assert result is not None
    assert (result.skipped, result.installed[-1]) == ((), "README.md")
    assert not [name for name in everything(project_of(base_dir)) if name.endswith(".tmp")]


# Errors of the operating system


def run(code: str, *arguments: object, wrapper: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [*wrapper, sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def run_mounted(options: str, where: Path, code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run code with a tmpfs at `where`, in its own mount namespace."""
    if shutil.which("unshare") is None:
        pytest.skip("mount namespaces need unshare")
    script = f'mount -t tmpfs -o {options} none "$1" && shift && exec "$@"'
    wrapper = ("unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh", str(where))
    done = run(code, *arguments, wrapper=wrapper)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"mounting is not allowed here: {done.stderr.strip()}")
    return done


REPORT = f"""
    {INSTALL}, InstallError
    bundle, base_dir = map(Path, sys.argv[1:3])
    try:
        install(bundle, base_dir)
    except InstallError as error:
        print(error)
    print(sorted(str(p.relative_to(base_dir.parent.parent)) for p in base_dir.parent.parent.rglob("*")))
"""


def test_a_full_disk_is_reported_and_leaves_nothing(make_bundle: MakeBundle, project: Path) -> None:
    bundle = make_bundle("1.0.0", **{"html/main-1.0.0.js": "x" * 200_000})

    done = run_mounted("size=128k", project, REPORT, bundle, project / ".claude" / "ui")

    message, files = done.stdout.splitlines()
    assert f"cannot install {project}/.claude/ui/html/main-1.0.0.js: no space is left" in message
    assert "Nothing was changed. Free some space, then run the install again." in message
    assert files == "[]"


def test_a_full_disk_during_an_upgrade_leaves_the_old_install(make_bundle: MakeBundle, project: Path) -> None:
    old, new = make_bundle("1.0.0"), make_bundle("1.1.0", **{"html/main-1.1.0.js": "x" * 200_000})
    code = f"""
        {INSTALL}, InstallError
        old, new, base_dir = map(Path, sys.argv[1:4])
        tree = lambda: {{str(p): p.is_file() and p.read_bytes() for p in base_dir.parent.rglob("*")}}
        install(old, base_dir)
        before = tree()
        try:
            install(new, base_dir)
        except InstallError as error:
            print("no space" in str(error), tree() == before)
    """

    done = run_mounted("size=256k", project, code, old, new, project / ".claude" / "ui")

    assert done.stdout == "True True\n", done.stderr


@pytest.mark.slow
def test_a_file_size_limit_is_reported_and_leaves_nothing(make_bundle: MakeBundle, base_dir: Path) -> None:
    bundle = make_bundle("1.0.0", **{"html/main-1.0.0.js": "x" * 200_000})
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (65536, {resource.RLIM_INFINITY}))"

    done = run(textwrap.dedent(limit) + textwrap.dedent(REPORT), bundle, base_dir)

    message, files = done.stdout.splitlines()
    assert "the file would pass the size limit of this process" in message
    assert files == "[]"


def test_a_read_only_file_system_is_reported(bundle: Path, project: Path) -> None:
    done = run_mounted("ro", project, REPORT, bundle, project / ".claude" / "ui")

    message, _ = done.stdout.splitlines()
    assert f"cannot install {project}/.claude: the file system is read-only" in message
    assert "Make it writable or choose another directory, then run the install again." in message


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_a_directory_without_write_permission_is_reported(bundle: Path, project: Path) -> None:
    project.chmod(0o555)
    with pytest.raises(InstallError, match="permission is denied"):
        install(bundle, project / ".claude" / "ui")


def test_a_base_dir_that_is_a_file_is_reported(bundle: Path, base_dir: Path) -> None:
    base_dir.parent.mkdir()
    base_dir.write_text("a file")

    with pytest.raises(InstallError, match="there is a file where a directory is needed") as caught:
        install(bundle, base_dir)

    assert str(caught.value) == (
        f"cannot install {base_dir}: there is a file where a directory is needed. Nothing was changed. "
        "Move that file away, then run the install again."
    )
    assert base_dir.read_text() == "a file"


@pytest.mark.parametrize("name", ["resources", "html", "lua", "../agents", "../skills/ui"])
def test_a_file_in_the_place_of_a_directory_is_reported(bundle: Path, base_dir: Path, name: str) -> None:
    base_dir.mkdir(parents=True)
    file = Path(os.path.normpath(base_dir / name))
    file.parent.mkdir(exist_ok=True)
    file.write_text("a file")
    before = everything(project_of(base_dir))

    with pytest.raises(InstallError, match="there is a file where a directory is needed") as caught:
        install(bundle, base_dir)

    assert str(file) in str(caught.value)
    assert everything(project_of(base_dir)) == before


@pytest.mark.parametrize("name", ["event", "README.md", "html/index.html"])
def test_a_directory_in_the_place_of_a_file_is_reported(bundle: Path, base_dir: Path, name: str) -> None:
    (base_dir / name).mkdir(parents=True)

    with pytest.raises(InstallError, match="there is a directory where a file is needed"):
        install(bundle, base_dir, force=True)


def test_a_place_where_nothing_can_be_created_is_reported(bundle: Path) -> None:
    with pytest.raises(InstallError, match=r"cannot install /proc/nope: it cannot be created there"):
        install(bundle, Path("/proc/nope/.claude/ui"))


# Links


def test_a_linked_directory_inside_the_project_is_followed(bundle: Path, base_dir: Path) -> None:
    source = project_of(base_dir) / "src" / "viewdefs"
    source.mkdir(parents=True)
    base_dir.mkdir(parents=True)
    (base_dir / "viewdefs").symlink_to(source)

    install(bundle, base_dir)

    assert (base_dir / "viewdefs").is_symlink()
    assert (source / "MCP.DEFAULT.html").is_file()


@pytest.mark.parametrize("name", ["viewdefs", "lua", "html"])
def test_a_link_out_of_the_project_is_refused(bundle: Path, base_dir: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    base_dir.mkdir(parents=True)
    (base_dir / name).symlink_to(outside)

    with pytest.raises(InstallError, match=f"leads to {outside}, outside of the project"):
        install(bundle, base_dir)

    assert list(outside.iterdir()) == []
    assert everything(base_dir) == [name]


def test_a_circular_link_is_reported(bundle: Path, base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "lua").symlink_to("lua")

    with pytest.raises(InstallError, match=r"symbolic links form a loop|there is a file where"):
        install(bundle, base_dir)


def test_a_base_dir_that_is_itself_a_link_is_used(bundle: Path, base_dir: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere"
    real.mkdir()
    base_dir.parent.mkdir()
    base_dir.symlink_to(real)

    install(bundle, base_dir)

    assert (real / "README.md").is_file()
    assert (project_of(base_dir) / ".claude/skills/ui/SKILL.md").is_file()


def test_a_link_to_a_file_of_an_app_is_the_users_whatever_the_force(bundle: Path, base_dir: Path) -> None:
    mine = base_dir / "apps/shell/viewdefs/MCP.DEFAULT.html"
    mine.parent.mkdir(parents=True)
    mine.write_text("<template>mine</template>")
    link = base_dir / "viewdefs/MCP.DEFAULT.html"
    link.parent.mkdir()
    link.symlink_to("../apps/shell/viewdefs/MCP.DEFAULT.html")

    assert install(bundle, base_dir).skipped == ("viewdefs/MCP.DEFAULT.html",)
    assert link.is_symlink()

    assert install(bundle, base_dir, force=True).skipped == ("viewdefs/MCP.DEFAULT.html",)
    assert link.is_symlink()
    assert mine.read_text() == "<template>mine</template>"


def test_a_dangling_link_is_kept_too_and_moved_by_force(bundle: Path, base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "event").symlink_to("gone")

    assert install(bundle, base_dir).skipped == ("event",)

    assert install(bundle, base_dir, force=True).moved == {"event": "event.orig"}
    assert str((base_dir / "event.orig").readlink()) == "gone"
    assert (base_dir / "event").read_bytes() == (bundle / "event").read_bytes()


# Concurrent installs


def test_concurrent_installs_leave_one_complete_install(make_bundle: MakeBundle, base_dir: Path) -> None:
    bundle = make_bundle("1.0.0")
    start = threading.Barrier(6)
    failures: list[BaseException] = []

    def work() -> None:
        start.wait(240)
        try:
            install(bundle, base_dir, force=True)
        except BaseException as error:  # noqa: BLE001  # shown by the assertion below
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)

    assert failures == []
    assert is_installed(base_dir)
    assert not [name for name in everything(project_of(base_dir)) if name.endswith(".tmp")]


def test_an_install_that_waits_too_long_for_another_says_so(
    bundle: Path, base_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock_module, "WAIT_SECONDS", 0.05)
    with (
        lock_module.exclusive(project_of(base_dir)),
        pytest.raises(InstallError, match="another install is still at work there"),
    ):
        install(bundle, base_dir)
