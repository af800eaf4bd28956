package uimcp.stage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A snapshot as text: a line for each node, two spaces for each level. */
final class CompactText {
    private static final int MAX_TEXT_CHARACTERS = 80;

    private final StringBuilder lines = new StringBuilder();

    private CompactText() {}

    static String of(Map<String, Object> snapshot) {
        CompactText text = new CompactText();
        for (Object stage : Json.asList(snapshot.get("stages"))) {
            text.stage(Json.asObject(stage));
        }
        // An empty snapshot has its line end, too.
        return text.lines.length() == 0 ? "\n" : text.lines.toString();
    }

    private void stage(Map<String, Object> stage) {
        List<String> marks = new ArrayList<>();
        if (Boolean.TRUE.equals(stage.get("focused"))) {
            marks.add("focused");
        }
        if (Boolean.FALSE.equals(stage.get("showing"))) {
            marks.add("hidden");
        }
        Object title = stage.get("title");
        String head = "Stage[" + stage.get("stageIndex") + "] " + (title == null ? "" : title);
        lines.append(head.stripTrailing());
        lines.append(marks.isEmpty() ? "" : " (" + String.join(", ", marks) + ")").append('\n');
        node(root(stage), 1);
        List<Object> popups = Json.asList(stage.get("popups"));
        for (Object popup : popups == null ? List.of() : popups) {
            Map<String, Object> window = Json.asObject(popup);
            lines.append("  ").append(window.get("type")).append(' ').append(window.get("path")).append('\n');
            node(root(window), 2);
        }
    }

    private static Map<String, Object> root(Map<String, Object> window) {
        return Json.asObject(Json.asObject(window.get("scene")).get("root"));
    }

    private void node(Map<String, Object> node, int level) {
        if (node == null) {
            return;
        }
        lines.append("  ".repeat(level)).append(line(node)).append('\n');
        for (Object child : Json.asList(node.get("children"))) {
            node(Json.asObject(child), level + 1);
        }
    }

    private static String line(Map<String, Object> node) {
        Map<String, Object> text = part(node, "text");
        Map<String, Object> value = part(node, "value");
        StringBuilder line = new StringBuilder().append(node.get("type"));
        if (node.get("id") != null && !"".equals(node.get("id"))) {
            line.append('#').append(node.get("id"));
        }
        line.append(" (uid=").append(part(node, "ref").get("uid")).append(')');
        if (isFilled(text.get("label")) && value.get("text") == null) {
            line.append(' ').append(quoted(text.get("label")));
        }
        Set<Object> states = new LinkedHashSet<>();
        if (node.get("pseudoClass") != null) {
            states.addAll(Json.asList(node.get("pseudoClass")));
        }
        if (Boolean.FALSE.equals(node.get("visible"))) {
            states.add("hidden");
        }
        if (Boolean.TRUE.equals(value.get("checked"))) {
            states.add("checked");
        }
        if (!states.isEmpty()) {
            line.append(" [");
            states.forEach(state -> line.append(line.charAt(line.length() - 1) == '[' ? "" : " ").append(state));
            line.append(']');
        }
        if (value.get("text") != null) {
            line.append(" value=").append(quoted(value.get("text")));
        }
        if (isFilled(text.get("prompt"))) {
            line.append(" prompt=").append(quoted(text.get("prompt")));
        }
        Map<String, Object> rows = Json.asObject(node.get("virtualization"));
        if (rows != null) {
            line.append(" rows=").append(rows.get("itemsCount"));
            Map<String, Object> range = Json.asObject(rows.get("visibleRange"));
            line.append(range == null ? "" : " seen=" + range.get("from") + ".." + range.get("to"));
        }
        return line.toString();
    }

    private static Map<String, Object> part(Map<String, Object> node, String name) {
        Map<String, Object> part = Json.asObject(node.get(name));
        return part == null ? Map.of() : part;
    }

    private static boolean isFilled(Object text) {
        return text != null && !"".equals(text);
    }

    private static String quoted(Object text) {
        return Json.write(Words.shortened((String) text, MAX_TEXT_CHARACTERS));
    }
}
