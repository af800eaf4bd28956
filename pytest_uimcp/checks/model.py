"""The model of an app, which the checks share: its types, viewdefs and values, and its Lua as it is written.

`survey.py` makes it from a session in which the app is loaded; rules and checks only read it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import viewdef_keys
from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.lua_source import Change, FunctionSource, LuaSource, lua_source
from pytest_uimcp.checks.lua_text import LuaNames, read_names, written_in
from pytest_uimcp.checks.markup import ViewMarkup, read_markup
from pytest_uimcp.checks.namespaces import Namespaces, namespaces_of
from pytest_uimcp.checks.view_faults import ViewFault
from pytest_uimcp.checks.view_files import BoundPath, ViewAttribute
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.engine.files.viewdefs import ViewdefError
from pytest_uimcp.engine.lua.runtime import lua_files
from pytest_uimcp.engine.options import standard_viewdefs

# What every object of the engine has.
ENGINES = frozenset({"type", "item", "baseItem", "list", "index", "items", "selectionIndex", "value"})
_ENGINES_METHODS = frozenset({"removeAt"})
# Of files, and of the variables that wrappers are given.
_HANDLES = frozenset(
    [
        "close",
        "create",
        "destroy",
        "find",
        "flush",
        "format",
        "getID",
        "getId",
        "getProperty",
        "getValue",
        "getWrapper",
        "gmatch",
        "gsub",
        "byte",
        "len",
        "lines",
        "lower",
        "match",
        "mutate",
        "new",
        "read",
        "rep",
        "reverse",
        "seek",
        "setvbuf",
        "sub",
        "sync",
        "tostring",
        "upper",
        "write",
    ]
)
_WORD = re.compile(r"[A-Za-z_]\w*")
# An attribute that calls something: the viewdef, the attribute and the path.
Action = tuple[str, str, str]
WRAPPING = ("wrapper", "itemWrapper", "item", "create")


@dataclass(frozen=True, slots=True)
class TypeInfo:
    exists: bool
    live: int
    # Whether a function provides its fields, so that any name may exist.
    dynamic: bool
    methods: frozenset[str]
    fields: frozenset[str]
    # The types of the objects, and of those in lists, that its fields hold.
    holds: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ViewFile:
    key: str
    # The file in the repository.
    file: Path
    bound_paths: tuple[BoundPath, ...]
    # Attributes that begin with `ui-` but have no effect.
    unknown_attributes: tuple[ViewAttribute, ...] = ()
    text: str = ""

    @property
    def markup(self) -> ViewMarkup:
        return read_markup(self.text)

    @property
    def namespace(self) -> str:
        return self.key.rpartition(".")[2]

    @property
    def type(self) -> str:
        return self.key.rpartition(".")[0]


@dataclass
class Survey:
    app: App
    views: dict[str, ViewFile] = field(default_factory=dict)
    errors: tuple[ViewdefError, ...] = ()
    types: dict[str, TypeInfo] = field(default_factory=dict)
    # Types that have no viewdef, and that paths lead through.
    others: dict[str, TypeInfo] = field(default_factory=dict)
    live_fields: frozenset[str] = frozenset()
    # Types that a viewdef names but the session does not have.
    unusable: frozenset[str] = frozenset()
    # Objects that the app shows at its start without a viewdef.
    undrawn: tuple[ViewFault, ...] = ()
    # The viewdefs that the app's first page has drawn, if nothing on it is wrong.
    drawn: frozenset[str] = frozenset()
    # All globals of the session.
    globals: frozenset[str] = frozenset()
    # The members of Lua's libraries and of the engine's objects.
    library: frozenset[str] = frozenset()
    # Modules that the Lua requires somewhere, and that are not there.
    missing_modules: frozenset[str] = frozenset()
    # What went wrong when its actions were called, and its timers rang.
    failures: tuple[Finding, ...] = ()
    called: set[Action] = field(default_factory=set)
    # What views would show: by view and path, what is wrong with the value.
    values: dict[tuple[str, str], str] = field(default_factory=dict)

    def place_of(self, fault: ViewFault) -> tuple[ViewFile, BoundPath] | None:
        """The viewdef and the binding that caused a fault, as far as its element shows."""
        for view in sorted(self.views.values(), key=lambda view: view.key != fault.viewdef):
            for bound in view.bound_paths:
                if bound.text in fault.attributes:
                    return view, bound
        return None

    @cached_property
    def lua(self) -> LuaNames:
        return read_names(self._lua_files)

    @cached_property
    def _lua_files(self) -> tuple[Path, ...]:
        return tuple(self.app.lua_files())

    @property
    def _files_of_all(self) -> tuple[Path, ...]:
        """All Lua files of the directory."""
        cache = self.app.sandbox.cache
        base = self.app.sandbox.base_dir
        # Another copy has other paths.
        if ("", f"files of {base}") not in cache:
            cache["", f"files of {base}"] = tuple(lua_files(base))
        files: tuple[Path, ...] = cache["", f"files of {base}"]
        return files

    @cached_property
    def sources(self) -> dict[Path, LuaSource]:
        """What its Lua files say, by the file in the repository."""
        base = self.app.sandbox.base_dir
        return {
            self.app.directory.original(path.relative_to(base).as_posix()): lua_source(text_of(path))
            for path in self._lua_files
        }

    @cached_property
    def functions(self) -> list[FunctionSource]:
        return [function for source in self.sources.values() for function in source.functions]

    @cached_property
    def _loose_names(self) -> frozenset[str]:
        """Names that Lua of the directory gives to objects of any type: `contact.name = …`, `{ name = … }`, "name"."""
        cache = self.app.sandbox.cache
        if ("", "loose") not in cache:
            names: set[str] = set()
            for path in self._files_of_all:
                source = lua_source(text_of(path))
                of_types = {id(change) for function in source.functions for change in _own_changes(function)}
                names |= source.keys | source.quoted | source.writes
                names |= {change.field for change in source.changes if id(change) not in of_types}
            cache["", "loose"] = frozenset(names)
        loose: frozenset[str] = cache["", "loose"]
        return loose

    def info(self, type_name: str) -> TypeInfo:
        return self.types.get(type_name) or self.others[type_name]

    def knows(self, type_name: str) -> bool:
        return type_name in self.types or type_name in self.others

    @cached_property
    def _set_fields(self) -> dict[str, list[Change]]:
        changes: dict[str, list[Change]] = {}
        for source in self.sources.values():
            for change in source.changes:
                if change.sets or change.value == ("insert",):
                    changes.setdefault(change.field, []).append(change)
        return changes

    @cached_property
    def made(self) -> dict[str, frozenset[str]]:
        """The types of the objects that the Lua makes and puts into fields of this name, or into lists there."""
        names = {
            prototype.variable: prototype.type
            for source in self.sources.values()
            for prototype in source.prototypes
            if prototype.variable
        }
        made = {
            name: frozenset(names[change.made_of] for change in changes if change.made_of in names)
            for name, changes in self._set_fields.items()
        }
        return {name: types for name, types in made.items() if types}

    def is_open(self, name: str) -> bool:
        """Whether the Lua puts into fields of this name what its text does not tell."""
        known = (("nil",), ("false",), ("{",))
        return any(not change.made_of and change.value[:1] not in known for change in self._set_fields.get(name, ()))

    def may_have(self, type_name: str, name: str) -> bool:
        """Whether objects of a type may have a property, as far as anything written or running says."""
        info = self.info(type_name)
        # Not one set of all of them, which would be made for each name.
        if any(name in names for names in (info.fields, info.methods, ENGINES, self._loose_names, self.documented)):
            return True
        # A method that it inherits sets it as well.
        return any(
            change.field == name
            for function in self.functions
            if function.owner.rpartition(".")[2] == type_name.rpartition(".")[2] or function.name in info.methods
            for change in _own_changes(function)
        ) or not self.owner_of(name)

    def owner_of(self, name: str) -> str:
        """A prototype of the app that declares a property; "" if none does."""
        return next(
            (
                prototype.type
                for source in self.sources.values()
                for prototype in source.prototypes
                if any(declared.name == name for declared in prototype.fields)
            ),
            "",
        )

    @cached_property
    def members(self) -> frozenset[str]:
        """Every name that something of the directory, its documents or the engine may have as a field or method."""
        return self.fields | self.methods | self.library | self.documented | self._loose_names | _HANDLES

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The fields and methods of all types of the app."""
        owners = {function.owner for function in self.functions if function.owner}
        return frozenset().union(*map(self.members_of, owners))

    def members_of(self, owner: str) -> frozenset[str]:
        """The fields and methods that a type has by its prototype and its own methods."""
        names = {function.name for function in self.functions if function.owner == owner}
        names |= {
            change.field for function in self.functions if function.owner == owner for change in _own_changes(function)
        }
        for source in self.sources.values():
            for prototype in source.prototypes:
                if owner in (prototype.variable, prototype.type):
                    names |= {declared.name for declared in prototype.fields}
        return frozenset(names)

    @cached_property
    def read_names(self) -> frozenset[str]:
        """The names that anything reads, declares, quotes or documents."""
        return self.asked_names | self._keys

    @cached_property
    def _keys(self) -> frozenset[str]:
        cache = self.app.sandbox.cache
        if ("", "keys of tables") not in cache:
            texts = map(text_of, self._files_of_all)
            cache["", "keys of tables"] = frozenset().union(*(lua_source(text).keys for text in texts))
        keys: frozenset[str] = cache["", "keys of tables"]
        return keys

    @cached_property
    def asked_names(self) -> frozenset[str]:
        """The same without those that only stand before a value in a table."""
        names = {declared.name for source in self.sources.values() for p in source.prototypes for declared in p.fields}
        cache = self.app.sandbox.cache
        if ("", "reads") not in cache:
            sources = [lua_source(text_of(path)) for path in self._files_of_all]
            cache["", "reads"] = frozenset().union(
                *({use.name for use in source.members} | source.quoted for source in sources)
            )
        paths = {word for view in self.views.values() for word in _WORD.findall(view.text)}
        reads: frozenset[str] = cache["", "reads"]
        return reads | names | paths | self.documented

    @cached_property
    def global_writes(self) -> frozenset[str]:
        """The globals that any Lua of the directory sets."""
        cache = self.app.sandbox.cache
        if ("", "global writes") not in cache:
            texts = map(text_of, self._files_of_all)
            cache["", "global writes"] = frozenset().union(*(lua_source(text).writes for text in texts))
        writes: frozenset[str] = cache["", "global writes"]
        return writes

    @cached_property
    def module_names(self) -> frozenset[str]:
        """The names by which Lua of the directory could require its files."""
        base = self.app.sandbox.base_dir
        paths = [path.relative_to(base).with_suffix("").parts for path in self._files_of_all]
        return frozenset(".".join(parts[1:]) for parts in paths if len(parts) > 1)

    @cached_property
    def documented(self) -> frozenset[str]:
        """The names that its documents write as code: agents set and show what they name."""
        return frozenset(written_in(self.app.documents()))

    @cached_property
    def _scripts(self) -> str:
        return "\n".join(
            view.markup.content_of(tag)
            for view in self.views.values()
            for tag in view.markup.elements
            if tag.name == "script"
        )

    def mentions(self, word: str) -> bool:
        """Whether Lua, a script or a document of the app names a word, so that it may mean something there."""
        return word in self.elsewhere.quoted or word in self.documented or word in self._scripts

    @cached_property
    def namespaces(self) -> Namespaces:
        return namespaces_of(self.views.values())

    @cached_property
    def known_namespaces(self) -> frozenset[str]:
        """The namespaces of all viewdefs of the directory, and those of the engine."""
        return frozenset(key.rpartition(".")[2] for key in self.all_keys)

    @cached_property
    def all_keys(self) -> frozenset[str]:
        """Every viewdef that a page of the directory could show."""
        cache = self.app.sandbox.cache
        if ("", "keys") not in cache:
            base = self.app.sandbox.base_dir
            folders = [standard_viewdefs(), base / "viewdefs", *(base / "apps").glob("*/viewdefs")]
            cache["", "keys"] = frozenset(key for folder in folders for key in viewdef_keys(folder))
        keys: frozenset[str] = cache["", "keys"]
        return keys

    @cached_property
    def row_views(self) -> frozenset[str]:
        """The viewdefs that only lists show."""
        return frozenset(view.key for view in self.views.values() if view.namespace in self.namespaces.of_rows)

    @cached_property
    def elsewhere(self) -> LuaNames:
        """The same for all apps and documents: an app may show another's objects, agents set what documents name."""
        cache = self.app.sandbox.cache
        if ("", "lua") not in cache:
            cache["", "lua"] = read_names(self._files_of_all)
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
        return of_types | self.live_fields | self.lua.assigned | self.elsewhere.assigned | ENGINES

    @cached_property
    def methods(self) -> frozenset[str]:
        of_types = frozenset().union(*(info.methods for info in self.types.values()))
        return of_types | self.lua.assigned | self.elsewhere.assigned | _ENGINES_METHODS


def _own_changes(function: FunctionSource) -> list[Change]:
    """The changes of the object that a method belongs to, or that it makes."""
    return [change for change in function.changes if change.base == "self" or function.name == "new"]
