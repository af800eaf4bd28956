"""Where scenes live: the FX thread and its pulses, windows, scenes, focus.

`platform` is one running JavaFX: its thread, its clock, its windows. A test makes one and is its FX thread; a server
lets one run on a thread of its own.
"""
