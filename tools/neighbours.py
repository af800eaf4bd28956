"""Install the plugins that ours is tested with: `python -m tools.neighbours`. Each set has a thin environment.

They are not development dependencies, because every run of our own tests would then load them. A thin environment
sees what `.venv` has and puts its own packages before it, so that one may even hold another pytest.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / ".cache" / "neighbours"
SETS: Final = {
    "plugins": ("pytest-asyncio>=1", "pytest-playwright>=0.7"),
    "pytest8": ("pytest>=8,<9", "pytest-asyncio>=1"),
}
SECONDS: Final = 240


def main() -> int:
    """Install every set; returns 1 if one could not be installed."""
    return max([fetch(name) for name in SETS])


def fetch(name: str) -> int:
    """Make an environment unless it is current; returns 0 if it exists then."""
    folder = FOLDER / name
    stamp = folder / "stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of(name):
        return 0
    venv.create(folder, with_pip=False, clear=True)
    # Not a plain path: editable installs in .venv are found through its .pth files.
    line = f"import site; site.addsitedir({str(site(ROOT / '.venv'))!r})\n"
    (site(folder) / "below.pth").write_text(line, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python(name)), "install", "-qq", "--disable-pip-version-check"]
    try:
        done = subprocess.run([*pip, *SETS[name]], timeout=SECONDS, check=False).returncode
    except subprocess.TimeoutExpired:
        done = 1
    if done == 0:
        stamp.write_text(made_of(name), encoding="utf-8")
    return done


def made_of(name: str) -> str:
    """What an environment depends on."""
    project = (ROOT / "pyproject.toml").read_bytes() + repr(SETS[name]).encode()
    return f"{sys.version_info[:2]} {hashlib.sha256(project).hexdigest()} {ROOT}\n"


def python(name: str) -> Path:
    """The interpreter of a set."""
    return FOLDER / name / "bin" / "python"


def site(folder: Path) -> Path:
    """Where an environment keeps its packages."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))


if __name__ == "__main__":
    raise SystemExit(main())
