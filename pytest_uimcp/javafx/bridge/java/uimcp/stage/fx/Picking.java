package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.SubScene;
import javafx.stage.PopupWindow;
import javafx.stage.Window;

/** What is under a point: the topmost node that can be hit. JavaFX keeps its own answer to itself. */
final class Picking {
    private Picking() {}

    /** The topmost of the program's windows at a place on the screen, or null. */
    static Window windowAt(double x, double y) {
        Window top = null;
        for (Window window : Window.getWindows()) {
            boolean isHit = window.isShowing() && window.getX() <= x && x < window.getX() + window.getWidth()
                    && window.getY() <= y && y < window.getY() + window.getHeight();
            // Popups are above their stages; of two stages the focused one is in front, else the later one.
            boolean isAbove = top == null || window instanceof PopupWindow
                    || !(top instanceof PopupWindow) && !top.isFocused();
            if (isHit && isAbove) {
                top = window;
            }
        }
        return top;
    }

    /** The node at a place in a window's scene; the root where there is no other, null outside of it. */
    static Node at(Window window, double screenX, double screenY) {
        if (window == null || window.getScene() == null) {
            return null;
        }
        double x = screenX - window.getX() - window.getScene().getX();
        double y = screenY - window.getY() - window.getScene().getY();
        return pick(window.getScene().getRoot(), new Point2D(x, y));
    }

    private static Node pick(Node node, Point2D inParent) {
        if (node == null || !node.isVisible() || node.isDisabled() || node.isMouseTransparent()) {
            return null;
        }
        Point2D point = node.parentToLocal(inParent);
        Node clip = node.getClip();
        if (!node.getBoundsInLocal().contains(point) || clip != null && !clip.contains(clip.parentToLocal(point))) {
            return null;
        }
        // The content of a sub-scene has coordinates of its own; it counts as one node here.
        if (node instanceof Parent && !(node instanceof SubScene)) {
            List<Node> kids = new ArrayList<>(((Parent) node).getChildrenUnmodifiable());
            kids.sort(Comparator.comparingDouble(kid -> -kid.getViewOrder()));
            for (int index = kids.size() - 1; index >= 0; index--) {
                Node hit = pick(kids.get(index), point);
                if (hit != null) {
                    return hit;
                }
            }
        }
        return node.isPickOnBounds() || node.contains(point) ? node : null;
    }
}
