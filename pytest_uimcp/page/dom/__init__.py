"""A small DOM: the tree that HTML is parsed into and that bindings change.

`nodes` is the tree, `parse` makes it from HTML text, `write` serialises it, `selectors` finds elements in it,
`styles` computes what is drawn, `controls` keeps what the user typed.
"""
