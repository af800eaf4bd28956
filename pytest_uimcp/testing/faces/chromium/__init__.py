"""The app's page in Chromium, with the verbs and targets of the page without a browser.

- `locate`: which Chromium; `chromium`: its process, one for all tests of a run; `window`: what one test has of it
- `probe.js`, `mirror`: what stands in the document, told by the page and looked at like the simulated one's
- `hands`: doing; `browser`: the verbs
- `setting`, `evidence`: the fixture, and what a failing test leaves
"""

from __future__ import annotations

from pytest_uimcp.testing.faces.chromium.browser import Browser
from pytest_uimcp.testing.faces.chromium.locate import NoBrowser
from pytest_uimcp.testing.faces.chromium.window import ConsoleMessage, Notification, ScriptError

__all__ = ["Browser", "ConsoleMessage", "NoBrowser", "Notification", "ScriptError"]
