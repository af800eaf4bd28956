"""FXML: documents that describe a scene.

`reader` turns a document into elements that know their lines and refuses hostile ones; `names` finds classes;
`values` builds objects without properties; `expressions` are what `${...}` means; `loader` makes the objects.
"""

from pytest_uimcp.javafx.scene.fxml.errors import FxmlError
from pytest_uimcp.javafx.scene.fxml.loader import FxmlDocument, load, load_text

__all__ = ["FxmlDocument", "FxmlError", "load", "load_text"]
