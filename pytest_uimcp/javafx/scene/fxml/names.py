"""Finding classes by the names that a document imports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from pytest_uimcp.javafx.scene.errors import near
from pytest_uimcp.javafx.scene.fxml.placeholders import is_library, is_unmodelled
from pytest_uimcp.javafx.scene.fxml.values import JAVA_VALUES, VALUES
from pytest_uimcp.javafx.scene.model.classes import fx_class
from pytest_uimcp.javafx.scene.model.registry import fx_types

OF_JAVA: Final = ("java.", "javafx.")
# A class of JavaFX or of the program, whose objects are made without arguments.
Constructor = Callable[[], object]
# The property that an element's children or text go to when none is named; the nearest class decides.
DEFAULT_PROPERTIES: Final[Mapping[str, str]] = {
    kind: name
    for name, kinds in {
        "children": "Pane Group TreeItem",
        "center": "BorderPane",
        "content": "ScrollPane Tab TitledPane DialogPane Popup CustomMenuItem",
        "items": "SplitPane ToolBar Menu MenuButton ContextMenu ListView ChoiceBox ComboBox",
        "tabs": "TabPane",
        "panes": "Accordion",
        "menus": "MenuBar",
        "columns": "TableView TreeTableView TableColumn TreeTableColumn",
        "root": "TreeView Scene SubScene",
        "buttons": "ButtonBar",
        "text": "Labeled TextInputControl Text MenuItem",
        "image": "ImageView",
        "scene": "Stage",
        "data": "XYChart PieChart Series",
        "elements": "Path",
        "points": "Polygon Polyline",
        "graphic": "Tooltip",
    }.items()
    for kind in kinds.split()
}


def default_property(order: tuple[str, ...]) -> str | None:
    """The default property of a class, by its classes from nearest to farthest."""
    return next((DEFAULT_PROPERTIES[kind] for kind in order if kind in DEFAULT_PROPERTIES), None)


@cache
def _packages() -> dict[str, dict[str, str]]:
    """Public classes by package: what each is called there."""
    packages: dict[str, dict[str, str]] = {}
    for name, fx_type in fx_types().items():
        package, _, simple = fx_type.path.rpartition(".")
        # Nodes that skins make have names, too, but no document can ask for them.
        if "$" not in simple and not package.startswith("com.sun") and not package.endswith(".skin"):
            packages.setdefault(package, {})[simple] = name
    for package, names in (*VALUES.items(), *JAVA_VALUES.items()):
        packages.setdefault(package, {}).update({name: name for name in names})
    return packages


def _may_exist(path: str) -> bool:
    """Whether a class may be there: JavaFX has those of the tables and no others, a program any."""
    return is_unmodelled(path) or not path.startswith("javafx.")


class ImportedNames:
    def __init__(self, imports: list[str], classes: Mapping[str, Constructor]) -> None:
        self.classes = dict(classes)
        self.imported: dict[str, str] = dict(_packages()["java.lang"])
        # Of classes and packages that are not modelled: full names by what a document calls them.
        self.foreign: dict[str, str] = {}
        self.foreign_packages: list[str] = []
        for name in imports:
            self.add(name)

    def add(self, name: str) -> None:
        """Take in an import: a class, or a package with `*`."""
        package, _, simple = name.rpartition(".")
        names = _packages().get(package, {})
        if simple == "*":
            self.imported |= names
        elif simple in names:
            self.imported[simple] = names[simple]
        elif name in self.classes:
            self.classes[simple] = self.classes[name]
        elif simple != "*" and _may_exist(name):
            self.foreign[simple] = name
        # A package of JavaFX may have classes that are not modelled, too.
        if simple == "*" and package not in JAVA_VALUES:
            self.foreign_packages.append(package)

    def find(self, name: str) -> Constructor | str | None:
        """A class for an element: one of the program, one of JavaFX, or the name of a value; `None` if unknown."""
        if name in self.classes:
            return self.classes[name]
        package, _, simple = name.rpartition(".")
        if package:
            class_name = _packages().get(self.qualified(package), {}).get(simple)
        else:
            class_name = self.imported.get(name)
        if class_name is None:
            return None
        if class_name in fx_types():
            return fx_class(class_name)
        return class_name

    def unmodelled(self, name: str) -> str | None:
        """The full name of a class without a model that an import makes possible; `None` for a name of nothing."""
        package, _, simple = name.rpartition(".")
        if package:
            path = f"{self.foreign.get(package, self.qualified(package))}.{simple}"
            return path if _may_exist(path) else None
        if name in self.foreign:
            return self.foreign[name]
        for package in self.foreign_packages:
            if is_unmodelled(f"{package}.{name}"):
                return f"{package}.{name}"
        # Any package of a program may have any class; those of Java and JavaFX are known, those of libraries nearly.
        others = [package for package in self.foreign_packages if not package.startswith(OF_JAVA)]
        others.sort(key=is_library)
        return f"{others[0]}.{name}" if others else None

    def qualified(self, package: str) -> str:
        """The full name of what stands before the last dot: a package, or an imported class with classes in it."""
        enclosing = fx_types().get(self.imported.get(package, ""))
        if enclosing:
            return enclosing.path
        return package

    def hint(self, name: str) -> str:
        # A class that is known but not imported is the commonest mistake: the message has the line to add.
        everywhere = [(package, name) for package, names in _packages().items() if name in names]
        if everywhere:
            return f" Add <?import {everywhere[0][0]}.{name}?>."
        return near(name, {*self.imported, *self.classes}) + " A class of your program goes into classes={...}."
