package uimcp.stage.fx;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;

/** Canonical paths: `/stages[0]/scene/root/VBox[0]/Button[1]`, of popups `/stages[0]/popups[1]/scene/root/…`. */
final class Paths {
    private static final Pattern HEAD = Pattern.compile("/stages\\[(\\d{1,6})\\]((?:/popups\\[\\d{1,6}\\])*)/scene/root");
    private static final Pattern POPUP = Pattern.compile("/popups\\[(\\d+)\\]");
    private static final Pattern STEP = Pattern.compile("/([^/\\[\\]]*)\\[(\\d{1,9})\\]");

    private Paths() {}

    static String ofWindow(Window window, List<Stage> stages) {
        StringBuilder steps = new StringBuilder();
        Window at = window;
        while (at instanceof PopupWindow && ((PopupWindow) at).getOwnerWindow() != null) {
            Window owner = ((PopupWindow) at).getOwnerWindow();
            steps.insert(0, "/popups[" + Stages.popups(owner).indexOf(at) + "]");
            at = owner;
        }
        return "/stages[" + stages.indexOf(at) + "]" + steps;
    }

    static String of(Node node, List<Stage> stages) {
        StringBuilder steps = new StringBuilder();
        Node at = node;
        for (Parent parent = at.getParent(); parent != null; parent = at.getParent()) {
            steps.insert(0, "/" + type(at) + "[" + ordinal(at, parent) + "]");
            at = parent;
        }
        Window window = Stages.windowOf(node);
        return (window == null ? "" : ofWindow(window, stages) + "/scene/root") + steps;
    }

    /** The simple name of a node's class; an anonymous one has none. */
    static String type(Node node) {
        return node.getClass().getSimpleName();
    }

    private static int ordinal(Node node, Parent parent) {
        int ordinal = 0;
        String type = type(node);
        for (Node sibling : parent.getChildrenUnmodifiable()) {
            if (sibling == node) {
                return ordinal;
            }
            if (type(sibling).equals(type)) {
                ordinal++;
            }
        }
        return ordinal;
    }

    /** The node that a path leads to, or null. */
    static Node find(String path) {
        Matcher head = HEAD.matcher(path);
        if (!head.lookingAt()) {
            return null;
        }
        Window window = item(Stages.sorted(), head.group(1));
        Matcher popup = POPUP.matcher(head.group(2));
        while (window != null && popup.find()) {
            window = item(Stages.popups(window), popup.group(1));
        }
        Node node = window == null || window.getScene() == null ? null : window.getScene().getRoot();
        Matcher step = STEP.matcher(path);
        int place = head.end();
        while (node != null && place < path.length()) {
            // A step that cannot be read leads nowhere: paths come from outside.
            if (!step.region(place, path.length()).lookingAt()) {
                return null;
            }
            node = child(node, step.group(1), Integer.parseInt(step.group(2)));
            place = step.end();
        }
        return node;
    }

    private static <T> T item(List<T> items, String index) {
        int number = Integer.parseInt(index);
        return number < items.size() ? items.get(number) : null;
    }

    private static Node child(Node node, String type, int ordinal) {
        int left = ordinal;
        if (node instanceof Parent) {
            for (Node kid : ((Parent) node).getChildrenUnmodifiable()) {
                if (type(kid).equals(type) && left-- == 0) {
                    return kid;
                }
            }
        }
        return null;
    }
}
