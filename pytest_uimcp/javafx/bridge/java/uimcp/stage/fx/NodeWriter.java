package uimcp.stage.fx;

import static uimcp.stage.JsonWriter.ascii;

import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.Window;
import uimcp.stage.JsonWriter;

/**
 * Writes the `UiNode`s of a scene, straight from the nodes: a snapshot has hundreds of values for each.
 *
 * <p>What stands between two values is a constant.
 */
final class NodeWriter {
    private static final byte[] PATH = ascii("{\"ref\":{\"path\":\"");
    private static final byte[] UID = ascii("\",\"uid\":");
    private static final byte[] STYLE_CLASS = ascii(",\"styleClass\":[");
    private static final byte[] PSEUDO_CLASS = ascii("],\"pseudoClass\":[");
    // Most nodes are like that; what is rare is written value by value.
    private static final byte[] USUAL_STATES = ascii(
            "],\"visible\":true,\"managed\":true,\"disabled\":false,\"opacity\":1.0,\"layout\":");
    private static final byte[] VISIBLE = ascii("],\"visible\":");
    private static final byte[] MANAGED = ascii(",\"managed\":");
    private static final byte[] DISABLED = ascii(",\"disabled\":");
    private static final byte[] OPACITY = ascii(",\"opacity\":");
    private static final byte[] LAYOUT = ascii(",\"layout\":");
    private static final byte[] IN_PARENT = ascii("{\"boundsInParent\":");
    private static final byte[] IN_SCENE = ascii(",\"boundsInScene\":");
    private static final byte[] ON_SCREEN = ascii(",\"localToScreen\":");
    private static final byte[] MIN_X = ascii("{\"minX\":");
    private static final byte[] MIN_Y = ascii(",\"minY\":");
    private static final byte[] X = ascii("{\"x\":");
    private static final byte[] Y = ascii(",\"y\":");
    private static final byte[] WIDTH = ascii(",\"width\":");
    private static final byte[] HEIGHT = ascii(",\"height\":");
    private static final byte[] END = ascii("}");
    private static final byte[] NOTHING_TO_TELL = ascii(
            ",\"text\":null,\"value\":null,\"accessibility\":null,\"fx\":null");
    private static final byte[] NO_TEXT = ascii(",\"text\":null");
    private static final byte[] LABEL = ascii(",\"text\":{\"label\":");
    private static final byte[] PROMPT = ascii(",\"prompt\":");
    private static final byte[] NO_VALUE = ascii(",\"value\":null");
    private static final byte[] VALUE = ascii(",\"value\":{\"text\":");
    private static final byte[] SELECTED = ascii(",\"selected\":");
    private static final byte[] CHECKED = ascii(",\"checked\":");
    private static final byte[] NO_ACCESSIBILITY = ascii(",\"accessibility\":null");
    private static final byte[] ROLE = ascii(",\"accessibility\":{\"role\":");
    private static final byte[] HELP = ascii(",\"help\":");
    private static final byte[] NO_PROPERTIES = ascii(",\"fx\":null");
    private static final byte[] PROPERTIES = ascii(",\"fx\":{\"properties\":");
    private static final byte[] VIRTUALIZATION = ascii(",\"virtualization\":");
    private static final byte[] MORE_CHILDREN = ascii(",\"moreChildren\":");
    private static final byte[] CHILDREN = ascii(",\"children\":[");
    private static final byte[] END_OF_NODE = ascii("]}");
    private static final byte[] COMMA = ascii(",");
    private static final byte[] NULL = ascii("null");
    private static final byte[] SLASH = ascii("/");
    private static final byte[] OPENING = ascii("[");
    private static final byte[] CLOSING = ascii("]");

    private final Capture capture;
    private final Options options;
    private final Scene scene;
    private final boolean hasLayout;
    private double screenX;
    private double screenY;

    NodeWriter(Capture capture, Options options, Scene scene) {
        this.capture = capture;
        this.options = options;
        this.scene = scene;
        this.hasLayout = options.bounds || options.localToScreen;
        Window window = scene == null ? null : scene.getWindow();
        if (window != null) {
            screenX = window.getX() + scene.getX();
            screenY = window.getY() + scene.getY();
        }
    }

    /** The tree of the scene. */
    JsonWriter.Part root(String path) {
        return out -> {
            node(out, scene.getRoot(), head(out, path), options.depth, true);
        };
    }

    /** One node; whoever asks for it without its children knows that there may be some. */
    JsonWriter.Part alone(Node node, String path) {
        return out -> {
            node(out, node, head(out, path), options.depth, options.depth > 0);
        };
    }

    private static int head(JsonWriter out, String path) {
        out.raw(PATH);
        int start = out.mark();
        out.inside(path);
        return start;
    }

    /** What follows the path of a node, which starts at a mark. */
    private void node(JsonWriter out, Node node, int path, int depth, boolean tellsMore) {
        int pathEnd = out.mark();
        NodeKind kind = NodeKind.of(node);
        out.raw(UID).text(capture.uid(node)).raw(kind.typeAndModule).text(node.getId());
        out.raw(STYLE_CLASS);
        List<String> classes = node.getStyleClass();
        for (int index = 0; index < classes.size(); index++) {
            (index == 0 ? out : out.raw(COMMA)).text(classes.get(index));
        }
        boolean isDisabled = node.isDisabled();
        out.raw(PSEUDO_CLASS);
        states(out, node, isDisabled);
        boolean isUsual = node.isVisible() && node.isManaged() && !isDisabled && node.getOpacity() == 1;
        if (isUsual) {
            out.raw(USUAL_STATES);
        } else {
            out.raw(VISIBLE).flag(node.isVisible()).raw(MANAGED).flag(node.isManaged());
            out.raw(DISABLED).flag(isDisabled).raw(OPACITY).number(node.getOpacity()).raw(LAYOUT);
        }
        if (hasLayout) {
            layout(out, node);
        } else {
            out.raw(NULL);
        }
        if (kind.isSilent && !options.accessibility && !options.properties) {
            out.raw(NOTHING_TO_TELL);
        } else {
            text(out, node);
            value(out, node);
            extras(out, node);
        }
        children(out, node, kind, path, pathEnd, depth, tellsMore);
    }

