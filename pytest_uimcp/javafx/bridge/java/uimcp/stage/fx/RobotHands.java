package uimcp.stage.fx;

import java.util.List;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.robot.Robot;
import javafx.stage.Window;
import uimcp.stage.UiError;

/** The mouse and the keyboard of the window system, worked by JavaFX's robot: what a user does. */
final class RobotHands implements Hands {
    // How long an event may take on its way through the window system. None comes where the click closed the window,
    // or where a dialog keeps a window from getting any.
    private static final long ARRIVAL_MILLISECONDS = 1500;
    // JavaFX counts clicks up that come as soon and as close as this.
    private static final long DOUBLE_CLICK_NANOSECONDS = 1_000_000_000L;
    private static final double DOUBLE_CLICK_PIXELS = 12;
    private static final double SECONDS = FxThread.MAX_WORK_SECONDS;

    private final Robot robot;
    private final Arrivals arrivals;
    private final Wheel wheel = new Wheel();
    private final Keyboard keyboard;
    private Point2D clickedAt;
    private long clickedTime;
    private boolean isNewClick;

    /** On the FX thread. */
    RobotHands(Keyboard keyboard) {
        this.robot = new Robot();
        this.arrivals = new Arrivals();
        this.keyboard = keyboard;
    }

    @Override
    public void forgetClicks() {
        isNewClick = true;
    }

    @Override
    public void move(double x, double y) throws UiError {
        Point2D from = FxThread.request(robot::getMousePosition);
        if (from.distance(x, y) < 1) {
            return; // nothing would come of it
        }
        awaited(MouseEvent.MOUSE_MOVED, () -> robot.mouseMove(x, y));
        FxThread.pulse();
    }

    @Override
    public void click(MouseButton button, int count) throws UiError {
        Point2D place = FxThread.request(robot::getMousePosition);
        if (isNewClick && clickedAt != null && clickedAt.distance(place) < DOUBLE_CLICK_PIXELS
                && System.nanoTime() - clickedTime < DOUBLE_CLICK_NANOSECONDS) {
            // Away and back: JavaFX begins to count anew.
            awaited(MouseEvent.MOUSE_MOVED, () -> robot.mouseMove(place.getX() + DOUBLE_CLICK_PIXELS, place.getY()));
            awaited(MouseEvent.MOUSE_MOVED, () -> robot.mouseMove(place.getX(), place.getY()));
        }
        isNewClick = false;
        for (int click = 0; click < count; click++) {
            awaited(MouseEvent.MOUSE_PRESSED, () -> robot.mousePress(button));
            awaited(MouseEvent.MOUSE_RELEASED, () -> robot.mouseRelease(button));
        }
        clickedAt = place;
        clickedTime = System.nanoTime();
    }

    private void awaited(EventType<?> type, Runnable work) throws UiError {
        int before = arrivals.count(type);
        FxThread.start(work, SECONDS);
        arrivals.await(type, before, ARRIVAL_MILLISECONDS);
        // The filter sees an event before the handlers do: wait for these.
        FxThread.request(() -> null);
    }

    @Override
    public void scroll(double deltaX, double deltaY) throws UiError {
        Point2D place = FxThread.request(robot::getMousePosition);
        wheel.turn(place.getX(), place.getY(), deltaX, deltaY);
    }

    @Override
    public boolean isOverWindow() throws UiError {
        return FxThread.request(() -> Picking.windowAt(robot.getMouseX(), robot.getMouseY()) != null);
    }

    @Override
    public void hold(List<KeyCode> modifiers) throws UiError {
        for (KeyCode code : modifiers) {
            awaited(KeyEvent.KEY_PRESSED, () -> robot.keyPress(plain(code)));
        }
    }

    @Override
    public void release(List<KeyCode> modifiers) throws UiError {
        for (KeyCode code : modifiers) {
            awaited(KeyEvent.KEY_RELEASED, () -> robot.keyRelease(plain(code)));
        }
    }

    /** No keyboard has the key `SHORTCUT`. */
    private static KeyCode plain(KeyCode code) {
        if (code == KeyCode.SHORTCUT) {
            return System.getProperty("os.name", "").startsWith("Mac") ? KeyCode.COMMAND : KeyCode.CONTROL;
        }
        return code;
    }

    @Override
    public void press(KeyCode code, List<KeyCode> modifiers) throws UiError {
        Window focused = FxThread.request(Stages::focusedWindow);
        if (focused == null) {
            // Real keys would go to another program.
            keyboard.press(code, modifiers, SECONDS);
            return;
        }
        hold(modifiers);
        awaited(KeyEvent.KEY_PRESSED, () -> robot.keyPress(code));
        awaited(KeyEvent.KEY_RELEASED, () -> robot.keyRelease(code));
        release(modifiers);
    }

    Node under() throws UiError {
        return FxThread.request(() -> {
            Window window = Picking.windowAt(robot.getMouseX(), robot.getMouseY());
            return Picking.at(window, robot.getMouseX(), robot.getMouseY());
        });
    }
}
