package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javafx.scene.input.KeyCode;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** Which key is meant by a name, and how a character is typed: the tables of the stage without a JVM. */
final class Keys {
    private final Map<String, Object> names;
    private final Map<String, Object> strokes;
    private final Map<String, Object> typed;

    Keys(Map<String, Object> tables) {
        this.names = Json.asObject(tables.get("names"));
        this.strokes = Json.asObject(tables.get("strokes"));
        this.typed = Json.asObject(tables.get("typed"));
    }

    /** Keys that are held together with others. */
    static final Set<KeyCode> MODIFIERS = Set.of(
            KeyCode.SHIFT, KeyCode.CONTROL, KeyCode.ALT, KeyCode.META, KeyCode.SHORTCUT, KeyCode.WINDOWS,
            KeyCode.COMMAND);

    /** The constant that is meant: by its name, by JavaFX's, by a usual one, in any case. */
    KeyCode code(Object name) throws UiError {
        if (!(name instanceof String) || ((String) name).isBlank()) {
            throw wrong("key: expected the name of a key such as ENTER, TAB or A; got " + Words.repr(name));
        }
        String spelling = ((String) name).strip().toUpperCase(Locale.ROOT);
        Object code = names.get(spelling);
        if (code == null) {
            code = names.get(spelling.replace(" ", "").replace("_", ""));
        }
        if (code == null || code.equals("UNDEFINED")) {
            String hint = Words.hint(spelling, names.keySet());
            throw wrong("no key " + Words.repr(name) + "; expected a constant of KeyCode or a usual name." + hint);
        }
        return KeyCode.valueOf((String) code);
    }

    List<KeyCode> modifiers(Object value) throws UiError {
        List<KeyCode> codes = new ArrayList<>();
        if (value == null) {
            return codes;
        }
        List<Object> held = Json.asList(value);
        if (held == null) {
            throw wrong("modifiers: expected a list such as ['CTRL']; got " + Words.repr(value));
        }
        for (Object name : held) {
            KeyCode code = code(name);
            if (!MODIFIERS.contains(code)) {
                throw wrong("modifiers: " + Words.repr(name) + " is not a modifier; expected SHIFT, CTRL, ALT, META "
                        + "or SHORTCUT");
            }
            if (!codes.contains(code)) {
                codes.add(code);
            }
        }
        return codes;
    }

    private static UiError wrong(String message) {
        return UiError.failed(message);
    }

    /** How a character is typed: the key, and whether SHIFT is held; one that no key has is typed without a key. */
    Stroke stroke(int character) {
        String text = new String(Character.toChars(character));
        List<Object> row = Json.asList(strokes.get(text));
        if (row == null) {
            return new Stroke(KeyCode.UNDEFINED, false, text);
        }
        return new Stroke(KeyCode.valueOf((String) row.get(0)), (Boolean) row.get(1), text);
    }

    /** What a key types while others are held; empty for nothing. */
    String typedBy(KeyCode code, Set<KeyCode> held) {
        boolean shift = held.contains(KeyCode.SHIFT);
        boolean control = held.contains(KeyCode.CONTROL) || held.contains(KeyCode.SHORTCUT);
        if (code.isLetterKey() && control && !shift) {
            // Control characters are the letters, 64 places further up.
            return String.valueOf((char) (code.getName().charAt(0) - 64));
        }
        List<Object> row = Json.asList(typed.get(code.name()));
        return row == null ? "" : (String) row.get(shift ? 1 : 0);
    }

    /** A key with what it types. */
    static final class Stroke {
        final KeyCode code;
        final boolean shift;
        final String character;

        Stroke(KeyCode code, boolean shift, String character) {
            this.code = code;
            this.shift = shift;
            this.character = character;
        }
    }
}
