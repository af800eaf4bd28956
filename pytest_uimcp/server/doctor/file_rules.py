"""The rules on the files themselves: links, the front end, themes, databases of versions."""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.start_tags import StartTag
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.server.doctor.directory import Directory
from pytest_uimcp.server.doctor.looks import files, matches, tags
from pytest_uimcp.server.doctor.places import DoctorRule, Level, Place
from pytest_uimcp.server.themes.style_sheets import BEGIN
from pytest_uimcp.server.themes.style_sheets import NAME as THEME

SCRIPTS: Final = ("mcp", "linkapp")


def _links_outside(directory: Directory) -> Iterator[Place]:
    base = directory.base_dir.resolve()
    for path in directory.paths:
        link = directory.base_dir / path
        # Broken links have a rule of their own.
        if path.parts[0] == "html" and link.is_symlink() and link.exists() and not link.resolve().is_relative_to(base):
            yield Place(path.as_posix(), 0, f"-> {link.readlink()}")


def _broken_links(directory: Directory) -> Iterator[Place]:
    for path in directory.paths:
        link = directory.base_dir / path
        if link.is_symlink() and not link.exists():
            yield Place(path.as_posix(), 0, f"-> {link.readlink()}")


def _unlinked_apps(directory: Directory) -> Iterator[Place]:
    for entry in sorted(directory.base_dir.glob("apps/*/app.lua")):
        name = entry.parent.name
        # A broken link counts as one: the rule on broken links tells of it.
        if not os.path.lexists(directory.base_dir / "lua" / f"{name}.lua"):
            yield Place(f"apps/{name}", 0, name)


def _other_scripts(directory: Directory) -> Iterator[Place]:
    for name in SCRIPTS:
        app_file = directory.base_dir / name
        ours = bundle_dir() / name
        # By content: the installed file has the date of its installation.
        if app_file.is_file() and ours.is_file() and not filecmp.cmp(app_file, ours, shallow=False):
            yield Place(name, 0, name)


def _theme_blocks(directory: Directory) -> Iterator[Place]:
    for text in directory.html:
        if text.name == "html/index.html":
            # The block stands between comments, so the whole text is searched.
            yield from matches(text, text.text, re.compile(re.escape(BEGIN)))


def _theme_names(directory: Directory) -> Iterator[Place]:
    for path in sorted(directory.base_dir.glob("html/themes/*.css")):
        if not THEME.fullmatch(path.stem):
            yield Place(path.relative_to(directory.base_dir).as_posix(), 0, path.stem)


def _policy(tag: StartTag) -> str:
    if tag.name == "meta" and tag.attributes.get("http-equiv", "").lower() == "content-security-policy":
        return "<meta http-equiv>"
    return ""


FILE_RULES: Final = (
    DoctorRule(
        "outside-link",
        Level.CHANGE,
        "a link below `html/` that leads out of the directory",
        "404: what is served stays inside of the UI directory",
        "move the folder below `storage/` or `apps/`, and link that",
        _links_outside,
    ),
    DoctorRule(
        "broken-link",
        Level.NOTE,
        "a link that leads nowhere",
        "it is passed over",
        "`ui-mcp install` and `.ui/linkapp add APP` make the links again; remove it otherwise",
        _broken_links,
    ),
    DoctorRule(
        "unlinked-app",
        Level.NOTE,
        "an app without its links in `lua/` and `viewdefs/`",
        "it works: apps are found in `apps/`; the original does not find it",
        "nothing, or `.ui/linkapp add APP` if the original is to run it too",
        _unlinked_apps,
    ),
    DoctorRule(
        "theme-name",
        Level.CHANGE,
        "a theme whose name has other characters than letters, digits, `_` and `-`",
        "it is not linked: the name is a class, and stands in a script",
        "rename the file and the class",
        _theme_names,
    ),
    DoctorRule(
        "theme-block",
        Level.NOTE,
        "the block of themes in `html/index.html`",
        "it is replaced whenever the page is served, and the file stays as it is",
        "nothing",
        _theme_blocks,
    ),
    DoctorRule(
        "own-policy",
        Level.NOTE,
        "a `Content-Security-Policy` in a page of `html/`",
        "the server sends one too, and browsers apply both",
        "remove the tag, if frames or pictures of the other port are missing",
        tags(_policy, viewdefs=False),
    ),
    DoctorRule(
        "original-front-end",
        Level.NOTE,
        "the original's front end below `html/`",
        "the server serves it, since a project's own page comes first; reconnecting, fault badges and toggles are then "
        "as the original has them",
        "for ours: `ui-mcp install --force`, which keeps each file that makes room as `FILE.orig`, and apps, their "
        "links and themes as they are; `--undo` takes it back",
        files("html/main-*.js", "html/worker-*.js"),
    ),
    DoctorRule(
        "original-script",
        Level.NOTE,
        "a script `mcp` or `linkapp` that is not of this release",
        "the original's works unchanged, but has no token to send, and its `checkpoint` may download a program",
        "for ours: `ui-mcp install --force`, which keeps this one as `FILE.orig`",
        _other_scripts,
    ),
    DoctorRule(
        "version-database",
        Level.NOTE,
        "databases of fossil beside apps",
        "they are kept and never served; saving one does not reload the app",
        "nothing",
        files("*.fossil", "*.fslckout"),
    ),
)
