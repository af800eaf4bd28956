package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.MouseButton;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** The actions of `ui_perform`, each as a user does it. They wait on the FX thread from outside and never block it. */
final class Performing {
    static final List<String> ACTIONS = List.of("focus", "click", "typeText", "setText", "pressKey", "scroll");
    private static final List<String> BUTTONS = List.of("PRIMARY", "SECONDARY", "MIDDLE");
    private static final int MAX_TEXT_CHARACTERS = 100_000;
    private static final double MAX_NUMBER = 1e9;

    private final Uids uids;
    private final Keys keys;
    private final Keyboard keyboard;
    private final Hands hands;

    Performing(Uids uids, Keys keys, Keyboard keyboard, Hands hands) {
        this.uids = uids;
        this.keys = keys;
        this.keyboard = keyboard;
        this.hands = hands;
    }

    /** Do one action; what it adds to its result. */
    Map<String, Object> perform(Map<String, Object> action) throws UiError {
        switch ((String) action.get("type")) {
            case "focus":
                focus(action);
                return Map.of();
            case "click":
                return click(action);
            case "typeText":
                typeText(action);
                return Map.of();
            case "setText":
                setText(action);
                return Map.of();
            case "pressKey":
                pressKey(action);
                return Map.of();
            default:
                scroll(action);
                return Map.of();
        }
    }

    private void focus(Map<String, Object> action) throws UiError {
        Node node = requiredTarget(action);
        FxThread.request(() -> {
            reachable(action, node);
            return null;
        });
        FxThread.start(node::requestFocus, FxThread.MAX_WORK_SECONDS);
    }

    private Map<String, Object> click(Map<String, Object> action) throws UiError {
        Node node = target(action);
        Double x = number(action, "x");
        Double y = number(action, "y");
        if (x == null != (y == null)) {
            throw UiError.failed("click: expected both x and y, or neither; got one of them");
        }
        MouseButton button = button(action);
        int count = count(action);
        List<javafx.scene.input.KeyCode> held = keys.modifiers(action.get("modifiers"));
        Point2D place = FxThread.request(() -> node == null ? scenePlace(action, x, y) : place(action, node, x, y));
        hands.move(place.getX(), place.getY());
        Map<String, Object> hit = FxThread.request(() -> elsewhere(node, place));
        hands.hold(held);
        try {
            hands.click(button, count);
        } finally {
            hands.release(held);
        }
        return hit;
    }

    /** Where on the screen a node is clicked: in its middle, or at a place in it. */
    private Point2D place(Map<String, Object> action, Node node, Double x, Double y) throws UiError {
        reachable(action, node);
        Bounds box = node.getBoundsInLocal();
        Point2D place = x == null ? center(node) : node.localToScene(x, y);
        inSight(action, node.getScene(), place);
        // A place may be given for a node without a size; its middle cannot be clicked.
        if (x == null && (node.getLayoutBounds().getWidth() <= 0 || node.getLayoutBounds().getHeight() <= 0)) {
            throw about(UiError.failed("click: " + named(node) + " has no size"), node);
        }
        return onScreen(node.getScene(), place);
    }

    private static Point2D center(Node node) {
        Bounds box = node.getBoundsInLocal();
        return node.localToScene((box.getMinX() + box.getMaxX()) / 2, (box.getMinY() + box.getMaxY()) / 2);
    }

    /** A place in a scene: that of the focused stage unless `stageIndex` says otherwise. */
    private static Point2D scenePlace(Map<String, Object> action, Double x, Double y) throws UiError {
        if (x == null) {
            throw UiError.failed("click: expected a target, or x and y in the scene; got neither");
        }
        Object index = action.get("stageIndex");
        Stage stage = index == null ? Stages.focused() : Stages.at(index);
        Point2D place = new Point2D(x, y);
        inSight(action, stage.getScene(), place);
        return onScreen(stage.getScene(), place);
    }

