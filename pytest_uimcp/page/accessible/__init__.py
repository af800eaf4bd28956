"""The accessibility tree: roles, names and states, as assistive technology and tests see them.

The rules are those of ARIA, HTML-AAM and accname as Playwright implements them: the text of the tree equals its
`aria_snapshot()` line by line.
"""
