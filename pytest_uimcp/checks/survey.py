"""The survey of an app, which the checks share: its viewdefs, its types, the names that its Lua uses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import viewdef_keys
from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.lua_text import LuaNames, read_names, written_in
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.view_faults import NO_VIEWDEF, ViewFault, faults_of, name_what_was_drawn
from pytest_uimcp.checks.view_files import (
    BoundPath,
    ViewAttribute,
    bindings,
    style_hooks,
    unknown_attributes,
)
from pytest_uimcp.engine.files.viewdefs import ViewdefError, ViewdefStore
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.runtime import lua_files
from pytest_uimcp.engine.options import standard_viewdefs
from pytest_uimcp.page import Page
from pytest_uimcp.page.errors import PageError

# What every object of the engine has.
_ENGINES = frozenset({"type", "item", "baseItem", "list", "index", "items", "selectionIndex", "value"})
_ENGINES_METHODS = frozenset({"removeAt"})
_UNCLOSED = "close the elements that stay open, or divide the view into several"
WRAPPING = ("wrapper", "itemWrapper", "item", "create")


@dataclass(frozen=True, slots=True)
class TypeInfo:
    exists: bool
    live: int
    # Whether a function provides its fields, so that any name may exist.
    dynamic: bool
    methods: frozenset[str]
    fields: frozenset[str]


@dataclass(frozen=True)
class ViewFile:
    key: str
    # The file in the repository.
    file: Path
    bound_paths: tuple[BoundPath, ...]
    # Attributes that begin with `ui-` but have no effect.
    unknown_attributes: tuple[ViewAttribute, ...] = ()

    @property
    def type(self) -> str:
        return self.key.rpartition(".")[0]


@dataclass
class Survey:
    app: App
    views: dict[str, ViewFile] = field(default_factory=dict)
    errors: tuple[ViewdefError, ...] = ()
    types: dict[str, TypeInfo] = field(default_factory=dict)
    live_fields: frozenset[str] = frozenset()
    # Types that a viewdef names but the session does not have.
    unusable: frozenset[str] = frozenset()
    # Objects that the app shows at its start without a viewdef.
    undrawn: tuple[ViewFault, ...] = ()

    def place_of(self, fault: ViewFault) -> tuple[ViewFile, BoundPath] | None:
        """The viewdef and the binding that caused a fault, as far as its element shows."""
        for view in sorted(self.views.values(), key=lambda view: view.key != fault.viewdef):
            for bound in view.bound_paths:
                if bound.text in fault.attributes:
                    return view, bound
        return None

    @cached_property
    def lua(self) -> LuaNames:
        return read_names(self.app.lua_files())

    @cached_property
    def elsewhere(self) -> LuaNames:
        """The same for all apps and documents: an app may show another's objects, agents set what documents name."""
        cache = self.app.sandbox.cache
        if ("", "lua") not in cache:
            base = self.app.sandbox.base_dir
            cache["", "lua"] = read_names(lua_files(base))
        names: LuaNames = cache["", "lua"]
        return LuaNames(names.assigned | written_in(self.app.documents()), quoted=names.quoted)

    @cached_property
    def unknown_types(self) -> frozenset[str]:
        """Types that have a viewdef, but exist neither in the session nor in the text of the app."""
        names_in_text = self.lua.quoted | self.lua.assigned
        return frozenset(name for name, info in self.types.items() if not info.exists and name not in names_in_text)

    @cached_property
    def fields(self) -> frozenset[str]:
        of_types = frozenset().union(*(info.fields | info.methods for info in self.types.values()))
        return of_types | self.live_fields | self.lua.assigned | self.elsewhere.assigned | _ENGINES

    @cached_property
    def methods(self) -> frozenset[str]:
        of_types = frozenset().union(*(info.methods for info in self.types.values()))
        return of_types | self.lua.assigned | self.elsewhere.assigned | _ENGINES_METHODS