    private static Point2D onScreen(Scene scene, Point2D place) {
        Window window = scene.getWindow();
        return place.add(window.getX() + scene.getX(), window.getY() + scene.getY());
    }

    /** Who takes a click that something in front of its target gets. */
    private Map<String, Object> elsewhere(Node node, Point2D place) {
        Node hit = Picking.at(Picking.windowAt(place.getX(), place.getY()), place.getX(), place.getY());
        if (node == null || hit == null || isWithin(hit, node) || isWithin(node, hit)) {
            return Map.of();
        }
        return Json.object("hit", new Capture(uids, new Options()).ref(hit));
    }

    private static boolean isWithin(Node node, Node ancestor) {
        Node at = node;
        while (at != null && at != ancestor) {
            at = at.getParent();
        }
        return at != null;
    }

    private void typeText(Map<String, Object> action) throws UiError {
        String text = text(action);
        Node node = target(action);
        if (node != null) {
            FxThread.request(() -> {
                reachable(action, node);
                return null;
            });
            FxThread.start(node::requestFocus, FxThread.MAX_WORK_SECONDS);
        }
        FxThread.request(() -> {
            writable();
            return null;
        });
        keyboard.type(text, FxThread.MAX_WORK_SECONDS);
    }

    /** Refuse to type where nothing would come of it. */
    private void writable() throws UiError {
        Window window = Stages.focusedWindow();
        // Keys go to an open popup first, whoever has the focus.
        if (window != null && Window.getWindows().stream().anyMatch(other -> other instanceof PopupWindow)) {
            return;
        }
        Node owner = window == null || window.getScene() == null ? null : window.getScene().getFocusOwner();
        if (owner == null) {
            throw UiError.failed("typeText: nothing has the focus; focus a node first");
        }
        if (owner instanceof TextInputControl && !((TextInputControl) owner).isEditable()) {
            throw about(UiError.failed("typeText: " + named(owner) + " is read-only"), owner);
        }
    }

    private void setText(Map<String, Object> action) throws UiError {
        Node node = requiredTarget(action);
        String text = text(action);
        FxThread.request(() -> {
            if (!(node instanceof TextInputControl)) {
                String name = named(node);
                throw about(UiError.failed("setText: " + name + " is not a text input; type into it instead"), node);
            }
            TextInputControl input = (TextInputControl) node;
            if (input.textProperty().isBound()) {
                throw about(UiError.failed("setText: the text of " + named(node) + " is bound"), node);
            }
            // As a program sets it: no key is pressed.
            Handlers.guarded(() -> input.setText(text));
            input.end();
            return null;
        });
    }

    private void pressKey(Map<String, Object> action) throws UiError {
        hands.press(keys.code(action.get("key")), keys.modifiers(action.get("modifiers")));
    }

    private void scroll(Map<String, Object> action) throws UiError {
        Node node = target(action);
        Double deltaX = number(action, "deltaX");
        Double deltaY = number(action, "deltaY");
        if (node != null) {
            Point2D place = FxThread.request(() -> {
                reachable(action, node);
                inSight(action, node.getScene(), center(node));
                return onScreen(node.getScene(), center(node));
            });
            hands.move(place.getX(), place.getY());
        } else if (!hands.isOverWindow()) {
            throw UiError.failed("scroll: expected a target; the mouse is over nothing");
        }
        hands.scroll(deltaX == null ? 0 : deltaX, deltaY == null ? 0 : deltaY);
    }

    // --- what an action says

    private Node requiredTarget(Map<String, Object> action) throws UiError {
        Node node = target(action);
        if (node == null) {
            throw UiError.failed(action.get("type") + ": expected a target with a ref; got none");
        }
        return node;
    }

