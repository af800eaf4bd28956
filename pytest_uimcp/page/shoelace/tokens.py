"""The custom properties of Shoelace's style sheet, which pages with components load: sizes as they are, any colours."""

from __future__ import annotations

from typing import Final

_SIZES: Final = "3x-small 2x-small x-small small medium large x-large 2x-large 3x-large 4x-large".split()
_SPACES: Final = "0.125rem 0.25rem 0.5rem 0.75rem 1rem 1.25rem 1.75rem 2.25rem 3rem 4.5rem".split()
_FONTS: Final = "0.5rem 0.625rem 0.75rem 0.875rem 1rem 1.25rem 1.5rem 2.25rem 3rem 4.5rem".split()
_SINGLE: Final = """
    border-radius-small 0.1875rem border-radius-medium 0.25rem border-radius-large 0.5rem border-radius-x-large 1rem
    border-radius-circle 50% border-radius-pill 9999px letter-spacing-denser -0.03em letter-spacing-dense -0.015em
    letter-spacing-normal normal letter-spacing-loose 0.075em letter-spacing-looser 0.15em line-height-denser 1
    line-height-dense 1.4 line-height-normal 1.8 line-height-loose 2.2 line-height-looser 2.6 focus-ring-width 3px
    focus-ring-style solid focus-ring-offset 1px input-height-small 1.875rem input-height-medium 2.5rem
    input-height-large 3.125rem input-border-width 1px panel-border-width 1px toggle-size-small 0.875rem
    toggle-size-medium 1.125rem toggle-size-large 1.375rem tooltip-arrow-size 6px z-index-drawer 700
    z-index-dialog 800 z-index-dropdown 900 z-index-toast 950 z-index-tooltip 1000 font-mono monospace
    font-sans sans-serif font-serif serif font-weight-light 300 font-weight-normal 400 font-weight-semibold 500
    font-weight-bold 700 transition-x-slow 1000ms transition-slow 500ms transition-medium 250ms
    transition-fast 150ms transition-x-fast 50ms
""".split()

TOKENS: Final = {
    **{f"--sl-spacing-{size}": space for size, space in zip(_SIZES, _SPACES, strict=True)},
    **{f"--sl-font-size-{size}": font for size, font in zip(_SIZES[1:], _FONTS[1:], strict=True)},
    **{f"--sl-{name}": value for name, value in zip(_SINGLE[::2], _SINGLE[1::2], strict=True)},
}
# What no table lists: they lay nothing out.
LOOKS: Final = {"--sl-color-": "black", "--sl-shadow-": "none", "--sl-overlay-": "black", "--sl-input-": "black"}
