"""What is broken now in a session that runs, in the words of the checks.

Nothing of the app is run for it: the session says which errors its variables have and what its objects can be asked
(`broken.lua`), and the paths of their viewdefs are compared with that. What only an app's text could tell, such as a
property that nothing sets, is left to the checks that read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import ENGINES
from pytest_uimcp.checks.paths import PathStep, steps_of, types_by_field
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.checks.view_files import ACTIONS, BoundPath, bindings
from pytest_uimcp.core.spelling import near
from pytest_uimcp.engine.session import Session

# As many as an agent reads; the rest is counted.
MAX_SENTENCES: Final = 30
# Types of the engine, whose viewdefs are ours.
_ENGINE: Final = "lua."


class LiveViews:
    """The viewdefs of a session, and the paths that they bind, with the lines of their files."""

    def __init__(self, session: Session, directory: Path) -> None:
        """`directory` is the base directory, in which nothing need be written yet."""
        self._session = session
        self._directory = directory

    def of_type(self, name: str) -> dict[str, tuple[str, str]]:
        return self._session.viewdefs(name)

    def bound_paths(self, name: str) -> Iterator[tuple[str, BoundPath]]:
        """The paths in the viewdefs of a type, each with the file it is in."""
        if not name or name.startswith(_ENGINE):
            return
        for key, (content, source) in self.of_type(name).items():
            file = self._directory / source
            try:
                saved = file.stat().st_mtime_ns
            except OSError:
                # An upload, or a file that nobody has looked for yet.
                for bound in _parsed(key, content, None, 0):
                    yield f"{source} of {key}", bound
            else:
                for bound in _parsed(key, content, file, saved):
                    yield self._named(file), bound

    def _named(self, file: Path) -> str:
        # viewdefs/ holds links into the apps: the file that one would edit is named.
        real = file.resolve()
        if real.is_relative_to(self._directory.resolve()):
            return real.relative_to(self._directory.resolve()).as_posix()
        return str(real)


def broken_sentences(views: LiveViews, answer: dict[str, Any]) -> list[str]:
    """What is broken by the answer of `broken`, each as one sentence; from any thread but the session's."""
    sentences = [_error(views, error) for error in answer["errors"]]
    sentences += [_missing_view(views, view) for view in answer["views"] if _is_missing(views, view)]
    for name, members in sorted(answer["types"].items()):
        if not name.startswith(_ENGINE) and not members["dynamic"]:
            sentences += [_sentence(finding) for finding in _wrong_paths(views, name, answer["types"])]
    unique = list(dict.fromkeys(sentences))
    rest = max(0, len(unique) - MAX_SENTENCES) + answer["more_errors"]
    if rest:
        return [*unique[:MAX_SENTENCES], f"and {rest} more"]
    return unique


def _sentence(finding: Finding) -> str:
    text = finding.headline(Path())
    if finding.similar:
        text += f"; near it: {', '.join(finding.similar)}"
    if finding.advice:
        text += f"; {finding.advice}"
    return text


def _error(views: LiveViews, error: dict[str, str]) -> str:
    place = error["path"]
    for source, bound in views.bound_paths(error["owner"]):
        if bound.path.text == error["path"]:
            return f"{_place(source, bound.line)}: {bound.text}: {error['reason']}"
    if error["owner"]:
        place = f"{place} of {error['owner']}"
    return f"{place or 'the app'}: {error['reason']}"


def _is_missing(views: LiveViews, view: dict[str, Any]) -> bool:
    if not view["is_row"] and not _is_view(views, view):
        return False
    contents = views.of_type(view["type"])
    return not any(key in contents for key in _keys(view))


def _is_view(views: LiveViews, view: dict[str, Any]) -> bool:
    """Whether a path shows its object: other attributes may hold one without showing it."""
    # The engine's views of lists have no others.
    if view["owner"].startswith(_ENGINE):
        return True
    bound_paths = views.bound_paths(view["owner"])
    return any(bound.kind == "view" and bound.path.text == view["path"] for _, bound in bound_paths)


def _keys(view: dict[str, Any]) -> list[str]:
    names = [view["namespace"], view["fallback"], "DEFAULT"]
    return [f"{view['type']}.{name}" for name in dict.fromkeys(filter(None, names))]


def _missing_view(views: LiveViews, view: dict[str, Any]) -> str:
    text = f"no viewdef for {view['type']}: looked for {', '.join(_keys(view))}"
    others = sorted(views.of_type(view["type"]))
    if others:
        text += f"; near it: {', '.join(others)}"
    for source, bound in views.bound_paths(view["owner"]):
        if bound.kind == "view" and bound.path.text == view["path"]:
            return f"{_place(source, bound.line)}: {bound.text}: {text}"
    return text


def _wrong_paths(views: LiveViews, name: str, types: dict[str, Any]) -> Iterator[Finding]:
    for source, bound in views.bound_paths(name):
        if bound.is_of_row:
            continue
        for step in steps_of(bound.path.text):
            if step.is_first:
                yield from _fault(name, source, bound, step, types[name])
            elif step.before and (owner := _owner(name, step, types)):
                # Something else may stand there at other times, so only what is likely a slip of the hand is told.
                members = types[owner]
                if misspelt(step.name, [*members["methods"], *members["fields"]]):
                    yield from _fault(owner, source, bound, step, members)


def _owner(name: str, step: PathStep, types: dict[str, Any]) -> str:
    """The type of the object that a step behind others is asked of; "" if there is none now, or several."""
    for field in step.before or ():
        held = types_by_field(types[name]["holds"]).get(field, frozenset())
        if len(held) != 1 or (name := next(iter(held))) not in types or types[name]["dynamic"]:
            return ""
    return name


def _fault(
    name: str, source: str, bound: BoundPath, step: PathStep, members: dict[str, list[str]]
) -> Iterator[Finding]:
    methods = members["methods"]
    fields = members["fields"]
    if step.is_call:
        if step.name not in methods:
            yield Finding(
                f"{bound.text}: {name} has no method {step.name}()",
                Path(source),
                bound.line,
                tuple(f"{method}()" for method in near(step.name, methods)),
                f"write function {name}:{step.name}() or correct the path",
            )
    elif step.name in methods and step.name not in fields and step.is_last and bound.kind not in ACTIONS:
        yield Finding(
            f"{bound.text}: {step.name} is a method of {name}",
            Path(source),
            bound.line,
            advice=f'write {bound.attribute}="{bound.path.text}()"',
        )
    elif step.name not in methods and step.name not in fields and step.name not in ENGINES:
        # A property that is nil now may be set later, so only what is likely a slip of the hand is told.
        similar = misspelt(step.name, fields)
        if similar:
            yield Finding(
                f"{bound.text}: no {name} has a property {step.name}",
                Path(source),
                bound.line,
                similar,
                "declare it in the prototype, or correct the path",
            )


def _place(source: str, line: int | None) -> str:
    if line is None:
        return source
    return f"{source}:{line}"


@lru_cache(maxsize=512)
def _parsed(key: str, content: str, file: Path | None, saved: int) -> tuple[BoundPath, ...]:
    """The paths of a viewdef; `saved` is when its file was, so that the lines are those of now."""
    text = content
    if file is not None:
        text = text_of(file, "utf-8-sig")
    try:
        return tuple(bindings(key, content, text))
    except RecursionError:
        # Nested too deeply, which the checks report.
        return ()
