"""Classes of the nodes that skins make: path of the class, superclass, style classes, role, flags as in `types`.

The numbers of anonymous classes are those of JavaFX 11; a class with a number has no simple name, so its type is empty.
"""

from __future__ import annotations

SKIN_TYPES = """
com.sun.javafx.scene.control.LabeledText Text text TEXT b
javafx.scene.control.skin.TabPaneSkin$TabContentRegion StackPane tab-content-area PARENT pb
javafx.scene.control.skin.TabPaneSkin$TabHeaderArea StackPane tab-header-area PARENT pb
javafx.scene.control.skin.TabPaneSkin$TabHeaderArea$1 StackPane headers-region PARENT pb
javafx.scene.control.skin.TabPaneSkin$TabHeaderSkin StackPane tab TAB_ITEM pb
javafx.scene.control.skin.TabPaneSkin$TabHeaderSkin$4 StackPane tab-container PARENT pb
javafx.scene.control.skin.TabPaneSkin$TabHeaderSkin$2 StackPane tab-close-button BUTTON pb
javafx.scene.control.skin.TabPaneSkin$TabControlButtons StackPane control-buttons-tab PARENT pb
javafx.scene.control.skin.TabPaneSkin$TabControlButtons$1 StackPane container PARENT pb
com.sun.javafx.scene.control.MenuBarButton MenuButton menu-button MENU plb
javafx.scene.control.skin.MenuButtonSkinBase$MenuLabeledImpl Label label TEXT plb
javafx.scene.control.skin.ScrollPaneSkin$5 StackPane viewport PARENT pb
javafx.scene.control.skin.ScrollPaneSkin$6 StackPane - PARENT pb
javafx.scene.control.skin.TextAreaSkin$ContentView Region content PARENT pb
javafx.scene.control.skin.ScrollBarSkin$EndButton Region - PARENT pb
javafx.scene.control.skin.ScrollBarSkin$2 EndButton increment-button INCREMENT_BUTTON pb
javafx.scene.control.skin.ScrollBarSkin$3 EndButton decrement-button DECREMENT_BUTTON pb
javafx.scene.control.skin.ScrollBarSkin$1 StackPane thumb THUMB pb
javafx.scene.control.skin.VirtualFlow Region virtual-flow PARENT pb
javafx.scene.control.skin.VirtualFlow$ClippedContainer Region clipped-container PARENT pb
com.sun.javafx.scene.control.VirtualScrollBar ScrollBar scroll-bar SCROLL_BAR plb
javafx.scene.control.skin.ListViewSkin$2 ListCell cell.indexed-cell.list-cell LIST_ITEM plb
javafx.scene.control.skin.TreeViewSkin$1 TreeCell cell.indexed-cell.tree-cell TREE_ITEM plb
javafx.scene.control.cell.DefaultTreeCell TreeCell cell.indexed-cell.tree-cell TREE_ITEM plb
javafx.scene.control.TableColumn$1$1 TableCell cell.indexed-cell.table-cell TABLE_CELL plb
javafx.scene.control.TreeTableColumn$2$1 TreeTableCell cell.indexed-cell.tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.skin.TableHeaderRow StackPane column-header-background PARENT pb
javafx.scene.control.skin.TableHeaderRow$1 StackPane show-hide-columns-button PARENT pb
javafx.scene.control.skin.TableColumnHeader Region column-header PARENT pb
javafx.scene.control.skin.NestedTableColumnHeader TableColumnHeader nested-column-header PARENT pb
javafx.scene.control.skin.ComboBoxListViewSkin$3 ListView list-view LIST_VIEW pb
javafx.scene.control.skin.ComboBoxListViewSkin$2$1 ListCell cell.indexed-cell.list-cell LIST_ITEM plb
com.sun.javafx.scene.control.FakeFocusTextField TextField text-input.text-field TEXT_FIELD ptlb
javafx.scene.control.skin.SliderSkin$2 StackPane thumb THUMB pb
javafx.scene.control.skin.SpinnerSkin$1 StackPane increment-arrow-button INCREMENT_BUTTON pb
javafx.scene.control.skin.SpinnerSkin$2 StackPane decrement-arrow-button DECREMENT_BUTTON pb
javafx.scene.control.skin.ProgressIndicatorSkin$DeterminateIndicator Region determinate-indicator PARENT pb
javafx.scene.control.skin.ProgressIndicatorSkin$IndeterminateSpinner Region spinner PARENT pb
javafx.scene.control.skin.ProgressIndicatorSkin$IndeterminateSpinner$IndicatorPaths Pane - PARENT pb
javafx.scene.control.skin.ColorPickerSkin$PickerColorBox StackPane picker-color PARENT pb
javafx.scene.control.skin.PaginationSkin$NavigationControl StackPane pagination-control PARENT pb
javafx.scene.control.skin.PaginationSkin$IndicatorButton ToggleButton toggle-button.number-button PAGE_ITEM plb
javafx.scene.control.skin.ButtonBarSkin$1 HBox container PARENT pb
javafx.scene.control.skin.TitledPaneSkin$1 StackPane content PARENT pb
javafx.scene.control.skin.TitledPaneSkin$TitleRegion StackPane title PARENT pb
javafx.scene.control.skin.SplitPaneSkin$Content StackPane split-pane-content PARENT pb
javafx.scene.control.skin.SplitPaneSkin$ContentDivider StackPane split-pane-divider PARENT pb
javafx.scene.control.skin.SplitPaneSkin$ContentDivider$1 StackPane - PARENT pb
javafx.scene.control.skin.ToolBarSkin$ToolBarOverflowMenu StackPane tool-bar-overflow-button BUTTON ptb
javafx.scene.control.PopupControl$CSSBridge Pane - PARENT pb
com.sun.javafx.scene.control.ContextMenuContent Region context-menu CONTEXT_MENU pb
com.sun.javafx.scene.control.ContextMenuContent$MenuBox VBox - PARENT pb
com.sun.javafx.scene.control.ContextMenuContent$ArrowMenuItem StackPane scroll-arrow PARENT pb
com.sun.javafx.scene.control.ContextMenuContent$MenuItemContainer Region menu-item MENU_ITEM pb
com.sun.javafx.scene.control.ContextMenuContent$MenuLabel Label label TEXT plb
com.sun.javafx.scene.control.DatePickerContent VBox date-picker-popup PARENT pb
com.sun.javafx.scene.control.ColorPalette Region color-palette PARENT pb
com.sun.javafx.charts.Legend TilePane chart-legend PARENT pb
javafx.scene.chart.Chart$1 Pane chart-content PARENT pb
javafx.scene.chart.PieChart$1 Path chart-pie-label-line NODE -
"""
