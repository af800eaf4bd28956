"""Pictures of scenes, drawn with Pillow from what layout and stylesheets say.

`paints` makes colours of what stylesheets write, `outlines` makes polygons of shapes, `letters` draws text, `canvas`
puts all three into an image; `regions`, `shapes` and `images` know what a kind of node looks like; `draw` walks the
scene. A picture is made for people and for comparing with an earlier one of ours: it has JavaFX's boxes, colours and
words, but not its pixels.
"""

from pytest_uimcp.javafx.scene.picture.draw import draw_stage

__all__ = ["draw_stage"]
