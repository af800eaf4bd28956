"""Set up a development environment on a machine with Python 3.11 or newer.

Makes `.venv`, installs the package into it with the extra `dev`, installs npm packages for tests, and
installs Chromium, Firefox, PostgreSQL and what JavaFX programs need if they are missing. Uses only the standard
library, because it runs before anything is installed. A stamp in the environment says what it was made from, so a
second run is quick (`--if-needed`).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
STAMP = VENV / "setup-stamp"
DEMO_STAMP = VENV / "demo-stamp"
OLDEST = (3, 11)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
JAVAFX_JAR = Path("/usr/share/openjfx/lib/javafx.controls.jar")
POSTGRES_HOME = Path("/usr/lib/postgresql")
POSTGRES_LINE = "apt-get update && apt-get install -y postgresql"
FIREFOX_LINE = "apt-get update && apt-get install -y --no-install-recommends firefox-esr"
JAVAFX_LINE = (
    "apt-get update && apt-get install -y --no-install-recommends "
    "openjdk-17-jdk-headless openjfx xvfb openbox fonts-dejavu-core"
)
CHROMIUM_LINE = "apt-get update && apt-get install -y chromium"
# Of the release that is there, because another one would replace it.
SHELL = Path("/usr/lib/chromium/chromium-headless-shell")
SHELL_LINE = (
    "apt-get update && apt-get install -y --no-install-recommends "
    "chromium-headless-shell=$(dpkg-query -W -f '${Version}' chromium)"
)
LOCKS = "tests/**/node/package-lock.json"
# What pip is asked for.
TO_USE = "."
TO_DEVELOP = ".[dev]"
MINUTE = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Set up, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--if-needed", action="store_true", help="do nothing if the environment is current")
    parser.add_argument("--demo", action="store_true", help="if needed, and only what `make demo` needs")
    options = parser.parse_args(arguments)
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        say(f"needs Python {wanted} or newer, this is {python_version()}: make setup PYTHON=python{wanted}")
        return 1
    if (options.if_needed or options.demo) and is_current(STAMP):
        return 0
    if options.demo and is_current(DEMO_STAMP):
        return 0
    try:
        make_environment()
        install_package(TO_USE if options.demo else TO_DEVELOP)
    except SetupFailed as failure:
        say(str(failure))
        return 1
    if options.demo:
        ensure_chromium()
        DEMO_STAMP.write_text(stamp(), encoding="utf-8")
        return 0
    fetch_npm_packages()
    fetch_neighbours()
    fetch_frameworks()
    fetch_shoelace()
    ensure_chromium()
    ensure_headless_shell()
    ensure_firefox()
    ensure_postgres()
    ensure_javafx()
    STAMP.write_text(stamp(), encoding="utf-8")
    say(f"ready: {VENV}")
    return 0


class SetupFailed(Exception):
    """Set-up cannot continue; the text says why and what to do."""


def is_current(made: Path) -> bool:
    """Tell whether the environment was made from these files with this Python, as its stamp says."""
    return VENV_PYTHON.exists() and made.exists() and made.read_text(encoding="utf-8") == stamp()


def stamp() -> str:
    """Return what the environment depends on, as one line."""
    files = [ROOT / "pyproject.toml", *sorted(ROOT.glob(LOCKS))]
    project = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    # Includes the path, because an environment does not work in a copied tree.
    return f"{python_version()} {project} {ROOT}\n"


def python_version() -> str:
    """Return the version of the running Python that an environment is bound to, such as `3.11`."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def make_environment() -> None:
    """Make `.venv` unless it exists, works, and has this Python."""
    if environment_version() == python_version():
        return
    say(f"making {VENV} with Python {sys.version.split()[0]}")
    made = run([sys.executable, "-m", "venv", "--clear", str(VENV)], minutes=5)
    if made != 0:
        line = f"apt-get install -y python{python_version()}-venv"
        raise SetupFailed(f"`python -m venv` failed (see above); on Debian and Ubuntu run: {line}")


