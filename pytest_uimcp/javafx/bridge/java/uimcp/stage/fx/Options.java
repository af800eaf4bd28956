package uimcp.stage.fx;

import java.util.Map;
import uimcp.stage.Json;

/** What a snapshot contains: the mode's defaults, and what the request says itself. */
final class Options {
    private static final int FULL_DEPTH = 50;
    private static final int COMPACT_DEPTH = 12;

    int depth = FULL_DEPTH;
    boolean bounds = true;
    boolean localToScreen = true;
    boolean properties;
    boolean virtualization = true;
    boolean accessibility;
    boolean internals;

    /** Those of `ui_get_snapshot`. */
    static Options of(Map<String, Object> arguments) {
        Options options = new Options();
        if ("compact".equals(arguments.get("mode"))) {
            options.depth = COMPACT_DEPTH;
            options.bounds = false;
            options.localToScreen = false;
            options.virtualization = false;
        }
        Map<String, Object> include = Json.asObject(arguments.get("include"));
        Map<String, Object> sections = include == null ? Map.of() : include;
        options.bounds = flag(sections, "bounds", options.bounds);
        options.localToScreen = flag(sections, "localToScreen", options.localToScreen);
        options.properties = flag(sections, "properties", options.properties);
        options.virtualization = flag(sections, "virtualization", options.virtualization);
        options.accessibility = flag(sections, "accessibility", options.accessibility);
        if (arguments.get("depth") != null) {
            options.depth = (int) Math.min(10_000, ((Number) arguments.get("depth")).longValue());
        }
        return options.common(arguments);
    }

    /** Those of `ui_get_node`, which tells everything. */
    static Options ofNode(Map<String, Object> arguments) {
        Options options = new Options();
        options.properties = true;
        options.accessibility = true;
        options.depth = Boolean.TRUE.equals(arguments.get("includeChildren")) ? 1000 : 0;
        return options.common(arguments);
    }

    private Options common(Map<String, Object> arguments) {
        internals = flag(arguments, "includeControlInternals", false);
        return this;
    }

    private static boolean flag(Map<String, Object> from, String name, boolean usual) {
        return from.get(name) == null ? usual : Boolean.TRUE.equals(from.get(name));
    }
}
