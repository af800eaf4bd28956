"""From elements to objects.

    loaded = load("login.fxml", controller=LoginController())
    loaded.root                  # the root node
    loaded.named["username"]     # by fx:id
    loaded.controller            # with every fx:id as an attribute

A class of the program goes into `classes`, by the name that the document imports or uses. A document's own
`fx:controller` names a class; it is looked up in `classes` too, and never imported: a document cannot run code that
its loader did not hand to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.javafx.scene.errors import JavaFxError, near
from pytest_uimcp.javafx.scene.fxml import controllers, values
from pytest_uimcp.javafx.scene.fxml.attributes import UNFIT, Attributes, apply_arguments, check, describe_type, list_of
from pytest_uimcp.javafx.scene.fxml.bundles import SUFFIX, bundle
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError
from pytest_uimcp.javafx.scene.fxml.names import Constructor, ImportedNames, default_property
from pytest_uimcp.javafx.scene.fxml.placeholders import Superclasses, is_box, placeholder, stands_for
from pytest_uimcp.javafx.scene.fxml.reader import FxmlElement, FxmlLimits, Parsed, read
from pytest_uimcp.javafx.scene.fxml.resources import DocumentPlace
from pytest_uimcp.javafx.scene.layout.run import deep
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import Prop, fx_types

# Includes within includes.
MAX_INCLUDES: Final = 32
# Attributes of an element that is a value, and is not filled.
VALUED: Final = frozenset({"fx:constant", "fx:factory", "fx:value"})


def fx_name(kind: Constructor) -> str:
    """What the tables call a class of JavaFX; a class of a program has its own name."""
    if isinstance(kind, type) and issubclass(kind, FxObject):
        return kind.fx.name
    return getattr(kind, "__name__", "")


def expected_class(prop: Prop) -> str:
    """The class of JavaFX that a property, or its list, takes; empty for any."""
    if prop.kind == "node" or prop.kind == "children":
        return "Node"
    if prop.is_list:
        name = prop.kind.partition(":")[2]
    else:
        name = ""
    return name if name in fx_types() else ""


@dataclass
class FxmlDocument:
    """What a document became."""

    # Of whatever class the document names: the program that loads it knows which.
    root: Any
    controller: Any
    named: dict[str, Any]
    problems: list[str] = field(default_factory=list)
    """What is not as in JavaFX: classes without a model, and what was not handed over. A strict loader refuses it."""


@dataclass
class Loader(Attributes):
    parsed: Parsed
    file: str
    place: DocumentPlace
    classes: Mapping[str, Constructor] = field(default_factory=dict)
    controller: object = None
    resources: Mapping[str, object] = field(default_factory=dict)
    root: object = None
    strict: bool = False
    has_resources: bool = False
    locale: str | None = None
    superclasses: Superclasses = field(default_factory=lambda: Superclasses({}))
    depth: int = 0
    limits: FxmlLimits = field(default_factory=FxmlLimits)

    def __post_init__(self) -> None:
        self.names = ImportedNames([], self.classes)
        # Before anything is built: an import may stand below the element that needs it.
        for name, _line in self.parsed.imports:
            self.names.add(name)
        self.objects: dict[str, object] = {}
        self.notes: dict[str, list[int]] = {}
        self.included: list[str] = []
        self.later: list[Callable[[], None]] = []

    def load(self) -> FxmlDocument:
        """Build everything, bind expressions, tell the controller."""
        element = self.parsed.root
        self.make_controller(element)
        if self.controller is not None:
            self.objects["controller"] = self.controller
        root = self.build_root(element)
        # Expressions may name what comes after them, so they are bound when everything is there.
        for work in self.later:
            work()
        if self.controller is not None:
            controllers.initialize(self.controller, self.file, self.resources)
        return FxmlDocument(root, self.controller, self.objects, [*self.problems(), *self.included])

    def problems(self) -> list[str]:
        """What was noted, each with the line where it is first and how often it is there again."""
        problems = []
        for message, lines in self.notes.items():
            again = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
            problems.append(f"{self.file}:{lines[0]}: {message}{again}")
        return problems

    def make_controller(self, element: FxmlElement) -> None:
        """The controller that was handed over, or one of the class that the document names."""
        name = element.attributes.get("fx:controller")
        if name is None or self.controller is not None:
            # A class is as good as an object: the loader makes one.
            if isinstance(self.controller, type):
                self.controller = self.controller()
            return
        kind = self.classes.get(name) or self.classes.get(name.rpartition(".")[2])
        if kind is not None:
            self.controller = kind()
        else:
            self.note(
                f"fx:controller={name!r} is not known; pass controller=... (on the command line --controller "
                f"MODULE:CLASS), or classes={{{name!r}: ...}}",
                element,
            )

    def build_root(self, element: FxmlElement) -> object:
        """The root element; `<fx:root>` is an object of the caller's."""
        if element.name != "fx:root":
            return self.build(element)
        root = self.root
        attributes = {key: text for key, text in element.attributes.items() if key != "type"}
        if root is None:
            type_name = element.attributes.get("type")
            if type_name is None:
                raise self.fail("<fx:root> needs root=..., the object that it stands for", element)
            self.note(
                f"<fx:root> is a plain {type_name.rpartition('.')[2]}; pass root=, the object it stands for", element
            )
            root = self.build(FxmlElement(type_name, {}, element.line, depth=element.depth))
        self.identify(root, element)
        self.fill(
            root, FxmlElement(element.name, attributes, element.line, element.children, element.text, element.depth)
        )
        return root

    def build(self, element: FxmlElement, expected: str = "") -> object:
        """The object of an element, in the place of an object of a class that is `expected`, if that is known."""
        special = SPECIAL.get(element.name)
        if special is not None:
            return self.identify(special(self, element), element)
        kind = self.names.find(element.name)
        if kind is None:
            return self.build_placeholder(element, expected)
        if isinstance(kind, str) or not VALUED.isdisjoint(element.attributes):
            return self.identify(self.build_value(element, kind), element)
        return self.build_object(element, kind)

    def build_placeholder(self, element: FxmlElement, expected: str) -> object:
        """What stands for an object of a class without a model."""
        path = self.names.unmodelled(element.name)
        if path is None:
            raise self.fail(f"unknown class <{element.name}>.{self.names.hint(element.name)}", element)
        superclass = self.superclasses.find(path)
        if superclass is None and expected not in ("", "Node", "object"):
            superclass = expected
        instance = placeholder(path, superclass)
        stands = "nothing"
        if is_box(instance):
            stands = "a box"
        elif instance.fx.base:
            stands = f"a plain {instance.fx.base.name}"
        message = f"<{element.name}> is not modelled: {stands} stands for {path}"
        self.note(message, element, ". A class of your program goes into classes={...}.")
        self.identify(instance, element)
        if VALUED.isdisjoint(element.attributes):
            self.fill(instance, element)
        return instance

    def is_foreign(self, name: str) -> bool:
        return self.names.find(name) is None and self.names.unmodelled(name) is not None

    def build_object(self, element: FxmlElement, kind: Constructor) -> object:
        try:
            instance = kind()
        except TypeError as reason:
            raise self.fail(f"<{element.name}> cannot be made without arguments: {reason}", element) from None
        # Looked at after making it: a class of a program may extend an abstract one.
        if getattr(getattr(instance, "fx", None), "abstract", False):
            raise self.fail(f"<{element.name}> is abstract; use one of the classes that extend it", element)
        # Before it is filled: children may name their parent.
        self.identify(instance, element)
        self.fill(instance, element)
        return instance

    def identify(self, target: object, element: FxmlElement) -> object:
        name = element.attributes.get("fx:id")
        if name is not None:
            self.objects[name] = target
            if isinstance(target, FxObject):
                target.fx_id = name
                if "id" in target.fx.props and target.read("id") is None:
                    target.set("id", name)
            if self.controller is not None:
                controllers.fill(self.controller, name, target)
        return target

    def build_value(self, element: FxmlElement, kind: Constructor | str) -> object:
        """A value: a constant, what a factory makes, a parsed text, or one built from its properties."""
        if isinstance(kind, str):
            name = kind
        else:
            name = fx_name(kind)
        attributes = element.attributes
        try:
            if "fx:constant" in attributes:
                return values.constant(name, attributes["fx:constant"])
            if "fx:factory" in attributes:
                if values.is_map(name, attributes["fx:factory"]):
                    return self.collect(element)
                factory = values.FACTORIES[name, attributes["fx:factory"]]
                return factory([self.build(child) for child in element.children])
            text = attributes.get("fx:value", element.text.strip() or None)
            if text is not None and name in values.PARSERS:
                return values.parse(name, text)
            properties = self.collect(element)
            value = values.build(name, properties)
        except LookupError:
            source = next(
                (f"{key}={attributes[key]!r}" for key in ("fx:constant", "fx:factory") if key in attributes), "it"
            )
            raise self.fail(f"<{element.name}> cannot be built from {source}", element) from None
        except FxmlError:
            raise
        except (ValueError, JavaFxError) as reason:
            raise self.fail(f"<{element.name}>: {reason}", element) from None
        if isinstance(value, ObservableList):
            list.extend(value, [self.build(child) for child in element.children])
        return value

    def collect(self, element: FxmlElement) -> dict[str, object]:
        properties: dict[str, object] = {}
        for name, text in element.attributes.items():
            if not name.startswith(("fx:", "xmlns")):
                properties[name] = self.resolve(text, element)
        for child in element.children:
            if child.name[:1].islower():
                contents = [self.build(grand) for grand in child.children]
                properties[child.name] = contents if len(contents) != 1 else contents[0]
                if not contents:
                    properties[child.name] = child.text.strip()
        return properties

    def fill(self, target: object, element: FxmlElement) -> None:
        """Add the children, then set attributes, which may name a child; static properties last, as JavaFX does."""
        attributes = {name: text for name, text in element.attributes.items() if not name.startswith(("fx:", "xmlns"))}
        try:
            attributes = apply_arguments(target, attributes)
        except JavaFxError as reason:
            raise self.fail(str(reason), element) from None
        for child in element.children:
            self.add_child(target, child)
        for is_static in (False, True):
            for name, value in attributes.items():
                if ("." in name) == is_static:
                    self.set_attribute(target, name, value, element)
        text = element.text.strip()
        if text and isinstance(target, FxObject):
            into = default_property(target.fx.order)
            if into is None and stands_for(target):
                self.note(f"the text in <{element.name}> is not modelled", element)
                return
            if into is None:
                raise self.fail(f"<{element.name}> has no default property for the text {text[:40]!r}", element)
            self.set_text(target, target.fx.prop(into), text, element)

    def add_child(self, target: object, child: FxmlElement) -> None:
        """A property element, a static one, `fx:define`, or a child for the default property."""
        # Defined objects are named and used elsewhere; they are nobody's children.
        if child.name == "fx:script":
            self.script(child)
        elif child.name == "fx:define":
            for defined in child.children:
                self.build(defined)
        elif "." in child.name and child.name.partition(".")[2][:1].islower() and not child.name.startswith("fx:"):
            self.set_static_element(target, child)
        elif child.name[:1].islower() and not child.name.startswith("fx:"):
            self.set_element(target, child)
        else:
            self.add_to_default(target, child)

    def add_to_default(self, target: object, child: FxmlElement) -> None:
        if isinstance(target, list):
            target.append(self.build(child))
            return
        if isinstance(target, FxObject):
            name = default_property(target.fx.order)
        else:
            name = None
        if isinstance(target, FxObject) and name is None and stands_for(target):
            self.put_into_box(target, [self.build(child)])
            return
        if name is None or not isinstance(target, FxObject):
            raise self.fail(f"{describe_type(target)} has no default property for <{child.name}>; name one", child)
        prop = target.fx.prop(name)
        self.give(target, prop, [self.build(child, expected_class(prop))], child)

    def set_element(self, target: object, element: FxmlElement) -> None:
        """`<padding>...</padding>`"""
        if element.name == "properties" and isinstance(target, Node):
            target.properties.update(self.collect(element))
            for child in element.children:
                if not child.name[:1].islower():
                    self.build(child)
            return
        owner = self.owner(target, element.name, element)
        if self.is_left_out(owner, element.name, element):
            self.put_into_box(owner, [self.build(child) for child in element.children if child.name != "fx:define"])
            return
        prop = self.prop(owner, element.name, element)
        if not element.children and (element.text.strip() or not prop.is_list):
            self.set_text(owner, prop, element.text.strip(), element)
            return
        kids = [child for child in element.children if child.name != "fx:define"]
        for child in element.children:
            if child.name == "fx:define":
                self.add_child(target, child)
        self.give(owner, prop, [self.build(child, expected_class(prop)) for child in kids], element)

    def put_into_box(self, target: FxObject, contents: list[object]) -> None:
        """Show what a class without a model has in it, wherever it would have it; one with a superclass has its own."""
        if is_box(target) and isinstance(target, Node):
            target.kids.extend(child for child in contents if isinstance(child, Node))

    def give(self, target: FxObject, prop: Prop, contents: list[object], element: FxmlElement) -> None:
        """Put objects into a property: all into a list, one into any other."""
        try:
            if prop.is_list:
                # A list given for a list, as FXCollections makes one, is what is in it.
                items: list[object] = []
                for value in contents:
                    items.extend(value if isinstance(value, ObservableList) else [value])
                items = [item for item in items if not self.is_misplaced(prop, item, element)]
                for item in items:
                    check(prop, item)
                list_of(target, prop).extend(items)
            elif len(contents) != 1:
                raise self.fail(f"{describe_type(target)}.{prop.name} takes one value; got {len(contents)}", element)
            elif not self.is_misplaced(prop, contents[0], element):
                check(prop, contents[0])
                target.set(prop.name, contents[0])
        except FxmlError:
            raise
        except JavaFxError as reason:
            raise self.fail(str(reason), element) from None
        except UNFIT:
            raise self.fail(
                f"{describe_type(target)}.{prop.name} takes no {describe_type(contents[0])}", element
            ) from None

    def is_misplaced(self, prop: Prop, value: object, element: FxmlElement) -> bool:
        """Note a placeholder that a property does not take: nothing is known of its class that would help."""
        expected = expected_class(prop)
        if not isinstance(value, FxObject) or not stands_for(value) or not expected or value.is_a(expected):
            return False
        self.note(f"{stands_for(value)} is no {expected} here, and is left out of {prop.name}", element)
        return True

    def set_static_element(self, target: object, element: FxmlElement) -> None:
        """`<GridPane.margin><Insets top="1"/></GridPane.margin>`"""
        owner, _, name = element.name.rpartition(".")
        contents = [self.build(child) for child in element.children]
        if contents:
            value = contents[0]
        else:
            value = element.text.strip()
        self.set_static(target, owner.rpartition(".")[2], name, value, element)

    def include(self, element: FxmlElement) -> object:
        """`<fx:include source="part.fxml"/>`, with a controller of its own."""
        source = element.attributes.get("source")
        if not source:
            raise self.fail('<fx:include> needs source="file.fxml"', element)
        if self.depth + 1 >= MAX_INCLUDES:
            raise self.fail(f"includes nested deeper than {MAX_INCLUDES}; does {source!r} include itself?", element)
        path = Path(self.path(str(self.resolve(source, element)), element))
        try:
            text = read_text(path)
        except (OSError, UnicodeDecodeError) as reason:
            raise self.fail(f"cannot include {source!r}: {reason}", element) from None
        included = self.sub_loader(text, path, element).load()
        self.included.extend(included.problems)
        name = element.attributes.get("fx:id")
        if name and included.controller is not None:
            self.objects[f"{name}Controller"] = included.controller
            if self.controller is not None:
                controllers.fill(self.controller, f"{name}Controller", included.controller)
        attributes = {
            key: text for key, text in element.attributes.items() if key not in ("source", "resources", "charset")
        }
        self.fill(included.root, FxmlElement(element.name, attributes, element.line, element.children))
        return included.root

    def sub_loader(self, text: str, path: Path, element: FxmlElement) -> Loader:
        """A loader for an included document, which is as deep as the element that includes it leaves room for."""
        # The depth is that of all documents together, as each level costs frames of the same stack.
        limits = replace(self.limits, depth=self.limits.depth - element.depth)
        resources, has_resources = self.resources, self.has_resources
        own_bundle = element.attributes.get("resources")
        if own_bundle is not None:
            # The name of a bundle, as Java has it: from the root of the class path, with dots or slashes.
            name = own_bundle.removesuffix(SUFFIX).replace(".", "/") + SUFFIX
            resources = bundle(self.path(f"/{name}", element), self.locale)
            has_resources = True
        return replace(
            self, parsed=read(text, path.name, limits), file=path.name, place=self.place.inside(path), controller=None,
            resources=resources, has_resources=has_resources, root=None, depth=self.depth + 1, limits=limits,
        )  # fmt: skip

    def reference(self, element: FxmlElement) -> object:
        """`<fx:reference source="id"/>`"""
        source = element.attributes.get("source", "")
        if source not in self.objects:
            raise self.fail(f"nothing has fx:id={source!r} so far.{near(source, self.objects)}", element)
        return self.objects[source]

    def copy(self, element: FxmlElement) -> object:
        """`<fx:copy source="id"/>`: for what has a constructor that takes another of its class, as in JavaFX."""
        original = self.reference(element)
        if isinstance(original, ObservableList):
            return ObservableList(original)
        if isinstance(original, str):
            return original
        if isinstance(original, dict):
            return dict(original)
        if isinstance(original, FxObject) and not type(original).fx.user:
            raise self.fail(
                f"<fx:copy>: {describe_type(original)} has no constructor that copies, in JavaFX either; use "
                "fx:reference",
                element,
            )
        try:
            return type(original)(original)  # type: ignore[call-arg]  # a program's class, whose arguments nobody knows
        except TypeError as reason:
            raise self.fail(f"<fx:copy>: {type(original).__name__} cannot be copied: {reason}", element) from None

    def script(self, element: FxmlElement) -> object:
        self.note("<fx:script>: scripts are not run; use a controller", element)
        return None


