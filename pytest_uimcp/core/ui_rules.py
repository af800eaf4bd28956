"""The rules that the front end and the page without a browser share.

Their one home is `bundle/html/ui/rules.js`, a module that browsers import as it is; its only value is written in JSON.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from pytest_uimcp.core.assets import bundle_dir

_MARK: Final = "\nexport default "


@cache
def ui_rules() -> dict[str, Any]:
    return parse_rules((bundle_dir() / "html" / "ui" / "rules.js").read_text(encoding="utf-8"))


def parse_rules(module: str) -> dict[str, Any]:
    """The value of a JavaScript module that exports nothing but JSON."""
    # No JavaScript is run: all that follows the mark is JSON.
    rules: dict[str, Any] = json.loads(module.partition(_MARK)[2].strip().removesuffix(";"))
    return rules


SHOELACE_VERSION: Final[str] = ui_rules()["shoelace"]["version"]
