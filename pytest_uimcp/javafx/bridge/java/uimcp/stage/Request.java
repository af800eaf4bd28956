package uimcp.stage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** One HTTP request, read from a connection; what is too large or malformed is refused with a status. */
final class Request {
    private static final int MAX_HEAD_BYTES = 32 * 1024;
    private static final int MAX_BODY_BYTES = 4 * 1024 * 1024;

    final String method;
    final String path;
    final byte[] body;
    private final Map<String, String> headers;

    private Request(String method, String path, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.path = path;
        this.headers = headers;
        this.body = body;
    }

    /** A request that is answered with this status and not looked at further. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
        final int status;

        Refused(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }
    }

    /** The value of a header, empty if it was not sent. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    boolean keepsConnection() {
        return !header("connection").toLowerCase(Locale.ROOT).contains("close");
    }

    /** The next request of a connection, null at its end. */
    static Request read(InputStream input) throws IOException, Refused {
        int[] left = {MAX_HEAD_BYTES};
        String first = line(input, left);
        if (first == null) {
            return null;
        }
        String[] words = first.split(" ");
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new Refused(400, "expected a request of HTTP/1.1");
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(input, left); line != null && !line.isEmpty(); line = line(input, left)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new Refused(400, "expected headers with a colon");
            }
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            // Two of a kind could mean one thing to the guard and another to whoever reads the request.
            if (headers.put(name, line.substring(colon + 1).trim()) != null) {
                throw new Refused(400, "expected the header " + name + " once");
            }
        }
        byte[] body = body(input, headers);
        return new Request(words[0], words[1], headers, body);
    }

    private static byte[] body(InputStream input, Map<String, String> headers) throws IOException, Refused {
        String encoding = headers.get("transfer-encoding");
        String length = headers.get("content-length");
        if (encoding != null && (length != null || !encoding.equalsIgnoreCase("chunked"))) {
            throw new Refused(400, "expected a content-length, or the transfer-encoding chunked");
        }
        if (encoding != null) {
            return chunks(input);
        }
        if (length == null) {
            return new byte[0];
        }
        if (!length.matches("[0-9]{1,9}") || Integer.parseInt(length) > MAX_BODY_BYTES) {
            throw new Refused(413, "a body may have " + MAX_BODY_BYTES + " bytes");
        }
        return exactly(input, Integer.parseInt(length));
    }

    private static byte[] chunks(InputStream input) throws IOException, Refused {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int[] left = {MAX_HEAD_BYTES};
        while (true) {
            String line = line(input, left);
            String digits = line == null ? "" : line.split(";")[0].trim();
            if (!digits.matches("[0-9a-fA-F]{1,7}")) {
                throw new Refused(400, "expected the size of a chunk");
            }
            int size = Integer.parseInt(digits, 16);
            if (body.size() + size > MAX_BODY_BYTES) {
                throw new Refused(413, "a body may have " + MAX_BODY_BYTES + " bytes");
            }
            body.write(exactly(input, size));
            line(input, left);
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private static byte[] exactly(InputStream input, int count) throws IOException, Refused {
        byte[] bytes = input.readNBytes(count);
        if (bytes.length < count) {
            throw new Refused(400, "the body ended early");
        }
        return bytes;
    }

    /** A line without its end, null at the end of the input; all lines together may be `left` bytes long. */
    private static String line(InputStream input, int[] left) throws IOException, Refused {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                return null;
            }
            if (left[0]-- <= 0) {
                throw new Refused(431, "the headers may have " + MAX_HEAD_BYTES + " bytes");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
