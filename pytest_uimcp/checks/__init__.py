"""The kinds of checks, a module each: a function that takes an app and raises Findings."""
