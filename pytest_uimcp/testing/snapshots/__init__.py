"""Snapshots: what the fixture `uimcp_snapshot` compares and where it keeps it. All of it stands on syrupy.

- `reading`: from a page, a server, a picture to what is compared; `variables`, `tools`, `masks`: as text that stays
- `names`, `extensions`: the file of a snapshot; `assertion`: the fixture's object; `differences`, `toolchanges`,
  `png`, `pictures`: what to say when it is another
- `ledger`, `unused`: which files no test needs any more; `stored`: the same for items that are not test functions
"""
