"""CSS selectors, compiled to functions that tell whether an element matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn, TypeAlias

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.page.dom.escapes import unescaped
from pytest_uimcp.page.dom.nodes import HTML, Element, Parent
from pytest_uimcp.page.dom.pseudo import ELEMENTS, PLAIN, nth, parse_nth, runs, speaks
from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

__all__ = ["Selector", "SelectorError", "select", "selectors"]

Test: TypeAlias = Callable[[Element], bool]


class SelectorError(UimcpError):
    """A CSS selector that cannot be read."""


@dataclass(frozen=True, slots=True)
class Selector:
    """One selector of a list."""

    matches: Test
    specificity: tuple[int, int, int]
    key: str
    """What an element must have to match: `#id`, `.class`, a tag, `[attribute]`, or `*`; a cheap check before."""
    pseudo_element: str = ""


def select(root: Parent, text: str) -> Iterator[Element]:
    """The elements below `root` that match a selector list, in document order."""
    wanted = selectors(text)
    return (element for element in root.descendants() if any(one.matches(element) for one in wanted))


@lru_cache(maxsize=1024)
def selectors(text: str) -> tuple[Selector, ...]:
    """Parse a selector list."""
    reader = _Reader(text)
    found = reader.list()
    if reader.rest():
        reader.fail(f"unexpected {reader.rest()[:12]!r}")
    return found


_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}\s?|.)"
_IDENT = re.compile(
    rf"-?(?:[_a-zA-Z\u0080-\U0010ffff]|{_ESCAPE})(?:[\w\-\u0080-\U0010ffff]|{_ESCAPE})*|--(?:[\w\-]|{_ESCAPE})*"
)
_SPACE = re.compile(r"[ \t\r\n\f]*")
_ATTRIBUTE = re.compile(
    r"\[\s*(?:\*?\|)?(?P<name>(?:[\w\-:\u0080-\U0010ffff]|\\.)+)\s*"
    rf"(?:(?P<op>[~|^$*]?=)\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|{_IDENT.pattern})"
    r"\s*(?P<flag>[iI])?\s*)?\]"
)
_FOLDED = words(
    """accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize
    noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink"""
)
"""The attributes of HTML whose values are compared without regard to case."""
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+(?=[^\s,)])")
_NO_SPECIFICITY = (0, 0, 0)


@dataclass(slots=True)
class _Compound:
    tests: list[Test]
    specificity: tuple[int, int, int]
    key: str = "*"
    pseudo_element: str = ""

    def add(self, test: Test, specificity: tuple[int, int, int]) -> None:
        self.tests.append(test)
        self.specificity = _plus(self.specificity, specificity)

    def test(self) -> Test:
        tests = self.tests
        if len(tests) == 1:
            return tests[0]
        return lambda element: all(test(element) for test in tests)


class _Reader:
    def __init__(self, text: str, *, in_has: bool = False) -> None:
        self.text = text
        self.at = 0
        self.in_has = in_has
        """Whether it reads what is in `:has()`, which holds no other and no pseudo-element."""

    def fail(self, what: str) -> NoReturn:
        raise SelectorError(f"the selector {self.text!r} cannot be read: {what} at character {self.at + 1}")

    def rest(self) -> str:
        return self.text[self.at :]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def list(self) -> tuple[Selector, ...]:
        found = [self.complex()]
        while self.rest().startswith(","):
            self.at += 1
            found.append(self.complex())
        return tuple(found)

    def complex(self) -> Selector:
        self.take(_SPACE)
        if self.rest()[:1] in (">", "+", "~"):
            first = _COMBINATOR.match(self.text, self.at)
        else:
            first = None
        if first is not None:  # a relative selector, as :has() takes them
            self.at = first.end()
        compound = self.compound()
        test = compound.test()
        specificity = compound.specificity
        while (found := self.take(_COMBINATOR)) is not None:
            if compound.pseudo_element:
                self.fail("nothing stands below a pseudo-element")
            compound = self.compound()
            test = _combined(found[1] or " ", test, compound.test())
            specificity = _plus(specificity, compound.specificity)
        self.take(_SPACE)
        return Selector(test, specificity, compound.key, compound.pseudo_element)

    def name(self) -> str:
        found = self.take(_IDENT)
        if found is None:
            self.fail("expected a name")
        return _unescaped(found[0])

    def compound(self) -> _Compound:
        compound = _Compound([], _NO_SPECIFICITY)
        start = self.at
        if self.rest().startswith("*|"):  # of any namespace, as all are without @namespace
            self.at += 2
        if self.rest().startswith("*"):
            self.at += 1
            compound.tests.append(lambda _element: True)
        elif self.rest().startswith("&"):  # outside of a rule, what is the root of all
            self.at += 1
            compound.add(PLAIN["root"], (0, 1, 0))
        elif _IDENT.match(self.text, self.at):
            name = self.name().lower()
            compound.add(lambda element: element.tag == name, (0, 0, 1))
            compound.key = name
        while self.simple(compound):
            pass
        if self.at == start:
            self.fail("expected a selector" if not self.rest() else f"unexpected {self.rest()[0]!r}")
        if not compound.tests:
            compound.tests.append(lambda _element: True)
        return compound

    def simple(self, compound: _Compound) -> bool:
        sign = self.rest()[:1]
        if compound.pseudo_element and sign in ("#", ".", "["):
            self.fail("nothing but a pseudo-class stands behind a pseudo-element")
        if sign == "#":
            self.at += 1
            name = self.name()
            compound.add(lambda element: element.attributes.get("id") == name, (1, 0, 0))
            compound.key = f"#{name}"
        elif sign == ".":
            self.at += 1
            name = self.name()
            compound.add(lambda element: name in element.attributes.get("class", "").split(), (0, 1, 0))
            compound.key = compound.key if compound.key.startswith("#") else f".{name}"
        elif sign == "[":
            found = self.take(_ATTRIBUTE)
            if found is None:
                plain = "an attribute test is [name], [name=value] or with ~= |= ^= $= *="
                self.fail(f"{plain}, and a value that is no name is quoted")
            name = _unescaped(found["name"]).lower()
            is_unknown = name in _OF_FORM_CONTROLS
            compound.add(_unknown(name, _attribute(found)) if is_unknown else _attribute(found), (0, 1, 0))
            if compound.key == "*" and not is_unknown:
                compound.key = f"[{name}]"
        elif sign == ":":
            self.at += 1
            self.pseudo(compound)
        else:
            return False
        return True

    def pseudo(self, compound: _Compound) -> None:
        is_element = self.rest().startswith(":")
        self.at += is_element
        name = self.name().lower()
        if is_element or name in ("before", "after", "first-letter", "first-line"):
            if self.in_has or not (name in ELEMENTS or name.startswith("-webkit-")):
                self.fail(f"::{name} is not known here")
            compound.pseudo_element = name
            if self.rest().startswith("("):
                self.at = self.closing() + 1
            return
        if not self.rest().startswith("("):
            if name not in PLAIN:
                self.fail(f":{name} is not known here")
            compound.add(PLAIN[name], (0, 1, 0))
            return
        self.at += 1
        self.take(_SPACE)
        compound.add(*self.function(name))
        self.take(_SPACE)
        if not self.rest().startswith(")"):
            self.fail(f"expected ) after :{name}(")
        self.at += 1

    def function(self, name: str) -> tuple[Test, tuple[int, int, int]]:
        if name in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
            end = self.text.find(")", self.at)
            argument = self.text[self.at : end]
            self.at = end
            argument, of, _ = argument.partition(" of ")
            steps = parse_nth(argument)
            if steps is None:
                self.fail(f":{name}({argument}) is not understood")
            if not of:
                return nth(name, steps), (0, 1, 0)
            self.at = self.text.find(" of ", self.text.rfind("(", 0, end)) + 4
            counted = self.list()
            weight = _plus((0, 1, 0), max(one.specificity for one in counted))
            return nth(name, steps, lambda element: any(one.matches(element) for one in counted)), weight
        if name in _FORGIVING:
            return self.forgiving(name)
        if name in ("lang", "dir"):
            end = self.text.find(")", self.at)
            argument = self.text[self.at : end].strip()
            self.at = end
            return _LANGUAGES[name](argument), (0, 1, 0)
        if name in _UNMODELLED:
            refuse("selector", f":{name}()")
        if name not in ("not", "has") or (name == "has" and self.in_has):
            self.fail(f":{name}() is not known here")
        relative = self.rest()[:1] in (">", "+", "~")
        sign = self.rest()[:1] if relative else " "
        outer = self.in_has
        self.in_has = self.in_has or name == "has"
        inner = self.list()
        self.in_has = outer
        weight = max((one.specificity for one in inner), default=_NO_SPECIFICITY)
        tests = [one.matches for one in inner]
        if name == "not":
            return lambda element: not any(test(element) for test in tests), weight
        return _has(sign, tests), weight

    def closing(self) -> int:
        """Where the bracket ends that is open here."""
        depth = 0
        for found in _BRACKETS.finditer(self.text, self.at):
            depth += {"(": 1, ")": -1}.get(found[0], 0)
            if depth == 0 and found[0] == ")":
                return found.start()
        return self.fail("expected )")

    def forgiving(self, name: str) -> tuple[Test, tuple[int, int, int]]:
        """`:is()` and `:where()`, which leave out what they do not understand."""
        self.at = self.text.rindex("(", 0, self.at)
        end = self.closing()
        inner = []
        for part in split(self.text[self.at + 1 : end], ","):
            reader = _Reader(part, in_has=self.in_has)
            try:
                found = reader.complex()
            except SelectorError:
                continue
            if not reader.rest() and not found.pseudo_element and not part.lstrip().startswith((">", "+", "~")):
                inner.append(found)
        self.at = end
        weight = max((one.specificity for one in inner), default=_NO_SPECIFICITY)
        tests = [one.matches for one in inner]
        return lambda element: any(test(element) for test in tests), _NO_SPECIFICITY if name == "where" else weight


_BRACKETS = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()]", re.S)
_FORGIVING = frozenset({"is", "where", "-webkit-any"})
_UNMODELLED = frozenset({"state", "host", "host-context", "active-view-transition-type"})
_LANGUAGES: dict[str, Callable[[str], Test]] = {"dir": runs, "lang": speaks}


def _plus(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _unescaped(name: str) -> str:
    if "\\" in name:
        return unescaped(name)
    return name


def _attribute(found: re.Match[str]) -> Test:
    written = _unescaped(found["name"])
    op = found["op"]
    name = written.lower()
    if op is None:
        return lambda element: (name if element.namespace == HTML else written) in element.attributes
    value = found["value"]
    if value[0] in "\"'":
        value = value[1:-1]
    value = _unescaped(value)
    always = found["flag"] is not None
    lowered = value.lower()
    compare = _COMPARE[op]

    def test(element: Element) -> bool:
        is_html = element.namespace == HTML
        have = element.attributes.get(name if is_html else written)
        if have is None:
            return False
        fold = always or (is_html and name in _FOLDED)
        if fold:
            return compare(have.lower(), lowered)
        return compare(have, value)

    return test


# Shoelace sets them on its form controls; the page does not.
_OF_FORM_CONTROLS = words("data-invalid data-optional data-required data-user-invalid data-user-valid data-valid")


def _unknown(name: str, test: Test) -> Test:
    """A test that is refused for the components that set this attribute by themselves."""

    def tested(element: Element) -> bool:
        if element.tag.startswith("sl-"):
            refuse("selector", f"[{name}]")
        return test(element)

    return tested


_COMPARE: dict[str, Callable[[str, str], bool]] = {
    "=": lambda have, value: have == value,
    "~=": lambda have, value: value != "" and value in have.split(),
    "|=": lambda have, value: have == value or have.startswith(f"{value}-"),
    "^=": lambda have, value: value != "" and have.startswith(value),
    "$=": lambda have, value: value != "" and have.endswith(value),
    "*=": lambda have, value: value != "" and value in have,
}


def _combined(sign: str, left: Test, right: Test) -> Test:
    return lambda element: right(element) and any(left(other) for other in _related(sign, element))


def _related(sign: str, element: Element) -> Iterator[Element]:
    """The elements to try against the compound selector left of a combinator."""
    if sign in " >":
        around = element.parent
        while isinstance(around, Element):
            yield around
            if sign == ">":
                return
            around = around.parent
    elif element.parent is not None:
        before = element.parent.children[: element.place()][::-1]
        for node in before:
            if isinstance(node, Element):
                yield node
                if sign == "+":
                    return


def _has(sign: str, tests: list[Test]) -> Test:
    def candidates(element: Element) -> Iterator[Element]:
        if sign == " ":
            return element.descendants()
        if sign == ">":
            return element.elements()
        if element.parent is not None:
            after = element.parent.children[element.place() + 1 :]
        else:
            after = []
        found = [node for node in after if isinstance(node, Element)]
        return iter(found[:1] if sign == "+" else found)

    return lambda element: any(test(other) for other in candidates(element) for test in tests)
