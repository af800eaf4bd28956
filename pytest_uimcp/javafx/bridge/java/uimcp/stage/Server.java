package uimcp.stage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Streamable HTTP at /mcp of a port of 127.0.0.1, on the JDK's sockets: `jdk.httpserver` is missing in trimmed runtimes.
 *
 * <p>Every thread is a daemon: the program ends when it wants to.
 */
final class Server {
    private static final int MAX_CONNECTIONS = 128;
    // How long a connection may be silent before it is closed.
    private static final int IDLE_MILLISECONDS = 120_000;
    private static final int DRAIN_MILLISECONDS = 500;
    private static final int MAX_FIRST_BYTES = 64 * 1024;
    private static final int USUAL_BYTES = 4 * 1024;
    private static final int MAX_DRAINED_BYTES = 1024 * 1024;
    private static final Map<Integer, String> REASONS = Map.of(
            200, "OK", 202, "Accepted", 400, "Bad Request", 401, "Unauthorized", 403, "Forbidden", 404, "Not Found",
            405, "Method Not Allowed", 413, "Content Too Large", 431, "Request Header Fields Too Large");

    private final ServerSocket socket;
    private final Protocol protocol;
    private final Guard guard;
    private final Semaphore connections = new Semaphore(MAX_CONNECTIONS);

    Server(int port, String token, Protocol protocol) throws IOException {
        this.socket = new ServerSocket(port, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        this.protocol = protocol;
        this.guard = new Guard(token, socket.getLocalPort());
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/mcp";
    }

    void start() {
        daemon("uimcp-stage", this::accept);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                if (connections.tryAcquire()) {
                    daemon("uimcp-stage-client", () -> serve(client));
                } else {
                    client.close();
                }
            } catch (IOException error) {
                // A client that has gone before it was accepted; the next one is another matter.
                continue;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setSoTimeout(IDLE_MILLISECONDS);
            client.setTcpNoDelay(true);
            InputStream input = new BufferedInputStream(client.getInputStream());
            OutputStream output = client.getOutputStream();
            JsonWriter body = new JsonWriter(USUAL_BYTES);
            while (exchange(input, output, body)) {
                output.flush();
            }
            drain(client, input);
        } catch (IOException error) {
            // The client has gone, or has been silent for too long: there is nobody to tell.
            return;
        } finally {
            connections.release();
        }
    }

    /** Read what a refused client still sends: closed at once, the connection would be reset, and the answer lost. */
    private static void drain(Socket client, InputStream input) throws IOException {
        client.shutdownOutput();
        client.setSoTimeout(DRAIN_MILLISECONDS);
        input.readNBytes(MAX_DRAINED_BYTES);
    }

    /** Answer one request; false when the connection is over. */
    private boolean exchange(InputStream input, OutputStream output, JsonWriter body) throws IOException {
        try {
            Request request = Request.read(input);
            if (request == null) {
                return false;
            }
            answer(request, output, body);
            return request.keepsConnection();
        } catch (Request.Refused refused) {
            // What is left of a refused request cannot be told from the next one.
            byte[] text = (refused.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
            send(output, refused.status, "text/plain; charset=utf-8", text, text.length, false);
            return false;
        }
    }

    private void answer(Request request, OutputStream output, JsonWriter body) throws IOException, Request.Refused {
        guard.check(request);
        if (!request.path.equals("/mcp")) {
            throw new Request.Refused(404, "404: Not Found");
        }
        if (!request.method.equals("POST")) {
            // Nothing is ever sent without a request, so there is no stream to open and no session to end.
            throw new Request.Refused(405, "expected POST");
        }
        Protocol.Answer answer = protocol.answer(request.body);
        body.clear();
        if (answer.message != null) {
            body.value(answer.message);
        }
        send(output, answer.status, "application/json", body.bytes(), body.length(), request.keepsConnection());
    }

    private static void send(OutputStream output, int status, String type, byte[] body, int length, boolean keeps)
            throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(' ').append(REASONS.get(status));
        head.append("\r\nContent-Type: ").append(type);
        head.append("\r\nContent-Length: ").append(length);
        head.append("\r\nCache-Control: no-store");
        head.append(status == 401 ? "\r\nWWW-Authenticate: Bearer realm=\"mcp\"" : "");
        head.append(status == 405 ? "\r\nAllow: POST" : "");
        head.append(keeps ? "" : "\r\nConnection: close").append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.US_ASCII);
        // With the head in one piece: a client that reads it by itself is woken twice.
        int more = Math.min(length, MAX_FIRST_BYTES);
        byte[] first = Arrays.copyOf(start, start.length + more);
        System.arraycopy(body, 0, first, start.length, more);
        output.write(first);
        output.write(body, more, length - more);
        output.flush();
    }
}
