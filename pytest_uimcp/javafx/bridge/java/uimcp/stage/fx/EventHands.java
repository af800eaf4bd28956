package uimcp.stage.fx;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.stage.Window;
import uimcp.stage.UiError;

/**
 * Events where there is no window system that takes a robot's: a program on a platform without one, or on Wayland.
 *
 * <p>They go to the node under the mouse. What JavaFX does before (hovering, closing popups) is not done.
 */
final class EventHands implements Hands {
    private final Keyboard keyboard;
    private final Wheel wheel = new Wheel();
    private final Set<KeyCode> held = EnumSet.noneOf(KeyCode.class);
    private double x = -1;
    private double y = -1;

    EventHands(Keyboard keyboard) {
        this.keyboard = keyboard;
    }

    @Override
    public void forgetClicks() {
        // Each click says itself how many it is.
    }

    @Override
    public void move(double screenX, double screenY) throws UiError {
        x = screenX;
        y = screenY;
        fire(MouseEvent.MOUSE_MOVED, MouseButton.NONE, 0);
    }

    @Override
    public void click(MouseButton button, int count) throws UiError {
        for (int click = 1; click <= count; click++) {
            fire(MouseEvent.MOUSE_PRESSED, button, click);
            fire(MouseEvent.MOUSE_RELEASED, button, click);
            fire(MouseEvent.MOUSE_CLICKED, button, click);
        }
    }

    private void fire(EventType<MouseEvent> type, MouseButton button, int count) throws UiError {
        FxThread.start(() -> {
            Window window = Picking.windowAt(x, y);
            Node node = Picking.at(window, x, y);
            if (node != null) {
                double sceneX = x - window.getX() - window.getScene().getX();
                double sceneY = y - window.getY() - window.getScene().getY();
                boolean isDown = type == MouseEvent.MOUSE_PRESSED;
                Event.fireEvent(node, new MouseEvent(
                        type, sceneX, sceneY, x, y, button, count, held.contains(KeyCode.SHIFT),
                        held.contains(KeyCode.CONTROL), held.contains(KeyCode.ALT), held.contains(KeyCode.META),
                        isDown && button == MouseButton.PRIMARY, isDown && button == MouseButton.MIDDLE,
                        isDown && button == MouseButton.SECONDARY, false, button == MouseButton.SECONDARY, true,
                        new PickResult(node, sceneX, sceneY)));
            }
        }, FxThread.MAX_WORK_SECONDS);
    }

    @Override
    public void scroll(double deltaX, double deltaY) throws UiError {
        wheel.turn(x, y, deltaX, deltaY);
    }

    @Override
    public boolean isOverWindow() throws UiError {
        return FxThread.request(() -> Picking.windowAt(x, y) != null);
    }

    @Override
    public void press(KeyCode code, List<KeyCode> modifiers) throws UiError {
        keyboard.press(code, modifiers, FxThread.MAX_WORK_SECONDS);
    }

    @Override
    public void hold(List<KeyCode> modifiers) {
        held.addAll(modifiers);
    }

    @Override
    public void release(List<KeyCode> modifiers) {
        held.removeAll(modifiers);
    }
}
