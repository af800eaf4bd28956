package uimcp.stage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * JSON as the bytes that go over the wire, without spaces.
 *
 * <p>Bytes and not characters, because a snapshot is long and is sent twice, as data and within a text.
 */
public final class JsonWriter {
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    // Beyond it a double is no longer written as a whole number or with three places.
    private static final double MAX_SHORT = 1e9;
    private static final int MAX_KEPT_BYTES = 8 * 1024 * 1024;

    private byte[] bytes;
    private int length;

    public JsonWriter(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** JSON that a constant holds. */
    public static byte[] ascii(String json) {
        return json.getBytes(StandardCharsets.US_ASCII);
    }

    /** A value that writes itself, within others. */
    public interface Part {
        void write(JsonWriter out);
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Begin anew, with the same memory unless it is much. */
    void clear() {
        length = 0;
        if (bytes.length > MAX_KEPT_BYTES) {
            bytes = new byte[0];
        }
    }

    /** What is written, for good. */
    public Json.Written written() {
        return new Json.Written(bytes, length);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    /** JSON as it is. */
    public JsonWriter raw(byte[] json) {
        return raw(json, json.length);
    }

    JsonWriter raw(byte[] json, int count) {
        reserve(count);
        System.arraycopy(json, 0, bytes, length, count);
        length += count;
        return this;
    }

    private JsonWriter raw(char only) {
        reserve(1);
        bytes[length++] = (byte) only;
        return this;
    }

    /** Where the next byte goes, for `again`. */
    public int mark() {
        return length;
    }

    /** What was written between two marks. */
    public JsonWriter again(int start, int end) {
        reserve(end - start);
        System.arraycopy(bytes, start, bytes, length, end - start);
        length += end - start;
        return this;
    }

    public JsonWriter flag(boolean flag) {
        return raw(flag ? TRUE : FALSE);
    }

    /** A whole number. */
    public JsonWriter whole(long number) {
        reserve(20);
        if (number < 0 && number != Long.MIN_VALUE) {
            bytes[length++] = '-';
            return whole(-number);
        }
        if (number == Long.MIN_VALUE) {
            return raw(ascii(Long.toString(number)));
        }
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long left = number;
        for (int place = length + digits - 1; place >= length; place--) {
            bytes[place] = (byte) ('0' + left % 10);
            left /= 10;
        }
        length += digits;
        return this;
    }

    public JsonWriter number(double number) {
        if (Math.abs(number) < MAX_SHORT) {
            long whole = (long) number;
            if (whole == number) {
                return whole(whole).raw('.').raw('0');
            }
            // Most places have few digits, and finding the shortest of any number takes much longer.
            double thousands = Math.rint(number * 1000);
            if (thousands / 1000 == number) {
                return thousandths((long) thousands);
            }
        }
        // JSON has no word for what is not a number; the bounds of an empty node may be none.
        return raw(Double.isFinite(number) ? ascii(Double.toString(number)) : NULL);
    }

    private JsonWriter thousandths(long number) {
        if (number < 0) {
            raw('-');
        }
        long size = Math.abs(number);
        whole(size / 1000).raw('.');
        int rest = (int) (size % 1000);
        for (int unit = 100; rest > 0; unit /= 10) {
            raw((char) ('0' + rest / unit));
            rest %= unit;
        }
        return this;
    }

    /** A string, or null. */
    public JsonWriter text(CharSequence text) {
        if (text == null) {
            return raw(NULL);
        }
        return raw('"').inside(text).raw('"');
    }

    /** What stands within the quotes of a string. */
    public JsonWriter inside(CharSequence text) {
        int count = text.length();
        reserve(count);
        for (int index = 0; index < count; index++) {
            char next = text.charAt(index);
            if (next >= ' ' && next < 128 && next != '"' && next != '\\') {
                bytes[length++] = (byte) next;
            } else {
                index += special(text, index);
                reserve(count - index);
            }
        }
        return this;
    }

    /** A character that needs more than a byte; how many more than one were read. */
    private int special(CharSequence text, int index) {
        char next = text.charAt(index);
        boolean isPair = Character.isHighSurrogate(next) && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
        if (next == '"' || next == '\\') {
            raw('\\').raw(next);
        } else if (isPair) {
            raw(text.subSequence(index, index + 2).toString().getBytes(StandardCharsets.UTF_8));
        } else if (next < ' ' || Character.isSurrogate(next)) {
            // Half of a pair is nothing that UTF-8 can write.
            raw('\\').raw('u').raw((char) HEX[next >> 12]).raw((char) HEX[next >> 8 & 15]);
            raw((char) HEX[next >> 4 & 15]).raw((char) HEX[next & 15]);
        } else {
            raw(Character.toString(next).getBytes(StandardCharsets.UTF_8));
        }
        return isPair ? 1 : 0;
    }

    /** JSON as a string that contains it: in what a writer has written only quotes and backslashes are special. */
    JsonWriter quoted(byte[] json, int count) {
        reserve(2 * count + 2);
        byte[] target = bytes;
        int place = length;
        target[place++] = '"';
        for (int index = 0; index < count; index++) {
            byte next = json[index];
            // Written in any case, and then over: every seventh byte is a quote, which no processor predicts.
            target[place] = '\\';
            place += next == '"' || next == '\\' ? 1 : 0;
            target[place++] = next;
        }
        target[place++] = '"';
        length = place;
        return this;
    }

    /** Maps, lists, texts, numbers, booleans, null, and parts. */
    public JsonWriter value(Object value) {
        if (value == null || value instanceof CharSequence) {
            return text((CharSequence) value);
        }
        if (value instanceof Map) {
            return members((Map<?, ?>) value);
        }
        if (value instanceof Iterable) {
            char separator = '[';
            for (Object item : (Iterable<?>) value) {
                raw(separator).value(item);
                separator = ',';
            }
            return (separator == '[' ? raw('[') : this).raw(']');
        }
        if (value instanceof Part) {
            ((Part) value).write(this);
            return this;
        }
        if (value instanceof Boolean) {
            return flag((Boolean) value);
        }
        if (value instanceof Double || value instanceof Float) {
            return number(((Number) value).doubleValue());
        }
        return value instanceof Number ? raw(ascii(value.toString())) : text(value.toString());
    }

    private JsonWriter members(Map<?, ?> map) {
        char separator = '{';
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            raw(separator).text((String) entry.getKey()).raw(':').value(entry.getValue());
            separator = ',';
        }
        return (separator == '{' ? raw('{') : this).raw('}');
    }
}
