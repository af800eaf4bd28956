"""Objects that are not nodes: tabs, menu items, columns, tree items, constraints, windows; with their classes.

A section is `[Class] super package`; lines read as in `node_properties`.
"""

from __future__ import annotations

# Unlike sections of nodes, a section comes after that of its superclass: `registry` reads them from the top.
ITEM_PROPERTIES = """
[Tab] - javafx.scene.control
id string null
text string null
style string null
styleClass classes tab
graphic node null
content node null
closable boolean true
disable boolean false
disabled boolean false
selected boolean false
tabPane node null
tooltip object null
contextMenu object null
userData object null
onClosed handler null
onCloseRequest handler null
onSelectionChanged handler null

[MenuItem] - javafx.scene.control
id string null
text string null
style string null
styleClass classes menu-item
graphic node null
disable boolean false
visible boolean true
accelerator object null
mnemonicParsing boolean true
userData object null
parentMenu object null
parentPopup object null
onAction handler null
onMenuValidation handler null

[Menu] MenuItem javafx.scene.control
styleClass classes menu
items list:MenuItem -
showing boolean false
onShowing handler null
onShown handler null
onHiding handler null
onHidden handler null

[CheckMenuItem] MenuItem javafx.scene.control
styleClass classes check-menu-item.menu-item
selected boolean false

[RadioMenuItem] MenuItem javafx.scene.control
styleClass classes radio-menu-item.menu-item
selected boolean false
toggleGroup object null

[CustomMenuItem] MenuItem javafx.scene.control
styleClass classes custom-menu-item.menu-item
content node null
hideOnClick boolean true

[SeparatorMenuItem] CustomMenuItem javafx.scene.control
styleClass classes separator-menu-item.custom-menu-item.menu-item

[ToggleGroup] - javafx.scene.control
toggles list:object -
selectedToggle object null
userData object null

[ButtonType] - javafx.scene.control
text string -
buttonData enum:ButtonData OTHER

[TableColumnBase] - javafx.scene.control
id string null
text string -
style string null
styleClass classes -
graphic node null
sortNode node null
visible boolean true
minWidth extent 10
prefWidth extent 80
maxWidth extent 5000
width double 80
resizable boolean true
sortable boolean true
reorderable boolean true
editable boolean true
parentColumn object null
contextMenu object null
userData object null
comparator object null
cellFactory object null
cellValueFactory object null

[TableColumn] TableColumnBase javafx.scene.control
styleClass classes table-column
columns list:TableColumn -
tableView node null
sortType enum:SortType ASCENDING
onEditCommit handler null
onEditStart handler null
onEditCancel handler null

[TreeTableColumn] TableColumnBase javafx.scene.control
styleClass classes table-column
columns list:TreeTableColumn -
treeTableView node null
sortType enum:SortType ASCENDING
onEditCommit handler null

[TreeItem] - javafx.scene.control
value object null
graphic node null
expanded boolean false
children list:TreeItem -
parent object null
leaf boolean true

[PropertyValueFactory] - javafx.scene.control.cell
property string -

[TreeItemPropertyValueFactory] - javafx.scene.control.cell
property string -

[MapValueFactory] - javafx.scene.control.cell
key object null

[SpinnerValueFactory] - javafx.scene.control
value object null
converter object null
wrapAround boolean false

[IntegerSpinnerValueFactory] SpinnerValueFactory javafx.scene.control.SpinnerValueFactory
min int -2147483648
max int 2147483647
initialValue int 0
amountToStepBy int 1

[DoubleSpinnerValueFactory] SpinnerValueFactory javafx.scene.control.SpinnerValueFactory
min double 0
max double 100
initialValue double 0
amountToStepBy double 1

[ListSpinnerValueFactory] SpinnerValueFactory javafx.scene.control.SpinnerValueFactory
items list:object -

[SelectionModel] - javafx.scene.control
selectedIndex int -1
selectedItem object null
selectionMode enum:SelectionMode SINGLE
cellSelectionEnabled boolean false

[FocusModel] - javafx.scene.control
focusedIndex int -1
focusedItem object null

[Divider] - javafx.scene.control.SplitPane
position double 0.5

[ConstraintsBase] - javafx.scene.layout

[ColumnConstraints] ConstraintsBase javafx.scene.layout
minWidth extent -1
prefWidth extent -1
maxWidth extent -1
percentWidth double -1
hgrow enum:Priority null
halignment enum:HPos null
fillWidth boolean true

[RowConstraints] ConstraintsBase javafx.scene.layout
minHeight extent -1
prefHeight extent -1
maxHeight extent -1
percentHeight double -1
vgrow enum:Priority null
valignment enum:VPos null
fillHeight boolean true

[Image] - javafx.scene.image
url string -
requestedWidth double 0
requestedHeight double 0
preserveRatio boolean false
smooth boolean false
backgroundLoading boolean false

[Effect] - javafx.scene.effect

[DropShadow] Effect javafx.scene.effect
radius double 10
offsetX double 0
offsetY double 0
spread double 0
width double 21
height double 21
color paint BLACK
blurType string THREE_PASS_BOX
input object null

[InnerShadow] Effect javafx.scene.effect
radius double 10
offsetX double 0
offsetY double 0
choke double 0
width double 21
height double 21
color paint BLACK
blurType string THREE_PASS_BOX
input object null

[GaussianBlur] Effect javafx.scene.effect
radius double 10
input object null

[BoxBlur] Effect javafx.scene.effect
width double 5
height double 5
iterations int 1
input object null

[MotionBlur] Effect javafx.scene.effect
radius double 10
angle double 0
input object null

[Glow] Effect javafx.scene.effect
level double 0.3
input object null

[Bloom] Effect javafx.scene.effect
threshold double 0.3
input object null

[SepiaTone] Effect javafx.scene.effect
level double 1
input object null

[Shadow] Effect javafx.scene.effect
radius double 10
width double 21
height double 21
color paint BLACK
blurType string THREE_PASS_BOX
input object null

[Blend] Effect javafx.scene.effect
mode enum:BlendMode SRC_OVER
opacity double 1
bottomInput object null
topInput object null

[Lighting] Effect javafx.scene.effect
light object null
bumpInput object null
contentInput object null
surfaceScale double 1.5
diffuseConstant double 1
specularConstant double 0.3
specularExponent double 20

[ColorAdjust] Effect javafx.scene.effect
hue double 0
saturation double 0
brightness double 0
contrast double 0
input object null

[Reflection] Effect javafx.scene.effect
input object null
topOffset double 0
topOpacity double 0.5
bottomOpacity double 0
fraction double 0.75

[PathElement] - javafx.scene.shape
absolute boolean true

[MoveTo] PathElement javafx.scene.shape
x double 0
y double 0

[LineTo] PathElement javafx.scene.shape
x double 0
y double 0

[HLineTo] PathElement javafx.scene.shape
x double 0

[VLineTo] PathElement javafx.scene.shape
y double 0

[QuadCurveTo] PathElement javafx.scene.shape
controlX double 0
controlY double 0
x double 0
y double 0

[CubicCurveTo] PathElement javafx.scene.shape
controlX1 double 0
controlY1 double 0
controlX2 double 0
controlY2 double 0
x double 0
y double 0

[ArcTo] PathElement javafx.scene.shape
radiusX double 0
radiusY double 0
xAxisRotation double 0
largeArcFlag boolean false
sweepFlag boolean false
x double 0
y double 0

[ClosePath] PathElement javafx.scene.shape

[Series] - javafx.scene.chart.XYChart
name string null
data list:object -

[Data] - javafx.scene.chart.PieChart
name string null
pieValue double 0

[Window] - javafx.stage
x double 0
y double 0
width double 0
height double 0
showing boolean false
focused boolean false
opacity double 1
scene object null
userData object null
onShowing handler null
onShown handler null
onHiding handler null
onHidden handler null
onCloseRequest handler null

[Stage] Window javafx.stage
title string null
iconified boolean false
maximized boolean false
fullScreen boolean false
resizable boolean true
alwaysOnTop boolean false
minWidth extent 0
minHeight extent 0
maxWidth extent 1.7976931348623157e308
maxHeight extent 1.7976931348623157e308
style enum:StageStyle DECORATED
modality enum:Modality NONE
owner object null
icons list:Image -

[PopupWindow] Window javafx.stage
autoHide boolean false
autoFix boolean true
consumeAutoHidingEvents boolean true
hideOnEscape boolean true
anchorX double 0
anchorY double 0
ownerWindow object null
ownerNode node null
onAutoHide handler null

[Popup] PopupWindow javafx.stage
content children -

[PopupControl] PopupWindow javafx.scene.control
id string null
style string null
styleClass classes -
minWidth extent -1
minHeight extent -1
prefWidth extent -1
prefHeight extent -1
maxWidth extent -1
maxHeight extent -1

[ContextMenu] PopupControl javafx.scene.control
styleClass classes context-menu
items list:MenuItem -
onAction handler null

[Tooltip] PopupControl javafx.scene.control
styleClass classes tooltip
text string -
font font -
graphic node null
wrapText boolean false
textAlignment enum:TextAlignment LEFT
contentDisplay enum:ContentDisplay LEFT
graphicTextGap double 4
showDelay duration 1000
showDuration duration 5000
hideDelay duration 200
activated boolean false

[Scene] - javafx.scene
root node null
x double 0
y double 0
width double 0
height double 0
fill paint WHITE
cursor object null
stylesheets list:string -
userAgentStylesheet string null
focusOwner node null
nodeOrientation enum:NodeOrientation INHERIT
userData object null
onKeyPressed handler null
onKeyReleased handler null
onKeyTyped handler null
onMouseClicked handler null
onMousePressed handler null
onMouseReleased handler null
onMouseMoved handler null
onScroll handler null
"""
