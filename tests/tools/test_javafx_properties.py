from tools.javafx import properties


def test_the_checker_knows_the_properties_that_the_tables_have() -> None:
    assert properties.TARGET.read_text(encoding="utf-8") == properties.text(), "python -m tools.javafx.properties"


def test_a_name_that_means_another_thing_in_every_class_is_an_object() -> None:
    names = properties.property_types()
    assert not any("value" in members for members in names.values())
    assert "spacing" in names["Number"]
    assert "text" in names["OptionalText"]  # a cell may have none
