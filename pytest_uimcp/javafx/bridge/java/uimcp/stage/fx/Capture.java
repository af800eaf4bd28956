package uimcp.stage.fx;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.Json;
import uimcp.stage.JsonWriter;

/** `UiNode` and `UiSnapshot` from the scenes, at one moment on the FX thread. */
final class Capture {
    private static final String SCHEMA = "mcp-javafx-ui/1.0";

    // How long the last answer was: the next one is about as long.
    private static int lastLength = 16 * 1024;

    private final Uids uids;
    private final Options options;
    private final List<Stage> stages = Stages.sorted();

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

    Json.Written snapshot(List<Stage> asked) {
        List<Object> told = new ArrayList<>();
        // First, so that the owner of the focus has the first uid.
        Map<String, Object> focus = focus();
        asked.forEach(stage -> told.add(stage(stage)));
        return written(Json.object(
                "schema", SCHEMA,
                "capturedAt", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                "app", app(),
                "focus", focus,
                "stages", told));
    }

    private static Json.Written written(Object value) {
        JsonWriter out = new JsonWriter(lastLength + lastLength / 8);
        out.value(value);
        lastLength = out.mark();
        return out.written();
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
        Object root = null;
        if (scene != null) {
            scene.getStylesheets().forEach(name -> sheets.add(name.substring(name.lastIndexOf('/') + 1)));
            if (scene.getRoot() != null) {
                String path = Paths.ofWindow(window, stages) + "/scene/root";
                root = new NodeWriter(this, options, scene).root(path);
            }
        }
        return Json.object("stylesheets", sheets, "root", root);
    }

    /** One node alone. */
    Json.Written one(Node node) {
        return written(new NodeWriter(this, options, node.getScene()).alone(node, Paths.of(node, stages)));
    }

    String uid(Node node) {
        return uids.of(node);
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
