"""Layout: how large nodes want to be, where parents put them, and the boxes that follow.

`measure` asks sizes, a `Sizer` answers them for a kind of parent, `area` places one child in a space, `bounds` finds
boxes, `run` does a pass over a scene. Panes are one sizer per class; a control's sizer is its skin.
"""
