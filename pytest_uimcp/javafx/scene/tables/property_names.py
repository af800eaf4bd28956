"""For the type checker: names of properties by the type of their value, and of classes by what Python makes of them.

Written by `python -m tools.javafx.properties` from the tables of properties; nothing imports it at run time.
"""

from __future__ import annotations

from typing import Literal

AnyListProperty = Literal[
    "customColors", "data", "items",
]  # fmt: skip
FlagProperty = Literal[
    "absolute", "activated", "allowIndeterminate", "alternativeColumnFillVisible", "alternativeRowFillVisible",
    "alwaysOnTop", "animated", "armed", "arrowsVisible", "autoFix", "autoHide", "autoRanging", "autoSizeChildren",
    "backgroundLoading", "cache", "cacheShape", "cancelButton", "cellSelectionEnabled", "centerShape", "clockwise",
    "closable", "collapsible", "consumeAutoHidingEvents", "createSymbols", "defaultButton", "disable", "disabled",
    "displayCaret", "editable", "editing", "empty", "expanded", "fillHeight", "fillWidth", "fitToHeight",
    "fitToWidth", "focusTraversable", "focused", "forceZeroInRange", "fullScreen", "gapStartAndEnd",
    "gridLinesVisible", "hideOnClick", "hideOnEscape", "horizontalGridLinesVisible", "hover", "iconified",
    "indeterminate", "indeterminateBarEscape", "indeterminateBarFlip", "labelsVisible", "largeArcFlag", "leaf",
    "legendVisible", "lightOn", "managed", "maximized", "minorTickVisible", "mnemonicParsing", "mouseTransparent",
    "pageInformationVisible", "pannable", "pickOnBounds", "preserveRatio", "pressed", "reorderable", "resizable",
    "rotateGraphic", "scaleShape", "selected", "showRoot", "showTickLabels", "showTickMarks", "showWeekNumbers",
    "showing", "smooth", "snapToPixel", "snapToTicks", "sortable", "strikethrough", "sweepFlag",
    "tableMenuButtonVisible", "tickLabelsVisible", "tickMarkVisible", "tooltipVisible", "underline",
    "useSystemMenuBar", "valueChanging", "verticalGridLinesVisible", "visible", "visited", "wrapAround", "wrapText",
]  # fmt: skip
FocusModelProperty = Literal[
    "focusModel",
]  # fmt: skip
FontProperty = Literal[
    "font", "tickLabelFont",
]  # fmt: skip
HandlerProperty = Literal[
    "onAction", "onAutoHide", "onCloseRequest", "onClosed", "onContextMenuRequested", "onDragDetected",
    "onDragDone", "onDragDropped", "onDragEntered", "onDragExited", "onDragOver", "onEditCancel", "onEditCommit",
    "onEditStart", "onHidden", "onHiding", "onInputMethodTextChanged", "onKeyPressed", "onKeyReleased",
    "onKeyTyped", "onMenuValidation", "onMouseClicked", "onMouseDragged", "onMouseEntered", "onMouseExited",
    "onMouseMoved", "onMousePressed", "onMouseReleased", "onRotate", "onScroll", "onScrollFinished",
    "onScrollStarted", "onScrollTo", "onSelectionChanged", "onShowing", "onShown", "onSort", "onSwipeLeft",
    "onSwipeRight", "onTouchPressed", "onZoom",
]  # fmt: skip
InsetsProperty = Literal[
    "labelPadding", "padding",
]  # fmt: skip
InsetsListProperty = Literal[
    "backgroundInsets", "backgroundRadius", "borderInsets", "borderRadius", "borderWidth",
]  # fmt: skip
ItemProperty = Literal[
    "parent", "parentColumn", "parentMenu", "tableColumn", "toggleGroup", "treeColumn", "treeItem", "valueFactory",
]  # fmt: skip
ItemListProperty = Literal[
    "columnConstraints", "columns", "dividers", "elements", "icons", "menus", "rowConstraints", "sortOrder", "tabs",
]  # fmt: skip
NodeProperty = Literal[
    "bottom", "buttonCell", "camera", "center", "disclosureNode", "editor", "expandableContent", "expandedPane",
    "focusOwner", "graphic", "header", "labelFor", "left", "legend", "listView", "ownerNode", "placeholder",
    "right", "sortNode", "tabPane", "tableRow", "tableView", "top", "treeTableView", "treeView", "xAxis", "yAxis",
]  # fmt: skip
NodeListProperty = Literal[
    "buttons", "panes", "scope",
]  # fmt: skip
NumberProperty = Literal[
    "amountToStepBy", "anchorX", "anchorY", "angle", "arcHeight", "arcWidth", "blockIncrement", "bottomOpacity",
    "brightness", "buttonMinWidth", "centerX", "centerY", "choke", "contrast", "controlX", "controlX1", "controlX2",
    "controlY", "controlY1", "controlY2", "depth", "diffuseConstant", "endMargin", "endX", "endY", "farClip",
    "fitHeight", "fitWidth", "fixedCellSize", "fraction", "graphicTextGap", "height", "hgap", "hideDelay", "hmax",
    "hmin", "hue", "hvalue", "indent", "indeterminateBarLength", "initialDelay", "initialValue", "labelLineLength",
    "layoutX", "layoutY", "length", "level", "lineSpacing", "lowerBound", "majorTickUnit", "max", "maxHeight",
    "maxWidth", "min", "minHeight", "minViewportHeight", "minViewportWidth", "minWidth", "minorTickLength",
    "nearClip", "offsetX", "offsetY", "opacity", "percentHeight", "percentWidth", "pieValue", "position",
    "prefHeight", "prefTileHeight", "prefTileWidth", "prefViewportHeight", "prefViewportWidth", "prefWidth",
    "prefWrapLength", "progress", "radius", "radiusX", "radiusY", "repeatDelay", "requestedHeight",
    "requestedWidth", "rotate", "saturation", "scaleX", "scaleY", "scaleZ", "scrollLeft", "scrollTop", "showDelay",
    "showDuration", "size", "spacing", "specularConstant", "specularExponent", "spread", "startAngle",
    "startMargin", "startX", "startY", "strokeDashOffset", "strokeMiterLimit", "strokeWidth", "surfaceScale",
    "tabMaxHeight", "tabMaxWidth", "tabMinHeight", "tabMinWidth", "threshold", "tickLabelGap", "tickLabelRotation",
    "tickLength", "tickUnit", "topOffset", "topOpacity", "translateX", "translateY", "translateZ", "unitIncrement",
    "upperBound", "vgap", "viewOrder", "visibleAmount", "vmax", "vmin", "vvalue", "width", "wrappingWidth", "x",
    "xAxisRotation", "y",
]  # fmt: skip
NumberListProperty = Literal[
    "points", "strokeDashArray",
]  # fmt: skip
NumbersProperty = Literal[
    "dividerPositions",
]  # fmt: skip
ObjectListProperty = Literal[
    "children", "toggles",
]  # fmt: skip
OptionalNumberProperty = Literal[
    "cellSize", "tickLabelFontSize",
]  # fmt: skip
OptionalTextProperty = Literal[
    "accessibleHelp", "accessibleRole", "accessibleRoleDescription", "accessibleText", "blendMode", "contentText",
    "halignment", "headerText", "hgrow", "id", "label", "name", "promptText", "side", "style", "text", "title",
    "userAgentStylesheet", "valignment", "vgrow",
]  # fmt: skip
PaintProperty = Literal[
    "color", "fill", "highlightFill", "highlightTextFill", "promptTextFill", "selectionFill", "stroke", "textFill",
    "tickLabelFill",
]  # fmt: skip
PaintListProperty = Literal[
    "backgroundColor", "borderColor",
]  # fmt: skip
PairProperty = Literal[
    "shapeBounds",
]  # fmt: skip
PopupWindowProperty = Literal[
    "contextMenu",
]  # fmt: skip
SceneProperty = Literal[
    "scene",
]  # fmt: skip
SelectionModelProperty = Literal[
    "selectionModel",
]  # fmt: skip
TextProperty = Literal[
    "alignment", "blurType", "boundsType", "buttonData", "buttonOrder", "cacheHint", "columnHalignment",
    "columnResizePolicy", "containerAlignment", "contentDisplay", "cullFace", "depthTest", "drawMode",
    "ellipsisString", "fillRule", "fontSmoothingType", "hbarPolicy", "legendSide", "modality", "mode",
    "nodeOrientation", "orientation", "popupSide", "property", "rowValignment", "selectedText", "selectionMode",
    "sortType", "strokeLineCap", "strokeLineJoin", "strokeType", "tabClosingPolicy", "tabDragPolicy",
    "textAlignment", "textOrigin", "textOverrun", "tileAlignment", "titleSide", "type", "url", "vbarPolicy",
]  # fmt: skip
TextListProperty = Literal[
    "buttonTypes", "categories", "styleClass", "stylesheets",
]  # fmt: skip
WholeProperty = Literal[
    "anchor", "caretPosition", "cellCount", "currentPageIndex", "focusedIndex", "index", "iterations",
    "maxPageIndicatorCount", "minorTickCount", "pageCount", "prefColumnCount", "prefColumns", "prefRowCount",
    "prefRows", "selectedIndex", "selectionEnd", "selectionStart", "tabSize", "visibleRowCount",
]  # fmt: skip
WindowProperty = Literal[
    "owner", "ownerWindow",
]  # fmt: skip
FocusModelClass = Literal[
    "FocusModel",
]  # fmt: skip
ItemClass = Literal[
    "ArcTo", "Blend", "Bloom", "BoxBlur", "ButtonType", "ClosePath", "ColorAdjust", "ColumnConstraints",
    "ConstraintsBase", "CubicCurveTo", "Data", "Divider", "DoubleSpinnerValueFactory", "DropShadow", "Effect",
    "GaussianBlur", "Glow", "HLineTo", "Image", "InnerShadow", "IntegerSpinnerValueFactory", "Lighting", "LineTo",
    "ListSpinnerValueFactory", "MapValueFactory", "MotionBlur", "MoveTo", "PathElement", "PropertyValueFactory",
    "QuadCurveTo", "Reflection", "RowConstraints", "SepiaTone", "Series", "Shadow", "SpinnerValueFactory", "Tab",
    "TableColumn", "TableColumnBase", "ToggleGroup", "TreeItemPropertyValueFactory", "TreeTableColumn", "VLineTo",
    "Window",
]  # fmt: skip
MenuItemClass = Literal[
    "CheckMenuItem", "CustomMenuItem", "Menu", "MenuItem", "RadioMenuItem", "SeparatorMenuItem",
]  # fmt: skip
NodeClass = Literal[
    "Accordion", "AmbientLight", "AnchorPane", "Arc", "AreaChart", "ArrowMenuItem", "Axis", "BarChart",
    "BorderPane", "Box", "BubbleChart", "Button", "ButtonBar", "ButtonBarSkin$1", "ButtonBase", "CSSBridge",
    "Camera", "Canvas", "CategoryAxis", "Cell", "Chart", "Chart$1", "CheckBox", "CheckBoxListCell",
    "CheckBoxTableCell", "CheckBoxTreeCell", "CheckBoxTreeTableCell", "ChoiceBox", "ChoiceBoxListCell",
    "ChoiceBoxTableCell", "ChoiceBoxTreeCell", "ChoiceBoxTreeTableCell", "Circle", "ClippedContainer",
    "ColorPalette", "ColorPicker", "ComboBox", "ComboBoxBase", "ComboBoxListCell", "ComboBoxListViewSkin$2$1",
    "ComboBoxListViewSkin$3", "ComboBoxTableCell", "ComboBoxTreeCell", "ComboBoxTreeTableCell", "Content",
    "ContentDivider", "ContentView", "ContextMenuContent", "Control", "CubicCurve", "Cylinder", "DateCell",
    "DatePicker", "DatePickerContent", "DefaultTreeCell", "DeterminateIndicator", "DialogPane", "Ellipse",
    "EndButton", "FakeFocusTextField", "FlowPane", "GridPane", "Group", "HBox", "Hyperlink", "ImageView",
    "IndeterminateSpinner", "IndexedCell", "IndicatorButton", "IndicatorPaths", "Label", "Labeled", "LabeledText",
    "Legend", "LightBase", "Line", "LineChart", "ListCell", "ListView", "ListViewSkin$2", "MenuBar",
    "MenuBarButton", "MenuBox", "MenuButton", "MenuItemContainer", "MenuLabel", "MenuLabeledImpl", "MeshView",
    "NavigationControl", "NestedTableColumnHeader", "Node", "NumberAxis", "Pagination", "Pane", "ParallelCamera",
    "Parent", "PasswordField", "Path", "PerspectiveCamera", "PickerColorBox", "PieChart", "PieChart$1",
    "PointLight", "Polygon", "Polyline", "ProgressBar", "ProgressBarTableCell", "ProgressBarTreeTableCell",
    "ProgressIndicator", "QuadCurve", "RadioButton", "Rectangle", "Region", "SVGPath", "ScatterChart", "ScrollBar",
    "ScrollBarSkin$1", "ScrollBarSkin$2", "ScrollBarSkin$3", "ScrollPane", "ScrollPaneSkin$5", "ScrollPaneSkin$6",
    "Separator", "Shape", "Shape3D", "Slider", "SliderSkin$2", "Sphere", "Spinner", "SpinnerSkin$1",
    "SpinnerSkin$2", "SplitMenuButton", "SplitPane", "SplitPaneSkin$ContentDivider$1", "StackPane",
    "StackedAreaChart", "StackedBarChart", "SubScene", "TabContentRegion", "TabControlButtons", "TabHeaderArea",
    "TabHeaderSkin", "TabPane", "TabPaneSkin$TabControlButtons$1", "TabPaneSkin$TabHeaderArea$1",
    "TabPaneSkin$TabHeaderSkin$2", "TabPaneSkin$TabHeaderSkin$4", "TableCell", "TableColumn$1$1",
    "TableColumnHeader", "TableHeaderRow", "TableHeaderRow$1", "TableRow", "TableView", "Text", "TextArea",
    "TextField", "TextFieldListCell", "TextFieldTableCell", "TextFieldTreeCell", "TextFieldTreeTableCell",
    "TextFlow", "TextInputControl", "TilePane", "TitleRegion", "TitledPane", "TitledPaneSkin$1", "ToggleButton",
    "ToolBar", "ToolBarOverflowMenu", "TreeCell", "TreeTableCell", "TreeTableColumn$2$1", "TreeTableRow",
    "TreeTableView", "TreeView", "TreeViewSkin$1", "VBox", "ValueAxis", "VirtualFlow", "VirtualScrollBar",
    "XYChart",
]  # fmt: skip
PopupWindowClass = Literal[
    "ContextMenu", "Popup", "PopupControl", "PopupWindow", "Tooltip",
]  # fmt: skip
SceneClass = Literal[
    "Scene",
]  # fmt: skip
SelectionModelClass = Literal[
    "SelectionModel",
]  # fmt: skip
StageClass = Literal[
    "Stage",
]  # fmt: skip
TreeItemClass = Literal[
    "TreeItem",
]  # fmt: skip
