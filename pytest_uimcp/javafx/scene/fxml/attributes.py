"""What the texts of attributes mean: properties, handlers, files, keys, names, expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.javafx.scene.errors import JavaFxError, WrongValue, near
from pytest_uimcp.javafx.scene.fxml import controllers
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError
from pytest_uimcp.javafx.scene.fxml.expressions import LITERALS, ExpressionError, parse_expression
from pytest_uimcp.javafx.scene.fxml.reader import Element
from pytest_uimcp.javafx.scene.fxml.resources import Place
from pytest_uimcp.javafx.scene.fxml.static import STATIC, set_static
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.kinds import accept, from_text
from pytest_uimcp.javafx.scene.model.registry import Prop, fx_types

__all__ = ["UNFIT", "Attributes", "check", "what"]

UNFIT = (AttributeError, KeyError, TypeError)
"""What the behaviour of a control raises for a value that is not of the class it works with."""


class Attributes:
    """Setting properties of what a document builds; `Loader` builds it."""

    file: str
    place: Place
    controller: Any
    resources: Mapping[str, Any]
    lenient: bool
    named: dict[str, Any]
    problems: list[str]
    later: list[Callable[[], None]]

    def fail(self, message: str, element: Element) -> FxmlError:
        """An error at an element."""
        return FxmlError(message, self.file, element.line)

    def prop(self, built: Any, name: str, element: Element) -> Prop:
        """A property by name, or an error that knows near ones."""
        if not isinstance(built, FxObject):
            raise self.fail(f"{what(built)} has no properties; got {name!r}", element)
        found = built.fx.props.get(name)
        if found is None:
            raise self.fail(f"<{built.fx.name}> has no property {name!r}.{near(name, built.fx.props)}", element)
        return found

    def set_attribute(self, built: Any, name: str, text: str, element: Element) -> None:
        """One attribute: static, a handler, or a property."""
        if "." in name:
            owner, _, rest = name.rpartition(".")
            self.set_static(built, owner.rpartition(".")[2], rest, self.resolve(text, element), element)
            return
        prop = self.prop(built, name, element)
        if prop.kind == "handler":
            self.set_handler(built, prop, text, element)
        elif text.startswith("${") and text.endswith("}"):
            self.later.append(lambda: self.bind(built, name, text[2:-1], element))
        else:
            self.set_text(built, prop, text, element)

    def set_text(self, built: Any, prop: Prop, text: str, element: Element) -> None:
        """A property from text, with what its first character may mean."""
        value = self.resolve(text, element)
        try:
            if prop.is_list and isinstance(value, str):
                kind = prop.kind.partition(":")[2]
                parts = [part.strip() for part in value.split(",") if part.strip()]
                if text.startswith(("@", "%")):
                    parts = [self.resolve(part, element) for part in parts]
                else:
                    parts = parts
                built.get(prop.name).extend(
                    accept(kind, from_text(kind, part)) if kind in ("double", "int") else part for part in parts
                )
            elif prop.is_list:
                built.get(prop.name).set_all(value)
            else:
                if isinstance(value, str) and prop.kind != "object":
                    value = from_text(prop.kind, value)
                else:
                    value = value
                check(prop, value)
                built.set(prop.name, value)
        except JavaFxError as reason:
            raise self.fail(f"<{built.fx.name}> {prop.name}={text!r}: {reason}", element) from None
        except UNFIT:
            raise self.fail(f"<{built.fx.name}> {prop.name} takes no {text!r}", element) from None

    def resolve(self, text: str, element: Element) -> Any:
        """`@file`, `%key`, `$name`; a backslash before one of them takes its meaning away."""
        if text[:1] == "\\" and text[1:2] in tuple("@%$\\#"):
            return text[1:]
        if text.startswith("@") and len(text) > 1:
            return ",".join(self.path(part.strip()[1:], element) for part in text.split(","))
        if text.startswith("%") and len(text) > 1:
            if text[1:] not in self.resources:
                if self.lenient:
                    self.problems.append(f"{self.file}:{element.line}: no text for the key {text[1:]!r}")
                    return text
                raise self.fail(f"no text for the key {text[1:]!r}.{near(text[1:], self.resources)}", element)
            return self.resources[text[1:]]
        if text.startswith("$") and not text.startswith("${") and len(text) > 1:
            return self.variable(text[1:], element)
        return text

    def path(self, reference: str, element: Element) -> str:
        """A file beside the document."""
        try:
            return str(self.place.find(reference))
        except ValueError as reason:
            raise self.fail(str(reason), element) from None

    def variable(self, text: str, element: Element) -> Any:
        """What a name, or a path that starts with one, means so far."""
        first = text.partition(".")[0]
        if first.isidentifier() and first not in self.named and first not in LITERALS:
            known = ", ".join(f"${name}" for name in sorted(self.named)) or "no names"
            hint = f'An element with fx:id="{first}" has to come before its use'
            raise self.fail(f"${text}: there is no ${first} so far; known are {known}. {hint}", element)
        try:
            return parse_expression(text).value(self.named)[0]
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"${text}: {reason}", element) from None

    def bind(self, built: Any, name: str, text: str, element: Element) -> None:
        """Bind a property to an expression, once everything is there to be named."""
        try:
            parse_expression(text).bind(built, name, self.named)
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"<{built.fx.name}> {name}: {reason}", element) from None

    def set_handler(self, built: Any, prop: Prop, text: str, element: Element) -> None:
        """`#save` is the controller's method, `$name` something callable."""
        if text.startswith("#"):
            built.values[prop.name] = self.handler(text[1:], element)
        elif text.startswith("$"):
            built.values[prop.name] = self.variable(text[1:], element)
        elif text:
            raise self.fail(f"{prop.name}={text!r}: expected #method of the controller; scripts are not run", element)

    def handler(self, name: str, element: Element) -> Callable[[Any], Any]:
        """The controller's method as a handler."""
        if self.controller is not None:
            method = controllers.method_of(self.controller, name)
        else:
            method = None
        if method is not None:
            return controllers.handler(method)
        if self.controller is not None:
            known = [one for one in dir(self.controller) if not one.startswith("_")]
        else:
            known = []
        if self.controller is None:
            message = f"#{name} needs a controller; pass one"
        else:
            message = f"{type(self.controller).__name__} has no method {name!r}.{near(name, known)}"
        if not self.lenient:
            raise self.fail(message, element)
        self.problems.append(f"{self.file}:{element.line}: {message}")
        return lambda _event: None

    def set_static(self, built: Any, owner: str, name: str, value: Any, element: Element) -> None:
        """`GridPane.rowIndex="1"`"""
        if owner not in STATIC:
            raise self.fail(f"{owner} has no static properties.{near(owner, STATIC)}", element)
        if name not in STATIC[owner]:
            raise self.fail(f"{owner} has no static property {name!r}.{near(name, STATIC[owner])}", element)
        try:
            set_static(built, owner, name, value)
        except JavaFxError as reason:
            raise self.fail(f"{owner}.{name}={value!r}: {reason}", element) from None


def check(prop: Prop, value: Any) -> None:
    """Refuse what is of another class than a property, or its list, is for."""
    if prop.kind == "node":
        wanted = "Node"
    elif prop.is_list:
        wanted = prop.kind.partition(":")[2]
    else:
        wanted = ""
    # Texts are allowed for button types: their constants are kept by name.
    if value is None or wanted not in fx_types() or (wanted == "ButtonType" and isinstance(value, str)):
        return
    if not (isinstance(value, FxObject) and value.is_a(wanted)):
        got = repr(value) if isinstance(value, str) else what(value)
        raise WrongValue(f"{prop.name}: expected <{wanted}>; got {got}")


def what(built: Any) -> str:
    """An object as errors call it."""
    if isinstance(built, FxObject):
        return f"<{built.fx.name}>"
    return type(built).__name__
