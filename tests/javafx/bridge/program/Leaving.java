import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;

/** A program that ends by itself, or closes its window and goes on. */
public final class Leaving extends Application {
    @Override
    public void start(Stage stage) {
        Button crash = new Button("Crash");
        crash.setOnAction(event -> {
            System.out.println("out of paper");
            System.exit(3);
        });
        Button hide = new Button("Hide");
        hide.setOnAction(event -> stage.hide());
        Platform.setImplicitExit(false);
        System.out.println("leaving");
        stage.setScene(new Scene(new VBox(new Label("Printer"), crash, hide), 300, 200));
        stage.setTitle("Leaving");
        stage.show();
    }

    public static void main(String[] arguments) {
        launch(arguments);
    }
}
