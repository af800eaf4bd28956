"""The accessible tree: what assistive technology, and a test that finds things by role and name, is told.

The rules are those of ARIA, HTML-AAM and the computation of accessible names, in the reading of Playwright, whose
`aria_snapshot()` the tree's text equals line by line.
"""
