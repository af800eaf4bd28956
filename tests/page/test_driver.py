"""The driver's internals are not part of the public `Page`."""

from __future__ import annotations

import inspect

from pytest_uimcp.page import Page
from pytest_uimcp.page.driver import PageDriver
from pytest_uimcp.page.scope import PageFace


def test_a_page_offers_its_public_methods_and_no_internals() -> None:
    machinery = {name for name in vars(PageFace) if not name.startswith("_")} - {"settle"}
    assert machinery >= {"look", "do", "press_key", "expect", "aria_of", "step_log"}
    assert [name for name in (*machinery, "act", "human", "records") if hasattr(Page, name)] == []


def test_the_driver_implements_the_surface_of_the_verbs() -> None:
    needed = {name for name, _ in inspect.getmembers(PageFace, inspect.isfunction) if not name.startswith("_")}
    assert needed <= set(dir(PageDriver))
