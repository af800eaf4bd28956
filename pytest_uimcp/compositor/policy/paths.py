"""Whether a path leads below a folder, as the file system would say.

A text names a file in many ways: `/etc/passwd`, `//etc/passwd`, `/tmp/../etc/passwd`, `~root/../etc/passwd`,
`file:///etc/passwd`, or through a link. So there are three answers: `True` and `False` are certain, and `None` means
that it depends on what is not known here, such as the working directory of the tool's server.

A path is resolved twice: by its text, and by the links and mounts that are on this machine at this moment. It leads
elsewhere only if both say so, and if the file has no other name.
"""

from __future__ import annotations

import errno
import os
import posixpath
import re
import stat
import sys
import unicodedata
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from pytest_uimcp.compositor.policy.bindmounts import shares_mount

# The kernel opens no longer path, so a longer text means something else.
MAX_PATH_BYTES: Final = 4096
# What these hold depends on the process that looks: `/proc/self/cwd`, `/dev/fd/3`.
LIVE_FOLDERS: Final = ("/proc", "/dev")
# Files in memory, which are the same for all.
SHARED_MEMORY: Final = "/dev/shm"
MAX_STEPS: Final = 4096
_LEADS_ANYWHERE: Final = re.compile(r"[{}$`\\\x00-\x1f\x7f]|/\.\.?[*?\[]|[*?\[].*/\.\.(?:/|\Z)")
# A tool may take a list of paths.
_ANOTHER_PATH: Final = re.compile(r"(?<!\Afile)(?:[,;:|=]\s*|\s)(?:file:)?[/~]", re.IGNORECASE)
# What a tool may expand: patterns, variables, several lines, the separator of another system.
_MORE_THAN_A_PATH: Final = re.compile(r"[*?\[\]{}$`\\\x00-\x1f\x7f]")
FOLDS_CASE: Final = sys.platform == "darwin"


def leads_below(value: Any, folder: str) -> bool | None:
    """Whether `value` names `folder` or something below it; None if that cannot be known."""
    if not isinstance(value, str) or not _can_be_opened(value):
        return None
    path = _meaning(value)
    root = _meaning(folder)
    if not posixpath.isabs(root):
        return _relative_leads_below(path, root)
    if not posixpath.isabs(path):
        return None
    try:
        if _leads_below_on_disk(path, root):
            if _may_lead_out(value, folder):
                return None
            return True
        is_certain = _has_one_meaning(value, root) and not _depends_on_process(path) and not _is_shared(path, root)
    except OSError:  # a link that this process may not read
        return None
    if _is_below(_normal(path), _normal(root)):
        # By its text it is below, but here a link leads out of the folder.
        return None
    if is_certain:
        return False
    return None


def _can_be_opened(text: str) -> bool:
    try:
        return 0 < len(os.fsencode(text)) <= MAX_PATH_BYTES and "\0" not in text
    except UnicodeEncodeError:  # half of a surrogate pair
        return False


def _meaning(text: str) -> str:
    # The path that a text stands for: what a `file:` URL names, and `~` as the home directory.
    scheme, colon, tail = text.partition(":")
    if colon and scheme.lower() == "file":
        if tail.startswith("//"):
            host, slash, path = tail[2:].partition("/")
            tail = slash + path if host.lower() in ("", "localhost") else tail
        return unquote(tail.partition("?")[0].partition("#")[0])
    return posixpath.expanduser(text)


def _normal(path: str) -> str:
    # The path by its text alone. POSIX lets two leading slashes mean another root; here they mean the same.
    return "/" + posixpath.normpath(path).lstrip("/")


def _is_below(path: str, root: str) -> bool:
    path = _folded(path)
    root = _folded(root)
    return path == root or path.startswith(root.rstrip("/") + "/")


def _folded(path: str) -> str:
    if FOLDS_CASE:
        return unicodedata.normalize("NFC", path).casefold()
    return path


def _leads_below_on_disk(path: str, root: str) -> bool:
    # The same by the links on this machine. Compares files, not names: a mount or a folded case has other names.
    place = os.path.realpath(path)
    real_root = os.path.realpath(root)
    if _is_below(_normal(place), _normal(real_root)) or shares_mount(_normal(place), _normal(real_root)):
        return True
    while True:
        if _is_same_file(place, root):
            return True
        parent = posixpath.dirname(place)
        if parent == place:
            return False
        place = parent


def _is_same_file(path: str, other_path: str) -> bool:
    try:
        return Path(path).samefile(other_path)
    except (OSError, ValueError):
        return False


def _has_one_meaning(text: str, root: str) -> bool:
    # Whether every program would open the same file: an absolute path, written out.
    if not text.startswith("/") or _MORE_THAN_A_PATH.search(text):
        return False
    # A tool that takes a URI may decode it, each time that it passes it on.
    decoded = text
    while "%" in decoded and decoded != (decoded := unquote(decoded)):
        if _MORE_THAN_A_PATH.search(decoded) or _is_below(_normal(decoded), _normal(root)):
            return False
    return not _ANOTHER_PATH.search(decoded)


def _may_lead_out(text: str, folder: str) -> bool:
    # Whether a tool that expands or decodes what is below a folder may leave it.
    decoded = unquote(text)
    return (
        _LEADS_ANYWHERE.search(text) is not None
        or _ANOTHER_PATH.search(text) is not None
        or (decoded != text and leads_below(decoded, folder) is not True)
    )


def _depends_on_process(path: str) -> bool:
    # Whether a path, or a link on its way, leads through a folder that each process sees as its own.
    place = "/"
    steps = path.split("/")[::-1]
    for _ in range(MAX_STEPS):
        if not steps:
            return False
        step = steps.pop()
        if step == "..":
            place = posixpath.dirname(place)
        else:
            place = posixpath.normpath(posixpath.join(place, step))
        is_live = any(_is_below(_normal(place), folder) for folder in LIVE_FOLDERS)
        # `/dev` itself is on the way there, and decides only where the path ends in it.
        is_on_the_way = posixpath.join(place, *steps[-1:]) == SHARED_MEMORY
        if is_live and not is_on_the_way and not _is_below(_normal(place), SHARED_MEMORY):
            return True
        if step not in ("", ".", "..") and Path(place).is_symlink():
            steps += Path(place).readlink().as_posix().split("/")[::-1]
            place = "/" if steps[-1] == "" else posixpath.dirname(place)
    return True


def _is_shared(path: str, root: str) -> bool:
    # Whether a file has another name, which may be below the folder. No link leads to another device.
    try:
        file = Path(path).stat()
        return stat.S_ISREG(file.st_mode) and file.st_nlink > 1 and file.st_dev == Path(root).stat().st_dev
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:
            return False
        raise


def _relative_leads_below(path: str, root: str) -> bool | None:
    # Of a relative folder it is only known what is below it by its text, as both begin in the same unknown place.
    path = posixpath.normpath(path)
    root = posixpath.normpath(root)
    if posixpath.isabs(path) or path.split("/")[0] == "..":
        return None
    if root == "." or _is_below(path, root):
        return True
    return None
