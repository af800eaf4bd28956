package uimcp.stage;

import java.util.LinkedHashMap;
import java.util.Map;

/** An answer of the contract that is an error: code, message, details. */
public final class UiError extends Exception {
    private static final long serialVersionUID = 1;

    public final String code;
    public final transient Map<String, Object> details = new LinkedHashMap<>();

    public UiError(String code, String message) {
        // Nobody reads the trace: the message says what was expected and what came.
        super(message, null, false, false);
        this.code = code;
    }

    public static UiError failed(String message) {
        return new UiError("MCP_UI_ACTION_FAILED", message);
    }

    public static UiError internal(String message) {
        return new UiError("MCP_UI_INTERNAL", message);
    }

    public static UiError missing(String message) {
        return new UiError("MCP_UI_NODE_NOT_FOUND", message);
    }

    public static UiError timeout(String message) {
        return new UiError("MCP_UI_TIMEOUT", message);
    }

    public UiError with(String name, Object value) {
        details.put(name, value);
        return this;
    }

    /** The unified format of the contract. */
    public Map<String, Object> body() {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code);
        error.put("message", getMessage());
        error.put("details", details);
        return Json.object("error", error);
    }
}
