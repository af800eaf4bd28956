"""Writes the tables of `pytest_uimcp/javafx/scene/tables` that are made from recordings and from a font."""
