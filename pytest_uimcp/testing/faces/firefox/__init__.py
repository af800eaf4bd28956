"""The app's page in the system's Firefox, over WebDriver BiDi: the verbs, targets and failures of the other faces.

- `bidi`: the protocol, over a WebSocket; `firefox`: the process, one for all tests of a run
- `page`: a tab in the shape of Playwright's page, as far as the verbs of Chromium's face use it, so that they are
  written once; `hands.js`: what it does in the document
- `window`: a test's tabs, with their console, errors and notifications; `tab`: the face itself
- `fixtures`: the tab that a test gets
"""

from __future__ import annotations

from pytest_uimcp.testing.faces.firefox.firefox import NoFirefox
from pytest_uimcp.testing.faces.firefox.tab import FirefoxTab

__all__ = ["FirefoxTab", "NoFirefox"]
