package uimcp.stage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** How messages write values and which known names they suggest: as the stage without a JVM does. */
public final class Words {
    private static final double LIKENESS = 0.6;
    // Names come from outside, and comparing long ones takes its time; no known name is nearly as long.
    private static final int MAX_NAME_CHARACTERS = 100;

    private Words() {}

    /** A value as messages show it: 'text', None, True, [1, 2]. */
    public static String repr(Object value) {
        if (value == null) {
            return "None";
        }
        if (value instanceof CharSequence) {
            return quoted(value.toString());
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? "True" : "False";
        }
        StringBuilder builder = new StringBuilder();
        if (value instanceof Map) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                builder.append(builder.length() == 0 ? "" : ", ");
                builder.append(repr(entry.getKey())).append(": ").append(repr(entry.getValue()));
            }
            return "{" + builder + "}";
        }
        if (value instanceof List) {
            for (Object item : (List<?>) value) {
                builder.append(builder.length() == 0 ? "" : ", ").append(repr(item));
            }
            return "[" + builder + "]";
        }
        return value.toString();
    }

    private static String quoted(String text) {
        String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
        if (text.indexOf('\'') >= 0 && text.indexOf('"') < 0) {
            return '"' + escaped + '"';
        }
        return "'" + escaped.replace("'", "\\'") + "'";
    }

    public static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }

    /** A number as in a sentence: 5, 0.2, 1e+06. */
    public static String plain(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        return Double.toString(number);
    }

    /** Which known names were probably meant, as the end of a message. */
    public static String hint(String name, Collection<String> names) {
        List<String> similar = near(name, names, 3);
        return similar.isEmpty() ? "" : " Did you mean " + String.join(" or ", similar) + "?";
    }

    /** The names that are most like this one, the most similar first. */
    public static List<String> near(String name, Collection<String> names, int count) {
        List<String> similar = new ArrayList<>();
        if (name.length() > MAX_NAME_CHARACTERS) {
            return similar;
        }
        for (String known : new TreeSet<>(names)) {
            if (likeness(known, name) >= LIKENESS) {
                similar.add(known);
            }
        }
        // Of equally similar ones the last in the alphabet comes first, as in the stage without a JVM.
        similar.sort((left, right) -> {
            int order = Double.compare(likeness(right, name), likeness(left, name));
            return order != 0 ? order : right.compareTo(left);
        });
        return similar.subList(0, Math.min(count, similar.size()));
    }

    /** Twice the characters that both have in common runs, as a part of all: Ratcliff and Obershelp's measure. */
    static double likeness(String left, String right) {
        int length = left.length() + right.length();
        return length == 0 ? 1 : 2.0 * common(left, right) / length;
    }

    private static int common(String left, String right) {
        int best = 0;
        int bestLeft = 0;
        int bestRight = 0;
        for (int i = 0; i < left.length(); i++) {
            for (int j = 0; j < right.length(); j++) {
                int run = 0;
                while (i + run < left.length() && j + run < right.length()
                        && left.charAt(i + run) == right.charAt(j + run)) {
                    run++;
                }
                if (run > best) {
                    best = run;
                    bestLeft = i;
                    bestRight = j;
                }
            }
        }
        if (best == 0) {
            return 0;
        }
        int before = common(left.substring(0, bestLeft), right.substring(0, bestRight));
        int behind = common(left.substring(bestLeft + best), right.substring(bestRight + best));
        return before + best + behind;
    }
}
