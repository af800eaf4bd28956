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
    private Sections() {}

    static Map<String, Object> text(Node node) {
        if (node instanceof Labeled) {
            // A cell without a text has no text; a label has one even when it is empty.
            String text = ((Labeled) node).getText();
            return text == null ? null : Json.object("label", text, "prompt", null);
        }
        if (node instanceof TextInputControl) {
            TextInputControl input = (TextInputControl) node;
            return Json.object("label", filled(input.getText()), "prompt", input.getPromptText());
        }
        if (node instanceof Text) {
            return Json.object("label", filled(((Text) node).getText()), "prompt", null);
        }
        return null;
    }

    static Map<String, Object> value(Node node) {
        if (node instanceof TextInputControl) {
            String text = filled(((TextInputControl) node).getText());
            return Json.object("text", text, "selected", null, "checked", null);
        }
        if (node instanceof ToggleButton) {
            boolean isSelected = ((ToggleButton) node).isSelected();
            return Json.object("text", null, "selected", isSelected, "checked", null);
        }
        if (node instanceof CheckBox) {
            return Json.object("text", null, "selected", null, "checked", ((CheckBox) node).isSelected());
        }
        return null;
    }

    private static String filled(String text) {
        return text == null ? "" : text;
    }

    /** The pseudo-classes of the contract, in alphabetical order: what is calculated from properties. */
    static List<String> states(Node node) {
        List<String> states = new ArrayList<>();
        if (node.isDisabled()) {
            states.add("disabled");
        }
        if (node.isFocused()) {
            states.add("focused");
        }
        if (node.isHover()) {
            states.add("hover");
        }
        if (node.isPressed()) {
            states.add("pressed");
        }
        boolean isToggled = node instanceof ToggleButton && ((ToggleButton) node).isSelected();
        if (isToggled || node instanceof CheckBox && ((CheckBox) node).isSelected()) {
            states.add("selected");
        }
        return states;
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

    /** The module of a node's class; on the class path, where JavaFX is in none, the one that it belongs to. */
    static String module(Node node) {
        Class<?> type = node.getClass();
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
    static boolean isLeaf(Node node) {
        return node instanceof Labeled || node instanceof TextInputControl || node instanceof ComboBoxBase
                || node instanceof ChoiceBox || node instanceof ProgressIndicator || node instanceof ScrollBar
                || node instanceof Separator || node instanceof Slider || node instanceof Spinner;
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
