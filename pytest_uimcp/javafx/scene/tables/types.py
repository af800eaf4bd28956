"""Public node classes of JavaFX, as recorded from it: class, superclass, style classes, role, flags.

Written by `python -m tools.javafx.types`. Flags: `a` abstract, `p` may have children, `t` focus traversable,
`l` a leaf in snapshots (its skin's nodes are hidden), `b` picks on bounds. A plus adds to the style classes of the superclass.
"""

from __future__ import annotations

__all__ = ["NODE_TYPES"]

# A superclass may also stand in `skin_types`, and the other way round: `registry` reads both as one table.
NODE_TYPES = """
javafx.scene.Node - - - a
javafx.scene.Camera Node - - a
javafx.scene.LightBase Node - - a
javafx.scene.Parent Node - - ap
javafx.scene.SubScene Node - - -
javafx.scene.canvas.Canvas Node - NODE -
javafx.scene.image.ImageView Node image-view IMAGE_VIEW -
javafx.scene.shape.Shape Node - - a
javafx.scene.shape.Shape3D Node - - a
javafx.scene.AmbientLight LightBase - NODE -
javafx.scene.Group Parent - PARENT p
javafx.scene.ParallelCamera Camera - NODE -
javafx.scene.PerspectiveCamera Camera - NODE -
javafx.scene.PointLight LightBase - NODE -
javafx.scene.layout.Region Parent - PARENT pb
javafx.scene.shape.Arc Shape - NODE -
javafx.scene.shape.Box Shape3D - NODE -
javafx.scene.shape.Circle Shape - NODE -
javafx.scene.shape.CubicCurve Shape - NODE -
javafx.scene.shape.Cylinder Shape3D - NODE -
javafx.scene.shape.Ellipse Shape - NODE -
javafx.scene.shape.Line Shape - NODE -
javafx.scene.shape.MeshView Shape3D - NODE -
javafx.scene.shape.Path Shape - NODE -
javafx.scene.shape.Polygon Shape - NODE -
javafx.scene.shape.Polyline Shape - NODE -
javafx.scene.shape.QuadCurve Shape - NODE -
javafx.scene.shape.Rectangle Shape - NODE -
javafx.scene.shape.SVGPath Shape - NODE -
javafx.scene.shape.Sphere Shape3D - NODE -
javafx.scene.text.Text Shape - TEXT b
javafx.scene.chart.Axis Region - - ap
javafx.scene.chart.Chart Region - - ap
javafx.scene.control.Control Region - - ap
javafx.scene.layout.Pane Region - PARENT pb
javafx.scene.chart.CategoryAxis Axis axis PARENT pb
javafx.scene.chart.PieChart Chart chart PARENT pb
javafx.scene.chart.ValueAxis Axis - - ap
javafx.scene.chart.XYChart Chart - - ap
javafx.scene.control.Accordion Control accordion PARENT pb
javafx.scene.control.ButtonBar Control button-bar PARENT pb
javafx.scene.control.ChoiceBox Control choice-box COMBO_BOX ptlb
javafx.scene.control.ComboBoxBase Control - - ap
javafx.scene.control.DialogPane Pane dialog-pane PARENT pb
javafx.scene.control.Labeled Control - - ap
javafx.scene.control.ListView Control list-view LIST_VIEW ptb
javafx.scene.control.MenuBar Control menu-bar MENU_BAR pb
javafx.scene.control.Pagination Control pagination PAGINATION ptb
javafx.scene.control.ProgressIndicator Control progress-indicator PROGRESS_INDICATOR plb
javafx.scene.control.ScrollBar Control scroll-bar SCROLL_BAR plb
javafx.scene.control.ScrollPane Control scroll-pane SCROLL_PANE pb
javafx.scene.control.Separator Control separator PARENT plb
javafx.scene.control.Slider Control slider SLIDER ptlb
javafx.scene.control.Spinner Control spinner SPINNER ptlb
javafx.scene.control.SplitPane Control split-pane PARENT pb
javafx.scene.control.TabPane Control tab-pane TAB_PANE ptb
javafx.scene.control.TableView Control table-view TABLE_VIEW ptb
javafx.scene.control.TextInputControl Control - - ap
javafx.scene.control.ToolBar Control tool-bar TOOL_BAR pb
javafx.scene.control.TreeTableView Control tree-table-view TREE_TABLE_VIEW ptb
javafx.scene.control.TreeView Control tree-view TREE_VIEW ptb
javafx.scene.layout.AnchorPane Pane - PARENT pb
javafx.scene.layout.BorderPane Pane - PARENT pb
javafx.scene.layout.FlowPane Pane - PARENT pb
javafx.scene.layout.GridPane Pane - PARENT pb
javafx.scene.layout.HBox Pane - PARENT pb
javafx.scene.layout.StackPane Pane - PARENT pb
javafx.scene.layout.TilePane Pane - PARENT pb
javafx.scene.layout.VBox Pane - PARENT pb
javafx.scene.text.TextFlow Pane - TEXT pb
javafx.scene.chart.AreaChart XYChart - - p
javafx.scene.chart.BarChart XYChart - - p
javafx.scene.chart.BubbleChart XYChart - - p
javafx.scene.chart.LineChart XYChart - - p
javafx.scene.chart.NumberAxis ValueAxis axis PARENT pb
javafx.scene.chart.ScatterChart XYChart - - p
javafx.scene.chart.StackedAreaChart XYChart - - p
javafx.scene.chart.StackedBarChart XYChart - - p
javafx.scene.control.ButtonBase Labeled - - ap
javafx.scene.control.Cell Labeled cell PARENT plb
javafx.scene.control.ColorPicker ComboBoxBase combo-box-base.color-picker PARENT ptlb
javafx.scene.control.ComboBox ComboBoxBase combo-box-base.combo-box COMBO_BOX ptlb
javafx.scene.control.DatePicker ComboBoxBase combo-box-base.date-picker DATE_PICKER ptlb
javafx.scene.control.Label Labeled label TEXT plb
javafx.scene.control.ProgressBar ProgressIndicator progress-bar PROGRESS_INDICATOR plb
javafx.scene.control.TextArea TextInputControl text-input.text-area TEXT_AREA ptlb
javafx.scene.control.TextField TextInputControl text-input.text-field TEXT_FIELD ptlb
javafx.scene.control.TitledPane Labeled titled-pane TITLED_PANE ptlb
javafx.scene.control.Button ButtonBase button BUTTON ptlb
javafx.scene.control.CheckBox ButtonBase check-box CHECK_BOX ptlb
javafx.scene.control.DateCell Cell +date-cell TEXT plb
javafx.scene.control.Hyperlink ButtonBase hyperlink HYPERLINK ptlb
javafx.scene.control.IndexedCell Cell +indexed-cell PARENT plb
javafx.scene.control.MenuButton ButtonBase menu-button MENU_BUTTON ptlb
javafx.scene.control.PasswordField TextField +password-field PASSWORD_FIELD ptlb
javafx.scene.control.ToggleButton ButtonBase toggle-button TOGGLE_BUTTON ptlb
javafx.scene.control.ListCell IndexedCell +list-cell LIST_ITEM plb
javafx.scene.control.RadioButton ToggleButton radio-button RADIO_BUTTON ptlb
javafx.scene.control.SplitMenuButton MenuButton split-menu-button SPLIT_MENU_BUTTON ptlb
javafx.scene.control.TableCell IndexedCell +table-cell TABLE_CELL plb
javafx.scene.control.TableRow IndexedCell +table-row-cell TABLE_ROW plb
javafx.scene.control.TreeCell IndexedCell +tree-cell TREE_ITEM plb
javafx.scene.control.TreeTableCell IndexedCell +tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.TreeTableRow IndexedCell +tree-table-row-cell TREE_TABLE_ROW plb
javafx.scene.control.cell.CheckBoxListCell ListCell +check-box-list-cell LIST_ITEM plb
javafx.scene.control.cell.CheckBoxTableCell TableCell +check-box-table-cell TABLE_CELL plb
javafx.scene.control.cell.CheckBoxTreeTableCell TreeTableCell +check-box-tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.cell.ChoiceBoxListCell ListCell +choice-box-list-cell LIST_ITEM plb
javafx.scene.control.cell.ChoiceBoxTableCell TableCell +choice-box-table-cell TABLE_CELL plb
javafx.scene.control.cell.ChoiceBoxTreeTableCell TreeTableCell +choice-box-tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.cell.ComboBoxListCell ListCell +combo-box-list-cell LIST_ITEM plb
javafx.scene.control.cell.ComboBoxTableCell TableCell +combo-box-table-cell TABLE_CELL plb
javafx.scene.control.cell.ComboBoxTreeTableCell TreeTableCell +combo-box-tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.cell.ProgressBarTableCell TableCell +progress-bar-table-cell TABLE_CELL plb
javafx.scene.control.cell.ProgressBarTreeTableCell TreeTableCell +progress-bar-tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.cell.TextFieldListCell ListCell +text-field-list-cell LIST_ITEM plb
javafx.scene.control.cell.TextFieldTableCell TableCell +text-field-table-cell TABLE_CELL plb
javafx.scene.control.cell.TextFieldTreeTableCell TreeTableCell +text-field-tree-table-cell TREE_TABLE_CELL plb
javafx.scene.control.cell.CheckBoxTreeCell DefaultTreeCell cell.indexed-cell.tree-cell.check-box-tree-cell TREE_ITEM plb
javafx.scene.control.cell.ChoiceBoxTreeCell DefaultTreeCell cell.indexed-cell.tree-cell.choice-box-tree-cell TREE_ITEM plb
javafx.scene.control.cell.ComboBoxTreeCell DefaultTreeCell cell.indexed-cell.tree-cell.combo-box-tree-cell TREE_ITEM plb
javafx.scene.control.cell.TextFieldTreeCell DefaultTreeCell cell.indexed-cell.tree-cell.text-field-tree-cell TREE_ITEM plb
"""
