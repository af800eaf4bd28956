"""CSS selectors, compiled to functions that tell whether an element matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn, TypeAlias

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.page.dom.escapes import unescaped
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.dom.pseudo import PLAIN, nth, parse_nth
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
    r"\[\s*(?P<name>(?:[\w\-:\u0080-\U0010ffff]|\\.)+)\s*"
    r"(?:(?P<op>[~|^$*]?=)\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^\s\]]+)\s*(?P<flag>[iIsS])?\s*)?\]"
)
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
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

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
        first = _COMBINATOR.match(self.text, self.at) if self.rest()[:1] in (">", "+", "~") else None
        if first is not None:  # a relative selector, as :has() takes them
            self.at = first.end()
        compound = self.compound()
        test, specificity = compound.test(), compound.specificity
        while (found := self.take(_COMBINATOR)) is not None:
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
        if self.rest().startswith("*"):
            self.at += 1
            compound.tests.append(lambda _element: True)
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
                self.fail("an attribute test is [name], [name=value] or with ~= |= ^= $= *=")
            compound.add(_attribute(found), (0, 1, 0))
            if compound.key == "*":
                compound.key = f"[{_unescaped(found['name'])}]"
        elif sign == ":":
            self.at += 1
            self.pseudo(compound)
        else:
            return False
        return True

    def pseudo(self, compound: _Compound) -> None:
        if self.rest().startswith(":"):
            self.at += 1
            compound.pseudo_element = self.name()
            return
        name = self.name().lower()
        if name in ("before", "after"):
            compound.pseudo_element = name
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
            argument, self.at = self.text[self.at : end], end
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
        if name in ("lang", "dir"):
            end = self.text.find(")", self.at)
            argument, self.at = self.text[self.at : end].strip(), end
            return _LANGUAGES[name](argument), (0, 1, 0)
        if name in _UNMODELLED:
            refuse("selector", f":{name}()")
        if name not in ("not", "is", "where", "has"):
            self.fail(f":{name}() is not known here")
        relative = self.rest()[:1] in (">", "+", "~")
        sign = self.rest()[:1] if relative else " "
        inner = self.list()
        weight = max((one.specificity for one in inner), default=_NO_SPECIFICITY)
        tests = [one.matches for one in inner]
        if name == "not":
            return lambda element: not any(test(element) for test in tests), weight
        if name == "has":
            return _has(sign, tests), weight
        return lambda element: any(test(element) for test in tests), _NO_SPECIFICITY if name == "where" else weight


def _speaks(argument: str) -> Test:
    wanted = [word.strip("\"' ").lower() for word in argument.split(",")]

    def test(element: Element) -> bool:
        found = next((e.attributes["lang"] for e in (element, *element.ancestors()) if "lang" in e.attributes), "")
        have = (found or "en").lower()  # of the page
        return any(have == word or have.startswith(f"{word}-") for word in wanted)

    return test


def _runs(argument: str) -> Test:
    def test(element: Element) -> bool:
        around = (element, *element.ancestors())
        found = next((one.attributes["dir"].lower() for one in around if "dir" in one.attributes), "ltr")
        if found == "auto":
            refuse("selector", f":dir({argument})")
        return found == argument.lower()

    return test


_UNMODELLED = frozenset({"state", "host", "host-context", "-webkit-any", "active-view-transition-type"})
_LANGUAGES: dict[str, Callable[[str], Test]] = {"dir": _runs, "lang": _speaks}


def _plus(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[int, int, int]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _unescaped(name: str) -> str:
    return unescaped(name) if "\\" in name else name


def _attribute(found: re.Match[str]) -> Test:
    name, op = _unescaped(found["name"]), found["op"]
    if op is None:
        return lambda element: name in element.attributes
    value = found["value"]
    if value[0] in "\"'":
        value = value[1:-1]
    value = _unescaped(value)
    fold = (found["flag"] or "").lower() == "i"
    if fold:
        value = value.lower()
    compare = _COMPARE[op]

    def test(element: Element) -> bool:
        have = element.attributes.get(name)
        return have is not None and compare(have.lower() if fold else have, value)

    return test


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
        after = element.parent.children[element.place() + 1 :] if element.parent is not None else []
        found = [node for node in after if isinstance(node, Element)]
        return iter(found[:1] if sign == "+" else found)

    return lambda element: any(test(other) for other in candidates(element) for test in tests)
