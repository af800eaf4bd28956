package uimcp.stage.fx;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.stage.Window;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** The thread on which everything of JavaFX is read and written, seen from the others. */
final class FxThread {
    /** How long it may take for one piece of work. */
    static final double MAX_WORK_SECONDS = 10;
    // Pulses of one wait for idleness: a program that asks for another layout in each pulse is never idle.
    private static final int MAX_PULSES = 1000;
    private static final int LEAST_PULSES = 2;

    private FxThread() {}

    /** What some work on the FX thread may throw. */
    interface Work {
        void run() throws UiError;
    }

    static <T> T request(Callable<T> work) throws UiError {
        return request(work, MAX_WORK_SECONDS);
    }

    /** Do something there and wait for its result. */
    static <T> T request(Callable<T> work, double seconds) throws UiError {
        FutureTask<T> task = new FutureTask<>(work);
        later(task);
        try {
            return task.get((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        } catch (TimeoutException error) {
            // Nobody waits for the answer any more, so work that has not begun is left out.
            task.cancel(false);
            throw UiError.timeout("the FX thread did not answer within " + Words.plain(seconds) + " s");
        } catch (ExecutionException error) {
            Throwable cause = error.getCause();
            if (cause instanceof UiError) {
                throw (UiError) cause;
            }
            throw UiError.internal(cause.getClass().getSimpleName() + ": " + cause.getMessage());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw UiError.internal("interrupted");
        }
    }

    /**
     * Do something of which the program's handlers are a part, and return when it is done, or waits for a dialog.
     *
     * <p>{@code showAndWait} returns only when the dialog is closed, but other work runs meanwhile: when what was handed
     * in behind it has run, it is one or the other.
     */
    static void start(Runnable work, double seconds) throws UiError {
        later(() -> Handlers.guarded(work));
        request(() -> null, seconds);
    }

    private static void later(Runnable work) throws UiError {
        try {
            Platform.runLater(work);
        } catch (IllegalStateException error) {
            // JavaFX is on the class path and has not been started.
            throw new UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first");
        }
    }

    /** Wait until the user interface is idle: what was handed in has run, and pulses have laid out what changed. */
    static void settle(double seconds) throws UiError {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        for (int pulse = 1; pulse <= MAX_PULSES; pulse++) {
            pulse(end, seconds);
            if (pulse >= LEAST_PULSES && !request(FxThread::needsLayout, left(end, seconds))) {
                return;
            }
        }
        throw UiError.timeout("the user interface was not idle after " + MAX_PULSES + " pulses");
    }

    /** One pulse; then what the program handed in meanwhile has its turn. */
    static void pulse(long end, double seconds) throws UiError {
        CompletableFuture<Void> ticked = new CompletableFuture<>();
        later(() -> new Tick(ticked).start());
        try {
            ticked.get((long) (left(end, seconds) * 1e9), TimeUnit.NANOSECONDS);
        } catch (TimeoutException error) {
            throw notIdle(seconds);
        } catch (ExecutionException | InterruptedException error) {
            throw UiError.internal(error.toString());
        }
    }

    static void pulse() throws UiError {
        pulse(System.nanoTime() + (long) (MAX_WORK_SECONDS * 1e9), MAX_WORK_SECONDS);
    }

    private static double left(long end, double seconds) throws UiError {
        double left = (end - System.nanoTime()) / 1e9;
        if (left <= 0) {
            throw notIdle(seconds);
        }
        return left;
    }

    private static UiError notIdle(double seconds) {
        return UiError.timeout("the user interface was not idle within " + Words.plain(seconds) + " s");
    }

    private static boolean needsLayout() {
        for (Window window : Window.getWindows()) {
            Scene scene = window.getScene();
            if (scene != null && scene.getRoot() != null && scene.getRoot().isNeedsLayout()) {
                return true;
            }
        }
        return false;
    }

    /** A timer for one frame; the layout of a pulse comes behind its timers, so the answer waits for its turn. */
    private static final class Tick extends AnimationTimer {
        private final CompletableFuture<Void> ticked;

        Tick(CompletableFuture<Void> ticked) {
            this.ticked = ticked;
        }

        @Override
        public void handle(long now) {
            stop();
            Platform.runLater(() -> ticked.complete(null));
        }
    }
}
