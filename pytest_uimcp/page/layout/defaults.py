"""What the browser's own sheet says of how elements are laid out, as measured in Chromium."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pytest_uimcp.page.dom.nodes import HTML, Element
from pytest_uimcp.page.dom.sheets import LAYING, declarations

_SHEET: Final = {
    "body": "margin: 8px",
    "p dl": "margin: 1em 0",
    "h1": "margin: 0.67em 0; font-size: 2em", "h2": "margin: 0.83em 0; font-size: 1.5em",
    "h3": "margin: 1em 0; font-size: 1.17em", "h4": "margin: 1.33em 0",
    "h5": "margin: 1.67em 0; font-size: 0.83em", "h6": "margin: 2.33em 0; font-size: 0.67em",
    "blockquote figure": "margin: 1em 40px",
    "ul ol menu": "margin: 1em 0; padding-left: 40px",
    "dd": "margin-left: 40px",
    "pre": "margin: 1em 0; white-space: pre; font-family: monospace",
    "code kbd samp tt": "font-family: monospace",
    "small": "font-size: smaller", "big": "font-size: larger",
    "sub": "font-size: smaller; vertical-align: sub", "sup": "font-size: smaller; vertical-align: super",
    "hr": "margin: 0.5em auto; border: 1px inset",
    "fieldset": "margin: 0 2px; padding: 0.35em 0.75em 0.625em; border: 2px groove; min-width: min-content",
    "legend": "padding: 0 2px",
    "center": "text-align: center", "th": "padding: 1px; text-align: center; vertical-align: middle",
    "td": "padding: 1px; vertical-align: middle", "caption": "text-align: center",
    "table": "box-sizing: border-box; text-indent: 0; border-spacing: 2px",
    "button": "box-sizing: border-box; padding: 1px 6px; border: 2px outset; text-align: center; margin: 0;"
    "font: 13.333px/normal arial; letter-spacing: normal; white-space: normal; text-indent: 0; text-transform: none",
    "input": "box-sizing: content-box; padding: 1px 2px; border: 2px inset; margin: 0; text-align: start;"
    "font: 13.333px/normal arial; letter-spacing: normal; text-transform: none",
    "select": "box-sizing: border-box; border: 1px solid; margin: 0; font: 13.333px/normal arial; white-space: pre",
    "textarea": "padding: 2px; border: 1px solid; margin: 0; font: 13.333px/normal monospace; white-space: pre-wrap",
    "meter progress": "box-sizing: border-box",
    "dialog": "position: absolute; left: 0; right: 0; margin: auto; padding: 1em; border: 3px solid;"
    "width: fit-content; height: fit-content",
    "iframe": "border: 2px inset",
    "svg": "overflow: hidden",
    "sl-divider": "margin: var(--spacing) 0; border-top: var(--width) solid",
    "sl-icon sl-spinner": "width: 1em; height: 1em; box-sizing: content-box",
}  # fmt: skip
_INPUTS: Final = {
    "checkbox": "box-sizing: border-box; margin: 3px 3px 3px 4px; padding: 0; border: none",
    "radio": "box-sizing: border-box; margin: 3px 3px 0 5px; padding: 0; border: none",
    "range": "margin: 2px; padding: 0; border: none; width: 129px; height: 16px",
    "color": "box-sizing: border-box; padding: 1px 2px; border: 1px solid; width: 50px; height: 27px",
    "file": "padding: 0; border: none",
    "image": "padding: 0; border: none",
    **dict.fromkeys(
        ("button", "submit", "reset"),
        "box-sizing: border-box; padding: 1px 6px; border: 2px outset; text-align: center; white-space: pre",
    ),
    "search": "box-sizing: border-box",
}
_MODAL: Final = (
    "position: fixed; inset: 0; overflow: auto; max-width: calc(100% - 6px - 2em); max-height: calc(100% - 6px - 2em)"
)
_POPOVER: Final = (
    "position: fixed; inset: 0; margin: auto; width: fit-content; height: fit-content; padding: 0.25em;"
    "border: solid; overflow: auto"
)
_BY_TAG: Final = {tag: text for tags, text in _SHEET.items() for tag in tags.split()}
_IN_LISTS: Final = frozenset({"ul", "ol", "menu", "dl"})


def defaults_of(element: Element) -> Mapping[str, str]:
    """The declarations of the browser's own sheet for an element."""
    if element.namespace != HTML and element.tag != "svg":
        return {}
    attributes = element.attributes
    texts = [_BY_TAG.get(element.tag, "")]
    if element.tag == "input":
        texts.append(_INPUTS.get(attributes.get("type", "").lower(), ""))
    if element.tag in ("ul", "ol", "menu") and _is_in_list(element):
        texts.append("margin-top: 0; margin-bottom: 0")
    document = element.document()
    if document is not None and element.tag == "dialog" and element in document.modals:
        texts.append(_MODAL)
    if document is not None and element in document.popovers:
        texts.append(_POPOVER)
    for name in ("width", "height"):
        if name in attributes and element.tag in (
            "img",
            "svg",
            "canvas",
            "iframe",
            "video",
            "embed",
            "object",
            "table",
        ):
            number = attributes[name].strip()
            texts.append(f"{name}: {number}{'px' if number.isdigit() else ''}")
    if attributes.get("dir", "").lower() in ("ltr", "rtl"):
        texts.append(f"direction: {attributes['dir'].lower()}")
    return _declared("; ".join(filter(None, texts)))


def _is_in_list(element: Element) -> bool:
    return any(isinstance(enclosing, Element) and enclosing.tag in _IN_LISTS for enclosing in element.ancestors())


@lru_cache(maxsize=512)
def _declared(text: str) -> Mapping[str, str]:
    return {declaration.name: declaration.value for declaration in declarations(text, LAYING)}