def survey_of(app: App) -> Survey:
    """Survey an app, once per process. Raises Findings if it does not load."""
    cache = app.sandbox.cache
    key = (app.name, "survey")
    # A survey opens a session and a page, which takes most of a check's time; several checks share it. A failure is
    # kept as well.
    if key not in cache:
        try:
            cache[key] = _look(app)
        except Findings as found:
            cache[key] = found
    if isinstance(cache[key], Findings):
        raise cache[key]
    found_out: Survey = cache[key]
    return found_out


def _look(app: App) -> Survey:
    with app.loaded() as app_session:
        survey = _read_viewdefs(app)
        _ask_types(survey, app_session)
        survey.undrawn = _undrawn(survey, app_session)
    return survey


def _read_viewdefs(app: App) -> Survey:
    base = app.sandbox.base_dir
    # A store of its own: that of a session reads a type when it first appears, and here all of them are wanted.
    store = ViewdefStore(base, bundled=standard_viewdefs())
    keys = viewdef_keys(base / "apps" / app.name / "viewdefs")
    views: dict[str, ViewFile] = {}
    hooks: set[str] = set()
    for key in keys:
        contents = store.of_type(key.rpartition(".")[0])
        if key in contents:
            place = base / "viewdefs" / f"{key}.html"
            relative = f"viewdefs/{key}.html"
            # viewdefs/ holds links into the apps; findings name the file that one would edit.
            if not place.is_file() or place.is_symlink():
                place = base / "apps" / app.name / relative
                relative = f"apps/{app.name}/{relative}"
            text = text_of(place, "utf-8-sig")
            file = app.directory.original(relative)
            try:
                bound = bindings(key, contents[key], text)
                unknown = unknown_attributes(key, contents[key], text)
                hooks |= style_hooks(key, contents[key])
            except RecursionError:
                raise Findings([Finding("its elements are nested too deeply", file, advice=_UNCLOSED)]) from None
            views[key] = ViewFile(key, file, tuple(bound), tuple(unknown))
    for key, view in views.items():
        views[key] = replace(
            view,
            unknown_attributes=tuple(
                attribute for attribute in view.unknown_attributes if attribute.attribute not in hooks
            ),
        )
    return Survey(app, views, tuple(error for error in store.problems if _concerns(error, app)))


def _concerns(error: ViewdefError, app: App) -> bool:
    folder = f"apps/{app.name}/"
    if error.file.startswith("apps/"):
        return error.file.startswith(folder) or folder in error.reason
    name = Path(error.file).name.removesuffix(".html")
    keys = {key.rpartition(".")[0] for key in viewdef_keys(app.sandbox.base_dir / "apps" / app.name / "viewdefs")}
    # Problems of files that belong to no app are reported once, by the first app.
    return name.rpartition(".")[0] in keys or app.name == app.directory.apps[0]


def _ask_types(survey: Survey, app_session: AppSession) -> None:
    for name in sorted({view.type for view in survey.views.values()}):
        answer = app_session.ask("type", app_session.object, name)
        lists = {part: frozenset(answer[part]) for part in ("methods", "fields")}
        survey.types[name] = TypeInfo(answer["known"], answer["live"], answer["dynamic"], **lists)
    # Fields that exist on objects at the start, though no prototype declares them.
    survey.live_fields = frozenset(app_session.ask("fields", app_session.object))
    names = {
        bound.path.query[name]
        for view in survey.views.values()
        for bound in view.bound_paths
        for name in WRAPPING
        if name in bound.path.query
    }
    survey.unusable = frozenset(name for name in names if not app_session.ask("class", name))


def _undrawn(survey: Survey, app_session: AppSession) -> tuple[ViewFault, ...]:
    try:
        app_session.session.display(survey.app.name)
    except LuaError as error:
        raise Findings([survey.app.of_error(error)]) from None
    page = Page(app_session.session)
    try:
        with name_what_was_drawn(page):
            return tuple(fault for fault in faults_of(page.open()) if fault.code == NO_VIEWDEF)
    except PageError:
        return ()  # it does not settle; `renders` reports the view that is at fault
    finally:
        page.close()
