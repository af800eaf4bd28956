package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.FocusModel;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.ListView;
import javafx.scene.control.MultipleSelectionModel;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.control.TreeView;
import javafx.scene.control.skin.VirtualFlow;
import uimcp.stage.Json;

/** `virtualization`: the rows that are in sight of a list, a table, a tree. */
final class Virtual {
    private final Capture capture;
    private final boolean bounds;

    Virtual(Capture capture, boolean bounds) {
        this.capture = capture;
        this.bounds = bounds;
    }

    Map<String, Object> of(Node view, String kind) {
        VirtualFlow<?> flow = Flow.of(view);
        List<IndexedCell<?>> rows = Flow.shown(flow);
        Map<String, Object> range = null;
        if (!rows.isEmpty()) {
            range = Json.object("from", rows.get(0).getIndex(), "to", rows.get(rows.size() - 1).getIndex());
        }
        MultipleSelectionModel<?> selection = selection(view);
        FocusModel<?> focus = focus(view);
        int focused = focus == null ? -1 : focus.getFocusedIndex();
        List<Object> cells = new ArrayList<>();
        rows.forEach(cell -> cells.add(row(cell)));
        return Json.object(
                "kind", kind,
                "itemsCount", flow == null ? 0 : flow.getCellCount(),
                "visibleRange", range,
                "selectedIndices", selection == null ? List.of() : new ArrayList<>(selection.getSelectedIndices()),
                "focusedIndex", focused < 0 ? null : focused,
                "columns", columns(view),
                "visibleCells", cells);
    }

    private static MultipleSelectionModel<?> selection(Node view) {
        if (view instanceof ListView) {
            return ((ListView<?>) view).getSelectionModel();
        }
        if (view instanceof TableView) {
            return ((TableView<?>) view).getSelectionModel();
        }
        if (view instanceof TreeView) {
            return ((TreeView<?>) view).getSelectionModel();
        }
        return ((TreeTableView<?>) view).getSelectionModel();
    }

    private static FocusModel<?> focus(Node view) {
        if (view instanceof ListView) {
            return ((ListView<?>) view).getFocusModel();
        }
        if (view instanceof TableView) {
            return ((TableView<?>) view).getFocusModel();
        }
        if (view instanceof TreeView) {
            return ((TreeView<?>) view).getFocusModel();
        }
        return ((TreeTableView<?>) view).getFocusModel();
    }

    private static List<Object> columns(Node view) {
        List<? extends TableColumnBase<?, ?>> shown = Columns.shown(view);
        if (shown == null) {
            return null;
        }
        List<Object> columns = new ArrayList<>();
        shown.forEach(column -> columns.add(Json.object("id", column.getId(), "text", column.getText())));
        return columns;
    }

    private Map<String, Object> row(IndexedCell<?> cell) {
        List<Object> cells = new ArrayList<>();
        if (cell instanceof TableRow || cell instanceof TreeTableRow) {
            for (IndexedCell<?> kid : Flow.cellsOf(cell)) {
                cells.add(Json.object("columnId", Columns.of(kid).getId(), "text", kid.getText()));
            }
        } else {
            cells.add(Json.object("columnId", null, "text", cell.getText()));
        }
        Map<String, Object> row = Json.object("index", cell.getIndex(), "rowRef", capture.ref(cell), "cells", cells);
        if (bounds) {
            row.put("boundsInScene", Capture.inScene(cell));
        }
        return row;
    }
}
