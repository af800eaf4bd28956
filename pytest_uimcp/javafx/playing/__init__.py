"""Bringing a scene into a state by operations, as recorded set-ups say them."""
