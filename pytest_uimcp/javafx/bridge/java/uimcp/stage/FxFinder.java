package uimcp.stage;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * Where the program has its JavaFX, which may be loaded long after the agent, by any class loader, or never.
 *
 * <p>The side of the bridge that knows JavaFX (`uimcp.stage.fx`) is then loaded beside it.
 */
final class FxFinder implements ClassFileTransformer {
    private static final String PLATFORM = "javafx.application.Platform";
    private static final String INNER_NAME = PLATFORM.replace('.', '/');

    private final Instrumentation instrumentation;
    private final Runnable whenLoaded;
    private Scenes scenes;

    /** Without instrumentation, in a program that starts the bridge itself, its own JavaFX is meant. */
    FxFinder(Instrumentation instrumentation, Runnable whenLoaded) {
        this.instrumentation = instrumentation;
        this.whenLoaded = whenLoaded;
        if (instrumentation != null) {
            instrumentation.addTransformer(this);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (INNER_NAME.equals(name)) {
            // On a thread of its own: whoever loads this class may hold locks, and loads no others meanwhile.
            Thread thread = new Thread(whenLoaded, "uimcp-stage-announcer");
            thread.setDaemon(true);
            thread.start();
        }
        return null; // nothing is changed
    }

    synchronized Scenes scenes() throws UiError {
        if (scenes == null) {
            Class<?> platform = platform();
            if (platform == null) {
                throw new UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first");
            }
            scenes = load(platform.getClassLoader());
        }
        return scenes;
    }

    /** Tell of a new client, if there is anybody to tell. */
    synchronized void newClient() {
        if (scenes != null) {
            scenes.newClient();
        }
    }

    private Class<?> platform() {
        if (instrumentation != null) {
            for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
                if (loaded.getName().equals(PLATFORM)) {
                    return loaded;
                }
            }
            return null;
        }
        try {
            return Class.forName(PLATFORM, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException error) {
            return null;
        }
    }

    private static Scenes load(ClassLoader javafx) throws UiError {
        try {
            Class<?> side = Class.forName("uimcp.stage.fx.FxScenes", true, new FxLoader(javafx));
            return (Scenes) side.getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError error) {
            Throwable cause = error.getCause() == null ? error : error.getCause();
            throw UiError.internal("the bridge does not fit this JavaFX: " + cause + "; write it again with "
                    + "`ui-mcp stage bridge --javafx DIR` for the version of the program");
        }
    }
}
