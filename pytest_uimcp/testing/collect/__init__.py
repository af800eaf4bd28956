"""`pytest --uimcp`: the apps of an app directory as tests that nobody had to write."""
