import java.util.List;
import java.util.Map;
import javafx.application.Application;
import javafx.fxml.FXMLLoader;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Stage;

/** The program whose scenes the tests use: `java … Program login` or `java … Program contacts`. */
public final class Program extends Application {
    private static final Map<String, String> TITLES = Map.of("login", "Login", "contacts", "Contacts");

    @Override
    public void start(Stage stage) throws Exception {
        List<String> arguments = getParameters().getRaw();
        String name = arguments.isEmpty() ? "login" : arguments.get(0);
        Parent root = FXMLLoader.load(Program.class.getResource("/" + name + ".fxml"));
        stage.setTitle(TITLES.get(name));
        stage.setScene(new Scene(root));
        stage.show();
    }
}
