package uimcp.stage;

import java.util.Map;

/** The scenes of a program, from the side that knows JavaFX; tools are called with arguments that were checked. */
public interface Scenes {
    /** An answer, as a map or written already. */
    Object call(String tool, Map<String, Object> arguments) throws UiError;

    /** A client has come that knows nothing of what others did before. */
    void newClient();
}
