package uimcp.stage.fx;

import java.util.List;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import uimcp.stage.UiError;

/** A mouse, and the keys that are held with it; every call returns when the program has got its events. */
interface Hands {
    /** Move to a place on the screen. */
    void move(double x, double y) throws UiError;

    void click(MouseButton button, int count) throws UiError;

    /** Turn the wheel over what is under the mouse; a negative `deltaY` goes further down. */
    void scroll(double deltaX, double deltaY) throws UiError;

    void press(KeyCode code, List<KeyCode> modifiers) throws UiError;

    void hold(List<KeyCode> modifiers) throws UiError;

    void release(List<KeyCode> modifiers) throws UiError;

    /** Whether the mouse is over a window of the program. */
    boolean isOverWindow() throws UiError;

    /** The next click is not half of a double click. */
    void forgetClicks() throws UiError;
}
