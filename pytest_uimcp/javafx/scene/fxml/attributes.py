"""What the texts of attributes mean: properties, handlers, files, keys, names, expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from pytest_uimcp.javafx.scene.errors import JavaFxError, WrongValue, near
from pytest_uimcp.javafx.scene.fxml import controllers
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError
from pytest_uimcp.javafx.scene.fxml.expressions import LITERALS, ExpressionError, parse_expression
from pytest_uimcp.javafx.scene.fxml.placeholders import is_box, renamed, stands_for
from pytest_uimcp.javafx.scene.fxml.reader import FxmlElement, Parsed
from pytest_uimcp.javafx.scene.fxml.resources import DocumentPlace
from pytest_uimcp.javafx.scene.fxml.static import STATIC, set_static
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.kinds import NUMERIC, accept, from_text
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import Prop, fx_types
from pytest_uimcp.javafx.scene.tables.libraries import UNMODELLED

# What the behaviour of a control raises for a value that is not of the class it works with.
UNFIT: Final = (AttributeError, KeyError, TypeError)
# In Java they cannot be null.
PRIMITIVES: Final = NUMERIC | {"boolean"}
# What `<Spinner>` takes although no property of it has these names; the first three make a range and are all needed.
SPINNER: Final = ("min", "max", "initialValue", "amountToStepBy")
NEEDED: Final = SPINNER[:3]


class Attributes:
    """Setting properties of what a document builds; `Loader` builds it."""

    file: str
    parsed: Parsed
    place: DocumentPlace
    controller: object
    resources: Mapping[str, object]
    strict: bool
    has_resources: bool
    objects: dict[str, object]
    # Lines by what is said of them.
    notes: dict[str, list[int]]
    later: list[Callable[[], None]]

    def is_foreign(self, name: str) -> bool:
        """Whether a document's name is that of a class without a model."""
        raise NotImplementedError

    def fail(self, message: str, element: FxmlElement) -> FxmlError:
        return FxmlError(message, self.file, element.line)

    def note(self, message: str, element: FxmlElement, advice: str = "") -> None:
        """Say that something is not as in JavaFX; `strict` refuses it, with what to do about it."""
        if self.strict:
            raise self.fail(f"{message}{advice}", element)
        lines = self.notes.setdefault(message, [])
        if element.line not in lines:
            lines.append(element.line)

    def owner(self, target: object, name: str, element: FxmlElement) -> FxObject:
        """What has properties, or an error that says which one was to be set."""
        if isinstance(target, FxObject):
            return target
        raise self.fail(f"{describe_type(target)} has no properties; got {name!r}", element)

    def prop(self, target: FxObject, name: str, element: FxmlElement) -> Prop:
        """A property by name, or an error that knows near ones."""
        prop = target.fx.props.get(name)
        if prop is None:
            raise self.fail(f"<{target.fx.name}> has no property {name!r}.{near(name, target.fx.props)}", element)
        return prop

    def is_left_out(self, target: FxObject, name: str, element: FxmlElement) -> bool:
        """Note a property that has no model: any of a placeholder, and those of the table."""
        if name in target.fx.props:
            return False
        is_foreign = bool(stands_for(target))
        if is_foreign or any(name in UNMODELLED.get(kind, ()) for kind in target.fx.order):
            is_shown = is_box(target) and element.name == name
            self.note(f"<{target.fx.name}> {name} is not modelled{', and in the box' if is_shown else ''}", element)
            return True
        return False

    def set_attribute(self, target: object, name: str, text: str, element: FxmlElement) -> None:
        # `GridPane.rowIndex`, perhaps with its package before it.
        if "." in name:
            class_name, _, static_name = name.rpartition(".")
            value = self.resolve(text, element)
            self.set_static(target, class_name.rpartition(".")[2], static_name, value, element)
            return
        owner = self.owner(target, name, element)
        name = renamed(owner, name)
        if self.is_left_out(owner, name, element):
            return
        prop = self.prop(owner, name, element)
        # Before anything else: `$` and `${` of a handler would be read as values.
        if prop.kind == "handler":
            self.set_handler(owner, prop, text, element)
        elif text.startswith("${") and text.endswith("}"):
            self.later.append(partial(self.bind, owner, name, text[2:-1], element))
        else:
            self.set_text(owner, prop, text, element)

    def set_text(self, target: FxObject, prop: Prop, text: str, element: FxmlElement) -> None:
        """A property from text, with what its first character may mean."""
        value = self.resolve(text, element)
        if value is None and prop.is_list:
            return
        if value is None and prop.kind in PRIMITIVES:
            raise self.fail(f"<{target.fx.name}> {prop.name}={text!r}: null is no {prop.kind}", element)
        try:
            if prop.is_list and isinstance(value, str):
                self.add_texts(target, prop, value, text.startswith(("@", "%")), element)
                return
            if isinstance(value, str) and prop.kind != "object":
                value = from_text(prop.kind, value)
            if not prop.is_list:
                check(prop, value)
            target.set(prop.name, value)
        except JavaFxError as reason:
            raise self.fail(f"<{target.fx.name}> {prop.name}={text!r}: {reason}", element) from None
        except UNFIT:
            raise self.fail(f"<{target.fx.name}> {prop.name} takes no {text!r}", element) from None

    def add_texts(self, target: FxObject, prop: Prop, value: str, is_each_resolved: bool, element: FxmlElement) -> None:
        items: list[object] = [part.strip() for part in value.split(",") if part.strip()]
        if is_each_resolved:
            # Each part of a text of the resources, or each file, may be a name again.
            items = [self.resolve(str(item), element) for item in items]
        kind = prop.kind.partition(":")[2]
        if kind in ("double", "int"):
            items = [accept(kind, from_text(kind, str(item))) for item in items]
        list_of(target, prop).extend(items)

    def resolve(self, text: str, element: FxmlElement) -> object:
        """`@file`, `%key`, `$name`; a backslash before one of them takes its meaning away."""
        if text[:1] == "\\" and text[1:2] in tuple("@%$\\#"):
            return text[1:]
        if text.startswith("@") and len(text) > 1:
            return self.files(text, element)
        if text.startswith("%") and len(text) > 1:
            return self.text_of(text[1:], element)
        if text.startswith("$") and not text.startswith("${") and len(text) > 1:
            return self.variable(text[1:], element)
        return text

    def files(self, text: str, element: FxmlElement) -> str | None:
        """The files of `@a.css, @b.css`; one that is out of reach is left out."""
        files = []
        for part in text.split(","):
            try:
                files.append(str(self.place.find(part.strip()[1:])))
            except ValueError as reason:
                self.note(str(reason), element)
        return ",".join(files) or None

    def text_of(self, key: str, element: FxmlElement) -> object:
        """The text of a key; the key itself where the program's texts were not handed over."""
        if key in self.resources:
            return self.resources[key]
        if self.has_resources:
            raise self.fail(f"no text for the key {key!r}.{near(key, self.resources)}", element)
        self.note(f"no text for the key {key!r}; pass resources=", element)
        return f"%{key}"

    def path(self, reference: str, element: FxmlElement) -> str:
        try:
            return str(self.place.find(reference))
        except ValueError as reason:
            raise self.fail(str(reason), element) from None

    def variable(self, text: str, element: FxmlElement) -> object:
        """What a name, or a path that starts with one, means so far."""
        head = text.partition(".")[0]
        if head.isidentifier() and head not in self.objects and head not in LITERALS:
            if any(other.attributes.get("fx:id") == head for other in self.parsed.root.walk()):
                # As JavaFX has it: a label for what comes after it is one for nothing.
                message = f"${text} is null, because ${head} comes after it"
                self.notes.setdefault(message, []).append(element.line)
                return None
            names = ", ".join(f"${name}" for name in sorted(self.objects)) or "no names"
            hint = f'No element has fx:id="{head}"; one has to come before its use'
            # A program can put names into the loader, and for any other JavaFX takes null.
            self.note(f"${text}: there is no ${head}; known are {names}. {hint}", element)
            return None
        try:
            return parse_expression(text).value(self.objects)[0]
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"${text}: {reason}", element) from None

    def bind(self, target: FxObject, name: str, text: str, element: FxmlElement) -> None:
        try:
            parse_expression(text).bind(target, name, self.objects)
        except (ExpressionError, JavaFxError) as reason:
            raise self.fail(f"<{target.fx.name}> {name}: {reason}", element) from None

    def set_handler(self, target: FxObject, prop: Prop, text: str, element: FxmlElement) -> None:
        """`#save` is the controller's method, `$name` something callable."""
        if text.startswith("#"):
            target.values[prop.name] = self.handler(text[1:], element)
        elif text.startswith("$"):
            target.values[prop.name] = self.variable(text[1:], element)
        elif text:
            message = f"{prop.name}={text!r}: expected #method of the controller; scripts are not run"
            self.note(message, element)
            target.values[prop.name] = self.missing(message, element)

    def handler(self, name: str, element: FxmlElement) -> controllers.EventHandler:
        if self.controller is None:
            message = f"#{name} needs a controller; pass one"
            self.note(message, element)
            return self.missing(message, element)
        method = controllers.method_of(self.controller, name)
        if method is not None:
            return controllers.handler(method)
        # Near names are searched among what a document may call.
        names = [public for public in dir(self.controller) if not public.startswith("_")]
        raise self.fail(f"{type(self.controller).__name__} has no method {name!r}.{near(name, names)}", element)

    def missing(self, message: str, element: FxmlElement) -> controllers.EventHandler:
        """A handler that is not there: whoever does what it is for is told so, as nothing would happen in silence."""
        error = self.fail(message, element)

        def handle(_event: object) -> object:
            raise error

        return handle

    def set_static(self, target: object, owner: str, name: str, value: object, element: FxmlElement) -> None:
        """`GridPane.rowIndex="1"`"""
        if owner not in STATIC and self.is_foreign(owner):
            self.note(f"{owner}.{name} is not modelled, and left out", element)
            return
        if owner not in STATIC:
            raise self.fail(f"{owner} has no static properties.{near(owner, STATIC)}", element)
        if name not in STATIC[owner]:
            raise self.fail(f"{owner} has no static property {name!r}.{near(name, STATIC[owner])}", element)
        if not isinstance(target, Node):
            raise self.fail(f"{owner}.{name} is for nodes; {describe_type(target)} is none", element)
        try:
            set_static(target, owner, name, value)
        except JavaFxError as reason:
            raise self.fail(f"{owner}.{name}={value!r}: {reason}", element) from None


