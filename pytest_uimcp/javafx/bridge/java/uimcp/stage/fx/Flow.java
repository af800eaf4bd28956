package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;
import javafx.scene.control.skin.VirtualFlow;

/** The part of a list, table or tree that has nodes for its visible rows. */
final class Flow {
    private Flow() {}

    /** Which of the four kinds a node is, or null. */
    static String kindOf(Node node) {
        if (node instanceof ListView) {
            return "ListView";
        }
        if (node instanceof TableView) {
            return "TableView";
        }
        if (node instanceof TreeView) {
            return "TreeView";
        }
        return node instanceof TreeTableView ? "TreeTableView" : null;
    }

    static VirtualFlow<?> of(Node view) {
        for (Node kid : ((Parent) view).getChildrenUnmodifiable()) {
            if (kid instanceof VirtualFlow) {
                return (VirtualFlow<?>) kid;
            }
        }
        return null;
    }

    /** The cells of the rows in sight, in the order of the rows; filling cells below the last row are none. */
    static List<IndexedCell<?>> shown(VirtualFlow<?> flow) {
        List<IndexedCell<?>> cells = new ArrayList<>();
        if (flow == null || !flow.isVisible()) {
            return cells;
        }
        IndexedCell<?> first = flow.getFirstVisibleCell();
        IndexedCell<?> last = flow.getLastVisibleCell();
        if (first == null || last == null) {
            return cells;
        }
        for (int index = first.getIndex(); index <= last.getIndex() && index < flow.getCellCount(); index++) {
            IndexedCell<?> cell = index < 0 ? null : flow.getVisibleCell(index);
            if (cell != null) {
                cells.add(cell);
            }
        }
        cells.sort(Comparator.comparingInt(IndexedCell::getIndex));
        return cells;
    }

    /** The cells of a row of a table, from left to right; none in lists and trees. */
    static List<IndexedCell<?>> cellsOf(Node row) {
        List<IndexedCell<?>> cells = new ArrayList<>();
        for (Node kid : ((Parent) row).getChildrenUnmodifiable()) {
            if (Columns.of(kid) != null) {
                cells.add((IndexedCell<?>) kid);
            }
        }
        return cells;
    }
}
