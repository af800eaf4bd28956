package uimcp.stage.fx;

import java.util.Map;
import java.util.Objects;
import javafx.scene.Node;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** From a reference to its node: the uid first, then the path. */
final class References {
    private References() {}

    /**
     * The node of a reference.
     *
     * <p>A uid that was given once and whose node is gone is stale, and so is a path that leads to another node than its
     * hint describes. A uid that was never given leaves it to the path.
     */
    static Node resolve(Object value, Uids uids) throws UiError {
        Stages.showing();
        Map<String, Object> ref = Json.asObject(value);
        if (ref == null || isEmpty(ref.get("uid")) && isEmpty(ref.get("path"))) {
            throw UiError.missing("expected a ref with uid or path; got " + Words.repr(value)).with("ref", value);
        }
        String uid = text(ref, "uid");
        String path = text(ref, "path");
        String told = "uid=" + (uid == null ? "None" : uid) + " path=" + (path == null ? "None" : path);
        if (!isEmpty(uid)) {
            Node node = uids.find(uid);
            if (node != null) {
                return node;
            }
            if (uids.wasGiven(uid)) {
                throw stale("the node of " + told + " is gone; take a new snapshot or query", ref);
            }
        }
        Node target = isEmpty(path) ? null : Paths.find(path);
        if (target == null) {
            throw UiError.missing("Node not found for " + told).with("ref", ref);
        }
        if (disagrees(target, Json.asObject(ref.get("hint")))) {
            throw stale(told + " leads to another node now (" + Paths.type(target) + "); query again", ref);
        }
        return target;
    }

    private static boolean isEmpty(Object text) {
        return text == null || text.equals("");
    }

    private static String text(Map<String, Object> ref, String name) throws UiError {
        Object value = ref.get(name);
        if (value != null && !(value instanceof String)) {
            throw UiError.missing("ref." + name + ": expected a text; got " + Words.repr(value)).with("ref", ref);
        }
        return (String) value;
    }

    private static UiError stale(String message, Map<String, Object> ref) {
        return new UiError("MCP_UI_STALE_REF", message).with("ref", ref);
    }

    /** Whether a path now leads to another node than the one that was meant. */
    private static boolean disagrees(Node node, Map<String, Object> hint) {
        if (hint == null) {
            return false;
        }
        return differs(hint.get("id"), node.getId())
                || differs(hint.get("type"), Paths.type(node))
                || differs(hint.get("text"), Sections.label(node));
    }

    /** A hint of null asks nothing. */
    private static boolean differs(Object hint, Object fact) {
        return hint != null && !Objects.equals(hint, fact);
    }
}
