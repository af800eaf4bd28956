"""Snapshots: what the fixture `uimcp_snapshot` compares and where it keeps it. All of it stands on syrupy.

- `kinds`: what can be compared, and what of it; `variables`, `tools`, `masks`: as text that stays
- `names`, `extensions`: the file of a snapshot; `assertion`: the fixture's object; `differences`, `toolchanges`,
  `png`, `pictures`: what to say when it is another
- `usage`, `unused`: which files no test needs any more; `stored`: the same for items that are not test functions
"""
