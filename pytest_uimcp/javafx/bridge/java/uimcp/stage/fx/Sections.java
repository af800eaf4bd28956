package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Separator;
import javafx.scene.control.Slider;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.text.Text;
import uimcp.stage.Json;

/** The sections of a `UiNode` that depend on its class, and which of its children a snapshot shows. */
final class Sections {
    private static final List<Class<?>> LEAVES = List.of(
            Labeled.class, TextInputControl.class, ComboBoxBase.class, ChoiceBox.class, ProgressIndicator.class,
            ScrollBar.class, Separator.class, Slider.class, Spinner.class);

    private Sections() {}

    /** What a node says, or null for what says nothing. A cell may have no text; a label has one even if it is empty. */
    static String label(Node node) {
        if (node instanceof Labeled) {
            return ((Labeled) node).getText();
        }
        if (node instanceof TextInputControl) {
            return filled(((TextInputControl) node).getText());
        }
        return node instanceof Text ? filled(((Text) node).getText()) : null;
    }

    static String prompt(Node node) {
        return node instanceof TextInputControl ? ((TextInputControl) node).getPromptText() : null;
    }

    /** Whether a node has a value of its own. */
    static boolean hasValue(Node node) {
        return node instanceof TextInputControl || node instanceof ToggleButton || node instanceof CheckBox;
    }

    static Boolean selected(Node node) {
        return node instanceof ToggleButton ? ((ToggleButton) node).isSelected() : null;
    }

    static Boolean checked(Node node) {
        return node instanceof CheckBox ? ((CheckBox) node).isSelected() : null;
    }

    private static String filled(String text) {
        return text == null ? "" : text;
    }

    static Map<String, Object> properties(Node node) {
        String tip = null;
        if (node instanceof Control && ((Control) node).getTooltip() != null) {
            tip = ((Control) node).getTooltip().getText();
        }
        Object data = node.getUserData();
        // JSON takes these as they are; anything else is told by its text.
        boolean isPlain = data == null || data instanceof String || data instanceof Boolean || data instanceof Number;
        return Json.object("tooltip", tip, "userData", isPlain ? data : String.valueOf(data));
    }

    /** The module of a class; on the class path, where JavaFX is in none, the one that it belongs to. */
    static String module(Class<?> type) {
        if (type.getModule().isNamed()) {
            return type.getModule().getName();
        }
        String name = type.getName();
        boolean isControl = name.startsWith("javafx.scene.control") || name.startsWith("javafx.scene.chart")
                || name.startsWith("com.sun.javafx.scene.control") || name.startsWith("com.sun.javafx.charts");
        if (isControl) {
            return "javafx.controls";
        }
        return name.startsWith("javafx.") || name.startsWith("com.sun.javafx.") ? "javafx.graphics" : null;
    }

    /** Whether what is in a node is its skin's and hidden, unless nodes inside controls are asked for. */
    static boolean isLeaf(Class<?> type) {
        return LEAVES.stream().anyMatch(leaf -> leaf.isAssignableFrom(type));
    }

    /** Whether nodes of a class have neither a text nor a value nor rows. */
    static boolean isSilent(Class<?> type) {
        return !Control.class.isAssignableFrom(type) && !Text.class.isAssignableFrom(type);
    }

    private static boolean isLeaf(Node node) {
        return NodeKind.of(node).isLeaf;
    }

    static List<Node> children(Node node, boolean internals) {
        if (!(node instanceof Parent)) {
            return List.of();
        }
        List<Node> kids = ((Parent) node).getChildrenUnmodifiable();
        if (internals || kids.isEmpty() || !isLeaf(node)) {
            return kids;
        }
        List<Node> shown = new ArrayList<>();
        for (Node kid : kids) {
            if (holdsOwn(kid, node)) {
                shown.add(kid);
            }
        }
        return shown;
    }

    /** Whether a node is what the program put into a leaf (a graphic, the content of a titled pane), or leads to it. */
    private static boolean holdsOwn(Node node, Node leaf) {
        if (leaf instanceof Labeled && node == ((Labeled) leaf).getGraphic() && !isSupplied(leaf)) {
            return true;
        }
        if (leaf instanceof TitledPane && node == ((TitledPane) leaf).getContent()) {
            return true;
        }
        if (node instanceof Parent) {
            Node within = isLeaf(node) ? node : leaf;
            for (Node kid : ((Parent) node).getChildrenUnmodifiable()) {
                if (holdsOwn(kid, within)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the graphic is the class's own: the box of a `CheckBoxTableCell`, the arrow of a menu. */
    private static boolean isSupplied(Node leaf) {
        String name = leaf.getClass().getName();
        return name.startsWith("javafx.scene.control.cell.") || name.startsWith("com.sun.javafx.");
    }
}
