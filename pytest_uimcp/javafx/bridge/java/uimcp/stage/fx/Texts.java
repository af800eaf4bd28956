package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TreeTableRow;
import javafx.scene.text.Text;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** Searching for what a user reads. */
final class Texts {
    private static final int MAX_PATTERN_CHARACTERS = 1_000;
    private static final int MAX_TEXT_CHARACTERS = 100_000;
    private static final double PATTERN_SECONDS = 1;

    private Texts() {}

    /** What a node shows: its text, with and without the marker of a mnemonic; a row shows its cells' texts. */
    static List<String> of(Node node) {
        List<String> texts = new ArrayList<>();
        if (node instanceof TableRow || node instanceof TreeTableRow) {
            for (IndexedCell<?> cell : Flow.cellsOf(node)) {
                texts.add(filled(cell.getText()));
            }
        } else if (node instanceof Labeled) {
            Labeled labeled = (Labeled) node;
            String text = filled(labeled.getText());
            texts.add(text);
            if (labeled.isMnemonicParsing() && text.indexOf('_') >= 0) {
                texts.add(plain(text));
            }
        } else if (node instanceof Text) {
            texts.add(filled(((Text) node).getText()));
        } else if (node instanceof TextInputControl) {
            texts.add(filled(((TextInputControl) node).getText()));
        }
        return texts;
    }

    private static String filled(String text) {
        return text == null ? "" : text;
    }

    /** `_File` is `File` with its first letter marked; `__` is an underscore. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        boolean isMarked = false;
        for (int place = 0; place < text.length(); place++) {
            char next = text.charAt(place);
            if (next == '_' && place + 1 < text.length()) {
                next = text.charAt(++place);
                if (next != '_' && !isMarked && !Character.isWhitespace(next)) {
                    isMarked = true;
                } else if (next != '_') {
                    plain.append('_');
                }
            }
            plain.append(next);
        }
        return plain.toString();
    }

    /** Whether a node shows a text: within it in any case, exactly, or by a pattern. */
    static Predicate<Node> matcher(String text, String match) throws UiError {
        Predicate<String> test;
        if ("regex".equals(match)) {
            test = pattern(text);
        } else if ("equals".equals(match)) {
            test = text::equals;
        } else {
            String folded = fold(text);
            test = candidate -> fold(candidate).contains(folded);
        }
        return node -> of(node).stream().anyMatch(test);
    }

    private static String fold(String text) {
        // Both ways, because some letters have several lower forms for one upper form.
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static Predicate<String> pattern(String text) throws UiError {
        if (text.length() > MAX_PATTERN_CHARACTERS) {
            throw UiError.internal("a pattern of " + text.length() + " characters; " + MAX_PATTERN_CHARACTERS
                    + " are the most");
        }
        try {
            Pattern pattern = Pattern.compile(text);
            // One limit for all nodes of a query, not one for each.
            long end = System.nanoTime() + (long) (PATTERN_SECONDS * 1e9);
            return candidate -> pattern.matcher(new Limited(candidate, end)).find();
        } catch (PatternSyntaxException error) {
            throw UiError.internal("not a pattern: " + Words.repr(text) + ": " + error.getDescription());
        }
    }

    /** The search has taken too long. */
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static UiError tooLong(Object pattern) {
        return UiError.timeout("the pattern " + Words.repr(pattern) + " takes longer than "
                + Words.plain(PATTERN_SECONDS) + " s; use a simpler one");
    }

    /** A text that stops being read after a time: patterns come from outside, and Java's matcher has no limit. */
    private static final class Limited implements CharSequence {
        private final CharSequence text;
        private final long end;

        Limited(CharSequence text, long end) {
            this.text = text.length() > MAX_TEXT_CHARACTERS ? text.subSequence(0, MAX_TEXT_CHARACTERS) : text;
            this.end = end;
        }

        @Override
        public char charAt(int index) {
            if (System.nanoTime() - end > 0) {
                throw new TooLong();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Limited(text.subSequence(from, to), end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
