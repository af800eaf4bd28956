package uimcp.stage.fx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import uimcp.stage.Json;
import uimcp.stage.Scenes;
import uimcp.stage.UiError;

/** The five tools on the windows of this program. Everything of JavaFX is read and done on the FX thread. */
public final class FxScenes implements Scenes {
    private final Uids uids = new Uids();
    private final Actions actions;
    // On a screen that was made for the program alone nobody has put the mouse where it is.
    private final boolean isScreenOurs = Boolean.getBoolean("uimcp.stage.park");
    private boolean isMouseInTheWay = isScreenOurs;

    public FxScenes() throws IOException {
        try (InputStream input = Scenes.class.getResourceAsStream("keys.json")) {
            Object tables = Json.parse(new String(input.readAllBytes(), StandardCharsets.UTF_8));
            this.actions = new Actions(uids, new Keys(Json.asObject(tables)));
        }
    }

    @Override
    public Object call(String tool, Map<String, Object> arguments) throws UiError {
        park();
        switch (tool) {
            case "ui_get_snapshot":
                return FxThread.request(() -> snapshot(arguments));
            case "ui_query":
                return FxThread.request(() -> {
                    Stages.showing();
                    return new Search(uids).query(arguments);
                });
            case "ui_get_node":
                return FxThread.request(() -> {
                    // Resolved first: laying out may move what a path leads to, and the answer is of the same moment.
                    var node = References.resolve(arguments.get("ref"), uids);
                    return new Capture(uids, Options.ofNode(arguments)).one(node);
                });
            case "ui_perform":
                return actions.perform(arguments);
            default:
                return FxThread.request(() -> Picture.of(Stages.asked(null, arguments.get("stageIndex")).get(0)));
        }
    }

    @Override
    public synchronized void newClient() {
        isMouseInTheWay = isScreenOurs;
    }

    /** Before the first answer to a client, the mouse goes where no window is: it would hover what comes under it. */
    private synchronized void park() throws UiError {
        if (isMouseInTheWay) {
            FxThread.request(() -> {
                new Robot().mouseMove(0, 0);
                return null;
            });
            FxThread.pulse();
            isMouseInTheWay = false;
        }
    }

    private Json.Written snapshot(Map<String, Object> arguments) throws UiError {
        List<Stage> stages = Stages.asked(arguments.get("stage"), arguments.get("stageIndex"));
        return new Capture(uids, Options.of(arguments)).snapshot(stages);
    }
}
