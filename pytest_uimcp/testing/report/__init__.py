"""Reports of tests: sections of pytest's report on a failure, and with `--uimcp-report` an HTML file about the run."""
