"""CSS selectors, compiled to functions that tell whether an element matches."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn, TypeAlias

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.escapes import unescape
from pytest_uimcp.page.dom.matching import Test, all_of, always, any_of, never, none_of
from pytest_uimcp.page.dom.nodes import HTML, DomNode, Element, Parent
from pytest_uimcp.page.dom.pseudo import ELEMENTS, PLAIN, direction_matches, language_matches, nth, parse_nth
from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

__all__ = ["CssSelector", "CssSelectorError", "select", "selectors"]


@public
class CssSelectorError(UimcpError):
    """A CSS selector that cannot be read."""


@dataclass(frozen=True, slots=True)
class CssSelector:
    matches: Test
    specificity: tuple[int, int, int]
    # What an element must have to match: `#id`, `.class`, a tag, `[attribute]`, or `*`; a cheap check before.
    key: str
    pseudo_element: str = ""


def select(root: Parent, text: str) -> Iterator[Element]:
    """The elements below `root` that match a selector list, in document order."""
    alternatives = selectors(text)
    return (element for element in root.descendants() if any(selector.matches(element) for selector in alternatives))


@lru_cache(maxsize=1024)
def selectors(text: str) -> tuple[CssSelector, ...]:
    reader = _Reader(text)
    parsed = reader.list()
    if reader.rest():
        reader.fail(f"unexpected {reader.rest()[:12]!r}")
    return parsed


_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}\s?|.)"
# The characters of a name are those of ASCII that may be in one, and all others. As what they are not: a set that
# reaches beyond ASCII takes `re` some milliseconds to compile.
_NO_START = r"\x00-\x40\x5b-\x5e\x60\x7b-\x7f"
_NO_NAME = r"\x00-\x2c\x2e\x2f\x3b-\x40\x5b-\x5e\x60\x7b-\x7f"
_IDENT = re.compile(rf"-?(?:[^{_NO_START}]|{_ESCAPE})(?:[^:{_NO_NAME}]|{_ESCAPE})*|--(?:[\w\-]|{_ESCAPE})*")
_SPACE = re.compile(r"[ \t\r\n\f]*")
_ATTRIBUTE = re.compile(
    rf"\[\s*(?:\*?\|)?(?P<name>(?:[^{_NO_NAME}]|\\.)+)\s*"
    rf"(?:(?P<op>[~|^$*]?=)\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|{_IDENT.pattern})"
    r"\s*(?P<flag>[iI])?\s*)?\]"
)
# The attributes of HTML whose values are compared without regard to case.
_FOLDED = words(
    """accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize
    noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink"""
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
        if len(self.tests) == 1:
            return self.tests[0]
        return all_of(self.tests)


class _Reader:
    def __init__(self, text: str, *, in_has: bool = False) -> None:
        self.text = text
        self.at = 0
        # Whether it reads what is in `:has()`, which holds no other and no pseudo-element.
        self.in_has = in_has
        # The key of what the last `:is()` holds, if that is one.
        self.argument_key = "*"

    def fail(self, reason: str) -> NoReturn:
        raise CssSelectorError(f"the selector {self.text!r} cannot be read: {reason} at character {self.at + 1}")

    def rest(self) -> str:
        return self.text[self.at :]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def list(self) -> tuple[CssSelector, ...]:
        members = [self.complex()]
        while self.rest().startswith(","):
            self.at += 1
            members.append(self.complex())
        return tuple(members)

    def complex(self) -> CssSelector:
        self.take(_SPACE)
        if self.rest()[:1] in (">", "+", "~"):
            leading = _COMBINATOR.match(self.text, self.at)
        else:
            leading = None
        if leading is not None:  # a relative selector, as :has() takes them
            self.at = leading.end()
        # Read from left to right, but tested from the right: the last compound rules out the most.
        compound = self.compound()
        test = compound.test()
        specificity = compound.specificity
        while (sign := self.take(_COMBINATOR)) is not None:
            if compound.pseudo_element:
                self.fail("nothing stands below a pseudo-element")
            compound = self.compound()
            test = _combine(sign[1] or " ", test, compound.test())
            specificity = _plus(specificity, compound.specificity)
        self.take(_SPACE)
        return CssSelector(test, specificity, compound.key, compound.pseudo_element)

    def name(self) -> str:
        match = self.take(_IDENT)
        if match is None:
            self.fail("expected a name")
        return _unescape_name(match[0])

    def compound(self) -> _Compound:
        compound = _Compound([], _NO_SPECIFICITY)
        start = self.at
        if self.rest().startswith("*|"):  # of any namespace, as all are without @namespace
            self.at += 2
        if self.rest().startswith("*"):
            self.at += 1
            compound.tests.append(always)
        elif self.rest().startswith("&"):  # outside of a rule, what is the root of all
            self.at += 1
            compound.add(PLAIN["root"], (0, 1, 0))
        elif _IDENT.match(self.text, self.at):
            name = self.name().lower()
            compound.add(_has_tag(name), (0, 0, 1))
            compound.key = name
        while self.simple(compound):
            pass
        if self.at == start:
            self.fail("expected a selector" if not self.rest() else f"unexpected {self.rest()[0]!r}")
        if not compound.tests:
            compound.tests.append(always)
        return compound

    def simple(self, compound: _Compound) -> bool:
        sign = self.rest()[:1]
        if compound.pseudo_element and sign in ("#", ".", "["):
            self.fail("nothing but a pseudo-class stands behind a pseudo-element")
        if sign == "#":
            self.at += 1
            name = self.name()
            compound.add(_has_id(name), (1, 0, 0))
            compound.key = f"#{name}"
        elif sign == ".":
            self.at += 1
            name = self.name()
            compound.add(_has_class(name), (0, 1, 0))
            if not compound.key.startswith("#"):
                compound.key = f".{name}"
        elif sign == "[":
            match = self.take(_ATTRIBUTE)
            if match is None:
                plain = "an attribute test is [name], [name=value] or with ~= |= ^= $= *="
                self.fail(f"{plain}, and a value that is no name is quoted")
            name = _unescape_name(match["name"]).lower()
            is_unknown = name in _OF_FORM_CONTROLS
            compound.add(
                _refused_on_components(name, _attribute(match)) if is_unknown else _attribute(match), (0, 1, 0)
            )
            # Attributes are rarer than tags; those of SVG may have large letters, which `name` has not.
            is_rarer = compound.key[0] not in ".#[" and name == _unescape_name(match["name"])
            if (compound.key == "*" or is_rarer) and not is_unknown:
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
        if name in _FORGIVING and compound.key == "*":
            compound.key = self.argument_key
        self.take(_SPACE)
        if not self.rest().startswith(")"):
            self.fail(f"expected ) after :{name}(")
        self.at += 1

    def function(self, name: str) -> tuple[Test, tuple[int, int, int]]:
        if name in ("nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"):
            end = self.text.find(")", self.at)
            argument = self.text[self.at : end]
            self.at = end
            argument, separator, _ = argument.partition(" of ")
            steps = parse_nth(argument)
            if steps is None:
                self.fail(f":{name}({argument}) is not understood")
            if not separator:
                return nth(name, steps), (0, 1, 0)
            self.at = self.text.find(" of ", self.text.rfind("(", 0, end)) + 4
            counted = self.list()
            weight = _plus((0, 1, 0), max(selector.specificity for selector in counted))
            return nth(name, steps, any_of([selector.matches for selector in counted])), weight
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
        if name == "has":
            return self.has()
        arguments = self.list()
        weight = max((argument.specificity for argument in arguments), default=_NO_SPECIFICITY)
        return none_of([argument.matches for argument in arguments]), weight

    def has(self) -> tuple[Test, tuple[int, int, int]]:
        """`:has()`, each of whose selectors begins at the element."""
        self.in_has = True
        relatives = [self.relative()]
        while self.rest().startswith(","):
            self.at += 1
            relatives.append(self.relative())
        self.in_has = False
        weight = max((specificity for _, specificity in relatives), default=_NO_SPECIFICITY)
        return _has([steps for steps, _ in relatives]), weight

    def relative(self) -> tuple[_Relative, tuple[int, int, int]]:
        """A selector from left to right: how to go on from what was found, and what is found there."""
        self.take(_SPACE)
        sign = " "
        if self.rest()[:1] in (">", "+", "~") and (leading := self.take(_COMBINATOR)) is not None:
            sign = leading[1]
        compound = self.compound()
        steps = [_RelativeStep(sign, compound.test())]
        specificity = compound.specificity
        while (match := self.take(_COMBINATOR)) is not None:
            compound = self.compound()
            steps.append(_RelativeStep(match[1] or " ", compound.test()))
            specificity = _plus(specificity, compound.specificity)
        self.take(_SPACE)
        return steps, specificity

    def closing(self) -> int:
        """Where the bracket ends that is open here."""
        depth = 0
        for bracket in _BRACKETS.finditer(self.text, self.at):
            depth += {"(": 1, ")": -1}.get(bracket[0], 0)
            if depth == 0 and bracket[0] == ")":
                return bracket.start()
        return self.fail("expected )")

    def forgiving(self, name: str) -> tuple[Test, tuple[int, int, int]]:
        """`:is()` and `:where()`, which leave out what they do not understand."""
        self.at = self.text.rindex("(", 0, self.at)
        end = self.closing()
        arguments = []
        for part in split(self.text[self.at + 1 : end], ","):
            reader = _Reader(part, in_has=self.in_has)
            try:
                selector = reader.complex()
            except CssSelectorError:
                continue
            if not reader.rest() and not selector.pseudo_element and not part.lstrip().startswith((">", "+", "~")):
                arguments.append(selector)
        self.at = end
        # What nested rules are about is found as quickly as what stands by itself.
        keys = {argument.key for argument in arguments}
        self.argument_key = keys.pop() if len(keys) == 1 else "*"
        weight = max((argument.specificity for argument in arguments), default=_NO_SPECIFICITY)
        tests = [argument.matches for argument in arguments]
        if name == "where":
            return any_of(tests), _NO_SPECIFICITY
        return any_of(tests), weight


_BRACKETS = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()]", re.S)
_FORGIVING = frozenset({"is", "where", "-webkit-any"})
_UNMODELLED = frozenset({"state", "host", "host-context", "active-view-transition-type"})
_LANGUAGES: Final[Mapping[str, Callable[[str], Test]]] = {"dir": direction_matches, "lang": language_matches}


def _plus(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _unescape_name(name: str) -> str:
    if "\\" in name:
        return unescape(name)
    return name


def _attribute(match: re.Match[str]) -> Test:
    """The test of an attribute; names in HTML, and some of its values, are compared without regard to case."""
    name = _unescape_name(match["name"])
    html_name = name.lower()
    sign = match["op"]

    if sign is None:

        def is_set(element: Element) -> bool:
            return (html_name if element.namespace == HTML else name) in element.attributes

        return is_set
    value = match["value"]
    if value[0] in "\"'":
        value = value[1:-1]
    value = _unescape_name(value)
    if value == "" and sign in _NEEDS_VALUE:
        return never
    folds_always = match["flag"] is not None
    folded = value.lower()
    compare = _COMPARE[sign]

    def test(element: Element) -> bool:
        is_html = element.namespace == HTML
        text = element.attributes.get(html_name if is_html else name)
        if text is None:
            return False
        if folds_always or (is_html and html_name in _FOLDED):
            return compare(text.lower(), folded)
        return compare(text, value)

    return test


# Shoelace sets them on its form controls; the page does not.
_OF_FORM_CONTROLS = words("data-invalid data-optional data-required data-user-invalid data-user-valid data-valid")


def _refused_on_components(name: str, test: Test) -> Test:
    """A test that is refused for the components that set this attribute by themselves."""

    def tested(element: Element) -> bool:
        if element.tag.startswith("sl-"):
            refuse("selector", f"[{name}]")
        return test(element)

    return tested


def _has_word(text: str, word: str) -> bool:
    return word in text.split()


def _has_subtag(text: str, tag: str) -> bool:
    return text == tag or text.startswith(f"{tag}-")


_COMPARE: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "=": operator.eq, "~=": _has_word, "|=": _has_subtag, "^=": str.startswith, "$=": str.endswith,
    "*=": operator.contains,
}  # fmt: skip
# Operators that match nothing if the value is empty, although every text begins with one that is.
_NEEDS_VALUE: Final = frozenset({"^=", "$=", "*="})


def _has_tag(name: str) -> Test:
    def test(element: Element) -> bool:
        return element.tag == name

    return test


def _has_id(name: str) -> Test:
    def test(element: Element) -> bool:
        return element.attributes.get("id") == name

    return test


def _has_class(name: str) -> Test:
    def test(element: Element) -> bool:
        return name in element.attributes.get("class", "").split()

    return test


def _combine(sign: str, relative: Test, right: Test) -> Test:
    if sign == ">":
        # The most common of them needs no walk.
        def test_parent(element: Element) -> bool:
            return right(element) and isinstance(parent := element.parent, Element) and relative(parent)

        return test_parent

    def test(element: Element) -> bool:
        return right(element) and any(map(relative, _related(sign, element)))

    return test


def _related(sign: str, element: Element) -> Iterator[Element]:
    """The elements to try against the compound selector left of a combinator."""
    if sign == " ":
        ancestor = element.parent
        while isinstance(ancestor, Element):
            yield ancestor
            ancestor = ancestor.parent
    elif element.parent is not None:
        preceding = element.parent.children[: element.place()][::-1]
        for node in preceding:
            if isinstance(node, Element):
                yield node
                if sign == "+":
                    return


class _RelativeStep(NamedTuple):
    sign: str
    matches: Test


_Relative: TypeAlias = list[_RelativeStep]


def _onwards(sign: str, element: Element) -> Iterator[Element]:
    """The elements to try against the compound selector right of a combinator."""
    if sign == " ":
        return element.descendants()
    if sign == ">":
        return element.elements()
    following: list[DomNode] = []
    if element.parent is not None:
        following = element.parent.children[element.place() + 1 :]
    siblings = [node for node in following if isinstance(node, Element)]
    return iter(siblings[:1] if sign == "+" else siblings)


def _leads_on(element: Element, steps: _Relative) -> bool:
    step, *further_steps = steps
    return any(
        step.matches(candidate) and (not further_steps or _leads_on(candidate, further_steps))
        for candidate in _onwards(step.sign, element)
    )


def _has(relatives: list[_Relative]) -> Test:
    def test(element: Element) -> bool:
        return any(_leads_on(element, steps) for steps in relatives)

    return test
