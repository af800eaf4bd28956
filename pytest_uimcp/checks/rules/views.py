"""Rules on viewdefs as a whole: namespaces, names, links, and objects that have no view."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.markup import SourceTag
from pytest_uimcp.checks.model import Survey
from pytest_uimcp.checks.namespaces import USUAL
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.checks.start_tags import start_tags
from pytest_uimcp.checks.values import findings_of_values
from pytest_uimcp.core.spelling import near

_WRAPPED: Final = ("wrapper", "itemWrapper", "item", "create")
_LINKED: Final = ("viewdefs", "lua", "apps")


def unknown_namespaces(survey: Survey) -> Iterator[Finding]:
    for use in survey.namespaces.uses:
        if use.name in survey.known_namespaces | USUAL or survey.mentions(use.name):
            continue
        yield Finding(
            f"{use.text}: no viewdef has the namespace {use.name}, so DEFAULT is shown",
            use.view.file,
            use.line,
            near(use.name, survey.known_namespaces),
            f"write <Type>.{use.name}.html, or correct the name",
        )


def unshown_views(survey: Survey) -> Iterator[Finding]:
    for view in survey.views.values():
        name = view.namespace
        if name in USUAL | survey.namespaces.names or view.type in survey.unknown_types or survey.mentions(name):
            continue
        close = misspelt(name, survey.namespaces.names | USUAL)
        # Whatever else is not shown may be there for an agent, which can show any view.
        if name in _asked_elsewhere(survey) or not close:
            continue
        yield Finding(
            f"nothing shows the namespace {name}: no ui-namespace names it, nor does the Lua",
            view.file,
            None,
            close,
            f'write ui-namespace="{name}" where it is to be shown, or rename the file',
        )


def _asked_elsewhere(survey: Survey) -> frozenset[str]:
    """The words of the attributes `ui-namespace` of all other apps: their views may show objects of this one."""
    cache = survey.app.sandbox.cache
    if ("", "asked") not in cache:
        base = survey.app.sandbox.base_dir
        files = [*base.glob("apps/*/viewdefs/*.html"), *base.glob("viewdefs/*.html")]
        cache["", "asked"] = frozenset(
            tag.attributes["ui-namespace"]
            for file in files
            for tag in start_tags(text_of(file))
            if "ui-namespace" in tag.attributes
        )
    words: frozenset[str] = cache["", "asked"]
    return words


def views_of_globals(survey: Survey) -> Iterator[Finding]:
    """Viewdefs whose name is that of a global, which is an object and not a type."""
    for view in survey.views.values():
        name = view.type
        info = survey.types.get(name)
        declared = {prototype.type for source in survey.sources.values() for prototype in source.prototypes}
        # The app's own object is certainly none; what is quoted may be a type that something makes later.
        is_quoted = name in survey.lua.quoted and name != survey.app.object
        if info is None or info.live or name in declared or is_quoted:
            continue
        if name in survey.global_writes:
            yield Finding(
                f"{name} is a global of the app and no type, so nothing shows this view",
                view.file,
                None,
                near(name, declared, likeness=0.4),
                "name the file for the type of the object that it draws",
            )


def unseen_objects(survey: Survey) -> Iterator[Finding]:
    """Types that the Lua puts where a view shows them, and that have no viewdef for there."""
    # One for any namespace is enough: which of them is asked for depends on what is around the view.
    types = {key.rpartition(".")[0] for key in survey.all_keys}
    for view in survey.views.values():
        for tag in view.markup.elements:
            for attribute in ("ui-view", "ui-viewlist"):
                path, _, query = tag.start.attributes.get(attribute, "").partition("?")
                is_wrapped = "ui-item-wrapper" in tag.start.attributes or any(f"{name}=" in query for name in _WRAPPED)
                unseen = survey.made.get(path.strip(), frozenset()) - types
                for kind in sorted(unseen):
                    if is_wrapped or _is_undrawn(survey, kind):
                        continue
                    key = f"{kind}.{_namespace(tag)}"
                    yield Finding(
                        f'{attribute}="{path}": {path} holds objects of the type {kind}, which has no viewdef for it',
                        view.file,
                        tag.start.lines[attribute],
                        near(key, survey.views),
                        f"write {_folder(survey)}/{key}.html",
                    )


def _namespace(tag: SourceTag) -> str:
    named = [place.start.attributes.get("ui-namespace") for place in (*tag.children[:1], tag, *tag.ancestors())]
    usual = "list-item" if "ui-viewlist" in tag.start.attributes else "DEFAULT"
    return next(filter(None, named), usual)


def _is_undrawn(survey: Survey, kind: str) -> bool:
    """Whether it is missing on the first page already, where that is reported."""
    return any(fault.description.startswith(f"no viewdef for {kind}:") for fault in survey.undrawn)


def _folder(survey: Survey) -> str:
    if survey.app.directory.single:
        return "viewdefs"
    return f"apps/{survey.app.name}/viewdefs"


def dangling_links(survey: Survey) -> Iterator[Finding]:
    app = survey.app
    base = app.directory.base
    folders = [app.folder / "viewdefs"]
    # What belongs to no app is reported once, by the first.
    if not app.directory.single and app.name == app.directory.apps[0]:
        folders += [base / name for name in _LINKED]
    for folder in folders:
        for link in _links(folder):
            yield Finding(
                f"the link leads to {os.readlink(link)}, where nothing is",  # noqa: PTH115 -- as it is written
                link,
                advice="remove it, or link what it should lead to: ui-mcp install, or linkapp",
            )


def _links(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        with os.scandir(folder) as entries:
            links = [Path(entry.path) for entry in entries if entry.is_symlink()]
        yield from sorted(filter(_leads_nowhere, links))


def _leads_nowhere(link: Path) -> bool:
    try:
        link.stat()
    except FileNotFoundError:
        return True
    except OSError:
        pass  # a link to itself, or to reason may not be read
    return False


def values_of_views(survey: Survey) -> Iterator[Finding]:
    """Places for objects whose values are none."""
    yield from findings_of_values(survey, survey.values)
