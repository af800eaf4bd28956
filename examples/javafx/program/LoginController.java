import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;

/** Handles the events of `scenes/login.fxml`. */
public final class LoginController {
    private static final Map<String, String> USERS = Map.of("ada@example.com", "lovelace");

    @FXML private TextField user;
    @FXML private PasswordField password;
    @FXML private Label message;

    @FXML
    private void logIn() {
        String name = user.getText().strip();
        if (password.getText().equals(USERS.get(name))) {
            say("Welcome, " + name);
        } else {
            password.setText("");
            say("User name or password is wrong");
        }
    }

    @FXML
    private void cancel() {
        user.setText("");
        password.setText("");
        say("");
    }

    private void say(String text) {
        message.setText(text);
        message.setVisible(!text.isEmpty());
        message.setManaged(!text.isEmpty());
    }
}
