"""The checks of `pytest --uimcp`, one module each: a function that takes an app and raises Findings."""
