"""Expressions of `${...}`: paths, literals and operators, evaluated again when what they read changes."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pytest_uimcp.javafx.scene.model.base import FxObject

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<name>[A-Za-z_$][\w$]*)|(?P<op>&&|\|\||==|!=|>=|<=|[-+*/%><!().\[\]]))"
)


# The operands are what properties hold; what an operator cannot take is a `TypeError`, which becomes an error.
Operation = Callable[[Any, Any], object]


def _numbers(meaning: Callable[[float, float], float]) -> Operation:
    """An operator of numbers; Python would repeat or format a text, at any length."""

    def work(left: object, right: object) -> float:
        if not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
            raise TypeError(f"expected two numbers; got {type(left).__name__} and {type(right).__name__}")
        return meaning(left, right)

    return work


def _divide(left: float, right: float) -> float:
    # Java's doubles are divided by zero without an error.
    if right:
        return left / right
    return float("nan")


def _remainder(left: float, right: float) -> float:
    if right:
        return left % right
    return float("nan")


def _add(left: object, right: object) -> object:
    """A sum with a string in it is a string."""
    if isinstance(left, str) or isinstance(right, str):
        return _text(left) + _text(right)
    return operator.add(left, right)


def _or(left: object, right: object) -> bool:
    return bool(left) or bool(right)


def _and(left: object, right: object) -> bool:
    return bool(left) and bool(right)


# Precedence and meaning.
OPERATORS: Final[Mapping[str, tuple[int, Operation]]] = {
    "||": (1, _or),
    "&&": (2, _and),
    "==": (3, operator.eq),
    "!=": (3, operator.ne),
    ">": (4, operator.gt),
    ">=": (4, operator.ge),
    "<": (4, operator.lt),
    "<=": (4, operator.le),
    "+": (5, _add),
    "-": (5, _numbers(operator.sub)),
    "*": (6, _numbers(operator.mul)),
    "/": (6, _numbers(_divide)),
    "%": (6, _numbers(_remainder)),
}
LITERALS: Final[Mapping[str, object]] = {"null": None, "true": True, "false": False}
MAX_DEPTH: Final = 50
MAX_TOKENS: Final = 300

Sources = list[tuple[FxObject, str]]
Evaluate = Callable[[Mapping[str, object], Sources], object]


class ExpressionError(ValueError):
    """The expression cannot be read, or not be evaluated."""


def _text(value: object) -> str:
    """A value as Java writes it into a string."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value)
    return str(value)


