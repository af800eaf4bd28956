package uimcp.stage;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** MCP as JSON-RPC: a request in, an answer out. There are no sessions, because nothing is kept for a client. */
final class Protocol {
    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final int PARSE_ERROR = -32700;
    private static final int INVALID_REQUEST = -32600;
    private static final int UNKNOWN_METHOD = -32601;
    private static final int INVALID_PARAMS = -32602;

    private final Toolbox tools;

    Protocol(Toolbox tools) {
        this.tools = tools;
    }

    /** What goes back over HTTP. */
    static final class Answer {
        final int status;
        /** Null if there is nothing to say. */
        final Map<String, Object> message;

        Answer(int status, Map<String, Object> message) {
            this.status = status;
            this.message = message;
        }
    }

    Answer answer(byte[] body) {
        Map<String, Object> message;
        try {
            // Strict: bytes that are not UTF-8 would become other texts than the client sent.
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            message = Json.asObject(Json.parse(text));
        } catch (CharacterCodingException error) {
            return failure(400, null, PARSE_ERROR, "Parse error: the body is not UTF-8");
        } catch (IllegalArgumentException error) {
            return failure(400, null, PARSE_ERROR, "Parse error: " + error.getMessage());
        }
        if (message == null || !"2.0".equals(message.get("jsonrpc"))) {
            return failure(400, null, INVALID_REQUEST, "expected one JSON-RPC 2.0 message; batches are not served");
        }
        Object id = message.get("id");
        Object method = message.get("method");
        if (id == null || !(method instanceof String)) {
            // A notification, or an answer to a question that this server never asks.
            return new Answer(202, null);
        }
        Map<String, Object> params = Json.asObject(message.get("params"));
        return request(id, (String) method, params == null ? Map.of() : params);
    }

    private Answer request(Object id, String method, Map<String, Object> params) {
        switch (method) {
            case "initialize":
                return success(id, initialized(params));
            case "ping":
                return success(id, Map.of());
            case "tools/list":
                return success(id, Json.object("tools", tools.list()));
            case "tools/call":
                Object name = params.get("name");
                if (!(name instanceof String)) {
                    return failure(200, id, INVALID_PARAMS, "name must be a string");
                }
                Map<String, Object> arguments = Json.asObject(params.get("arguments"));
                return success(id, tools.call((String) name, arguments == null ? Map.of() : arguments));
            default:
                return failure(200, id, UNKNOWN_METHOD, "Method not found");
        }
    }

    private Map<String, Object> initialized(Map<String, Object> params) {
        tools.newClient();
        Object asked = params.get("protocolVersion");
        String latest = VERSIONS.get(VERSIONS.size() - 1);
        return Json.object(
                "protocolVersion", VERSIONS.contains(asked) ? asked : latest,
                "capabilities", Json.object("tools", Json.object("listChanged", false)),
                "serverInfo", tools.serverInfo(),
                "instructions", tools.instructions());
    }

    private static Answer success(Object id, Map<String, Object> result) {
        return new Answer(200, Json.object("jsonrpc", "2.0", "id", id, "result", result));
    }

    private static Answer failure(int status, Object id, int code, String message) {
        Map<String, Object> error = Json.object("code", code, "message", message);
        return new Answer(status, Json.object("jsonrpc", "2.0", "id", id, "error", error));
    }
}
