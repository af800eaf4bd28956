"""Reports of failed tests: sections of pytest's report, and with `--uimcp-report` an HTML page for each."""
