"""Finds what a test means as users do, by name, label or text; or by selector, role and index.

A string is tried in the steps of a verb's `Search`: each step has candidates, and a text to compare with the string.
An exact match at any step wins over a substring at any step. Where it looks is a `Sight`: a page, or a scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias, TypedDict, TypeVar

from pytest_uimcp.aria.errors import WrongCall
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.spelling import hint

N = TypeVar("N")
Called: TypeAlias = Literal["name", "label", "placeholder"]


class Sight(Protocol[N]):
    """What shows, as a user perceives it: nodes with roles and names."""

    # What it is, in messages: the page.
    whole_noun: str
    # What one of its nodes is called: an element.
    node_noun: str
    # The outermost node.
    root: N

    def perceived(self) -> Iterable[N]:
        """The nodes that can be perceived, in order, without the outermost one."""

    def role(self, node: N) -> str | None: ...

    def name(self, node: N) -> str:
        """The accessible name."""

    def label(self, node: N) -> str:
        """The accessible name, unless it comes only from the placeholder."""

    def placeholder(self, node: N) -> str: ...

    def text(self, node: N) -> str:
        """The visible text, in one line."""

    def around(self, node: N) -> Iterable[N]:
        """The nodes around it."""

    def by_css(self, css: str) -> Iterable[N]:
        """All nodes that match a selector, perceived or not."""

    def describe(self, node: N) -> str:
        """A node in a few words."""

    def lines(self) -> str:
        """The visible text of all of it, line by line."""

    def tree(self) -> str:
        """The accessibility tree, as text."""

    def hidden(self, text: str) -> str | None:
        """What has this text but cannot be seen, and why."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Where(TypedDict, total=False):
    css: str
    role: str
    name: str
    nth: int


@dataclass(frozen=True, slots=True)
class Target:
    text: str | None = None
    css: str | None = None
    role: str | None = None
    name: str | None = None
    nth: int | None = None
    # The key to press there: not used for the search, but quoted in messages.
    key: str | None = None

    @property
    def is_nothing(self) -> bool:
        return self.text is None and self.css is None and self.role is None and self.name is None

    def __str__(self) -> str:
        parts = [repr(value) for value in (self.key, self.text) if value is not None]
        for key in ("css", "role", "name", "nth"):
            value = getattr(self, key)
            if value is not None:
                parts.append(f"{key}={value!r}")
        return ", ".join(parts)


def target_of(verb: str, text: str | None, criteria: Where, *, key: str | None = None) -> Target:
    """The target of a verb's call; raises WrongCall if the arguments make none."""
    arguments: dict[str, Any] = {"target": text, **criteria}
    for name, value in arguments.items():
        if name not in _TAKES:
            raise WrongCall(_unknown(verb, name))
        if value is not None and not isinstance(value, _TAKES[name]):
            kind = "a whole number" if name == "nth" else "a text"
            raise WrongCall(f"{verb}(): {name} is {kind}, got {value!r}")
    target = Target(text, **criteria, key=key)
    if target.is_nothing and target.nth is not None:
        raise WrongCall(f"{verb}({target}): nth= picks one of several; say of what, with a text, css=, role= or name=")
    return target


def _unknown(verb: str, name: str) -> str:
    advice = hint(name, Where.__annotations__)
    if name in ("label", "text", "placeholder", "title"):
        advice = f'; a text or a label needs no name: {verb}("…")'
    return f"{verb}() takes css=, role=, name= and nth=, not {name}{advice}"


