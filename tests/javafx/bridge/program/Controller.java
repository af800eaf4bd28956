import javafx.application.Platform;
import javafx.fxml.FXML;
import javafx.scene.control.Alert;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextInputControl;

/** The handlers that documents of tests may name. */
public final class Controller {
    @FXML private TextInputControl name;
    @FXML private Label label;
    @FXML private ListView<String> list;
    private int count;

    @FXML
    private void initialize() {
        for (int number = 0; list != null && number < 50; number++) {
            list.getItems().add("Item " + number);
        }
    }

    @FXML
    private void save() {
        count++;
        say("saved " + count + (name == null ? "" : ": " + name.getText()));
    }

    @FXML
    private void later() {
        Platform.runLater(() -> say("later"));
    }

    @FXML
    private void fail() {
        throw new IllegalStateException("disk full");
    }

    @FXML
    private void hang() throws InterruptedException {
        Thread.sleep(3_000);
    }

    /** `showAndWait` returns only when the dialog is closed: what follows it runs then. */
    @FXML
    private void ask() {
        say(new Alert(Alert.AlertType.CONFIRMATION, "Remove the file?").showAndWait().get().getText());
    }

    private void say(String text) {
        label.setText(text);
    }
}
