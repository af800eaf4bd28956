package uimcp.stage.fx;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.Json;

/** `UiNode` and `UiSnapshot` from the scenes, at one moment on the FX thread. */
final class Capture {
    private static final String SCHEMA = "mcp-javafx-ui/1.0";

    private final Uids uids;
    private final Options options;
    private final List<Stage> stages = Stages.sorted();
    private double screenX;
    private double screenY;

    Capture(Uids uids, Options options) {
        this.uids = uids;
        this.options = options;
        settle();
    }

    /** Lay out what changed since the last pulse: what is told is what the next frame shows. */
    private static void settle() {
        for (Window window : List.copyOf(Window.getWindows())) {
            if (window.getScene() != null && window.getScene().getRoot() != null) {
                window.getScene().getRoot().applyCss();
                window.getScene().getRoot().layout();
            }
        }
    }

    Map<String, Object> ref(Node node) {
        return Json.object("path", Paths.of(node, stages), "uid", uids.of(node));
    }

    Map<String, Object> snapshot(List<Stage> asked) {
        List<Object> told = new ArrayList<>();
        // First, so that the owner of the focus has the first uid.
        Map<String, Object> focus = focus();
        asked.forEach(stage -> told.add(stage(stage)));
        Map<String, Object> snapshot = Json.object(
                "schema", SCHEMA,
                "capturedAt", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                "app", app(),
                "focus", focus,
                "stages", told);
        return finished(snapshot);
    }

    private Map<String, Object> finished(Map<String, Object> data) {
        if (options.omitNulls) {
            withoutNulls(data);
        }
        return data;
    }

    private static void withoutNulls(Object value) {
        if (value instanceof Map) {
            Iterator<?> values = ((Map<?, ?>) value).values().iterator();
            while (values.hasNext()) {
                Object item = values.next();
                if (item == null) {
                    values.remove();
                } else {
                    withoutNulls(item);
                }
            }
        } else if (value instanceof List) {
            ((List<?>) value).forEach(Capture::withoutNulls);
        }
    }

    private static Map<String, Object> app() {
        String command = System.getProperty("sun.java.command", "");
        String main = command.split(" ")[0];
        return Json.object(
                "pid", ProcessHandle.current().pid(),
                "javaVersion", System.getProperty("java.version"),
                "javafxVersion", System.getProperty("javafx.version"),
                "mainClass", main.isEmpty() ? null : main,
                "debugFlags", List.of("mcpEnabled"));
    }

    private Map<String, Object> focus() {
        Window window = Stages.focusedWindow();
        Node owner = window == null || window.getScene() == null ? null : window.getScene().getFocusOwner();
        int index = window == null ? -1 : stages.indexOf(Stages.stageOf(window));
        return Json.object(
                "focusedNode", owner == null ? null : ref(owner),
                "focusedWindow", index < 0 ? null : Json.object("stageIndex", index));
    }

    private Map<String, Object> stage(Stage stage) {
        Map<String, Object> data = Json.object(
                "stageIndex", stages.indexOf(stage),
                "title", stage.getTitle(),
                "showing", stage.isShowing(),
                "focused", stage.isFocused());
        place(stage, data);
        data.put("scene", scene(stage));
        List<Object> popups = new ArrayList<>();
        for (Window window : Stages.tree(stage)) {
            if (window != stage) {
                String type = window.getClass().getSimpleName();
                Map<String, Object> popup = Json.object("path", Paths.ofWindow(window, stages), "type", type);
                place(window, popup);
                popup.put("scene", scene(window));
                popups.add(popup);
            }
        }
        if (!popups.isEmpty()) {
            data.put("popups", popups);
        }
        return data;
    }

    private static void place(Window window, Map<String, Object> data) {
        data.put("x", window.getX());
        data.put("y", window.getY());
        data.put("width", window.getWidth());
        data.put("height", window.getHeight());
    }

