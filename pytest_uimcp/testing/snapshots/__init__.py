"""Snapshots: what the fixture `uimcp_snapshot` compares and where it is stored. Built on syrupy.

- `kinds`: what can be compared, and how; `variables`, `tools`, `masks`: as text that is the same in every run
- `names`, `extensions`: the file of a snapshot; `assertion`: the fixture's object; `differences`, `toolchanges`,
  `png`, `pictures`: how a difference is reported
- `usage`, `unused`: which files no test needs any more; `stored`: the same for items that are not test functions
"""