SPECIAL: Final[Mapping[str, Callable[[Loader, FxmlElement], object]]] = {
    "fx:include": Loader.include,
    "fx:reference": Loader.reference,
    "fx:copy": Loader.copy,
}


class LoadOptions(TypedDict, total=False):
    """What `load` passes on to `load_text`, which explains it."""

    file: str
    folder: Path | str
    base: Path | str | None
    controller: object
    classes: Mapping[str, Constructor] | None
    resources: Mapping[str, object] | str | Path | None
    root: object
    strict: bool
    locale: str | None
    superclasses: Mapping[str, str] | None
    limits: FxmlLimits | None


def load_text(
    text: str,
    *,
    file: str = "<fxml>",
    folder: Path | str = ".",
    base: Path | str | None = None,
    controller: object = None,
    classes: Mapping[str, Constructor] | None = None,
    resources: Mapping[str, object] | str | Path | None = None,
    root: object = None,
    strict: bool = False,
    locale: str | None = None,
    superclasses: Mapping[str, str] | None = None,
    limits: FxmlLimits | None = None,
) -> FxmlDocument:
    """Load a document from its text; `folder` is where it would be, `base` how far up its references may reach.

    What has no model, or was not handed over, is left out or has a box in its place, and is listed in `problems`;
    `strict` refuses it. `superclasses` names the JavaFX class that a class of the program extends.
    """
    limits = limits or FxmlLimits()
    place = DocumentPlace(Path(folder), Path(base or folder))
    loader = Loader(
        read(text, file, limits), file, place, classes or {}, controller, bundle(resources, locale), root, strict,
        resources is not None, locale, Superclasses(superclasses or {}), 0, limits,
    )  # fmt: skip
    # Building is recursive, a level of elements being several frames.
    with deep():
        return loader.load()


def load(path: Path | str, **options: Unpack[LoadOptions]) -> FxmlDocument:
    """Load a document from its file; options are those of `load_text`."""
    path = Path(path)
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as reason:
        raise FxmlError(f"cannot be read: {reason}", str(path), 1) from None
    defaults: LoadOptions = {"file": path.name, "folder": path.parent}
    return load_text(text, **(defaults | options))