    /** The pseudo-classes of the contract, in alphabetical order: what is calculated from properties. */
    private static void states(JsonWriter out, Node node, boolean isDisabled) {
        int start = out.mark();
        state(out, start, isDisabled, "disabled");
        state(out, start, node.isFocused(), "focused");
        state(out, start, node.isHover(), "hover");
        state(out, start, node.isPressed(), "pressed");
        boolean isSelected = Boolean.TRUE.equals(Sections.selected(node));
        state(out, start, isSelected || Boolean.TRUE.equals(Sections.checked(node)), "selected");
    }

    private static void state(JsonWriter out, int start, boolean isOn, String name) {
        if (isOn) {
            (out.mark() == start ? out : out.raw(COMMA)).text(name);
        }
    }

    private void layout(JsonWriter out, Node node) {
        Bounds bounds = node.localToScene(node.getBoundsInLocal());
        out.raw(IN_PARENT);
        if (options.bounds) {
            Bounds inParent = node.getBoundsInParent();
            box(out, MIN_X, inParent.getMinX(), MIN_Y, inParent.getMinY(), inParent);
            out.raw(IN_SCENE);
            box(out, MIN_X, bounds.getMinX(), MIN_Y, bounds.getMinY(), bounds);
        } else {
            out.raw(NULL).raw(IN_SCENE).raw(NULL);
        }
        out.raw(ON_SCREEN);
        if (options.localToScreen) {
            box(out, X, bounds.getMinX() + screenX, Y, bounds.getMinY() + screenY, bounds);
        } else {
            out.raw(NULL);
        }
        out.raw(END);
    }

    private static void box(JsonWriter out, byte[] left, double x, byte[] top, double y, Bounds size) {
        out.raw(left).number(x).raw(top).number(y);
        out.raw(WIDTH).number(size.getWidth()).raw(HEIGHT).number(size.getHeight()).raw(END);
    }

    private static void text(JsonWriter out, Node node) {
        String label = Sections.label(node);
        if (label == null) {
            out.raw(NO_TEXT);
        } else {
            out.raw(LABEL).text(label).raw(PROMPT).text(Sections.prompt(node)).raw(END);
        }
    }

    private static void value(JsonWriter out, Node node) {
        if (!Sections.hasValue(node)) {
            out.raw(NO_VALUE);
            return;
        }
        Boolean selected = Sections.selected(node);
        Boolean checked = Sections.checked(node);
        // Of what is turned on and off, the label is no value.
        String text = selected == null && checked == null ? Sections.label(node) : null;
        out.raw(VALUE).text(text).raw(SELECTED).value(selected).raw(CHECKED).value(checked).raw(END);
    }

    /** What is told only if it is asked for. */
    private void extras(JsonWriter out, Node node) {
        if (options.accessibility) {
            String role = node.getAccessibleRole() == null ? null : node.getAccessibleRole().name();
            out.raw(ROLE).text(role).raw(HELP).text(node.getAccessibleHelp()).raw(END);
        } else {
            out.raw(NO_ACCESSIBILITY);
        }
        if (options.properties) {
            out.raw(PROPERTIES).value(Sections.properties(node)).raw(END);
        } else {
            out.raw(NO_PROPERTIES);
        }
        String kind = options.virtualization ? Flow.kindOf(node) : null;
        if (kind != null) {
            Map<String, Object> rows = new Virtual(capture, options.bounds).of(node, kind);
            out.raw(VIRTUALIZATION).value(rows);
        }
    }

    private void children(
            JsonWriter out, Node node, NodeKind kind, int path, int pathEnd, int depth, boolean tellsMore) {
        List<Node> all = Sections.children(node, true);
        List<Node> shown = all.isEmpty() || options.internals || !kind.isLeaf ? all : Sections.children(node, false);
        // An extension: how many children a snapshot of this depth leaves out.
        if (!shown.isEmpty() && depth <= 0) {
            if (tellsMore) {
                out.raw(MORE_CHILDREN).whole(shown.size());
            }
            out.raw(CHILDREN).raw(END_OF_NODE);
            return;
        }
        out.raw(CHILDREN);
        if (!shown.isEmpty()) {
            Ordinals ordinals = new Ordinals();
            int next = 0;
            // With some children left out, the ordinals are those among all of them.
            for (int index = 0; index < all.size(); index++) {
                Node kid = all.get(index);
                NodeKind kidKind = NodeKind.of(kid);
                int ordinal = ordinals.next(kidKind.type);
                if (next < shown.size() && shown.get(next) == kid) {
                    (next == 0 ? out : out.raw(COMMA)).raw(PATH);
                    next++;
                    int start = out.mark();
                    out.again(path, pathEnd).raw(SLASH).raw(kidKind.typeInPath).raw(OPENING).whole(ordinal).raw(CLOSING);
                    node(out, kid, start, depth - 1, true);
                }
            }
        }
        out.raw(END_OF_NODE);
    }
}
