package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.shape.Path;

/** The carets of text fields, which blink. */
final class Carets {
    private Carets() {}

    /** Those that a scene may draw: of the field with the focus, which may be within a control that has it. */
    static List<Node> in(Scene scene) {
        List<Node> carets = new ArrayList<>();
        if (scene.getFocusOwner() != null) {
            collect(scene.getFocusOwner(), scene.getFocusOwner() instanceof TextInputControl, carets);
        }
        return carets;
    }

    private static void collect(Node node, boolean isInField, List<Node> carets) {
        // Of a field's two paths, the selection and the caret, the skin lets the caret appear by its opacity.
        if (isInField && node instanceof Path && node.opacityProperty().isBound() && !node.visibleProperty().isBound()
                && node.isVisible()) {
            carets.add(node);
        }
        if (node instanceof Parent) {
            for (Node kid : ((Parent) node).getChildrenUnmodifiable()) {
                collect(kid, isInField || kid instanceof TextInputControl, carets);
            }
        }
    }
}
