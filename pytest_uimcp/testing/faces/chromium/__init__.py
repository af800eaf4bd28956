"""The app's page in Chromium, with the verbs and targets of the page without a browser.

- `locate`: finds Chromium; `chromium`: its process, one for all tests of a run; `window`: a test's context in it
- `probe.js`, `mirror`: the document, sent by the browser and read like that of the simulated page
- `actions`: mouse and keyboard; `browser`: the verbs
- `fixtures`: the tab that a test gets; `evidence`: what is saved when it fails
"""

from __future__ import annotations

from pytest_uimcp.testing.faces.chromium.browser import Browser
from pytest_uimcp.testing.faces.chromium.locate import NoBrowser
from pytest_uimcp.testing.faces.chromium.window import ConsoleMessage, Notification, ScriptError

__all__ = ["Browser", "ConsoleMessage", "NoBrowser", "Notification", "ScriptError"]
