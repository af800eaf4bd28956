"""What the texts of attributes mean: properties, handlers, files, keys, names, expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.javafx.scene.errors import JavaFxError, WrongValue, near
from pytest_uimcp.javafx.scene.fxml import controllers
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError
from pytest_uimcp.javafx.scene.fxml.expressions import LITERALS, ExpressionError, parse_expression
from pytest_uimcp.javafx.scene.fxml.reader import FxmlElement
from pytest_uimcp.javafx.scene.fxml.resources import DocumentPlace
from pytest_uimcp.javafx.scene.fxml.static import STATIC, set_static
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.kinds import accept, from_text
from pytest_uimcp.javafx.scene.model.registry import Prop, fx_types

__all__ = ["UNFIT", "Attributes", "check", "describe_type"]

UNFIT = (AttributeError, KeyError, TypeError)
"""What the behaviour of a control raises for a value that is not of the class it works with."""


class Attributes:
    """Setting properties of what a document builds; `Loader` builds it."""

    file: str
    place: DocumentPlace
    controller: Any
    resources: Mapping[str, Any]
    lenient: bool
    objects: dict[str, Any]
    problems: list[str]
    later: list[Callable[[], None]]

    def fail(self, message: str, element: FxmlElement) -> FxmlError:
        """An error at an element."""
        return FxmlError(message, self.file, element.line)

    def prop(self, target: Any, name: str, element: FxmlElement) -> Prop:
        """A property by name, or an error that knows near ones."""
        if not isinstance(target, FxObject):
            raise self.fail(f"{describe_type(target)} has no properties; got {name!r}", element)
        prop = target.fx.props.get(name)
        if prop is None:
            raise self.fail(f"<{target.fx.name}> has no property {name!r}.{near(name, target.fx.props)}", element)
        return prop

    def set_attribute(self, target: Any, name: str, text: str, element: FxmlElement) -> None:
        """One attribute: static, a handler, or a property."""
        if "." in name:
            owner, _, static_name = name.rpartition(".")
            self.set_static(target, owner.rpartition(".")[2], static_name, self.resolve(text, element), element)
            return
        prop = self.prop(target, name, element)
        if prop.kind == "handler":
            self.set_handler(target, prop, text, element)
        elif text.startswith("${") and text.endswith("}"):
            self.later.append(lambda: self.bind(target, name, text[2:-1], element))
        else:
            self.set_text(target, prop, text, element)

    def set_text(self, target: Any, prop: Prop, text: str, element: FxmlElement) -> None:
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
                target.get(prop.name).extend(
                    accept(kind, from_text(kind, part)) if kind in ("double", "int") else part for part in parts
                )
            elif prop.is_list:
                target.get(prop.name).set_all(value)
            else:
                if isinstance(value, str) and prop.kind != "object":
                    value = from_text(prop.kind, value)
                else:
                    value = value
                check(prop, value)
                target.set(prop.name, value)
        except JavaFxError as reason:
            raise self.fail(f"<{target.fx.name}> {prop.name}={text!r}: {reason}", element) from None
        except UNFIT:
            raise self.fail(f"<{target.fx.name}> {prop.name} takes no {text!r}", element) from None

    def resolve(self, text: str, element: FxmlElement) -> Any:
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

    def path(self, reference: str, element: FxmlElement) -> str:
        """A file beside the document."""
        try:
            return str(self.place.find(reference))
        except ValueError as reason:
            raise self.fail(str(reason), element) from None

    def variable(self, text: str, element: FxmlElement) -> Any:
        """What a name, or a path that starts with one, means so far."""
        head = text.partition(".")[0]
        if head.isidentifier() and head not in self.objects and head not in LITERALS:
            names = ", ".join(f"${name}" for name in sorted(self.objects)) or "no names"
            hint = f'An element with fx:id="{head}" has to come before its use'
            raise self.fail(f"${text}: there is no ${head} so far; known are {names}. {hint}", element)
        try:
            return parse_expression(text).value(self.objects)[0]
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"${text}: {reason}", element) from None

    def bind(self, target: Any, name: str, text: str, element: FxmlElement) -> None:
        """Bind a property to an expression, once everything is there to be named."""
        try:
            parse_expression(text).bind(target, name, self.objects)
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"<{target.fx.name}> {name}: {reason}", element) from None

    def set_handler(self, target: Any, prop: Prop, text: str, element: FxmlElement) -> None:
        """`#save` is the controller's method, `$name` something callable."""
        if text.startswith("#"):
            target.values[prop.name] = self.handler(text[1:], element)
        elif text.startswith("$"):
            target.values[prop.name] = self.variable(text[1:], element)
        elif text:
            raise self.fail(f"{prop.name}={text!r}: expected #method of the controller; scripts are not run", element)

    def handler(self, name: str, element: FxmlElement) -> Callable[[Any], Any]:
        """The controller's method as a handler."""
        if self.controller is not None:
            method = controllers.method_of(self.controller, name)
        else:
            method = None
        if method is not None:
            return controllers.handler(method)
        if self.controller is not None:
            names = [name for name in dir(self.controller) if not name.startswith("_")]
        else:
            names = []
        if self.controller is None:
            message = f"#{name} needs a controller; pass one"
        else:
            message = f"{type(self.controller).__name__} has no method {name!r}.{near(name, names)}"
        if not self.lenient:
            raise self.fail(message, element)
        self.problems.append(f"{self.file}:{element.line}: {message}")
        return lambda _event: None

    def set_static(self, target: Any, owner: str, name: str, value: Any, element: FxmlElement) -> None:
        """`GridPane.rowIndex="1"`"""
        if owner not in STATIC:
            raise self.fail(f"{owner} has no static properties.{near(owner, STATIC)}", element)
        if name not in STATIC[owner]:
            raise self.fail(f"{owner} has no static property {name!r}.{near(name, STATIC[owner])}", element)
        try:
            set_static(target, owner, name, value)
        except JavaFxError as reason:
            raise self.fail(f"{owner}.{name}={value!r}: {reason}", element) from None


def check(prop: Prop, value: Any) -> None:
    """Refuse what is of another class than a property, or its list, is for."""
    if prop.kind == "node":
        expected = "Node"
    elif prop.is_list:
        expected = prop.kind.partition(":")[2]
    else:
        expected = ""
    # Texts are allowed for button types: their constants are kept by name.
    if value is None or expected not in fx_types() or (expected == "ButtonType" and isinstance(value, str)):
        return
    if not (isinstance(value, FxObject) and value.is_a(expected)):
        got = repr(value) if isinstance(value, str) else describe_type(value)
        raise WrongValue(f"{prop.name}: expected <{expected}>; got {got}")


def describe_type(target: Any) -> str:
    """An object as errors call it."""
    if isinstance(target, FxObject):
        return f"<{target.fx.name}>"
    return type(target).__name__
