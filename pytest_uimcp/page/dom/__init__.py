"""A small document tree: what HTML becomes, and what bindings change.

`nodes` is the tree, `parse` makes it from HTML text, `write` makes text of it again, `selectors` finds in it,
`styles` says what would be drawn, `controls` keeps what a human typed.
"""
