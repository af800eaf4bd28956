import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;

/** Handles the events of `scenes/contacts.fxml`. */
public final class ContactsController {
    private static final List<String> CITIES = List.of("London", "Paris", "Zürich");

    @FXML private TableView<String[]> table;
    @FXML private TableColumn<String[], String> name;
    @FXML private TableColumn<String[], String> city;
    @FXML private TableColumn<String[], String> kind;
    @FXML private TextField newName;
    @FXML private ComboBox<String> newKind;
    @FXML private Button removeButton;
    @FXML private Label status;

    @FXML
    private void initialize() {
        List<TableColumn<String[], String>> columns = List.of(name, city, kind);
        for (int index = 0; index < columns.size(); index++) {
            int place = index;
            columns.get(index).setCellValueFactory(row -> new ReadOnlyStringWrapper(row.getValue()[place]));
        }
        for (int number = 0; number < 200; number++) {
            table.getItems().add(new String[] {"Person " + number, CITIES.get(number % 3), "Friend"});
        }
        newKind.getItems().addAll("Friend", "Family", "Work");
        table.getSelectionModel().selectedIndexProperty().addListener(change -> follow());
        follow();
    }

    @FXML
    private void add() {
        String chosen = newKind.getValue() == null ? "Friend" : newKind.getValue();
        table.getItems().add(0, new String[] {newName.getText(), "", chosen});
        newName.setText("");
        follow();
    }

    @FXML
    private void remove() {
        int chosen = table.getSelectionModel().getSelectedIndex();
        if (chosen >= 0) {
            table.getItems().remove(chosen);
        }
        follow();
    }

    private void follow() {
        removeButton.setDisable(table.getSelectionModel().getSelectedIndex() < 0);
        status.setText(table.getItems().size() + " contacts");
    }
}
