package uimcp.stage;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves the windows of this program to agents and tests: five tools over MCP, on a port of 127.0.0.1, with a token.
 *
 * <p>Either as an agent, {@code java -javaagent:uimcp-stage.jar=port=8080 -Dmcp.ui=true …}, or by a line in the
 * program's {@code main}: {@code uimcp.stage.StageBridge.serve(8080);}. Without {@code -Dmcp.ui=true} every tool answers
 * MCP_UI_NOT_ENABLED. The token is that of the environment variable UIMCP_STAGE_TOKEN, or a new one, printed once.
 */
public final class StageBridge {
    private static final String TOKEN = "UIMCP_STAGE_TOKEN";
    private static final List<String> OPTIONS = List.of("port", "announce", "parent");

    private StageBridge() {}

    public static void premain(String options, Instrumentation instrumentation) {
        begin(options, instrumentation);
    }

    public static void agentmain(String options, Instrumentation instrumentation) {
        begin(options, instrumentation);
    }

    /** Serve on this port, 0 for any free one; returns the address. */
    public static String serve(int port) throws IOException {
        return serve(port, null, null);
    }

    private static void begin(String text, Instrumentation instrumentation) {
        try {
            Map<String, String> options = options(text == null ? "" : text);
            int port = Integer.parseInt(options.getOrDefault("port", "0"));
            endWith(options.get("parent"));
            serve(port, options.get("announce"), instrumentation);
        } catch (IOException | IllegalArgumentException error) {
            // The program has nothing to do with it and goes on.
            System.err.println("stage: not served: " + error.getMessage());
        }
    }

    /** End this program when whoever started it is gone, killed perhaps. */
    private static void endWith(String parent) {
        if (parent != null) {
            Runnable end = () -> Runtime.getRuntime().halt(143); // as after SIGTERM
            ProcessHandle.of(Long.parseLong(parent)).ifPresentOrElse(handle -> handle.onExit().thenRun(end), end);
        }
    }

    private static Map<String, String> options(String text) {
        Map<String, String> options = new HashMap<>();
        for (String option : text.split(",")) {
            String[] sides = option.split("=", 2);
            if (sides.length == 2 && OPTIONS.contains(sides[0])) {
                options.put(sides[0], sides[1]);
            } else if (!option.isEmpty()) {
                throw new IllegalArgumentException("expected port=NUMBER,announce=DIRECTORY behind the jar; got " + text);
            }
        }
        return options;
    }

    private static String serve(int port, String announce, Instrumentation instrumentation) throws IOException {
        String given = System.getenv(TOKEN);
        boolean isNew = given == null || given.isEmpty();
        String token = isNew ? newToken() : given;
        String[] url = new String[1];
        FxFinder finder = new FxFinder(instrumentation, () -> announce(announce, url[0]));
        Server server = new Server(port, token, new Protocol(new Toolbox(finder)));
        url[0] = server.url();
        server.start();
        // Where somebody waits for the announcement, nobody needs to read it as well.
        if (announce == null) {
            System.err.println("stage: " + server.url());
            System.err.println("token: " + (isNew ? token : "that of " + TOKEN));
            if (!Boolean.getBoolean("mcp.ui")) {
                System.err.println("The tools are not enabled: start with -Dmcp.ui=true.");
            }
        }
        return server.url();
    }

    private static String newToken() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Say where this program is served, when it turns out to have JavaFX: whoever starts `mvn` or `gradle` starts
     * several Java programs with this agent, and means the one with windows.
     */
    private static void announce(String directory, String url) {
        if (directory == null || url == null) {
            return;
        }
        long pid = ProcessHandle.current().pid();
        String text = Json.write(Json.object("pid", pid, "url", url)) + "\n";
        try {
            // Renamed into place, so that nobody reads half of it.
            Path part = Path.of(directory, pid + ".part");
            Files.write(part, text.getBytes(StandardCharsets.UTF_8));
            Files.move(part, Path.of(directory, pid + ".json"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException error) {
            System.err.println("stage: not announced: " + error);
        }
    }
}
