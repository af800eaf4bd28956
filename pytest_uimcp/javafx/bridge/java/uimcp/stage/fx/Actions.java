package uimcp.stage.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/**
 * `ui_perform`: one action after the other.
 *
 * <p>An action that fails gives {@code ok: false} with the contract's error, and the rest is still done, unless
 * {@code stopOnError} says otherwise. There is one mouse, so calls of several clients are done one after the other.
 */
final class Actions {
    private static final int MAX_ACTIONS = 1000;
    private static final double MAX_TIMEOUT_MS = 600_000;
    private static final double USUAL_TIMEOUT_MS = 5000;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Uids uids;
    private final Keys keys;
    private Performing performing;
    private Hands hands;

    Actions(Uids uids, Keys keys) {
        this.uids = uids;
        this.keys = keys;
    }

    Map<String, Object> perform(Map<String, Object> arguments) throws UiError {
        Object limit = arguments.getOrDefault("timeoutMs", USUAL_TIMEOUT_MS);
        double milliseconds = ((Number) limit).doubleValue();
        if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS)) {
            throw UiError.failed("timeoutMs: expected a number from 1 to " + Words.plain(MAX_TIMEOUT_MS) + "; got "
                    + Words.repr(limit));
        }
        List<Object> actions = Json.asList(arguments.get("actions"));
        if (actions.size() > MAX_ACTIONS) {
            throw UiError.failed("actions: expected a list of at most " + MAX_ACTIONS + " actions; got "
                    + brief(actions));
        }
        lock.lock();
        try {
            FxThread.request(() -> {
                Stages.showing();
                Handlers.listen();
                ready();
                return null;
            });
            return all(arguments, actions, milliseconds / 1000);
        } finally {
            lock.unlock();
        }
    }

    /** On the FX thread: a robot where there is a window system, else events. */
    private void ready() {
        if (performing == null) {
            Keyboard keyboard = new Keyboard(keys);
            hands = hands(keyboard);
            performing = new Performing(uids, keys, keyboard, hands);
        }
    }

    private static Hands hands(Keyboard keyboard) {
        if ("events".equals(System.getProperty("uimcp.stage.input"))) {
            return new EventHands(keyboard);
        }
        try {
            return new RobotHands(keyboard);
        } catch (RuntimeException | LinkageError error) {
            return new EventHands(keyboard);
        }
    }

    private Map<String, Object> all(Map<String, Object> arguments, List<Object> actions, double seconds)
            throws UiError {
        boolean awaitsIdle = !Boolean.FALSE.equals(arguments.get("awaitUiIdle"));
        boolean stops = Boolean.TRUE.equals(arguments.get("stopOnError"));
        long end = System.nanoTime() + (long) (seconds * 1e9);
        List<Object> results = new ArrayList<>();
        Handlers.taken();
        // Two calls are two intentions: the second click is not half of a double click.
        hands.forgetClicks();
        for (Object action : actions) {
            Map<String, Object> result = one(action, results.size());
            results.add(result);
            rest(awaitsIdle, end, seconds, results);
            // What the program's handlers threw meanwhile is part of what the action has done.
            List<String> errors = Handlers.taken();
            if (!errors.isEmpty()) {
                result.put("errors", errors);
            }
            if (stops && Boolean.FALSE.equals(result.get("ok"))) {
                break;
            }
        }
        return Json.object("results", results);
    }

    private Map<String, Object> one(Object value, int index) throws UiError {
        Map<String, Object> action = Json.asObject(value);
        Object type = action == null ? null : action.get("type");
        Map<String, Object> result = Json.object("ok", true, "type", type);
        try {
            // Checked here and not by the schema, so that the other actions are still done.
            if (action == null) {
                throw UiError.failed("expected an action with a type; got " + brief(value));
            }
            if (!(type instanceof String) || !Performing.ACTIONS.contains(type)) {
                String hint = Words.hint(type instanceof String ? (String) type : Words.repr(type), Performing.ACTIONS);
                String names = String.join(", ", Performing.ACTIONS);
                throw UiError.failed("no action " + Words.repr(type) + "; expected " + names + "." + hint);
            }
            result.putAll(performing.perform(action));
        } catch (UiError error) {
            // A thread that does not answer is the end of the whole call.
            if (error.code.equals("MCP_UI_TIMEOUT")) {
                throw error.with("action", index).with("type", type);
            }
            result.put("ok", false);
            result.putAll(error.body());
        }
        return result;
    }

    private static void rest(boolean awaitsIdle, long end, double seconds, List<Object> results) throws UiError {
        double left = (end - System.nanoTime()) / 1e9;
        try {
            if (left <= 0) {
                throw UiError.timeout("the actions took longer than timeoutMs");
            }
            if (awaitsIdle) {
                FxThread.settle(left);
            }
        } catch (UiError error) {
            Object type = Json.asObject(results.get(results.size() - 1)).get("type");
            throw error.with("action", results.size() - 1).with("type", type).with("results", results);
        }
    }

    private static String brief(Object value) {
        return Words.shortened(Words.repr(value), 120);
    }
}
