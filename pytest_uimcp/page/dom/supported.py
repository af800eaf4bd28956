"""What Chromium says of `@supports`: its properties, and of their values those that style sheets ask about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pytest_uimcp.page.dom.words import words

# All properties of Chromium; it takes no other.
_PROPERTIES: Final = words(
    """
    -webkit-align-content -webkit-align-items -webkit-align-self -webkit-animation -webkit-animation-delay
    -webkit-animation-direction -webkit-animation-duration -webkit-animation-fill-mode
    -webkit-animation-iteration-count -webkit-animation-name -webkit-animation-play-state
    -webkit-animation-timing-function -webkit-app-region -webkit-appearance -webkit-backface-visibility
    -webkit-background-clip -webkit-background-origin -webkit-background-size -webkit-border-after
    -webkit-border-after-color -webkit-border-after-style -webkit-border-after-width -webkit-border-before
    -webkit-border-before-color -webkit-border-before-style -webkit-border-before-width
    -webkit-border-bottom-left-radius -webkit-border-bottom-right-radius -webkit-border-end
    -webkit-border-end-color -webkit-border-end-style -webkit-border-end-width -webkit-border-horizontal-spacing
    -webkit-border-image -webkit-border-radius -webkit-border-start -webkit-border-start-color
    -webkit-border-start-style -webkit-border-start-width -webkit-border-top-left-radius
    -webkit-border-top-right-radius -webkit-border-vertical-spacing -webkit-box-align
    -webkit-box-decoration-break -webkit-box-direction -webkit-box-flex -webkit-box-ordinal-group
    -webkit-box-orient -webkit-box-pack -webkit-box-reflect -webkit-box-shadow -webkit-box-sizing
    -webkit-clip-path -webkit-column-break-after -webkit-column-break-before -webkit-column-break-inside
    -webkit-column-count -webkit-column-gap -webkit-column-rule -webkit-column-rule-color
    -webkit-column-rule-style -webkit-column-rule-width -webkit-column-span -webkit-column-width -webkit-columns
    -webkit-filter -webkit-flex -webkit-flex-basis -webkit-flex-direction -webkit-flex-flow -webkit-flex-grow
    -webkit-flex-shrink -webkit-flex-wrap -webkit-font-feature-settings -webkit-font-smoothing
    -webkit-hyphenate-character -webkit-justify-content -webkit-line-break -webkit-line-clamp -webkit-locale
    -webkit-logical-height -webkit-logical-width -webkit-margin-after -webkit-margin-before -webkit-margin-end
    -webkit-margin-start -webkit-mask -webkit-mask-box-image -webkit-mask-box-image-outset
    -webkit-mask-box-image-repeat -webkit-mask-box-image-slice -webkit-mask-box-image-source
    -webkit-mask-box-image-width -webkit-mask-clip -webkit-mask-composite -webkit-mask-image -webkit-mask-origin
    -webkit-mask-position -webkit-mask-position-x -webkit-mask-position-y -webkit-mask-repeat -webkit-mask-size
    -webkit-max-logical-height -webkit-max-logical-width -webkit-min-logical-height -webkit-min-logical-width
    -webkit-opacity -webkit-order -webkit-padding-after -webkit-padding-before -webkit-padding-end
    -webkit-padding-start -webkit-perspective -webkit-perspective-origin -webkit-perspective-origin-x
    -webkit-perspective-origin-y -webkit-print-color-adjust -webkit-rtl-ordering -webkit-ruby-position
    -webkit-shape-image-threshold -webkit-shape-margin -webkit-shape-outside -webkit-tap-highlight-color
    -webkit-text-combine -webkit-text-decorations-in-effect -webkit-text-emphasis -webkit-text-emphasis-color
    -webkit-text-emphasis-position -webkit-text-emphasis-style -webkit-text-fill-color -webkit-text-orientation
    -webkit-text-security -webkit-text-size-adjust -webkit-text-stroke -webkit-text-stroke-color
    -webkit-text-stroke-width -webkit-transform -webkit-transform-origin -webkit-transform-origin-x
    -webkit-transform-origin-y -webkit-transform-origin-z -webkit-transform-style -webkit-transition
    -webkit-transition-delay -webkit-transition-duration -webkit-transition-property
    -webkit-transition-timing-function -webkit-user-drag -webkit-user-modify -webkit-user-select
    -webkit-writing-mode accent-color align-content align-items align-self alignment-baseline all anchor-name
    anchor-scope animation animation-composition animation-delay animation-direction animation-duration
    animation-fill-mode animation-iteration-count animation-name animation-play-state animation-range
    animation-range-end animation-range-start animation-timeline animation-timing-function animation-trigger
    app-region appearance aspect-ratio backdrop-filter backface-visibility background background-attachment
    background-blend-mode background-clip background-color background-image background-origin
    background-position background-position-x background-position-y background-repeat background-size
    baseline-shift baseline-source block-size border border-block border-block-color border-block-end
    border-block-end-color border-block-end-style border-block-end-width border-block-start
    border-block-start-color border-block-start-style border-block-start-width border-block-style
    border-block-width border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius
    border-bottom-style border-bottom-width border-collapse border-color border-end-end-radius
    border-end-start-radius border-image border-image-outset border-image-repeat border-image-slice
    border-image-source border-image-width border-inline border-inline-color border-inline-end
    border-inline-end-color border-inline-end-style border-inline-end-width border-inline-start
    border-inline-start-color border-inline-start-style border-inline-start-width border-inline-style
    border-inline-width border-left border-left-color border-left-style border-left-width border-radius
    border-right border-right-color border-right-style border-right-width border-shape border-spacing
    border-start-end-radius border-start-start-radius border-style border-top border-top-color
    border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom
    box-decoration-break box-shadow box-sizing break-after break-before break-inside buffered-rendering
    caption-side caret-animation caret-color caret-shape clear clip clip-path clip-rule color
    color-interpolation color-interpolation-filters color-rendering color-scheme column-count column-fill
    column-gap column-height column-rule column-rule-break column-rule-color column-rule-inset
    column-rule-inset-cap column-rule-inset-cap-end column-rule-inset-cap-start column-rule-inset-end
    column-rule-inset-junction column-rule-inset-junction-end column-rule-inset-junction-start
    column-rule-inset-start column-rule-style column-rule-visibility-items column-rule-width column-span
    column-width column-wrap columns contain contain-intrinsic-block-size contain-intrinsic-height
    contain-intrinsic-inline-size contain-intrinsic-size contain-intrinsic-width container container-name
    container-type content content-visibility corner-block-end-shape corner-block-start-shape
    corner-bottom-left-shape corner-bottom-right-shape corner-bottom-shape corner-end-end-shape
    corner-end-start-shape corner-inline-end-shape corner-inline-start-shape corner-left-shape
    corner-right-shape corner-shape corner-start-end-shape corner-start-start-shape corner-top-left-shape
    corner-top-right-shape corner-top-shape counter-increment counter-reset counter-set cursor cx cy d direction
    display dominant-baseline dynamic-range-limit empty-cells field-sizing fill fill-opacity fill-rule filter
    flex flex-basis flex-direction flex-flow flex-grow flex-line-count flex-shrink flex-wrap float flood-color
    flood-opacity font font-family font-feature-settings font-kerning font-language-override font-optical-sizing
    font-palette font-size font-size-adjust font-stretch font-style font-synthesis font-synthesis-small-caps
    font-synthesis-style font-synthesis-weight font-variant font-variant-alternates font-variant-caps
    font-variant-east-asian font-variant-emoji font-variant-ligatures font-variant-numeric font-variant-position
    font-variation-settings font-weight forced-color-adjust frame-sizing gap grid grid-area grid-auto-columns
    grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap
    grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns
    grid-template-rows height hyphenate-character hyphenate-limit-chars hyphens image-orientation
    image-rendering initial-letter inline-size inset inset-block inset-block-end inset-block-start inset-inline
    inset-inline-end inset-inline-start interactivity interest-delay interest-delay-end interest-delay-start
    interpolate-size isolation justify-content justify-items justify-self left letter-spacing lighting-color
    line-break line-height list-style list-style-image list-style-position list-style-type margin margin-block
    margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start
    margin-left margin-right margin-top margin-trim marker marker-end marker-mid marker-start mask mask-clip
    mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size mask-type math-depth
    math-shift math-style max-block-size max-height max-inline-size max-width min-block-size min-height
    min-inline-size min-width mix-blend-mode object-fit object-position object-view-box offset offset-anchor
    offset-distance offset-path offset-position offset-rotate opacity order orphans outline outline-color
    outline-offset outline-style outline-width overflow overflow-anchor overflow-block overflow-clip-margin
    overflow-inline overflow-wrap overflow-x overflow-y overlay overscroll-behavior overscroll-behavior-block
    overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y padding padding-block
    padding-block-end padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start
    padding-left padding-right padding-top page page-break-after page-break-before page-break-inside
    page-margin-safety page-orientation paint-order perspective perspective-origin place-content place-items
    place-self pointer-events position position-anchor position-area position-try position-try-fallbacks
    position-try-order position-visibility print-color-adjust quotes r reading-flow reading-order resize right
    rotate row-gap row-rule row-rule-break row-rule-color row-rule-inset row-rule-inset-cap
    row-rule-inset-cap-end row-rule-inset-cap-start row-rule-inset-end row-rule-inset-junction
    row-rule-inset-junction-end row-rule-inset-junction-start row-rule-inset-start row-rule-style
    row-rule-visibility-items row-rule-width ruby-align ruby-overhang ruby-position rule rule-break rule-color
    rule-inset rule-inset-cap rule-inset-end rule-inset-junction rule-inset-start rule-overlap rule-style
    rule-visibility-items rule-width rx ry scale scroll-axis-lock scroll-behavior scroll-initial-target
    scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start scroll-margin-bottom
    scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left
    scroll-margin-right scroll-margin-top scroll-marker-group scroll-padding scroll-padding-block
    scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline
    scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right
    scroll-padding-top scroll-snap-align scroll-snap-stop scroll-snap-type scroll-target-group scroll-timeline
    scroll-timeline-axis scroll-timeline-name scrollbar-color scrollbar-gutter scrollbar-width
    shape-image-threshold shape-margin shape-outside shape-rendering size speak stop-color stop-opacity stroke
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
    stroke-width tab-size table-layout text-align text-align-last text-anchor text-autospace text-box
    text-box-edge text-box-trim text-combine-upright text-decoration text-decoration-color text-decoration-line
    text-decoration-skip-ink text-decoration-style text-decoration-thickness text-emphasis text-emphasis-color
    text-emphasis-position text-emphasis-style text-fit text-indent text-justify text-orientation text-overflow
    text-rendering text-shadow text-size-adjust text-spacing-trim text-transform text-underline-offset
    text-underline-position text-wrap text-wrap-mode text-wrap-style timeline-scope timeline-trigger
    timeline-trigger-activation-range timeline-trigger-activation-range-end
    timeline-trigger-activation-range-start timeline-trigger-active-range timeline-trigger-active-range-end
    timeline-trigger-active-range-start timeline-trigger-name timeline-trigger-source top touch-action transform
    transform-box transform-origin transform-style transition transition-behavior transition-delay
    transition-duration transition-property transition-timing-function translate trigger-scope unicode-bidi
    user-select vector-effect vertical-align view-timeline view-timeline-axis view-timeline-inset
    view-timeline-name view-transition-class view-transition-group view-transition-name view-transition-scope
    visibility white-space white-space-collapse widows width will-change window-drag word-break word-spacing
    word-wrap writing-mode x y z-index zoom
    """
)
# Values by properties, separated by bars, as Chromium has answered.
_TAKES: Final = r"""
    position: sticky;
    width: fit-content | stretch | -webkit-fill-available | calc-size(auto, size) | anchor-size(width) | 1lh |
    1rlh | 1cap | 1ic | 1cqw | 1cqi | 100vi | min(1px, 2px) | max(1px, 2px) | clamp(1px, 2px, 3px) | round(1px,
    2px) | calc(1px * sin(1)) | calc(sin(1) * 1px) | calc(1px * pow(2, 2)) | if(style(--a): 1px; else: 2px) |
    attr(data-x px) | attr(data-x type(<length>)) | calc(1px * sibling-index()) | calc(1px * random(1, 2)) |
    env(safe-area-inset-left);
    height: calc-size(auto, size) | 100dvh | 100svh | 100lvh | 100cqh | -webkit-fill-available; min-height: 100dvh;
    max-height: 100dvh;
    color: oklch(50% .1 20) | lab(50% 40 20) | color-mix(in srgb, red, blue) | color-mix(in oklab, red, blue) |
    color(display-p3 1 0 0) | light-dark(black, white) | rgb(from red r g b) | contrast-color(red) |
    AccentColor;
    background: color-mix(in srgb, red, blue) | paint(x) | conic-gradient(red, blue) | image-set("a.png" 1x);
    background-clip: text | border-area; -webkit-background-clip: text; grid-template-rows: subgrid | 0fr;
    grid-template-columns: subgrid; grid-area: auto; gap: 1px; row-gap: 1px; grid-gap: 1px; anchor-name: --a;
    position-anchor: --a; position-area: top; position-try-fallbacks: flip-block; top: anchor(bottom);
    view-timeline-name: --v; scroll-timeline-name: --v; animation-timeline: scroll() | view() | auto;
    animation-composition: add; animation-range: entry; timeline-scope: --a;
    text-box: trim-both | trim-both cap alphabetic; text-box-trim: trim-both; interpolate-size: allow-keywords;
    field-sizing: content; text-wrap: balance | pretty; text-wrap-style: pretty | balance; -webkit-line-clamp: 2;
    overflow: clip | overlay; overflow-x: clip; overflow-wrap: anywhere; -webkit-appearance: none;
    appearance: none | base-select; -webkit-font-smoothing: antialiased; font-variation-settings: normal;
    font-optical-sizing: auto; font-palette: normal; font-synthesis-weight: none; font-size-adjust: 0.5; inset: 0;
    inset-inline: 0; margin-inline: 0; margin-trim: block; padding-block: 0; aspect-ratio: 1 | 16/9 | 1/1;
    accent-color: red | auto; scrollbar-gutter: stable; scrollbar-width: thin | none;
    scrollbar-color: red blue | auto; scroll-behavior: smooth; scroll-snap-type: x mandatory;
    scroll-marker-group: after; scroll-initial-target: nearest; view-transition-name: x | match-element;
    view-transition-class: x; transition-behavior: allow-discrete; overlay: auto; corner-shape: squircle;
    mask-image: none | linear-gradient(red, blue) | linear-gradient(#000, #000); mask: none | url(a.svg);
    mask-composite: exclude; -webkit-mask-composite: xor; -webkit-mask: none;
    clip-path: polygon(0 0, 1px 1px, 2px 0) | path("M0 0") | shape(from 0 0, line to 1px 1px) | inset(0 round 1px);
    shape-outside: circle() | none; offset-path: path("M0 0"); container-type: inline-size | size | scroll-state;
    container: a / inline-size; container-name: a; contain: paint | strict; content-visibility: auto;
    contain-intrinsic-size: 1px | auto 1px; initial-letter: 2; backdrop-filter: blur(4px) | blur(1px) | none;
    filter: blur(1px) | drop-shadow(0 0 1px red) | none; mix-blend-mode: multiply | plus-lighter; isolation: isolate;
    object-fit: cover; object-view-box: inset(0); object-position: top; writing-mode: sideways-rl | vertical-rl;
    text-orientation: upright; ruby-position: over; ruby-align: center; ruby-overhang: none;
    text-decoration-thickness: 1px; text-decoration-skip-ink: auto; text-underline-offset: 1px; text-emphasis: dot;
    -webkit-text-stroke: 1px red | 1px | 1px black; -webkit-text-fill-color: red; paint-order: stroke;
    text-justify: auto; text-align-last: left; text-spacing-trim: normal; text-autospace: normal; hyphens: auto;
    hyphenate-character: "-"; hyphenate-limit-chars: 5; word-break: auto-phrase | break-word; line-break: anywhere;
    line-height: 1lh; padding: env(safe-area-inset-left) | max(0px) | max(0px, env(safe-area-inset-left));
    padding-bottom: env(safe-area-inset-bottom); padding-top: env(safe-area-inset-top); margin: max(0px);
    rotate: 1deg; scale: 1; translate: 0; transform: translateZ(0) | rotateX(1deg); transform-style: preserve-3d;
    -webkit-transform-style: preserve-3d; -webkit-perspective: 1px; perspective: 1px; -webkit-transform: none;
    transform-box: fill-box; will-change: transform; touch-action: manipulation | pan-y;
    overscroll-behavior: contain | none; overscroll-behavior-y: none; user-select: none; -webkit-user-select: none;
    resize: both; caret-color: red; caret-shape: bar; caret-animation: manual; cursor: grab;
    image-rendering: pixelated | crisp-edges; image-orientation: from-image; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; forced-color-adjust: none; color-scheme: dark | light dark | only light;
    column-span: all; columns: 2; break-inside: avoid; column-fill: balance;
    display: flex | grid | contents | flow-root | inline-grid | -webkit-box | -webkit-flex | block flex | block
    ruby | math;
    float: inline-start | left; all: unset | revert | revert-layer; justify-content: space-evenly | safe center;
    align-content: center; align-items: first baseline | center | safe center; justify-self: center;
    place-items: center; place-content: center; justify-items: legacy; order: 1; zoom: 1 | 2;
    pointer-events: none | bounding-box; visibility: collapse; reading-flow: flex-visual; interactivity: inert;
    interest-delay: 1s; dynamic-range-limit: standard; math-style: compact; math-depth: 1; quotes: auto;
    counter-set: a 1; list-style-type: "x"; list-style: disclosure-open; content: counter(a) | "a" / "b" | none;
    white-space-collapse: preserve; white-space: break-spaces; tab-size: 4; border-image: none; border-shape: none;
    border-start-start-radius: 1px; box-decoration-break: clone; -webkit-box-decoration-break: clone;
    -webkit-box-reflect: below; box-shadow: 0 0 1px red; box-sizing: border-box; outline-offset: 1px; outline: auto;
    stroke: red; fill: red; d: path("M0 0"); r: 1px; cx: 1px; speak: none; opacity: 50% | .5; z-index: 1;
    font: caption; font-family: system-ui | ui-rounded | math; font-variant-emoji: emoji;
    font-variant-alternates: historical-forms; font-language-override: normal; font-feature-settings: "liga";
    -webkit-user-modify: read-write; -webkit-user-drag: none; -webkit-app-region: drag; app-region: drag; page: a;
    size: a4; orphans: 2; widows: 2; clip: auto; overflow-anchor: none; overflow-clip-margin: 1px;
    overflow-block: clip; block-size: 1px; max-inline-size: 1px; transition: all 1s | display 1s allow-discrete;
    animation: a 1s | none; -webkit-animation: a 1s; -webkit-transition: all 1s; -webkit-box-orient: vertical;
    -webkit-tap-highlight-color: red | transparent; -webkit-text-size-adjust: none | 100%;
    text-size-adjust: none | 100%; -webkit-locale: auto; -webkit-mask-image: none | linear-gradient(red, blue);
    -webkit-filter: none; -webkit-margin-before: 0; -webkit-rtl-ordering: logical;
"""
_REFUSES: Final = """
    display: masonry | grid-lanes | ruby-base | run-in | -ms-grid; position: -webkit-sticky; width:
    -moz-available | sin(1) | sibling-index(); color: device-cmyk(0 1 0 0); grid-template-columns: masonry;
    grid-template-rows: masonry; view-transition-name: auto; padding: constant(safe-area-inset-left);
    padding-top: constant(safe-area-inset-top); float: footnote; visibility: interactive; font:
    -apple-system-body;
"""
# Properties of whose values Chromium takes those that occur in practice, if they call nothing.
_USUAL: Final = words(
    """align-items anchor-name animation aspect-ratio background background-clip border border-radius box-shadow
    break-inside
    caret-color color color-scheme columns contain container-type cursor flex flex-wrap font font-family grid-area
    grid-template-areas grid-template-columns hyphens justify-content line-height mask mix-blend-mode object-fit opacity
    order outline overflow overflow-anchor overscroll-behavior position-anchor position-area position-try
    position-try-fallbacks resize scroll-behavior scroll-snap-type scrollbar-color
    scrollbar-gutter scrollbar-width tab-size text-align text-wrap touch-action transform transition translate
    user-select vertical-align white-space will-change writing-mode z-index -webkit-line-clamp -webkit-mask"""
)
# What `font-format()`, `font-tech()` and `at-rule()` take.
_FUNCTIONS: Final[Mapping[str, frozenset[str]]] = {
    "font-format": words("collection opentype truetype woff woff2"),
    "font-tech": words("color-colrv0 color-colrv1 features-opentype palettes variations"),
    "at-rule": words("@container @keyframes @layer @media @property @scope @starting-style @supports"),
}
_WIDE: Final = words("inherit initial revert revert-layer unset")
_CALL: Final = re.compile(r"(?P<name>[\w-]+)\((?P<argument>[^()]*)\)")
_SIZE: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:px|r?em|ch|ex|v[wh]|vmin|vmax|%)|0")
# Properties that take any size that is not negative.
_SIZED: Final = words(
    """block-size bottom column-gap font-size gap height inline-size inset left margin margin-bottom margin-left
    margin-right margin-top max-height max-width min-height min-width outline-offset padding padding-bottom
    padding-left
    padding-right padding-top right row-gap text-indent top width"""
)


def declaration_supported(name: str, value: str) -> bool | None:
    """Whether Chromium takes a declaration; None if that is not known."""
    if name not in _PROPERTIES:
        return False
    plain = " ".join(value.split())
    if plain in _WIDE or plain in _TAKEN.get(name, ()) or (name in _SIZED and _SIZE.fullmatch(plain)):
        return True
    if plain in _REFUSED.get(name, ()):
        return False
    if name in _USUAL and "(" not in plain:
        return True
    return None


def function_supported(call: str) -> bool | None:
    """The same of `font-tech()` and the like."""
    match = _CALL.fullmatch(call)
    if match is not None and match["argument"].strip() in _FUNCTIONS.get(match["name"], ()):
        return True
    return None


def _by_property(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    for entry in " ".join(text.split()).split("; "):
        name, _, values = entry.strip(" ;").partition(": ")
        yield name, frozenset(value.strip() for value in values.split(" | "))


_TAKEN: Final = dict(_by_property(_TAKES))
_REFUSED: Final = dict(_by_property(_REFUSES))
