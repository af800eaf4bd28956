package uimcp.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a call, checked against the JSON Schema of its tool.
 *
 * <p>The words are those of the stage without a JVM: a model that has learnt one can read the other. Only the keywords
 * that the five tools use are known.
 */
final class Arguments {
    private static final Map<String, String> EXPECTED = Map.of(
            "string", "a string", "boolean", "a boolean", "integer", "an integer", "number", "a number",
            "array", "an array", "object", "an object", "null", "null");
    private static final int MAX_MESSAGE_CHARACTERS = 300;

    private final List<Object> errors = new ArrayList<>();

    private Arguments() {}

    /** The arguments without what is null and may not be; an error of the contract says what was expected. */
    static Map<String, Object> checked(Map<String, Object> schema, Map<String, Object> raw) throws UiError {
        Map<String, Object> properties = Json.asObject(schema.get("properties"));
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Map.Entry<String, Object> entry : raw.entrySet()) {
            Map<String, Object> property = Json.asObject(properties.get(entry.getKey()));
            // Models send null for what they leave out.
            if (entry.getValue() != null || property == null || types(property).contains("null")) {
                arguments.put(entry.getKey(), entry.getValue());
            }
        }
        Arguments check = new Arguments();
        check.top(schema, properties, arguments);
        if (check.errors.isEmpty()) {
            List<Mismatch> mismatches = new ArrayList<>();
            deep(schema, arguments, new ArrayList<>(), mismatches);
            mismatches.sort(Comparator.comparing(mismatch -> mismatch.path.toString()));
            for (Mismatch mismatch : mismatches) {
                check.add(mismatch.path, "invalid_value", Words.shortened(mismatch.text(), MAX_MESSAGE_CHARACTERS));
            }
        }
        if (!check.errors.isEmpty()) {
            String message = (String) Json.asObject(check.errors.get(0)).get("msg");
            throw UiError.internal(message).with("errors", check.errors);
        }
        return arguments;
    }

    private void top(Map<String, Object> schema, Map<String, Object> properties, Map<String, Object> arguments) {
        for (String name : arguments.keySet()) {
            if (!properties.containsKey(name)) {
                List<String> near = Words.near(name, properties.keySet(), 1);
                String names = properties.isEmpty() ? "no arguments" : String.join(", ", properties.keySet());
                String advice = near.isEmpty() ? "; it takes " + names : " (did you mean " + near.get(0) + "?)";
                add(List.of(name), "unknown_argument", "unknown argument " + Words.repr(name) + advice);
            }
        }
        List<Object> required = required(schema);
        for (Map.Entry<String, Object> property : properties.entrySet()) {
            String name = property.getKey();
            Map<String, Object> type = Json.asObject(property.getValue());
            if (arguments.containsKey(name)) {
                Object value = arguments.get(name);
                if (!isOneOf(types(type), value)) {
                    String problem = expected(type) + ", got " + python(value);
                    add(List.of(name), "invalid_value", name + " must be " + problem);
                }
            } else if (required.contains(name)) {
                add(List.of(name), "missing", name + " must be " + expected(type) + "; it is missing");
            }
        }
    }

    private void add(List<?> path, String kind, String message) {
        errors.add(Json.object("loc", path, "type", kind, "msg", message));
    }

    /** What is wrong somewhere within the arguments. */
    private static final class Mismatch {
        final List<Object> path;
        final String message;

        Mismatch(List<Object> path, String message) {
            this.path = new ArrayList<>(path);
            this.message = message;
        }

        String text() {
            StringBuilder place = new StringBuilder();
            for (Object step : path) {
                place.append(step instanceof Integer ? "[" + step + "]" : "." + step);
            }
            String name = place.length() == 0 ? "arguments" : place.substring(place.charAt(0) == '.' ? 1 : 0);
            return name + ": " + message;
        }
    }

    private static void deep(Map<String, Object> schema, Object value, List<Object> path, List<Mismatch> mismatches) {
        if (!isOneOf(types(schema), value)
                || schema.containsKey("enum") && !Json.asList(schema.get("enum")).contains(value)) {
            boolean isLong = value instanceof Map || value instanceof List;
            String brief = isLong ? python(value) : Words.repr(value);
            mismatches.add(new Mismatch(path, "must be " + expected(schema) + ", got " + brief));
            return;
        }
        if (value instanceof Number) {
            limits(schema, (Number) value, path, mismatches);
        }
        Map<String, Object> object = Json.asObject(value);
        if (object != null && schema.containsKey("properties")) {
            members(schema, object, path, mismatches);
        }
        if (value instanceof List && schema.containsKey("items")) {
            int index = 0;
            for (Object item : (List<?>) value) {
                step(Json.asObject(schema.get("items")), item, index++, path, mismatches);
            }
        }
    }

    private static void members(
            Map<String, Object> schema, Map<String, Object> object, List<Object> path, List<Mismatch> mismatches) {
        Map<String, Object> properties = Json.asObject(schema.get("properties"));
        List<String> unknown = new ArrayList<>();
        for (Map.Entry<String, Object> entry : object.entrySet()) {
            Map<String, Object> property = Json.asObject(properties.get(entry.getKey()));
            if (property != null) {
                step(property, entry.getValue(), entry.getKey(), path, mismatches);
            } else if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
                unknown.add(Words.repr(entry.getKey()));
            }
        }
        if (!unknown.isEmpty()) {
            String names = String.join(", ", unknown) + (unknown.size() == 1 ? " was" : " were");
            mismatches.add(new Mismatch(path, "Additional properties are not allowed (" + names + " unexpected)"));
        }
        for (Object name : required(schema)) {
            if (!object.containsKey(name)) {
                mismatches.add(new Mismatch(path, Words.repr(name) + " is a required property"));
            }
        }
    }

    private static void step(
            Map<String, Object> schema, Object value, Object name, List<Object> path, List<Mismatch> mismatches) {
        path.add(name);
        deep(schema, value, path, mismatches);
        path.remove(path.size() - 1);
    }

    private static void limits(
            Map<String, Object> schema, Number value, List<Object> path, List<Mismatch> mismatches) {
        Number least = (Number) schema.get("minimum");
        Number above = (Number) schema.get("exclusiveMinimum");
        if (least != null && value.doubleValue() < least.doubleValue()) {
            mismatches.add(new Mismatch(path, value + " is less than the minimum of " + least));
        }
        if (above != null && value.doubleValue() <= above.doubleValue()) {
            mismatches.add(new Mismatch(path, value + " is less than or equal to the minimum of " + above));
        }
    }

    private static List<Object> required(Map<String, Object> schema) {
        List<Object> names = Json.asList(schema.get("required"));
        return names == null ? List.of() : names;
    }

    /** The types that a schema allows, which are also those of its alternatives. */
    private static List<Object> types(Map<String, Object> schema) {
        List<Object> alternatives = Json.asList(schema.get("anyOf"));
        if (alternatives != null) {
            List<Object> types = new ArrayList<>();
            alternatives.forEach(alternative -> types.addAll(types(Json.asObject(alternative))));
            return types;
        }
        Object type = schema.get("type");
        if (type == null) {
            return List.of();
        }
        return type instanceof List ? Json.asList(type) : List.of(type);
    }

    private static boolean isOneOf(List<Object> types, Object value) {
        return types.isEmpty() || types.stream().anyMatch(type -> isA((String) type, value));
    }

    private static boolean isA(String type, Object value) {
        switch (type) {
            case "string":
                return value instanceof String;
            case "boolean":
                return value instanceof Boolean;
            case "integer":
                return value instanceof Long || value instanceof Double && (Double) value % 1 == 0;
            case "number":
                return value instanceof Number;
            case "array":
                return value instanceof List;
            case "object":
                return value instanceof Map;
            default:
                return value == null;
        }
    }

    private static String expected(Map<String, Object> schema) {
        List<String> words = new ArrayList<>();
        List<Object> choices = Json.asList(schema.get("enum"));
        if (choices != null) {
            choices.forEach(choice -> words.add(choice == null ? "null" : Words.repr(choice)));
            return "one of " + String.join(", ", words);
        }
        types(schema).forEach(type -> words.add(EXPECTED.get(type)));
        return words.isEmpty() ? "a value" : String.join(" or ", words);
    }

    /** The name of a value's type in the messages of the stage without a JVM. */
    private static String python(Object value) {
        if (value == null) {
            return "NoneType";
        }
        if (value instanceof String) {
            return "str";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof Map) {
            return "dict";
        }
        if (value instanceof List) {
            return "list";
        }
        return value instanceof Long ? "int" : "float";
    }
}