def list_of(target: FxObject, prop: Prop) -> list[object]:
    return cast("list[object]", target.get(prop.name))


def check(prop: Prop, value: object) -> None:
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
        if isinstance(value, str):
            got = repr(value)
        else:
            got = describe_type(value)
        raise WrongValue(f"{prop.name}: expected <{expected}>; got {got}")


def describe_type(target: object) -> str:
    if isinstance(target, FxObject):
        return f"<{target.fx.name}>"
    return type(target).__name__


def apply_arguments(target: object, attributes: dict[str, str]) -> dict[str, str]:
    """Use the attributes that JavaFX hands to a constructor (`@NamedArg`), and return the rest. Raises `WrongValue`."""
    if not (isinstance(target, FxObject) and target.is_a("Spinner")):
        return attributes
    arguments = {name: text for name, text in attributes.items() if name in SPINNER}
    if arguments:
        target.set("valueFactory", _value_factory(arguments))
    return {name: text for name, text in attributes.items() if name not in arguments}


def _value_factory(arguments: dict[str, str]) -> FxObject:
    """Whole numbers make an integer spinner, as the constructors of `Spinner` do; any other number a double one."""
    missing = [name for name in NEEDED if name not in arguments]
    if missing:
        raise WrongValue(f"<Spinner> takes min, max and initialValue together; {', '.join(missing)} is missing")
    # `<Spinner min="0" max="1.5">` is a spinner of doubles, also if the value has no point.
    are_integers = all(text.strip().lstrip("+-").isdigit() for text in arguments.values())
    factory: FxObject = create("IntegerSpinnerValueFactory" if are_integers else "DoubleSpinnerValueFactory")
    # The range first: the value is kept within it.
    for name in SPINNER:
        if name in arguments:
            factory.set(name, arguments[name])
    return factory
