"""Stylesheets: read, matched, and turned into the values of properties.

`syntax` reads a sheet, `units` its values, `rules` finds the rules for a place, `context` is a place in the tree of
styles, `apply` gives nodes what their place says. The theme's measures are in `theme.css`.
"""
