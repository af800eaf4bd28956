package uimcp.stage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The five tools: as MCP lists them, and what a call of one answers.
 *
 * <p>Their schemas and texts are those of the stage without a JVM, which writes them into the jar (`contract.json`).
 */
final class Toolbox {
    private static final String ERROR_META = "uimcp/error";
    private static final int UNKNOWN_TOOL = -32602;
    private static final String PERFORM = "ui_perform";

    private final Map<String, Object> contract;
    private final Map<String, Map<String, Object>> schemas = new LinkedHashMap<>();
    private final FxFinder finder;

    Toolbox(FxFinder finder) throws IOException {
        this.finder = finder;
        this.contract = resource("contract.json");
        for (Object tool : list()) {
            Map<String, Object> row = Json.asObject(tool);
            schemas.put((String) row.get("name"), Json.asObject(row.get("inputSchema")));
        }
        // What is wrong with one action is an error of that action, and the others are still done.
        schemas.put(PERFORM, Json.asObject(contract.get("performSchema")));
    }

    static Map<String, Object> resource(String name) throws IOException {
        try (InputStream input = Toolbox.class.getResourceAsStream(name)) {
            if (input == null) {
                throw new IOException("the jar has no " + name + ": write it again with `ui-mcp stage bridge`");
            }
            return Json.asObject(Json.parse(new String(input.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    List<Object> list() {
        return Json.asList(contract.get("tools"));
    }

    void newClient() {
        finder.newClient();
    }

    Object serverInfo() {
        return contract.get("serverInfo");
    }

    Object instructions() {
        return contract.get("instructions");
    }

    /** The result of a call as MCP has it: one that failed is a result, too. */
    Map<String, Object> call(String name, Map<String, Object> arguments) {
        if (!schemas.containsKey(name)) {
            return unknown(name);
        }
        try {
            // Asked at each call, because a program may set it in its `main`.
            if (!Boolean.getBoolean("mcp.ui")) {
                throw new UiError("MCP_UI_NOT_ENABLED", (String) contract.get("notEnabled"));
            }
            Map<String, Object> checked = Arguments.checked(schemas.get(name), arguments);
            Object format = checked.remove("format");
            Object data = finder.scenes().call(name, checked);
            return data instanceof Json.Written
                    ? success((Json.Written) data, format, Boolean.TRUE.equals(checked.get("omitNulls")))
                    : success(Json.asObject(data));
        } catch (UiError error) {
            return failure(error);
        } catch (RuntimeException | LinkageError error) {
            return failure(UiError.internal(error.getClass().getSimpleName() + ": " + error.getMessage()));
        }
    }

    private Map<String, Object> success(Json.Written data, Object format, boolean omitsNulls) {
        Json.Written answer = data;
        if (omitsNulls) {
            Map<String, Object> values = data.read();
            withoutNulls(values);
            answer = new JsonWriter(data.length()).value(values).written();
        }
        if ("data".equals(format)) {
            return success(answer, contract.get("noText"));
        }
        return success(answer, "text".equals(format) ? CompactText.of(answer.read()) : answer.asText());
    }

    private static Map<String, Object> success(Map<String, Object> data) {
        if (data.containsKey("dataBase64")) {
            Object picture = Json.object("type", "image", "data", data.get("dataBase64"), "mimeType", "image/png");
            return Json.object("content", List.of(picture), "structuredContent", data, "isError", false);
        }
        Json.Written answer = new JsonWriter(1024).value(data).written();
        return success(answer, answer.asText());
    }

    private static Map<String, Object> success(Json.Written data, Object text) {
        Object content = Json.object("type", "text", "text", text);
        return Json.object("content", List.of(content), "structuredContent", data, "isError", false);
    }

    private static void withoutNulls(Object value) {
        if (value instanceof Map) {
            ((Map<?, ?>) value).values().removeIf(Objects::isNull);
            ((Map<?, ?>) value).values().forEach(Toolbox::withoutNulls);
        } else if (value instanceof List) {
            ((List<?>) value).forEach(Toolbox::withoutNulls);
        }
    }

    private static Map<String, Object> failure(UiError error) {
        Map<String, Object> result = failure(error.getMessage(), error.code, error.details);
        result.put("structuredContent", error.body());
        return result;
    }

    private Map<String, Object> unknown(String name) {
        List<String> near = Words.near(name, schemas.keySet(), 1);
        String names = String.join(", ", new TreeSet<>(schemas.keySet()));
        String advice = near.isEmpty() ? "; there are " + names : " (did you mean " + near.get(0) + "?)";
        String message = "tool " + Words.repr(Words.shortened(name, 200)) + " not found" + advice;
        return failure(message, UNKNOWN_TOOL, Json.object("name", name, "near", near));
    }

    private static Map<String, Object> failure(String message, Object code, Map<String, Object> details) {
        Map<String, Object> error = Json.object("code", code, "message", message, "data", details);
        return Json.object(
                "_meta", Json.object(ERROR_META, error),
                "content", List.of(Json.object("type", "text", "text", message)),
                "isError", true);
    }
}
