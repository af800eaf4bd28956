package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javafx.css.Selector;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** `ui_query`: nodes by selector, text and conditions, which all have to hold. */
final class Search {
    private static final int USUAL_LIMIT = 50;
    private static final int MAX_SELECTOR_CHARACTERS = 10_000;
    private static final int MAX_SUMMARY_CHARACTERS = 20;

    private final Uids uids;

    Search(Uids uids) {
        this.uids = uids;
    }

    /** Matches of a stage and of the popups above it. */
    Map<String, Object> query(Map<String, Object> arguments) throws UiError {
        Stage stage = scope(Json.asObject(arguments.get("scope")));
        Capture capture = new Capture(uids, new Options());
        Map<String, Object> selector = Json.asObject(arguments.get("selector"));
        boolean internals = Boolean.TRUE.equals(arguments.get("includeControlInternals"));
        List<Node> nodes = nodes(stage, selector, internals);
        Number asked = (Number) arguments.get("limit");
        int limit = asked == null ? USUAL_LIMIT : (int) Math.min(Integer.MAX_VALUE, asked.longValue());
        List<Object> matches = new ArrayList<>();
        for (Node node : nodes.subList(0, Math.min(limit, nodes.size()))) {
            matches.add(Json.object(
                    "ref", capture.ref(node),
                    "type", Paths.type(node),
                    "id", node.getId(),
                    "summary", summary(node),
                    "layout", Json.object("boundsInScene", Capture.inScene(node))));
        }
        Map<String, Object> data = Json.object("matches", matches);
        // A list that is complete says nothing of a total: the contract has it only beside `truncated`.
        if (nodes.size() > limit) {
            data.put("truncated", true);
            data.put("total", nodes.size());
        }
        return data;
    }

    private static Stage scope(Map<String, Object> scope) throws UiError {
        Object index = scope == null ? null : scope.get("stageIndex");
        Object kind = scope == null ? null : scope.get("stage");
        // `{"stageIndex": 1}` is enough; the contract does not ask for `stage` beside it.
        boolean isIndex = "index".equals(kind) || kind == null && index != null;
        return isIndex ? Stages.at(index) : Stages.focused();
    }

    private static List<Node> nodes(Stage stage, Map<String, Object> selector, boolean internals) throws UiError {
        Object css = selector.get("css");
        Object text = selector.get("text");
        Object conditions = selector.get("predicate");
        if (css == null && text == null && conditions == null) {
            // An empty selector would find everything, which nobody asks for on purpose.
            throw UiError.internal("selector: expected css, text or predicate, or several of them; got none");
        }
        List<Node> nodes = new ArrayList<>();
        try {
            Predicate<Node> test = node -> true;
            if (text != null) {
                test = test.and(Texts.matcher((String) text, (String) selector.get("match")));
            }
            if (conditions != null) {
                test = test.and(Conditions.of(conditions));
            }
            for (Window window : Stages.tree(stage)) {
                Parent root = window.getScene() == null ? null : window.getScene().getRoot();
                List<Node> candidates = css == null ? walk(root, internals) : lookup(root, (String) css);
                candidates.stream().filter(test).forEach(nodes::add);
            }
        } catch (Texts.TooLong | StackOverflowError error) {
            // Java's matcher recurses: of such a pattern its stack may end before its time does.
            throw Texts.tooLong(text).with("selector", selector);
        } catch (UiError error) {
            throw error.with("selector", selector);
        }
        return nodes;
    }

    private static List<Node> walk(Node root, boolean internals) {
        List<Node> nodes = new ArrayList<>();
        if (root != null) {
            nodes.add(root);
            for (Node kid : Sections.children(root, internals)) {
                nodes.addAll(walk(kid, internals));
            }
        }
        return nodes;
    }

    /**
     * What `lookupAll` finds, each node once.
     *
     * <p>It reads pseudo-classes and ignores them before JavaFX 22, so they are looked at here.
     */
    private static List<Node> lookup(Parent root, String css) throws UiError {
        if (root == null || css.isEmpty()) {
            return List.of();
        }
        if (css.length() > MAX_SELECTOR_CHARACTERS) {
            throw UiError.internal("a selector of " + css.length() + " characters is too long; "
                    + MAX_SELECTOR_CHARACTERS + " are the most");
        }
        try {
            Selector selector = css.indexOf(':') < 0 ? null : Selector.createSelector(css);
            List<Node> nodes = new ArrayList<>();
            // A tab pane at the root finds the contents of its tabs a second time.
            for (Node node : new LinkedHashSet<>(root.lookupAll(css))) {
                if (selector == null || selector.stateMatches(node, node.getPseudoClassStates())) {
                    nodes.add(node);
                }
            }
            return nodes;
        } catch (IndexOutOfBoundsException error) {
            // How JavaFX takes a selector in which nothing is left, such as a dot.
            throw UiError.internal("a selector needs a type, an #id or a .class; got " + Words.repr(css)
                    + ". Examples: #save, .button, VBox > Button");
        }
    }

    /** `Button[text=OK]`: the class, and what tells it from others. */
    private static String summary(Node node) {
        String type = Paths.type(node);
        if (type.isEmpty()) {
            type = node.getTypeSelector();
        }
        for (String text : Texts.of(node)) {
            if (!text.isEmpty()) {
                String line = text.replace('\n', ' ');
                boolean isLong = line.length() > MAX_SUMMARY_CHARACTERS;
                return type + "[text=" + (isLong ? line.substring(0, MAX_SUMMARY_CHARACTERS) + "..." : line) + "]";
            }
        }
        boolean hasId = node.getId() != null && !node.getId().isEmpty();
        return hasId ? type + "[id=" + node.getId() + "]" : type;
    }
}
