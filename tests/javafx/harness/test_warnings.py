"""What a test is told of a document that is not all there: a warning at its line, an error if it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import FxmlWarning, Stage
from pytest_uimcp.javafx import FxmlError, JavaFxError
from pytest_uimcp.javafx.harness.errors import HandlerError

TILL = """<?import com.acme.till.*?><?import javafx.scene.control.*?><?import javafx.scene.layout.*?>
<VBox xmlns:fx="http://javafx.com/fxml" fx:controller="com.acme.till.Till" stylesheets="@../css/till.css">
  <Amount fx:id="amount" promptText="Amount"/>
  <Button text="%pay" onAction="#pay"/>
</VBox>
"""
OPTION = "--uimcp-stage-classes=Amount=TextField"


@pytest.fixture
def till(tmp_path: Path) -> Path:
    (tmp_path / "views").mkdir()
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "till.css").write_text(".button { -fx-pref-width: 321; }")
    (tmp_path / "views" / "till.properties").write_text("pay=Pay")
    (tmp_path / "views" / "till_fr.properties").write_text("pay=Payer")
    file = tmp_path / "views" / "till.fxml"
    file.write_text(TILL)
    return file


def test_what_is_not_as_in_javafx_is_a_warning_at_the_line_that_loads(uimcp_stage: Stage, till: Path) -> None:
    with pytest.warns(FxmlWarning) as caught:
        uimcp_stage.load(till, resources=till.with_suffix(".properties"), locale="fr", base=till.parent.parent)
    (warning,) = caught.list
    assert warning.filename == __file__
    message = str(warning.message)
    assert message.startswith("not as in JavaFX (strict=True, or --strict, refuses it):\n  till.fxml:2: fx:controller=")
    assert "\n  till.fxml:3: <Amount> is not modelled: a box stands for com.acme.till.Amount\n" in message
    (match,) = uimcp_stage.tool("ui_query", selector={"css": ".button"}).data["matches"]
    assert 321 <= match["layout"]["boundsInScene"]["width"] < 324  # the sheet beside the folder, and its focus
    (window,) = uimcp_stage.tool("ui_get_snapshot").data["stages"]
    assert any("till.fxml:3: <Amount>" in difference for difference in window["notAsInJavaFX"])
    # The stored scene is that of the program, too.
    assert "not as in JavaFX" not in uimcp_stage.scene()
    # Nothing happens in silence: what the missing controller would do is missed where it is needed.
    with pytest.raises(HandlerError, match="#pay needs a controller; pass one"):
        uimcp_stage.click("Payer")


def test_strict_refuses_it(uimcp_stage: Stage, till: Path) -> None:
    with pytest.raises(FxmlError, match=r"fx:controller='com\.acme\.till\.Till' is not known"):
        uimcp_stage.load(till, strict=True)


def test_a_setting_names_the_superclasses_of_a_program(pytester: pytest.Pytester, till: Path) -> None:
    pytester.makeini("[pytest]\nuimcp_stage_classes = Amount=TextField\n")
    pytester.makepyfile(f"""
        def test_it(uimcp_stage):
            uimcp_stage.load({str(till)!r}, resources={{"pay": "Pay"}}, base={str(till.parent.parent)!r})
            uimcp_stage.fill("Amount", "12")
            assert uimcp_stage.find("Amount").value == "12"
    """)
    arguments = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    result = pytester.runpytest_inprocess(*arguments, "-W", "default::pytest_uimcp.FxmlWarning")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*FxmlWarning: not as in JavaFX*", "*<Amount> is not modelled: a plain TextField*"])


def test_a_setting_that_cannot_be_read_says_what_it_takes() -> None:
    from pytest_uimcp.core.errors import UimcpError
    from pytest_uimcp.javafx.opening import superclasses_in

    assert superclasses_in("a.B = Label,\nC=Button\n") == {"a.B": "Label", "C": "Button"}
    with pytest.raises(UimcpError, match="expected CLASS=SUPERCLASS, such as Keypad=GridPane; got 'Keypad'"):
        superclasses_in("Keypad")
    assert not issubclass(FxmlWarning, JavaFxError)
