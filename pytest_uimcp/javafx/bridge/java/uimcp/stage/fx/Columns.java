package uimcp.stage.fx;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableView;

/** The columns of both kinds of tables. */
final class Columns {
    private Columns() {}

    /** The column that a node is a cell of, or null. */
    static TableColumnBase<?, ?> of(Node node) {
        if (node instanceof TableCell) {
            return ((TableCell<?, ?>) node).getTableColumn();
        }
        return node instanceof TreeTableCell ? ((TreeTableCell<?, ?>) node).getTableColumn() : null;
    }

    /** The columns that show, or null for what has none. */
    static List<? extends TableColumnBase<?, ?>> shown(Node view) {
        if (view instanceof TableView) {
            return ((TableView<?>) view).getVisibleLeafColumns();
        }
        return view instanceof TreeTableView ? ((TreeTableView<?>) view).getVisibleLeafColumns() : null;
    }
}
