package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.skin.VirtualFlow;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** A row of a list, tree or table by its number or its text, also where no cell shows it yet. */
final class Rows {
    // How many pulses a row may take to come into sight as a whole.
    private static final int MAX_LAYOUTS = 8;

    private Rows() {}

    /** What shows a row, brought into sight: its cell; in a table its first cell, which every window has room for. */
    static Node reveal(Node view, Object row) throws UiError {
        int index = FxThread.request(() -> scrolled(view, row));
        for (int layout = 0; layout < MAX_LAYOUTS; layout++) {
            FxThread.pulse();
            Node cell = FxThread.request(() -> shown(view, index));
            if (cell != null) {
                return cell;
            }
        }
        throw missing("target.row: " + Paths.type(view) + " has no room to show a row", row);
    }

    private static int scrolled(Node view, Object row) throws UiError {
        VirtualFlow<?> flow = Flow.kindOf(view) == null ? null : Flow.of(view);
        if (flow == null) {
            throw missing("target.row: expected a list, tree or table; got " + Paths.type(view), row);
        }
        int index = index(view, flow.getCellCount(), row);
        flow.scrollTo(index);
        return index;
    }

    private static Node shown(Node view, int index) {
        for (IndexedCell<?> cell : Flow.shown(Flow.of(view))) {
            if (cell.getIndex() == index) {
                List<IndexedCell<?>> cells = Flow.cellsOf(cell);
                return cells.isEmpty() ? cell : cells.get(0);
            }
        }
        return null;
    }

    private static int index(Node view, int count, Object row) throws UiError {
        if (row instanceof Long) {
            long number = (Long) row;
            if (number < 0 || number >= count) {
                String span = count == 0 ? "none, as there are none" : "0 to " + (count - 1);
                throw missing("target.row: expected " + span + "; got " + row, row);
            }
            return (int) number;
        }
        if (!(row instanceof String)) {
            throw missing("target.row: expected a number from 0, or a text; got " + Words.repr(row), row);
        }
        int match = match(view, count, collapsed((String) row));
        if (match < 0) {
            throw missing("target.row: none of the " + count + " rows of " + Paths.type(view) + " has the text "
                    + Words.repr(row), row);
        }
        return match;
    }

    /** The first row that is the text, else with a cell that is it, else that contains it; -1 for none. */
    private static int match(Node view, int count, String text) {
        RowTexts texts = RowTexts.of(view);
        int withCell = -1;
        int containing = -1;
        for (int index = 0; index < count; index++) {
            List<String> cells = new ArrayList<>();
            texts.row(index).forEach(cell -> cells.add(collapsed(cell)));
            StringBuilder joined = new StringBuilder();
            for (String cell : cells) {
                joined.append(joined.length() == 0 || cell.isEmpty() ? "" : " ").append(cell);
            }
            if (joined.toString().equals(text)) {
                return index;
            }
            if (withCell < 0 && cells.contains(text)) {
                withCell = index;
            }
            if (containing < 0 && !text.isEmpty() && joined.indexOf(text) >= 0) {
                containing = index;
            }
        }
        return withCell >= 0 ? withCell : containing;
    }

    private static String collapsed(String text) {
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }

    private static UiError missing(String message, Object row) {
        return UiError.missing(message).with("row", row);
    }
}
