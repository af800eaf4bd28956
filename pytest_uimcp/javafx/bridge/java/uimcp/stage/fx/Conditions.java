package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import javafx.scene.Node;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** Structured conditions on a node; all of them have to hold. */
final class Conditions {
    private static final List<String> NAMES =
            List.of("typeIs", "idEquals", "styleClassHas", "textContains", "visible", "enabled");

    private Conditions() {}

    static Predicate<Node> of(Object value) throws UiError {
        Map<String, Object> conditions = Json.asObject(value);
        Predicate<Node> all = node -> true;
        for (Map.Entry<String, Object> condition : conditions.entrySet()) {
            String name = condition.getKey();
            if (!NAMES.contains(name)) {
                String hint = Words.hint(name, NAMES) + " There are " + String.join(", ", NAMES) + ".";
                throw UiError.internal("predicate: no condition " + Words.repr(name) + "." + hint);
            }
            // A condition that is null is not asked, as one that is left out.
            if (condition.getValue() != null) {
                all = all.and(one(name, condition.getValue()));
            }
        }
        return all;
    }

    private static Predicate<Node> one(String name, Object value) throws UiError {
        switch (name) {
            case "typeIs":
                List<Object> names = names(value);
                return node -> names.stream().anyMatch(type -> isA(node, type));
            case "idEquals":
                String id = text(name, value);
                return node -> Objects.equals(node.getId(), id);
            case "styleClassHas":
                String styleClass = text(name, value);
                return node -> node.getStyleClass().contains(styleClass);
            case "textContains":
                return Texts.matcher(text(name, value), "contains");
            case "visible":
                boolean visible = flag(name, value);
                return node -> isShown(node) == visible;
            default:
                boolean enabled = flag(name, value);
                return node -> node.isDisabled() != enabled;
        }
    }

    /** Whether a node is visible with all that it is in. */
    static boolean isShown(Node node) {
        Node at = node;
        while (at != null && at.isVisible()) {
            at = at.getParent();
        }
        return at == null;
    }

    /** By the class and its superclasses; a nested class is found with and without its outer one. */
    private static boolean isA(Node node, Object type) {
        for (Class<?> at = node.getClass(); at != null; at = at.getSuperclass()) {
            String name = at.getName();
            if (at.getSimpleName().equals(type) || name.substring(name.lastIndexOf('.') + 1).equals(type)) {
                return true;
            }
        }
        return false;
    }

    private static List<Object> names(Object value) throws UiError {
        List<Object> names = Json.asList(value);
        if (names == null) {
            names = new ArrayList<>(List.of(value));
        }
        for (Object name : names) {
            if (!(name instanceof String)) {
                throw UiError.internal("typeIs: expected a class name or a list of them; got " + Words.repr(value));
            }
        }
        return names;
    }

    private static String text(String name, Object value) throws UiError {
        if (!(value instanceof String)) {
            throw UiError.internal(name + ": expected a text; got " + Words.repr(value));
        }
        return (String) value;
    }

    private static boolean flag(String name, Object value) throws UiError {
        if (!(value instanceof Boolean)) {
            throw UiError.internal(name + ": expected true or false; got " + Words.repr(value));
        }
        return (Boolean) value;
    }
}
