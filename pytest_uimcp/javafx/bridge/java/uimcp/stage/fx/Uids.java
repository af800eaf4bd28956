package uimcp.stage.fx;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;

/**
 * Stable names of nodes: `u-` and a number in base 36, given in the order of first discovery and kept with the node.
 *
 * <p>A node's `mcp.uid` property is its uid where the program has set it.
 */
final class Uids {
    private static final String PROPERTY = "mcp.uid";
    private static final int DIGITS = 36;

    private final Map<String, WeakReference<Node>> nodes = new HashMap<>();
    private final Set<String> programs = new HashSet<>();
    private long given;

    /** The node's uid, given now if it has none. */
    String of(Node node) {
        Object kept = node.hasProperties() ? node.getProperties().get(PROPERTY) : null;
        if (kept == null) {
            String uid = "u-" + Long.toString(++given, DIGITS);
            node.getProperties().put(PROPERTY, uid);
            nodes.put(uid, new WeakReference<>(node));
            return uid;
        }
        String uid = kept.toString();
        if (at(uid) != node) {
            nodes.put(uid, new WeakReference<>(node));
            programs.add(uid);
        }
        return uid;
    }

    private Node at(String uid) {
        WeakReference<Node> reference = nodes.get(uid);
        return reference == null ? null : reference.get();
    }

    /** The node of a uid, if it is in a window that shows. */
    Node find(String uid) {
        Node node = at(uid);
        if (node == null || node.getScene() == null || node.getScene().getWindow() == null) {
            return null;
        }
        return node.getScene().getWindow().isShowing() ? node : null;
    }

    boolean wasGiven(String uid) {
        if (programs.contains(uid)) {
            return true;
        }
        // Numbers are given one after the other, so which ones were is known without keeping them.
        if (!uid.matches("u-[0-9a-z]{1,12}")) {
            return false;
        }
        long number = Long.parseLong(uid.substring(2), DIGITS);
        return number > 0 && number <= given;
    }
}
