"""Every file of the views of authors can be read, and its app makes the object that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from tests.page.authors.view_files import COLLECTIONS, read, view_paths

PATHS = [path for collection in COLLECTIONS for path in view_paths(collection)]


@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}/{path.stem}" for path in PATHS])
def test_a_view_is_well_formed_and_its_app_loads(path: Path, tmp_path: Path) -> None:
    view = read(path)
    view.write(tmp_path)
    with Session(tmp_path, output=MemoryOutput()) as session:
        session.display(view.app)
        shown = session.eval("return mcp.value.type").data
    assert any(key.split(".")[0] == shown for key in view.viewdefs), f"no viewdef draws {shown}"
