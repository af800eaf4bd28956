package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** The windows of the program: stages as the contract numbers them, and the popups above each. On the FX thread. */
final class Stages {
    private Stages() {}

    /** The showing stages, by title and then in the order in which they were shown. */
    static List<Stage> sorted() {
        List<Stage> stages = inOrder();
        stages.sort(Comparator.comparing(stage -> stage.getTitle() == null ? "" : stage.getTitle()));
        return stages;
    }

    private static List<Stage> inOrder() {
        List<Stage> stages = new ArrayList<>();
        // JavaFX lists windows in the order in which they were shown.
        for (Window window : Window.getWindows()) {
            if (window instanceof Stage && window.isShowing()) {
                stages.add((Stage) window);
            }
        }
        return stages;
    }

    /** The same, or the contract's error if there are none. */
    static List<Stage> showing() throws UiError {
        List<Stage> stages = sorted();
        if (stages.isEmpty()) {
            throw new UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first");
        }
        return stages;
    }

    static Stage at(Object index) throws UiError {
        List<Stage> stages = showing();
        long number = index instanceof Long ? (Long) index : -1;
        if (number < 0 || number >= stages.size()) {
            String span = "expected 0 to " + (stages.size() - 1) + "; got " + Words.repr(index);
            throw new UiError("MCP_UI_NO_STAGES", "stageIndex: " + span).with("stageIndex", index);
        }
        return stages.get((int) number);
    }

    /** The first stage that was shown of those that still show. */
    static Stage primary() throws UiError {
        showing();
        return inOrder().get(0);
    }

    /** The stage with the focus; the first one shown if none has it. */
    static Stage focused() throws UiError {
        Window window = focusedWindow();
        return window == null ? primary() : stageOf(window);
    }

    /** The window with the focus: a popup may have the keyboard beside its stage, which counts here. */
    static Window focusedWindow() {
        for (Stage stage : inOrder()) {
            if (stage.isFocused()) {
                return stage;
            }
        }
        return null;
    }

    /** The stages that `stage` and `stageIndex` mean; the index is the stronger of the two. */
    static List<Stage> asked(Object stage, Object index) throws UiError {
        if (index != null) {
            return List.of(at(index));
        }
        if ("all".equals(stage)) {
            return showing();
        }
        return List.of("primary".equals(stage) ? primary() : focused());
    }

    /** The popups that a window opened, in the order in which they did. */
    static List<PopupWindow> popups(Window owner) {
        List<PopupWindow> popups = new ArrayList<>();
        for (Window window : Window.getWindows()) {
            if (window instanceof PopupWindow && window.isShowing() && ((PopupWindow) window).getOwnerWindow() == owner) {
                popups.add((PopupWindow) window);
            }
        }
        return popups;
    }

    /** A window and all above it, depth first: a popup's own popups come before its next sibling. */
    static List<Window> tree(Window window) {
        List<Window> windows = new ArrayList<>();
        windows.add(window);
        for (PopupWindow popup : popups(window)) {
            windows.addAll(tree(popup));
        }
        return windows;
    }

    /** The stage at the root of a window's owners; null for a popup without one. */
    static Stage stageOf(Window window) {
        Window owner = window;
        while (owner instanceof PopupWindow) {
            owner = ((PopupWindow) owner).getOwnerWindow();
        }
        return owner instanceof Stage ? (Stage) owner : null;
    }

    static Window windowOf(Node node) {
        Scene scene = node.getScene();
        return scene == null ? null : scene.getWindow();
    }
}
