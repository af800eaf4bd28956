package uimcp.stage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON as maps, lists, strings, longs, doubles, booleans and null, because the JDK has none.
 *
 * <p>Texts come from outside, so the depth is bounded; the length is bounded by whoever reads the bytes.
 */
public final class Json {
    private static final int MAX_DEPTH = 200;
    // Java's own readers also take what JSON has not: a plus in front, a dot at the end, leading zeros.
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private final int maxDepth;
    private int place;

    private Json(String text, int maxDepth) {
        this.text = text;
        this.maxDepth = maxDepth;
    }

    /** The value of a text; IllegalArgumentException says what is wrong with it, and where. */
    public static Object parse(String text) {
        return parse(text, MAX_DEPTH);
    }

    private static Object parse(String text, int maxDepth) {
        Json reader = new Json(text, maxDepth);
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
        if (depth > maxDepth) {
            throw wrong("at most " + maxDepth + " levels");
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
        Matcher parts = NUMBER.matcher(digits);
        if (!parts.matches()) {
            throw wrong("a value");
        }
        if (digits.length() < 19 && parts.group(2) == null && parts.group(3) == null) {
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
    public static final class Written implements JsonWriter.Part {
        private final byte[] bytes;
        private final int length;

        Written(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }

        int length() {
            return length;
        }

        /** Its value again, for what is done to a whole answer. */
        Map<String, Object> read() {
            // It is our own, as deep as the scene is.
            return asObject(parse(new String(bytes, 0, length, StandardCharsets.UTF_8), Integer.MAX_VALUE));
        }

        @Override
        public void write(JsonWriter out) {
            out.raw(bytes, length);
        }

        /** The JSON as a string that contains it. */
        JsonWriter.Part asText() {
            return out -> out.quoted(bytes, length);
        }
    }

    /** The value as a text. */
    public static String write(Object value) {
        return new JsonWriter(256).value(value).toString();
    }
}
