import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javafx.application.Platform;
import javafx.fxml.FXMLLoader;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.robot.Robot;
import javafx.stage.Modality;
import javafx.stage.Stage;
import javafx.stage.StageStyle;
import javafx.stage.Window;
import uimcp.stage.Json;

/**
 * A JavaFX program that shows whatever FXML it is told to: for tests, and to record what JavaFX makes of a document.
 *
 * <p>Reads an order as JSON from each line of standard input ({@code {"do": "load", "fxml": …}}) and writes a line.
 */
public final class Host {
    private Host() {}

    public static void main(String[] arguments) throws IOException {
        Platform.setImplicitExit(false);
        Platform.startup(() -> {});
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            System.out.println("host: " + answer(Json.asObject(Json.parse(line))));
            System.out.flush();
        }
        Platform.exit();
        System.exit(0);
    }

    private static String answer(Map<String, Object> order) {
        try {
            Object answer = obey(order);
            return Json.write(Json.object("ok", true, "answer", answer));
        } catch (Exception error) {
            Throwable cause = error;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return Json.write(Json.object("ok", false, "error", cause.toString()));
        }
    }

    private static Object obey(Map<String, Object> order) throws Exception {
        switch ((String) order.get("do")) {
            case "load":
                return onFxThread(() -> load(order));
            case "close":
                return onFxThread(Host::close);
            case "block":
                long milliseconds = ((Number) order.get("milliseconds")).longValue();
                Platform.runLater(() -> sleep(milliseconds));
                return null;
            case "measure":
                int times = ((Number) order.get("times")).intValue();
                return onFxThread(() -> measure(times));
            case "pid":
                return ProcessHandle.current().pid();
            case "property":
                System.setProperty((String) order.get("name"), (String) order.get("value"));
                return null;
            case "exit":
                Platform.exit();
                System.exit(((Number) order.get("status")).intValue());
                return null;
            default:
                throw new IllegalArgumentException("no order " + order.get("do"));
        }
    }

    private static <T> T onFxThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Platform.runLater(task);
        return task.get();
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Let JavaFX forget the lines of texts: it keeps them by their words and font, and a text with the words of a label
     * that was shown an hour ago has the height of that label's lines. What a document shows must be its own.
     */
    private static void forgetTexts() throws ReflectiveOperationException {
        Field cache = Class.forName("com.sun.javafx.text.PrismTextLayout").getDeclaredField("stringCache");
        cache.setAccessible(true);
        ((Map<?, ?>) cache.get(null)).clear();
    }

    private static Object close() throws ReflectiveOperationException {
        forgetTexts();
        // Popups go with their stages.
        for (Window window : List.copyOf(Window.getWindows())) {
            window.hide();
        }
        // The next window is not to find the mouse over it.
        new Robot().mouseMove(0, 0);
        return null;
    }

    /** Show a document in a stage of its own; the answer names its `fx:id`s. */
    private static Object load(Map<String, Object> order) throws IOException {
        FXMLLoader loader = new FXMLLoader(new File((String) order.get("fxml")).toURI().toURL());
        loader.setController(new Controller());
        Parent root = loader.load();
        Stage stage = new Stage();
        stage.setTitle((String) order.get("title"));
        Number width = (Number) order.get("width");
        Number height = (Number) order.get("height");
        if (order.get("undecorated") == Boolean.TRUE) {
            stage.initStyle(StageStyle.UNDECORATED);
        }
        if (order.get("modal") == Boolean.TRUE) {
            stage.initModality(Modality.APPLICATION_MODAL);
        }
        Scene scene = width == null ? new Scene(root) : new Scene(root, width.doubleValue(), height.doubleValue());
        stage.setScene(scene);
        if (order.get("x") != null) {
            stage.setX(((Number) order.get("x")).doubleValue());
            stage.setY(((Number) order.get("y")).doubleValue());
        }
        stage.show();
        stage.toFront();
        stage.requestFocus();
        return new java.util.ArrayList<>(loader.getNamespace().keySet());
    }

    /** Microseconds of finding every node with its bounds, as a program would do it itself. */
    private static Object measure(int times) {
        Node root = Window.getWindows().get(0).getScene().getRoot();
        double[] best = {Double.MAX_VALUE};
        double sum = 0;
        for (int round = 0; round < times; round++) {
            long start = System.nanoTime();
            for (Node node : root.lookupAll("*")) {
                Bounds bounds = node.localToScene(node.getBoundsInLocal());
                sum += bounds.getMinX() + node.getBoundsInParent().getMinX() + node.localToScreen(bounds).getMinX();
            }
            best[0] = Math.min(best[0], (System.nanoTime() - start) / 1e3);
        }
        return sum == Double.NEGATIVE_INFINITY ? null : best[0];
    }
}
