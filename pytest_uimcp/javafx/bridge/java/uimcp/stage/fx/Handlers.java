package uimcp.stage.fx;

import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;

/** What handlers, timers and tasks of the program throw on the FX thread: noted, and told to the program as ever. */
final class Handlers implements UncaughtExceptionHandler {
    // A program that fails at every event must not fill the memory.
    private static final int MAX_ERRORS = 1000;
    private static final Handlers INSTANCE = new Handlers();

    private final List<String> errors = new ArrayList<>();
    private UncaughtExceptionHandler programs;

    private Handlers() {}

    /** Listen on this thread, which is JavaFX's; the program may have set a handler of its own since the last time. */
    static void listen() {
        Thread thread = Thread.currentThread();
        UncaughtExceptionHandler current = thread.getUncaughtExceptionHandler();
        if (current != INSTANCE) {
            INSTANCE.programs = current;
            thread.setUncaughtExceptionHandler(INSTANCE);
        }
    }

    /** Run what fires an event; as when JavaFX fires it, an error is reported, and the thread goes on. */
    static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error error) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        synchronized (errors) {
            if (errors.size() < MAX_ERRORS) {
                errors.add(told(error));
            }
        }
        if (programs != null) {
            programs.uncaughtException(thread, error);
        }
    }

    /** What a person reads: the exception of the program, out of those in which FXML and reflection wrap it. */
    private static String told(Throwable error) {
        Throwable told = error;
        while (told.getCause() != null && isWrapper(told)) {
            told = told.getCause();
        }
        String message = told.getMessage();
        return told.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof InvocationTargetException
                || error.getClass() == RuntimeException.class && error.getCause() instanceof InvocationTargetException;
    }

    /** The errors since the last time. */
    static List<String> taken() {
        synchronized (INSTANCE.errors) {
            List<String> taken = new ArrayList<>(INSTANCE.errors);
            INSTANCE.errors.clear();
            return taken;
        }
    }
}
