package uimcp.stage.fx;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Base64;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import javafx.stage.Window;
import uimcp.stage.Json;
import uimcp.stage.UiError;
import uimcp.stage.Words;

/** A stage and the popups above it as a picture, in which a pixel is a point of the scene. */
final class Picture {
    private static final int MAX_EDGE_PIXELS = 16_384;
    private static final double MAX_PIXELS = 20_000_000;
    // How far popups may make a picture larger than its scene.
    private static final double MAX_OVERHANG_PIXELS = 2_000;
    private static final int WHITE = 0xffffffff;

    private final int width;
    private final int height;
    private final int[] pixels;

    private Picture(int width, int height) {
        this.width = width;
        this.height = height;
        this.pixels = new int[width * height];
        Arrays.fill(pixels, WHITE);
    }

    static Map<String, Object> of(Stage stage) throws UiError {
        Scene scene = stage.getScene();
        if (scene == null) {
            throw UiError.internal("the stage " + Words.repr(stage.getTitle()) + " has no scene to draw");
        }
        double right = Math.max(1, scene.getWidth());
        double bottom = Math.max(1, scene.getHeight());
        double widest = right + MAX_OVERHANG_PIXELS;
        double highest = bottom + MAX_OVERHANG_PIXELS;
        for (Window window : Stages.tree(stage)) {
            right = Math.min(widest, Math.max(right, left(window, stage) + window.getScene().getWidth()));
            bottom = Math.min(highest, Math.max(bottom, top(window, stage) + window.getScene().getHeight()));
        }
        // Checked before the picture is made, which would take the memory.
        if (Math.max(right, bottom) > MAX_EDGE_PIXELS || right * bottom > MAX_PIXELS) {
            throw UiError.internal("a picture of " + Math.round(right) + " x " + Math.round(bottom)
                    + " is too large; it may have 20,000,000 pixels");
        }
        Picture picture = new Picture((int) Math.round(right), (int) Math.round(bottom));
        for (Window window : Stages.tree(stage)) {
            picture.lay(window.getScene(), (int) Math.round(left(window, stage)), (int) Math.round(top(window, stage)));
        }
        byte[] png = Png.of(picture.pixels, picture.width, picture.height);
        return Json.object(
                "contentType", "image/png", "dataBase64", Base64.getEncoder().encodeToString(png));
    }

    private static double left(Window window, Stage stage) {
        return window.getX() + window.getScene().getX() - stage.getX() - stage.getScene().getX();
    }

    private static double top(Window window, Stage stage) {
        return window.getY() + window.getScene().getY() - stage.getY() - stage.getScene().getY();
    }

    private void lay(Scene scene, int left, int top) {
        // A caret blinks: two pictures of the same state would differ.
        List<Node> carets = Carets.in(scene);
        carets.forEach(caret -> caret.setVisible(false));
        WritableImage image;
        try {
            image = scene.snapshot(null);
        } finally {
            carets.forEach(caret -> caret.setVisible(true));
        }
        int columns = (int) image.getWidth();
        int rows = (int) image.getHeight();
        int[] argb = new int[columns * rows];
        image.getPixelReader().getPixels(0, 0, columns, rows, PixelFormat.getIntArgbInstance(), argb, 0, columns);
        for (int y = Math.max(0, -top); y < rows && top + y < height; y++) {
            for (int x = Math.max(0, -left); x < columns && left + x < width; x++) {
                int at = (top + y) * width + left + x;
                pixels[at] = over(argb[y * columns + x], pixels[at]);
            }
        }
    }

    /** A pixel that may be transparent over one that is not. */
    private static int over(int above, int below) {
        int alpha = above >>> 24;
        if (alpha == 255) {
            return above;
        }
        int mixed = 255;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int channel = ((above >> shift & 255) * alpha + (below >> shift & 255) * (255 - alpha)) / 255;
            mixed = mixed << 8 | channel;
        }
        return mixed;
    }
}