class Expression:
    def __init__(self, source: str, node: Evaluate) -> None:
        self.source = source
        self.node = node

    def value(self, names: Mapping[str, object]) -> tuple[object, Sources]:
        """Its value, and the properties that it read on the way."""
        sources: Sources = []
        try:
            return self.node(names, sources), sources
        except (TypeError, ValueError, KeyError, AttributeError, IndexError) as reason:
            raise ExpressionError(f"${{{self.source}}}: {reason}") from None

    def bind(self, target: FxObject, name: str, names: Mapping[str, object]) -> None:
        prop = target.fx.prop(name)
        ends: list[Callable[[], object]] = []

        def update(*_change: object) -> None:
            value, sources = self.value(names)
            # Listens anew after each evaluation: the path may lead over other objects than before.
            for end in ends:
                end()
            ends[:] = [source.observe(property_name, update) for source, property_name in dict.fromkeys(sources)]
            target.put(prop, _text(value) if prop.kind == "string" and value is not None else value)

        target.unbind(name)
        update()
        target.bindings = {**(target.bindings or {}), name: [*ends]}


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.place = 0
        self.depth = 0
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if not match:
                raise ExpressionError(f"${{{text}}}: expected a name, a number or an operator at {text[position:]!r}")
            self.tokens.append((str(match.lastgroup), match[match.lastgroup or 0]))
            position = match.end()
        # A long chain is as deep as a nested expression, once it is evaluated.
        if len(self.tokens) > MAX_TOKENS:
            raise ExpressionError(f"an expression of {len(self.tokens)} words; {MAX_TOKENS} are the most")

    def peek(self) -> tuple[str, str]:
        if self.place < len(self.tokens):
            return self.tokens[self.place]
        return ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.place += 1
        return token

    def expect(self, text: str) -> None:
        kind, token = self.take()
        if token != text:
            raise ExpressionError(f"${{{self.text}}}: expected {text!r}; got {token or kind!r}")

    def expression(self, min_level: int = 1) -> Evaluate:
        # Parsing is recursive: a document must not exhaust the stack.
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"an expression nested deeper than {MAX_DEPTH}")
        operand = self.unary()
        while self.peek()[0] == "op" and self.peek()[1] in OPERATORS and OPERATORS[self.peek()[1]][0] >= min_level:
            level, meaning = OPERATORS[self.take()[1]]
            operand = _binary(meaning, operand, self.expression(level + 1))
        self.depth -= 1
        return operand

    def unary(self) -> Evaluate:
        kind, text = self.peek()
        if kind == "op" and text in "-!":
            self.take()
            operand = self.unary()
            if text == "-":
                return _negated(operand)
            return _inverted(operand)
        return self.primary()

    def primary(self) -> Evaluate:
        kind, text = self.take()
        if kind == "number":
            return _constant(float(text) if any(character in text for character in ".eE") else int(text))
        if kind == "string":
            return _constant(re.sub(r"\\(.)", r"\1", text[1:-1]))
        if text == "(":
            expression = self.expression()
            self.expect(")")
            return expression
        if kind == "name":
            return self.path(text)
        raise ExpressionError(f"${{{self.text}}}: expected a value; got {text or 'its end'!r}")

    def path(self, name: str) -> Evaluate:
        node = _name(name)
        while self.peek()[1] in (".", "["):
            if self.take()[1] == ".":
                kind, part = self.take()
                if kind != "name":
                    raise ExpressionError(f"${{{self.text}}}: expected a name behind the dot; got {part!r}")
                node = _member(node, part)
            else:
                node = _item(node, self.expression())
                self.expect("]")
        return node


# What the parser makes of each part: a function of the names in force, which also notes what properties it read.


def _constant(value: object) -> Evaluate:
    return lambda names, sources: value


def _negated(operand: Evaluate) -> Evaluate:
    def negated(names: Mapping[str, object], sources: Sources) -> float:
        value = operand(names, sources)
        if not isinstance(value, (int, float)):
            raise TypeError(f"expected a number behind -; got {type(value).__name__}")
        return -value

    return negated


def _inverted(operand: Evaluate) -> Evaluate:
    return lambda names, sources: not operand(names, sources)


def _binary(meaning: Operation, left: Evaluate, right: Evaluate) -> Evaluate:
    return lambda names, sources: meaning(left(names, sources), right(names, sources))


def _name(name: str) -> Evaluate:
    def node(names: Mapping[str, object], sources: Sources) -> object:
        if name in LITERALS:
            return LITERALS[name]
        if name not in names:
            raise ValueError(f"no {name!r} here; known are {', '.join(sorted(names)) or 'no names'}")
        return names[name]

    return node


def _member(owner_of: Evaluate, name: str) -> Evaluate:
    def node(names: Mapping[str, object], sources: Sources) -> object:
        owner = owner_of(names, sources)
        if isinstance(owner, FxObject):
            sources.append((owner, name))
            return owner.get(name)
        # FXML has `empty` for texts and lists.
        if name == "empty" and isinstance(owner, (str, list)):
            return not owner
        if isinstance(owner, Mapping):
            return owner.get(name)
        # A document is data of others: it is not to reach into the internals of a program's objects.
        if name.startswith("_"):
            raise ValueError(f"{name!r} is private")
        value: object = getattr(owner, name)
        return value

    return node


def _item(owner_of: Evaluate, key: Evaluate) -> Evaluate:
    def item(names: Mapping[str, object], sources: Sources) -> object:
        owner = owner_of(names, sources)
        place = key(names, sources)
        if isinstance(owner, Mapping):
            return owner[place]
        if isinstance(owner, Sequence) and isinstance(place, int):
            return owner[place]
        raise TypeError(f"{type(owner).__name__} has no item {place!r}")

    return item


def parse_expression(text: str) -> Expression:
    parser = _Parser(text)
    node = parser.expression()
    if parser.peek()[0] != "end":
        raise ExpressionError(f"${{{text}}}: unexpected {parser.peek()[1]!r}")
    return Expression(text, node)