def environment_version() -> str | None:
    """Return the Python version of the environment, or None if there is none that runs."""
    show = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([VENV_PYTHON, "-c", show], capture_output=True, text=True, timeout=MINUTE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None


def install_package(wanted: str) -> None:
    """Install the package, editable: to use it, or with its development tools."""
    say(f"installing the package ({wanted})")
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if run([*pip, "--editable", wanted], minutes=10) != 0:
        raise SetupFailed(f"`pip install -e {wanted}` failed (see above); is the package index within reach?")


def fetch_shoelace() -> None:
    """Fetch the controls that pages use into `.cache`; only pages with them need it, so failing is not fatal."""
    code = "from pytest_uimcp.server.themes.shoelace_package import fetch_shoelace; fetch_shoelace()"
    if run([str(VENV_PYTHON), "-c", code], minutes=3) != 0:
        say("no copy of Shoelace (see above); tests of its controls in a browser will fail until `make setup` gets it")


def fetch_npm_packages() -> None:
    """Fetch what tests need from npm; only tests with clients of other makers do, so failing is not fatal."""
    if run([str(VENV_PYTHON), "-m", "tools.npm"], minutes=6) != 0:
        say("no npm packages (see above); tests with other makers' clients will fail until `make setup` gets them")


def fetch_neighbours() -> None:
    """Fetch the plugins that ours must live beside; only tests beside them need them, so failing is not fatal."""
    if run([str(VENV_PYTHON), "-m", "tools.neighbours"], minutes=9) != 0:
        say("no neighbouring plugins (see above); tests beside them will fail until `make setup` gets them")


def fetch_frameworks() -> None:
    """Fetch four agent frameworks; only tests with agents of theirs need them, so failing is not fatal."""
    light = ["openai", "anthropic", "openai-agents", "pydantic-ai"]
    if run([str(VENV_PYTHON), "-m", "tools.frameworks", *light], minutes=9) != 0:
        say("no agent frameworks (see above); tests with their agents will fail until `make setup` gets them")


def ensure_chromium() -> None:
    """Install the system's Chromium if none is found; only browser tests need it, so failing is not fatal."""
    looked_for = f"(looked for {', '.join(CHROMIUM_NAMES)})"
    ensure_installed("Chromium", find_chromium, CHROMIUM_LINE, f" {looked_for}; browser tests will fail")


def ensure_headless_shell() -> None:
    """Install Chromium's headless shell; without it, tests use Chromium, so failing is not fatal."""
    ensure_installed(
        "headless shell of Chromium", find_headless_shell, SHELL_LINE, "; tests in Chromium will take longer"
    )


def ensure_firefox() -> None:
    """Install the system's Firefox if none is found; only the face `firefox` needs it, so failing is not fatal."""
    ensure_installed("Firefox", find_firefox, FIREFOX_LINE, "; `make firefox` will fail")


def ensure_postgres() -> None:
    """Install the system's PostgreSQL if there is none; only its own tests need it, so failing is not fatal."""
    ensure_installed("PostgreSQL", find_postgres, POSTGRES_LINE, "; tests of conversations in it will fail")


def ensure_javafx() -> None:
    """Install a JDK, JavaFX and a display without a screen; only tests of real JavaFX programs need them."""
    ensure_installed(
        "JavaFX", find_javafx, JAVAFX_LINE, " with a JDK, Xvfb and openbox; tests of its programs will fail"
    )


def ensure_installed(name: str, find: Callable[[], str | None], line: str, consequence: str) -> None:
    """Install a program of the system as root, or tell what happens without it and how to install it."""
    if find():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        say(f"installing {name} from the system's packages")
        run(["sh", "-c", line], minutes=5, DEBIAN_FRONTEND="noninteractive")
    if not find():
        say(f"no {name} found{consequence}")
        say(f"to install it, run as root: {line}")


def find_chromium() -> str | None:
    """Return the path of the first Chromium on PATH."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


def find_headless_shell() -> str | None:
    """Return the path of Debian's headless shell, or of Chromium where there is no such package."""
    if SHELL.exists():
        return str(SHELL)
    return None if shutil.which("dpkg-query") else find_chromium()


def find_firefox() -> str | None:
    """Return the path of the first Firefox on PATH."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_postgres() -> str | None:
    """Return the path of PostgreSQL's `initdb`; Debian keeps it off PATH."""
    return shutil.which("initdb") or next(map(str, POSTGRES_HOME.glob("*/bin/initdb")), None)


def find_javafx() -> str | None:
    """Return the path of the Java compiler, if all that tests of JavaFX programs need is there."""
    if not JAVAFX_JAR.exists() or not all(map(shutil.which, ("java", "Xvfb", "openbox"))):
        return None
    return shutil.which("javac")


def run(command: Sequence[str], *, minutes: float, **environment: str) -> int:
    """Run a command with our output and no input, and return its exit code; 124 means it took too long."""
    try:
        return subprocess.run(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            timeout=minutes * MINUTE,
            env={**os.environ, **environment},
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        say(f"gave up after {minutes:g} minutes: {' '.join(command)}")
        return 124


def say(text: str) -> None:
    """Tell the user something, in one line."""
    sys.stderr.write(f"setup: {text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main())
