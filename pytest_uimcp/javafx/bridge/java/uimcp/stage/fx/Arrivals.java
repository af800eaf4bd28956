package uimcp.stage.fx;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javafx.collections.ListChangeListener;
import javafx.event.EventHandler;
import javafx.event.EventType;
import javafx.scene.input.InputEvent;
import javafx.stage.Window;

/**
 * Which input events the program's windows have got.
 *
 * <p>What a robot does goes to the window system, through the window manager, and comes back as an event a little later:
 * an action has to wait for its own, and not for a while.
 */
final class Arrivals implements EventHandler<InputEvent> {
    private final Set<Window> watched = Collections.newSetFromMap(new WeakHashMap<>());
    private final Map<EventType<?>, Integer> counts = new HashMap<>();

    /** On the FX thread. */
    Arrivals() {
        Window.getWindows().forEach(this::watch);
        Window.getWindows().addListener((ListChangeListener<Window>) change -> {
            while (change.next()) {
                change.getAddedSubList().forEach(this::watch);
            }
        });
    }

    private void watch(Window window) {
        if (watched.add(window)) {
            window.addEventFilter(InputEvent.ANY, this);
        }
    }

    @Override
    public synchronized void handle(InputEvent event) {
        counts.merge(event.getEventType(), 1, Integer::sum);
        notifyAll();
    }

    synchronized int count(EventType<?> type) {
        return counts.getOrDefault(type, 0);
    }

    /** Wait until more than `before` of this kind have come; false if none does in time. */
    synchronized boolean await(EventType<?> type, int before, long milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000;
        while (count(type) <= before) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException error) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