    private Node target(Map<String, Object> action) throws UiError {
        Object value = action.get("target");
        if (value == null) {
            return null;
        }
        Map<String, Object> target = Json.asObject(value);
        Map<String, Object> ref = target == null ? null : Json.asObject(target.get("ref"));
        if (ref == null) {
            String wanted = ": target: expected {\"ref\": {\"uid\": ..., \"path\": ...}}; got ";
            throw UiError.failed(action.get("type") + wanted + Words.repr(value));
        }
        Object row = target.get("row");
        Node node = FxThread.request(() -> {
            Node resolved = References.resolve(ref, uids);
            if (row != null) {
                reachable(action, resolved);
            }
            return resolved;
        });
        return row == null ? node : Rows.reveal(node, row);
    }

    private static Double number(Map<String, Object> action, String name) throws UiError {
        Object value = action.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof Number) || Math.abs(((Number) value).doubleValue()) > MAX_NUMBER) {
            throw UiError.failed(action.get("type") + ": " + name + ": expected a number; got " + Words.repr(value));
        }
        return ((Number) value).doubleValue();
    }

    private static String text(Map<String, Object> action) throws UiError {
        Object text = action.get("text");
        if (!(text instanceof String)) {
            throw UiError.failed(action.get("type") + ": text: expected a text; got " + Words.repr(text));
        }
        int length = ((String) text).length();
        if (length > MAX_TEXT_CHARACTERS) {
            throw UiError.failed(action.get("type") + ": text: " + length + " characters are more than "
                    + MAX_TEXT_CHARACTERS + "; send it in parts");
        }
        return (String) text;
    }

    private static MouseButton button(Map<String, Object> action) throws UiError {
        Object value = action.get("button");
        String button = value == null || value.equals("") ? "PRIMARY" : value.toString().toUpperCase();
        if (!BUTTONS.contains(button)) {
            String wanted = "click: button: expected " + String.join(", ", BUTTONS) + "; got ";
            throw UiError.failed(wanted + Words.repr(value));
        }
        return MouseButton.valueOf(button);
    }

    private static int count(Map<String, Object> action) throws UiError {
        Object value = action.getOrDefault("clickCount", 1L);
        if (!(value instanceof Long) || (Long) value < 1 || (Long) value > 3) {
            throw UiError.failed("click: clickCount: expected 1, 2 or 3; got " + Words.repr(value));
        }
        return ((Long) value).intValue();
    }

    // --- what a user could not do

    /** Refuse a node that no user could work with. */
    private void reachable(Map<String, Object> action, Node node) throws UiError {
        if (node.isDisabled()) {
            throw about(UiError.failed(action.get("type") + ": " + named(node) + " is disabled"), node);
        }
        if (!Conditions.isShown(node)) {
            throw about(UiError.failed(action.get("type") + ": " + named(node) + " is not visible"), node);
        }
    }

    /** Refuse a place that its window does not show. */
    private static void inSight(Map<String, Object> action, Scene scene, Point2D place) throws UiError {
        double width = scene == null ? 0 : scene.getWidth();
        double height = scene == null ? 0 : scene.getHeight();
        double x = place.getX();
        double y = place.getY();
        if (!(0 <= x && x < width && 0 <= y && y < height)) {
            String at = "(" + Words.plain(x) + ", " + Words.plain(y) + ")";
            String size = Words.plain(width) + " by " + Words.plain(height);
            String message = ": " + at + " is outside its scene of " + size + "; scroll it into view";
            throw UiError.failed(action.get("type") + message).with("x", x).with("y", y);
        }
    }

    private UiError about(UiError error, Node node) {
        Map<String, Object> ref = new Capture(uids, new Options()).ref(node);
        return error.with("ref", ref).with("type", Paths.type(node)).with("id", node.getId());
    }

    private static String named(Node node) {
        String type = Paths.type(node).isEmpty() ? node.getTypeSelector() : Paths.type(node);
        boolean hasId = node.getId() != null && !node.getId().isEmpty();
        return type + (hasId ? "#" + node.getId() : "");
    }
}
