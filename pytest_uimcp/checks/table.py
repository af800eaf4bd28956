"""The table of checks: one row each, in the order in which they run."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from pytest_uimcp.checks.app_directory import example_keys, viewdef_keys


class CheckKind(NamedTuple):
    """One kind of check.

    `run` is a reference to a function that takes an App and, if there is a check for each viewdef, the viewdef's key.
    It raises Findings, or NotDrawn if nothing can be checked. It may return a warning, or what was drawn, which is
    compared with a snapshot.
    """

    name: str
    help: str
    # A reference by name, so that listing the checks imports neither the engine nor the page.
    run: str
    # Whether there is one for each viewdef.
    per_viewdef: bool = False
    # Whether there is one for each viewdef with example states only.
    per_examples: bool = False

    @property
    def has_key(self) -> bool:
        """Whether it is about a viewdef instead of the whole app."""
        return self.per_viewdef or self.per_examples

    def keys(self, viewdefs: Path) -> list[str]:
        """The viewdefs in a folder that it is about, one check each; a check of the whole app has the key ""."""
        if self.per_examples:
            return example_keys(viewdefs)
        if self.per_viewdef:
            return viewdef_keys(viewdefs)
        return [""]


CHECKS: Final = (
    CheckKind(
        "loads",
        "app.lua and init.lua run without an error, and the app's global is set (other globals cause a warning)",
        "pytest_uimcp.checks.loads:check_loads",
    ),
    CheckKind(
        "viewdefs",
        "each file is the HTML that it seems to be, each object that is shown has one, and each element, attribute, "
        "option and path exists",
        "pytest_uimcp.checks.viewdefs:check_viewdefs",
    ),
    CheckKind(
        "renders",
        "it is drawn without an error and matches its snapshot, if one is stored",
        "pytest_uimcp.checks.renders:check_renders",
        per_viewdef=True,
    ),
    CheckKind(
        "examples",
        "each state of `Type.namespace.examples.yaml` is drawn without an error and matches its snapshot, if one is "
        "stored",
        "pytest_uimcp.checks.examples:check_examples",
        per_examples=True,
    ),
    CheckKind(
        "reloads",
        "the files run again without an error, lost state or duplicate objects",
        "pytest_uimcp.checks.reloads:check_reloads",
    ),
    CheckKind(
        "actions",
        "each ui-action and ui-event names an existing method or field and does not fail, and the Lua has no slips",
        "pytest_uimcp.checks.actions:check_actions",
    ),
)