    private Map<String, Object> scene(Window window) {
        Scene scene = window.getScene();
        List<Object> sheets = new ArrayList<>();
        Map<String, Object> root = null;
        if (scene != null) {
            scene.getStylesheets().forEach(name -> sheets.add(name.substring(name.lastIndexOf('/') + 1)));
            screenX = window.getX() + scene.getX();
            screenY = window.getY() + scene.getY();
            String path = Paths.ofWindow(window, stages) + "/scene/root";
            root = scene.getRoot() == null ? null : node(scene.getRoot(), path, options.depth);
        }
        return Json.object("stylesheets", sheets, "root", root);
    }

    /** One node alone. */
    Map<String, Object> one(Node node) {
        Window window = Stages.windowOf(node);
        if (window != null) {
            screenX = window.getX() + node.getScene().getX();
            screenY = window.getY() + node.getScene().getY();
        }
        Map<String, Object> data = node(node, Paths.of(node, stages), options.depth);
        // Whoever asked for one node knows that there is more below it.
        if (options.depth == 0) {
            data.remove("moreChildren");
        }
        return finished(data);
    }

    private Map<String, Object> node(Node node, String path, int depth) {
        Map<String, Object> data = new LinkedHashMap<>(32);
        data.put("ref", Json.object("path", path, "uid", uids.of(node)));
        data.put("type", Paths.type(node));
        data.put("module", Sections.module(node));
        data.put("id", node.getId());
        data.put("styleClass", new ArrayList<>(node.getStyleClass()));
        data.put("pseudoClass", Sections.states(node));
        data.put("visible", node.isVisible());
        data.put("managed", node.isManaged());
        data.put("disabled", node.isDisabled());
        data.put("opacity", node.getOpacity());
        data.put("layout", options.bounds || options.localToScreen ? layout(node) : null);
        data.put("text", Sections.text(node));
        data.put("value", Sections.value(node));
        data.put("accessibility", options.accessibility ? accessibility(node) : null);
        data.put("fx", options.properties ? Json.object("properties", Sections.properties(node)) : null);
        String kind = options.virtualization ? Flow.kindOf(node) : null;
        if (kind != null) {
            data.put("virtualization", new Virtual(this, options.bounds).of(node, kind));
        }
        List<Node> kids = Sections.children(node, options.internals);
        List<Object> children = new ArrayList<>();
        // An extension: how many children a snapshot of this depth leaves out.
        if (!kids.isEmpty() && depth <= 0) {
            data.put("moreChildren", kids.size());
        } else {
            children(node, kids, path, depth, children);
        }
        data.put("children", children);
        return data;
    }

    private void children(Node parent, List<Node> shown, String path, int depth, List<Object> children) {
        if (shown.isEmpty()) {
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        int next = 0;
        // With some children left out, the ordinals are those among all of them.
        for (Node kid : Sections.children(parent, true)) {
            String type = Paths.type(kid);
            int ordinal = counts.merge(type, 1, Integer::sum) - 1;
            if (next < shown.size() && shown.get(next) == kid) {
                next++;
                children.add(node(kid, path + "/" + type + "[" + ordinal + "]", depth - 1));
            }
        }
    }

    private static Map<String, Object> accessibility(Node node) {
        String role = node.getAccessibleRole() == null ? null : node.getAccessibleRole().name();
        return Json.object("role", role, "help", node.getAccessibleHelp());
    }

    private Map<String, Object> layout(Node node) {
        Bounds scene = node.localToScene(node.getBoundsInLocal());
        Map<String, Object> screen = null;
        if (options.localToScreen) {
            screen = Json.object(
                    "x", scene.getMinX() + screenX, "y", scene.getMinY() + screenY,
                    "width", scene.getWidth(), "height", scene.getHeight());
        }
        return Json.object(
                "boundsInParent", options.bounds ? box(node.getBoundsInParent()) : null,
                "boundsInScene", options.bounds ? box(scene) : null,
                "localToScreen", screen);
    }

    static Map<String, Object> inScene(Node node) {
        return box(node.localToScene(node.getBoundsInLocal()));
    }

    private static Map<String, Object> box(Bounds bounds) {
        return Json.object(
                "minX", bounds.getMinX(), "minY", bounds.getMinY(),
                "width", bounds.getWidth(), "height", bounds.getHeight());
    }
}
