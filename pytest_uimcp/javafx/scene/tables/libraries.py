"""Classes that documents name and that have no model here, with the class of JavaFX that each says it extends.

The superclasses are those of the public documentation of JFoenix 9, ControlsFX 11, FontAwesomeFX, Ikonli, RichTextFX.
A section is a package; a row is a superclass and the classes that extend it, `-` for what is no node and shows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

LIBRARIES: Final = """
[com.jfoenix.controls]
Button JFXButton
TextField JFXTextField
PasswordField JFXPasswordField
TextArea JFXTextArea
CheckBox JFXCheckBox
RadioButton JFXRadioButton
ToggleButton JFXToggleButton JFXToggleNode
ComboBox JFXComboBox
ListView JFXListView
TreeView JFXTreeView
TreeTableView JFXTreeTableView
TreeTableColumn JFXTreeTableColumn
TabPane JFXTabPane
Slider JFXSlider
ProgressBar JFXProgressBar
ProgressIndicator JFXSpinner
DatePicker JFXDatePicker
ColorPicker JFXColorPicker
StackPane JFXBadge JFXClippedPane JFXDialog JFXDrawer JFXDrawersStack JFXRippler JFXScrollPane JFXTogglePane
VBox JFXDecorator JFXDialogLayout JFXHamburger JFXNodesList
BorderPane JFXToolbar
Pane JFXMasonryPane
Group JFXSnackbar
Control JFXChipView JFXTimePicker
ListCell JFXListCell
PopupControl JFXAutoCompletePopup JFXPopup
- JFXAlert

[com.jfoenix.validation]
- DoubleValidator IntegerValidator NumberValidator RegexValidator RequiredFieldValidator StringLengthValidator

[org.controlsfx.control]
Control BreadCrumbBar CheckComboBox GridView HiddenSidesPane HyperlinkLabel InfoOverlay ListActionView
Control ListSelectionView MasterDetailPane NotificationPane PlusMinusSlider PropertySheet RangeSlider Rating
Control SegmentedBar SegmentedButton SnapshotView StatusBar TaskProgressView WorldMapView
ListView CheckListView
TreeView CheckTreeView
Labeled ToggleSwitch
ComboBox PrefixSelectionComboBox SearchableComboBox
ChoiceBox PrefixSelectionChoiceBox
StackPane MaskerPane
PopupControl PopOver

[org.controlsfx.control.textfield]
TextField CustomTextField
PasswordField CustomPasswordField

[org.controlsfx.control.tableview2]
TableView FilteredTableView TableView2
TableColumn FilteredTableColumn TableColumn2

[org.controlsfx.control.spreadsheet]
Control SpreadsheetView

[de.jensd.fx.glyphs.fontawesome]
Text FontAwesomeIconView
[de.jensd.fx.glyphs.materialdesignicons]
Text MaterialDesignIconView
[de.jensd.fx.glyphs.materialicons]
Text MaterialIconView
[de.jensd.fx.glyphs.octicons]
Text OctIconView

[org.kordamp.ikonli.javafx]
Text FontIcon
StackPane StackedFontIcon

[org.fxmisc.richtext]
Region CodeArea InlineCssTextArea StyleClassedTextArea StyledTextArea
[org.fxmisc.flowless]
Region VirtualizedScrollPane

[javafx.scene.web]
Region WebView HTMLEditor
[javafx.scene.media]
Rectangle MediaView
- AudioClip Media MediaPlayer
[javafx.embed.swing]
Region SwingNode
[javafx.scene.control]
- Alert ChoiceDialog Dialog TextFormatter TextInputDialog
[javafx.scene.chart.XYChart]
- Data
[javafx.scene.shape]
- TriangleMesh
[javafx.scene.paint]
- ImagePattern PhongMaterial
[javafx.scene.effect]
- ColorInput DisplacementMap FloatMap ImageInput PerspectiveTransform
[javafx.scene.transform]
- Affine Rotate Scale Shear Translate
[javafx.animation]
- FadeTransition FillTransition KeyFrame KeyValue ParallelTransition PathTransition PauseTransition RotateTransition
- ScaleTransition SequentialTransition StrokeTransition Timeline TranslateTransition
[javafx.util.converter]
- BigDecimalStringConverter BooleanStringConverter DoubleStringConverter IntegerStringConverter LocalDateStringConverter
- NumberStringConverter
"""
# The class of all boxes, for whoever sizes and draws them.
BOX: Final = "Placeholder"
# What the superclass of a class that is no node is called in the table.
NO_NODE: Final = "-"
# Properties of modelled classes that have no model: what a document says there is kept out, and said.
UNMODELLED: Final[Mapping[str, frozenset[str]]] = {
    "Node": frozenset({"transforms", "rotationAxis", "inputMethodRequests", "eventDispatcher"}),
    "Axis": frozenset({"tickMarks"}),
    "Scene": frozenset({"camera"}),
}


class Look(NamedTuple):
    """How large something is that nothing is known about but this: recorded from JavaFX 11."""

    style_class: str
    width: float
    height: float


LOOKS: Final[Mapping[str, Look]] = {
    "javafx.scene.web.WebView": Look("web-view", 800, 600),
    "javafx.scene.web.HTMLEditor": Look("html-editor", 800, 676),
    "javafx.scene.media.MediaView": Look("media-view", 0, 0),
    "javafx.embed.swing.SwingNode": Look("", 0, 0),
}
# What a property is called in the class that stands in: MediaView is as large as it says, also without a medium.
RENAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "javafx.scene.media.MediaView": {"fitWidth": "width", "fitHeight": "height"}
}


@cache
def superclasses() -> Mapping[str, str]:
    """The class of JavaFX that each class of a library extends, by their full names."""
    known: dict[str, str] = {}
    package = ""
    for row in LIBRARIES.split("\n"):
        if row.startswith("["):
            package = row.strip("[]")
        elif row:
            superclass, *names = row.split()
            known |= {f"{package}.{name}": superclass for name in names}
    return known