_TAKES: Final[dict[str, type]] = {"target": str, "css": str, "role": str, "name": str, "nth": int}


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Candidates with these roles (any role if empty), and the text by which each is found."""

    roles: frozenset[str]
    called: Called


@dataclass(frozen=True, slots=True)
class Search:
    """How one verb interprets a string target."""

    noun: str
    steps: tuple[SearchStep, ...]
    # Whether to search the visible text when no step finds anything.
    texts: bool = False
    # Whether a part of a name has to be whole words: "Nam" was meant for "Name", and what is typed goes into the field.
    whole_words: bool = False


_BUTTONS = _words("""button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem""")
_FIELDS = _words("textbox searchbox combobox listbox spinbutton slider checkbox radio switch radiogroup")
_LISTS = _words("list listbox table grid treegrid tree menu radiogroup rowgroup group region")

CLICK: Final = Search("something to click", (SearchStep(_BUTTONS, "name"), SearchStep(_FIELDS, "name")), texts=True)
FIELD: Final = Search("a field", (SearchStep(_FIELDS, "label"), SearchStep(_FIELDS, "placeholder")), whole_words=True)
FOCUS: Final = Search("something that takes the focus", (*FIELD.steps, SearchStep(_BUTTONS, "name")))
LIST: Final = Search("a list", (SearchStep(_LISTS, "name"),))


def find_all(sight: Sight[N], target: Target, search: Search) -> list[N]:
    """All nodes that match a target, before `nth` is applied."""
    # A text alone is searched in steps; beside a selector, role or name it only narrows down.
    if target.text is not None and target.css is None and target.role is None and target.name is None:
        return _by_text(sight, collapse(target.text), search)
    nodes = list(sight.by_css(target.css) if target.css is not None else sight.perceived())
    if target.role is not None:
        nodes = [node for node in nodes if sight.role(node) == target.role]
    if target.name is not None:
        nodes = _by_name(nodes, collapse(target.name), sight.name)
    if target.text is not None:
        nodes = _by_name(nodes, collapse(target.text), partial(_name_or_text, sight))
    return nodes


def name_in(sight: Sight[N], step: SearchStep, node: N) -> str:
    name: str = getattr(sight, step.called)(node)
    return collapse(name)


def _name_or_text(sight: Sight[N], node: N) -> str:
    return collapse(sight.name(node)) or sight.text(node)


def _by_name(nodes: list[N], text: str, called: Callable[[N], str]) -> list[N]:
    names = [(collapse(called(node)), node) for node in nodes]
    exact = [node for name, node in names if name == text]
    return exact or [node for name, node in names if text in name]


def _by_text(sight: Sight[N], text: str, search: Search) -> list[N]:
    # Names take long to compute, so both rounds use the same: the whole text first, then a part of it.
    names: list[list[tuple[str, N]]] = []
    nodes = list(sight.perceived())
    for step in search.steps:
        candidates = (node for node in nodes if not step.roles or sight.role(node) in step.roles)
        names.append([(name_in(sight, step, node), node) for node in candidates])
    for names_of_step in names:
        if matches := [node for name, node in names_of_step if name == text]:
            return matches
    if search.texts and (matches := innermost(sight, [node for node in nodes if sight.text(node) == text])):
        return matches
    for names_of_step in names:
        if matches := [node for name, node in names_of_step if is_part(text, name, search)]:
            return matches
    if search.texts and text:
        return innermost(sight, [node for node in nodes if text in sight.text(node)])
    return []


def is_part(text: str, name: str, search: Search) -> bool:
    """Whether a name has this text in it, between words where the search says so."""
    if not text or text not in name:
        return False
    if not search.whole_words:
        return True
    start = name.find(text)
    while start >= 0:
        end = start + len(text)
        if not (_joins(name[start - 1 : start], text[0]) or _joins(text[-1], name[end : end + 1])):
            return True
        start = name.find(text, start + 1)
    return False


def _joins(before: str, after: str) -> bool:
    """Whether two neighbours belong to one word; what is written without spaces has a word in every character."""
    return before.isalnum() and after.isalnum() and before < _WITHOUT_SPACES and after < _WITHOUT_SPACES


# Where the scripts of East Asia begin.
_WITHOUT_SPACES: Final = "\u2e80"


def innermost(sight: Sight[N], matches: list[N]) -> list[N]:
    """The matches around none of the others: what stands in an element is also text of all that are around it."""
    ancestors = {id(ancestor) for node in matches for ancestor in sight.around(node)}
    return [node for node in matches if id(node) not in ancestors]
