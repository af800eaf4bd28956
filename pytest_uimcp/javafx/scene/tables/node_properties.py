"""Properties of nodes, panes and shapes.

A section is a class and, behind it, the effect its properties have unless a line says otherwise. A line is name, kind,
default, the CSS property that sets it (`*` is the name in CSS spelling behind `-fx-`), and its own effect:

`l` lay out again, `p` only the parent, `b` other bounds, `s` style again, `k` the skin shows it, `-` nothing.
"""

from __future__ import annotations

# Text, and not an object for each row: properties can be compared line by line, and `registry.fx_types` reads them once
# in a process, when the first class is asked for. Superclasses do not have to come first here.
NODE_PROPERTIES = """
[Node] -
id string null - s
style string - - s
styleClass classes - - s
visible boolean true visibility b
managed boolean true * p
disable boolean false
opacity double 1 *
translateX double 0 * b
translateY double 0 * b
translateZ double 0 *
scaleX double 1 * b
scaleY double 1 * b
scaleZ double 1 *
rotate double 0 * b
layoutX double 0
layoutY double 0
mouseTransparent boolean false
pickOnBounds boolean false
focusTraversable boolean false *
viewOrder double 0 *
nodeOrientation enum:NodeOrientation INHERIT - l
userData object null
cursor object null *
effect effect null * b
clip node null - b
blendMode enum:BlendMode null *
cache boolean false
cacheHint enum:CacheHint DEFAULT
depthTest enum:DepthTest INHERIT
accessibleRole string null
accessibleHelp string null
accessibleText string null
accessibleRoleDescription string null
focused boolean false
hover boolean false
pressed boolean false
disabled boolean false
onMouseClicked handler null
onMousePressed handler null
onMouseReleased handler null
onMouseEntered handler null
onMouseExited handler null
onMouseMoved handler null
onMouseDragged handler null
onDragDetected handler null
onDragOver handler null
onDragDropped handler null
onDragEntered handler null
onDragExited handler null
onDragDone handler null
onKeyPressed handler null
onKeyReleased handler null
onKeyTyped handler null
onScroll handler null
onScrollStarted handler null
onScrollFinished handler null
onContextMenuRequested handler null
onInputMethodTextChanged handler null
onSwipeLeft handler null
onSwipeRight handler null
onZoom handler null
onRotate handler null
onTouchPressed handler null

[Parent] -
stylesheets list:string - - s

[Group] l
children children -
autoSizeChildren boolean true

[Region] l
padding insets 0 *
minWidth extent -1 *
minHeight extent -1 *
prefWidth extent -1 *
prefHeight extent -1 *
maxWidth extent -1 *
maxHeight extent -1 *
snapToPixel boolean true *
width double 0 - -
height double 0 - -
background object null - b
border object null
shape object null * b
scaleShape boolean true * b
centerShape boolean true * b
cacheShape boolean true -
opaqueInsets insets null -
backgroundColor paints null * b
backgroundInsets insetses null * b
backgroundRadius insetses null * -
borderColor paints null *
borderWidth insetses null *
borderInsets insetses null *
borderRadius insetses null * -
borderStyle object null * -
shapeBounds box null * b

[Pane] l
children children -

[HBox] l
spacing double 0 *
alignment enum:Pos TOP_LEFT *
fillHeight boolean true *

[VBox] l
spacing double 0 *
alignment enum:Pos TOP_LEFT *
fillWidth boolean true *

[StackPane] l
alignment enum:Pos CENTER *

[FlowPane] l
hgap double 0 *
vgap double 0 *
alignment enum:Pos TOP_LEFT *
columnHalignment enum:HPos LEFT *
rowValignment enum:VPos CENTER *
orientation enum:Orientation HORIZONTAL *
prefWrapLength double 400

[TilePane] l
hgap double 0 *
vgap double 0 *
alignment enum:Pos TOP_LEFT *
tileAlignment enum:Pos CENTER *
orientation enum:Orientation HORIZONTAL *
prefColumns int 5 *
prefRows int 5 *
prefTileWidth double -1 *
prefTileHeight double -1 *

[GridPane] l
hgap double 0 *
vgap double 0 *
alignment enum:Pos TOP_LEFT *
gridLinesVisible boolean false *
columnConstraints list:ColumnConstraints -
rowConstraints list:RowConstraints -

[BorderPane] l
top node null
right node null
bottom node null
left node null
center node null

[TextFlow] l
textAlignment enum:TextAlignment LEFT *
lineSpacing double 0 *
tabSize int 8

[DialogPane] l
header node null
headerText string null
content node null
contentText string null
graphic node null *
expandableContent node null
expanded boolean false
buttonTypes list:ButtonType -

[Shape] b
fill paint BLACK *
stroke paint null *
strokeWidth double 1 *
strokeType enum:StrokeType CENTERED *
strokeLineCap enum:StrokeLineCap SQUARE *
strokeLineJoin enum:StrokeLineJoin MITER *
strokeMiterLimit double 10 *
strokeDashOffset double 0 *
strokeDashArray list:double -
smooth boolean true *

[Rectangle] b
x double 0
y double 0
width double 0
height double 0
arcWidth double 0 *
arcHeight double 0 *

[Circle] b
centerX double 0
centerY double 0
radius double 0

[Ellipse] b
centerX double 0
centerY double 0
radiusX double 0
radiusY double 0

[Line] b
fill paint null *
stroke paint BLACK *
startX double 0
startY double 0
endX double 0
endY double 0

[Arc] b
centerX double 0
centerY double 0
radiusX double 0
radiusY double 0
startAngle double 0
length double 0
type enum:ArcType OPEN

[QuadCurve] b
startX double 0
startY double 0
controlX double 0
controlY double 0
endX double 0
endY double 0

[CubicCurve] b
startX double 0
startY double 0
controlX1 double 0
controlY1 double 0
controlX2 double 0
controlY2 double 0
endX double 0
endY double 0

[Polygon] b
points list:double -

[Polyline] b
fill paint null *
stroke paint BLACK *
points list:double -

[Path] b
fill paint null *
stroke paint BLACK *
elements list:PathElement -
fillRule enum:FillRule NON_ZERO

[SVGPath] b
content string -
fillRule enum:FillRule NON_ZERO

[Text] b
text string -
x double 0
y double 0
font font - -fx-font
textOrigin enum:VPosText BASELINE *
boundsType enum:TextBoundsType LOGICAL *
wrappingWidth double 0
underline boolean false *
strikethrough boolean false *
textAlignment enum:TextAlignment LEFT *
lineSpacing double 0 *
fontSmoothingType string GRAY * -
selectionStart int -1 - -
selectionEnd int -1 - -
selectionFill paint null - -
caretPosition int -1 - -

[ImageView] b
image image null -fx-image
x double 0
y double 0
fitWidth double 0
fitHeight double 0
preserveRatio boolean false
smooth boolean true
viewport object null

[Canvas] b
width double 0
height double 0

[SubScene] b
root node null
width double 0
height double 0
fill paint null
camera node null
userAgentStylesheet string null

[Shape3D] b
material object null
drawMode string FILL
cullFace string BACK

[Box] b
width double 2
height double 2
depth double 2

[Sphere] b
radius double 1

[Cylinder] b
radius double 1
height double 2

[MeshView] b
mesh object null

[LightBase] -
color paint WHITE
lightOn boolean true
scope list:Node -

[Camera] -
nearClip double 0.1
farClip double 100

[Axis] l
label string null
side enum:Side null *
tickLength double 8 *
tickLabelGap double 3 *
tickLabelsVisible boolean true *
tickMarkVisible boolean true *
tickLabelFont font - -fx-tick-label-font
tickLabelFontSize size null *
tickLabelFill paint BLACK *
tickLabelRotation double 0
autoRanging boolean true
animated boolean true

[ValueAxis] l
lowerBound double 0
upperBound double 100
minorTickCount int 5 *
minorTickLength double 5 *
minorTickVisible boolean true *
tickLabelFormatter object null

[NumberAxis] l
tickUnit double 5 *
forceZeroInRange boolean true

[CategoryAxis] l
categories list:string -
startMargin double 5 *
endMargin double 5 *
gapStartAndEnd boolean true *

[Chart] l
title string null
titleSide enum:Side TOP *
legend node null
legendSide enum:Side BOTTOM *
legendVisible boolean true *
animated boolean true

[XYChart] l
data list:Series -
xAxis node null
yAxis node null
horizontalGridLinesVisible boolean true *
verticalGridLinesVisible boolean true *
alternativeColumnFillVisible boolean false *
alternativeRowFillVisible boolean true *

[LineChart] l
createSymbols boolean true *

[PieChart] l
data list:Data -
clockwise boolean true *
labelsVisible boolean true *
labelLineLength double 20 *
startAngle double 0 *
"""
