"""Properties of controls; how a line reads is said in `node_properties`."""

from __future__ import annotations

CONTROL_PROPERTIES = """
[Control] k
tooltip object null - -
contextMenu object null - -
skin object null - -

[Labeled] k
text string -
font font - -fx-font
graphic node null *
graphicTextGap double 4 *
contentDisplay enum:ContentDisplay LEFT *
alignment enum:Pos CENTER_LEFT *
textAlignment enum:TextAlignment LEFT *
textOverrun enum:OverrunStyle ELLIPSIS *
ellipsisString string ... *
wrapText boolean false *
textFill paint BLACK * -
underline boolean false * -
lineSpacing double 0 *
labelPadding insets 0 *
mnemonicParsing boolean false

[Label] k
labelFor node null - -

[ButtonBase] k
mnemonicParsing boolean true
armed boolean false - s
onAction handler null - -

[Button] k
defaultButton boolean false - s
cancelButton boolean false - s

[Hyperlink] k
mnemonicParsing boolean false
visited boolean false - s

[ToggleButton] k
selected boolean false - s
toggleGroup object null - -

[CheckBox] k
selected boolean false - s
indeterminate boolean false - s
allowIndeterminate boolean false - -

[MenuButton] k
items list:MenuItem -
popupSide enum:Side BOTTOM - s
showing boolean false - s
onShowing handler null - -
onShown handler null - -
onHiding handler null - -
onHidden handler null - -

[TitledPane] k
content node null
expanded boolean true
animated boolean true * -
collapsible boolean true *
mnemonicParsing boolean true

[Cell] k
text string null
item object null - -
empty boolean true
selected boolean false
editable boolean true - -
editing boolean false

[IndexedCell] k
index int -1

[ListCell] k
listView node null - -

[TreeCell] k
treeView node null - -
treeItem object null
disclosureNode node null
indent double 10 *

[TableCell] k
tableView node null - -
tableColumn object null
tableRow node null - -
cellSize size null *

[TableRow] k
tableView node null - -

[TreeTableRow] k
treeTableView node null - -
treeItem object null
disclosureNode node null
indent double 10 *

[TreeTableCell] k
treeTableView node null - -
tableColumn object null
tableRow node null - -
cellSize size null *

[DateCell] k
item date null

[TextInputControl] k
text string -
promptText string -
font font - -fx-font
editable boolean true - s
caretPosition int 0
anchor int 0
selectedText string -
selection object null
length int 0 - -
textFormatter object null - -
textFill paint BLACK * -
promptTextFill paint GRAY * -
highlightFill paint DODGERBLUE * -
highlightTextFill paint WHITE * -
displayCaret boolean true *

[TextField] k
prefColumnCount int 12 *
alignment enum:Pos CENTER_LEFT *
onAction handler null - -

[PasswordField] k
text string -

[TextArea] k
prefColumnCount int 40 *
prefRowCount int 10 *
wrapText boolean false
scrollTop double 0
scrollLeft double 0

[ComboBoxBase] k
value object null
editable boolean false - s
promptText string null
showing boolean false - s
armed boolean false - s
onAction handler null - -
onShowing handler null - -
onShown handler null - -
onHiding handler null - -
onHidden handler null - -

[ComboBox] k
items list:object -
selectionModel object null - -
editor node null
visibleRowCount int 10
converter object null
cellFactory object null
buttonCell node null
placeholder node null

[ChoiceBox] k
items list:object -
value object null
selectionModel object null - -
showing boolean false - s
converter object null
onAction handler null - -
onShowing handler null - -
onShown handler null - -
onHiding handler null - -
onHidden handler null - -

[DatePicker] k
value date null
editable boolean true - s
editor node null
converter object null
chronology object null - -
dayCellFactory object null - -
showWeekNumbers boolean false *

[ColorPicker] k
value paint WHITE
customColors list:color -

[Spinner] k
value object null
valueFactory object null
editable boolean false - s
editor node null
promptText string null
initialDelay duration 300 - -
repeatDelay duration 60 - -

[Slider] k
min double 0
max double 100
value double 0
valueChanging boolean false - -
orientation enum:Orientation HORIZONTAL *
showTickLabels boolean false *
showTickMarks boolean false *
majorTickUnit double 25 *
minorTickCount int 3 *
snapToTicks boolean false *
blockIncrement double 10 *
labelFormatter object null

[ScrollBar] k
min double 0
max double 100
value double 0
orientation enum:Orientation HORIZONTAL *
unitIncrement double 1 *
blockIncrement double 10 *
visibleAmount double 15

[ProgressIndicator] k
progress double -1
indeterminate boolean true

[ProgressBar] k
indeterminateBarLength double 60 *
indeterminateBarEscape boolean true *
indeterminateBarFlip boolean true *

[Separator] k
orientation enum:Orientation HORIZONTAL *
halignment enum:HPos CENTER *
valignment enum:VPos CENTER *

[ScrollPane] k
content node null
hbarPolicy enum:ScrollBarPolicy AS_NEEDED *
vbarPolicy enum:ScrollBarPolicy AS_NEEDED *
hvalue double 0
vvalue double 0
hmin double 0
hmax double 1
vmin double 0
vmax double 1
fitToWidth boolean false *
fitToHeight boolean false *
pannable boolean false * -
prefViewportWidth double 0
prefViewportHeight double 0
minViewportWidth double 0
minViewportHeight double 0
viewportBounds object null - -

[SplitPane] k
items list:Node -
orientation enum:Orientation HORIZONTAL *
dividerPositions doubles null
dividers list:Divider - - -

[TabPane] k
tabs list:Tab -
selectionModel object null - -
side enum:Side TOP
tabClosingPolicy enum:TabClosingPolicy SELECTED_TAB
tabDragPolicy enum:TabDragPolicy FIXED - -
rotateGraphic boolean false
tabMinWidth double 0 *
tabMaxWidth double 1.7976931348623157e308 *
tabMinHeight double 0 *
tabMaxHeight double 1.7976931348623157e308 *

[Accordion] k
panes list:TitledPane -
expandedPane node null

[ToolBar] k
items list:Node -
orientation enum:Orientation HORIZONTAL *
spacing double 0 *
alignment enum:Pos TOP_LEFT *

[ButtonBar] k
buttons list:Node -
buttonMinWidth double -1
buttonOrder string L_HE+UNYACBXIO_R

[MenuBar] k
menus list:Menu -
useSystemMenuBar boolean false - -
spacing double 0 *
containerAlignment enum:Pos TOP_LEFT *

[Pagination] k
pageCount int 2147483647
currentPageIndex int 0
maxPageIndicatorCount int 10 *
pageFactory object null
arrowsVisible boolean true *
tooltipVisible boolean true *
pageInformationVisible boolean true *

[ListView] k
items list:object -
selectionModel object null - -
focusModel object null - -
orientation enum:Orientation VERTICAL *
editable boolean false - -
fixedCellSize double -1 *
cellFactory object null
placeholder node null
onEditCommit handler null - -
onScrollTo handler null - -

[TreeView] k
root object null
showRoot boolean true
selectionModel object null - -
focusModel object null - -
editable boolean false - -
fixedCellSize double -1 *
cellFactory object null
onEditCommit handler null - -

[TableView] k
items list:object -
columns list:TableColumn -
selectionModel object null - -
focusModel object null - -
sortOrder list:TableColumn - - -
columnResizePolicy string unconstrained -
editable boolean false - -
fixedCellSize double -1 *
placeholder node null
rowFactory object null
tableMenuButtonVisible boolean false
onSort handler null - -

[TreeTableView] k
root object null
showRoot boolean true
columns list:TreeTableColumn -
treeColumn object null
selectionModel object null - -
focusModel object null - -
sortOrder list:TreeTableColumn - - -
columnResizePolicy string unconstrained -
editable boolean false - -
fixedCellSize double -1 *
placeholder node null
rowFactory object null
tableMenuButtonVisible boolean false
onSort handler null - -

[TableColumnHeader] k
size size 20 *

[VirtualFlow] k
position double 0 - -
cellCount int 0
"""
