package uimcp.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, strings, longs, doubles, booleans and null, because the JDK has none.
 *
 * <p>Texts come from outside, so the depth is bounded; the length is bounded by whoever reads the bytes.
 */
public final class Json {
    private static final int MAX_DEPTH = 200;
    private static final String HEX = "0123456789abcdef";

    private final String text;
    private int place;

    private Json(String text) {
        this.text = text;
    }

    /** The value of a text; IllegalArgumentException says what is wrong with it, and where. */
    public static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value(0);
        reader.space();
        if (reader.place < text.length()) {
            throw reader.wrong("nothing more");
        }
        return value;
    }

    /** Names and values in turn, in this order. */
    public static Map<String, Object> object(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int index = 0; index < pairs.length; index += 2) {
            map.put((String) pairs[index], pairs[index + 1]);
        }
        return map;
    }

    /** The object that a value is, or null if it is something else. */
    @SuppressWarnings("unchecked") // the reader makes no other maps
    public static Map<String, Object> asObject(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : null;
    }

    @SuppressWarnings("unchecked") // the reader makes no other lists
    public static List<Object> asList(Object value) {
        return value instanceof List ? (List<Object>) value : null;
    }

    private Object value(int depth) {
        space();
        if (depth > MAX_DEPTH) {
            throw wrong("at most " + MAX_DEPTH + " levels");
        }
        char first = place < text.length() ? text.charAt(place) : 0;
        switch (first) {
            case '{':
                return members(depth);
            case '[':
                return items(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        place++;
        if (ends('}')) {
            return map;
        }
        do {
            space();
            String name = string();
            expect(':');
            map.put(name, value(depth + 1));
        } while (continues('}'));
        return map;
    }

    private List<Object> items(int depth) {
        List<Object> list = new ArrayList<>();
        place++;
        if (ends(']')) {
            return list;
        }
        do {
            list.add(value(depth + 1));
        } while (continues(']'));
        return list;
    }

    private boolean ends(char end) {
        space();
        if (place < text.length() && text.charAt(place) == end) {
            place++;
            return true;
        }
        return false;
    }

    private boolean continues(char end) {
        if (ends(end)) {
            return false;
        }
        expect(',');
        return true;
    }

    private void expect(char wanted) {
        space();
        if (place >= text.length() || text.charAt(place) != wanted) {
            throw wrong("'" + wanted + "'");
        }
        place++;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, place)) {
            throw wrong("a value");
        }
        place += word.length();
        return value;
    }

    private String string() {
        if (place >= text.length() || text.charAt(place) != '"') {
            throw wrong("a string");
        }
        place++;
        StringBuilder builder = new StringBuilder();
        while (place < text.length()) {
            char next = text.charAt(place++);
            if (next == '"') {
                return builder.toString();
            }
            if (next < ' ') {
                throw wrong("no control character in a string");
            }
            builder.append(next == '\\' ? escaped() : next);
        }
        throw wrong("the end of the string");
    }

    private char escaped() {
        char kind = place < text.length() ? text.charAt(place++) : 0;
        int index = "\"\\/bfnrt".indexOf(kind);
        if (kind != 0 && index >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        if (kind != 'u' || place + 4 > text.length()) {
            throw wrong("an escape");
        }
        int code = 0;
        for (int end = place + 4; place < end; place++) {
            int digit = Character.digit(text.charAt(place), 16);
            if (digit < 0) {
                throw wrong("four digits");
            }
            code = 16 * code + digit;
        }
        return (char) code;
    }

    private Object number() {
        int start = place;
        while (place < text.length() && "+-.eE0123456789".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
        String digits = text.substring(start, place);
        // Java's own readers also take what JSON has not: a plus in front, a dot at the end, leading zeros.
        if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            throw wrong("a value");
        }
        if (digits.length() < 19 && digits.matches("-?[0-9]+")) {
            return Long.valueOf(digits);
        }
        return Double.valueOf(digits);
    }

    private void space() {
        while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) {
            place++;
        }
    }

    private IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException("expected " + wanted + " at character " + place);
    }

    /** JSON that is written already: a large answer goes out twice, as data and within a text. */
    public static final class Written {
        private final String text;

        public Written(String text) {
            this.text = text;
        }
    }

    /** The value as a text, with a space behind colons and commas. */
    public static String write(Object value) {
        StringBuilder builder = new StringBuilder(1024);
        write(value, builder);
        return builder.toString();
    }

    private static void write(Object value, StringBuilder builder) {
        if (value instanceof CharSequence) {
            quote((CharSequence) value, builder);
        } else if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                builder.append(separator);
                quote((String) entry.getKey(), builder);
                builder.append(": ");
                write(entry.getValue(), builder);
                separator = ", ";
            }
            builder.append(((Map<?, ?>) value).isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable) {
            String separator = "";
            builder.append('[');
            for (Object item : (Iterable<?>) value) {
                builder.append(separator);
                write(item, builder);
                separator = ", ";
            }
            builder.append(']');
        } else if (value instanceof Double || value instanceof Float) {
            number(((Number) value).doubleValue(), builder);
        } else if (value instanceof Written) {
            builder.append(((Written) value).text);
        } else {
            builder.append(value);
        }
    }

    private static void number(double number, StringBuilder builder) {
        long whole = (long) number;
        if (whole == number && Math.abs(whole) < 1_000_000_000L) {
            // Most places are whole, and finding the shortest digits of any number takes much longer.
            builder.append(whole).append(".0");
        } else {
            // JSON has no word for what is not a number; the bounds of an empty node may be none.
            builder.append(Double.isFinite(number) ? Double.toString(number) : "null");
        }
    }

    private static void quote(CharSequence text, StringBuilder builder) {
        builder.append('"');
        int done = 0;
        for (int index = 0; index < text.length(); index++) {
            char next = text.charAt(index);
            if (next >= ' ' && next != '"' && next != '\\' && !Character.isSurrogate(next)) {
                continue;
            }
            builder.append(text, done, index);
            done = index + 1;
            if (next == '"' || next == '\\') {
                builder.append('\\').append(next);
            } else if (next < ' ' || isLone(text, index)) {
                builder.append("\\u").append(HEX.charAt(next >> 12)).append(HEX.charAt(next >> 8 & 15));
                builder.append(HEX.charAt(next >> 4 & 15)).append(HEX.charAt(next & 15));
            } else {
                builder.append(next);
            }
        }
        builder.append(text, done, text.length()).append('"');
    }

    /** Half of a surrogate pair, which UTF-8 cannot write. */
    private static boolean isLone(CharSequence text, int index) {
        char here = text.charAt(index);
        if (Character.isHighSurrogate(here)) {
            return index + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(here) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
