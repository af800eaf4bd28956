package uimcp.stage.fx;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.event.EventTarget;
import javafx.event.EventType;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Window;
import uimcp.stage.UiError;

/**
 * Keys as events at the owner of the focus.
 *
 * <p>They take the way of real ones, through windows, scenes, shortcuts and popups. A real keyboard has a layout: on a
 * German one the keys of an American `@` type a quotation mark.
 */
final class Keyboard {
    private final Keys keys;

    Keyboard(Keys keys) {
        this.keys = keys;
    }

    void press(KeyCode code, List<KeyCode> modifiers, double seconds) throws UiError {
        Set<KeyCode> held = EnumSet.noneOf(KeyCode.class);
        for (KeyCode modifier : modifiers) {
            held.add(modifier);
            fire(KeyEvent.KEY_PRESSED, "", modifier, held, seconds);
        }
        stroke(code, keys.typedBy(code, held), held, seconds);
        for (KeyCode modifier : modifiers) {
            held.remove(modifier);
            fire(KeyEvent.KEY_RELEASED, "", modifier, held, seconds);
        }
    }

    void type(String text, double seconds) throws UiError {
        int[] characters = text.codePoints().toArray();
        for (int character : characters) {
            Keys.Stroke stroke = keys.stroke(character);
            Set<KeyCode> held = stroke.shift ? EnumSet.of(KeyCode.SHIFT) : EnumSet.noneOf(KeyCode.class);
            boolean isTyped = character != '\n';
            stroke(stroke.code, isTyped ? stroke.character : "", held, seconds);
        }
    }

    private void stroke(KeyCode code, String typed, Set<KeyCode> held, double seconds) throws UiError {
        fire(KeyEvent.KEY_PRESSED, "", code, held, seconds);
        if (!typed.isEmpty()) {
            fire(KeyEvent.KEY_TYPED, typed, KeyCode.UNDEFINED, held, seconds);
        }
        fire(KeyEvent.KEY_RELEASED, "", code, held, seconds);
    }

    private static void fire(
            EventType<KeyEvent> type, String typed, KeyCode code, Set<KeyCode> held, double seconds) throws UiError {
        boolean isControl = held.contains(KeyCode.CONTROL) || held.contains(KeyCode.SHORTCUT);
        boolean isMeta = held.contains(KeyCode.META) || held.contains(KeyCode.WINDOWS) || held.contains(KeyCode.COMMAND);
        boolean isShift = held.contains(KeyCode.SHIFT);
        boolean isAlt = held.contains(KeyCode.ALT);
        String character = type == KeyEvent.KEY_TYPED ? typed : KeyEvent.CHAR_UNDEFINED;
        // The owner of the focus is asked for each time: a key may move it.
        FxThread.start(() -> {
            EventTarget target = target();
            if (target != null) {
                Event.fireEvent(
                        target, new KeyEvent(type, character, "", code, isShift, isControl, isAlt, isMeta));
            }
        }, seconds);
    }

    private static EventTarget target() {
        Window window = Stages.focusedWindow();
        Scene scene = window == null ? null : window.getScene();
        if (scene == null) {
            return null;
        }
        return scene.getFocusOwner() == null ? scene : scene.getFocusOwner();
    }
}
