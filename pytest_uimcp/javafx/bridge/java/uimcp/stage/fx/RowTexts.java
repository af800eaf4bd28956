package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;

/**
 * The texts of rows that no cell shows.
 *
 * <p>Of a list, what a cell of the program's own factory would show; of tables and trees, their values.
 */
abstract class RowTexts {
    abstract List<String> row(int index);

    static RowTexts of(Node view) {
        if (view instanceof ListView) {
            return new OfList<>((ListView<?>) view);
        }
        return new OfValues(view);
    }

    private static final class OfList<T> extends RowTexts {
        private final ListView<T> view;
        private final ListCell<T> cell;

        OfList(ListView<T> view) {
            this.view = view;
            this.cell = view.getCellFactory() == null ? null : view.getCellFactory().call(view);
            if (cell != null) {
                cell.updateListView(view);
            }
        }

        @Override
        List<String> row(int index) {
            if (cell == null) {
                return List.of(String.valueOf(view.getItems().get(index)));
            }
            cell.updateIndex(index);
            return cell.getText() == null ? List.of() : List.of(cell.getText());
        }
    }

    private static final class OfValues extends RowTexts {
        private final Node view;

        OfValues(Node view) {
            this.view = view;
        }

        @Override
        List<String> row(int index) {
            List<String> texts = new ArrayList<>();
            if (view instanceof TreeView) {
                TreeItem<?> item = ((TreeView<?>) view).getTreeItem(index);
                texts.add(item == null ? "" : String.valueOf(item.getValue()));
            } else if (view instanceof TableView || view instanceof TreeTableView) {
                for (TableColumnBase<?, ?> column : Columns.shown(view)) {
                    Object value = column.getCellData(index);
                    texts.add(value == null ? "" : value.toString());
                }
            }
            return texts;
        }
    }
}
