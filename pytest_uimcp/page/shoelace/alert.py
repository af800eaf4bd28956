"""sl-alert: a message that opens and closes."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import CLOSE_BUTTON, aria_bool, display_if
from pytest_uimcp.page.shoelace.opening import Openable

__all__ = ["Alert"]

_LOOK: Final = (
    "align-items:stretch;border:1px solid;border-top-width:3px;font-size:var(--sl-font-size-small);line-height:1.6;"
    "margin:inherit;overflow:hidden"
)
_ICON: Final = "align-items:center;font-size:var(--sl-font-size-large);padding-left:var(--sl-spacing-large)"
_CLOSE: Final = CLOSE_BUTTON.replace(
    "display:flex",
    "display:flex;align-self:center;font-size:var(--sl-font-size-medium);margin-right:var(--sl-spacing-medium)",
)


class Alert(Openable):
    """A message in the page, which may be closed."""

    def shadow_html(self) -> str:
        is_visible = self.is_visible()
        close = _CLOSE * self.element.has("closable")
        icon = f"{display_if(self.has_slotted('icon'), 'flex')};{_ICON}"
        return (
            f"<div role=alert aria-hidden={aria_bool(not is_visible)}{' hidden' * (not is_visible)} "
            f'style="{display_if(is_visible, "flex")};{_LOOK}"><div style="{icon}">'
            f'<slot name=icon></slot></div><div style="flex:1 1 auto;padding:var(--sl-spacing-large);overflow:hidden">'
            f"<slot></slot></div>{close}</div>"
        )

    def on_first_draw(self) -> None:
        self._count_down()

    def on_opening(self) -> None:
        self._count_down()

    def _count_down(self) -> None:
        # It shows time that passes, which here it does not.
        if all(map(self.element.has, ("open", "countdown", "duration"))):
            refuse("component-use", "the countdown of <sl-alert>")

    def on_click(self, target: Element, focus: Focus) -> None:
        if self.is_close_button(target):
            self.set_open(False)

    def hide(self) -> None:
        # What has the focus in it loses it before `sl-hide` is heard.
        self.lose_focus()
        super().hide()
