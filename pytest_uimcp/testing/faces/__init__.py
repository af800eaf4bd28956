"""Where a test of `uimcp_page` runs: on the page without a browser, or in Chromium."""
