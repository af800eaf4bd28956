package uimcp.stage.fx;

import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.input.PickResult;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ScrollEvent.HorizontalTextScrollUnits;
import javafx.scene.input.ScrollEvent.VerticalTextScrollUnits;
import javafx.stage.Window;
import uimcp.stage.UiError;

/** The wheel, by the pixels that the contract says: a robot's turns by notches of forty. */
final class Wheel {
    void turn(double x, double y, double deltaX, double deltaY) throws UiError {
        FxThread.start(() -> {
            Window window = Picking.windowAt(x, y);
            Node node = Picking.at(window, x, y);
            if (node != null) {
                double sceneX = x - window.getX() - window.getScene().getX();
                double sceneY = y - window.getY() - window.getScene().getY();
                Event.fireEvent(node, new ScrollEvent(
                        ScrollEvent.SCROLL, sceneX, sceneY, x, y, false, false, false, false, false, false,
                        deltaX, deltaY, deltaX, deltaY, HorizontalTextScrollUnits.NONE, 0,
                        VerticalTextScrollUnits.NONE, 0, 0, new PickResult(node, sceneX, sceneY)));
            }
        }, FxThread.MAX_WORK_SECONDS);
    }
}
