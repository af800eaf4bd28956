"""What people write who come from Playwright, Selenium or Testing Library, and what it is called here.

`docs/coming-from-playwright.md` has the same rows, with examples.
"""

from __future__ import annotations

from typing import Final

_SETTLED: Final = "there is nothing to wait for: a verb returns when its results are on the page"
_TEXT: Final = "write see(…) for a text that is visible, not_see(…) for one that is not"
_BY_CSS: Final = 'write click(css="…"), find(css="…") or rows(css="…")'
_IN_BROWSER: Final = "only a browser has this: write uimcp_browser.playwright(…), which is given Playwright's own page"
_STATE: Final = 'write find(…).state("disabled"), or "checked", "expanded" and so on'

PAGE_HABITS: Final[dict[str, str]] = {
    "get_by_role": 'write click(role="button", name="Save"), or find(role=…, name=…) for the element',
    "get_by_text": "write see(…) to assert a text, click(…) to click it, find(…) for the element",
    "get_by_label": 'write fill("Label", "text"), or find("Label") for the field',
    "get_by_placeholder": 'write fill("Placeholder", "text"), or find(role="textbox", name="Placeholder")',
    "get_by_alt_text": 'write find(role="img", name="…")',
    "get_by_title": "write find(name=…)",
    "get_by_test_id": "write find(css='[data-testid=\"…\"]')",
    **dict.fromkeys(("locator", "query_selector", "find_element", "query_selector_all", "find_elements"), _BY_CSS),
    **dict.fromkeys(
        ("type", "send_keys", "press_sequentially", "fill_in"),
        'write fill("Label", "text"), or press("a", "Label") for one key',
    ),
    "select_option": 'write choose("Label", "Option")',
    "set_input_files": 'write upload("Label", "file.png")',
    "set_checked": 'write check("Label") or uncheck("Label")',
    "tap": "write click(…)",
    **dict.fromkeys(("dblclick", "double_click"), "write click(…) twice"),
    **dict.fromkeys(("drag_to", "drag_and_drop"), 'write drag("Card", to="Done")'),
    "keyboard": 'write press("Enter"), or press("Enter", "Label") in a field',
    "mouse": "write click(…), hover(…) or drag(…, to=…)",
    **dict.fromkeys(
        ("goto", "visit", "get"),
        'the fixture has opened the page; uimcp.display("app") shows another app, reload() loads it again',
    ),
    **dict.fromkeys(
        (
            "wait_for", "wait_for_selector", "wait_for_timeout", "wait_for_load_state", "wait_for_url", "wait_until",
            "wait_for_function",
        ),
        f"{_SETTLED}; timers fire with uimcp.clock.advance(seconds)",
    ),
    **dict.fromkeys(("inner_text", "text_content"), "write text(), or see(…) to assert one"),
    **dict.fromkeys(("inner_html", "content", "outer_html"), "write html()"),
    "input_value": 'write find("Label").value',
    "get_attribute": 'write find(…).attribute("title")',
    **dict.fromkeys(
        (
            "is_visible", "is_hidden", "to_be_visible", "to_be_hidden", "to_have_text", "to_contain_text", "should",
            "has_text",
        ),
        _TEXT,
    ),
    **dict.fromkeys(("is_enabled", "is_disabled", "is_checked", "is_editable", "to_be_checked"), _STATE),
    **dict.fromkeys(("count", "all", "nth", "first", "last"), 'write rows("List"), or nth= beside the target'),
    "aria_snapshot": "write aria(), or compare with `assert uimcp_page == uimcp_snapshot`",
    "to_match_aria_snapshot": "write `assert uimcp_page == uimcp_snapshot`",
    "screenshot": "a page without a browser has no picture; uimcp_browser.screenshot() takes one in Chromium",
    **dict.fromkeys(
        (
            "evaluate", "evaluate_handle", "add_script_tag", "frame_locator", "frame", "expose_function", "route",
            "context", "set_viewport_size", "on", "bring_to_front", "pause",
        ),
        _IN_BROWSER,
    ),
}  # fmt: skip

# What a page has, for those who ask a server or a person in the chat for it.
PAGE_VERBS: Final = (
    "see", "not_see", "click", "fill", "choose", "check", "uncheck", "press", "hover", "focus", "drag", "clear",
    "upload", "find", "rows", "text", "html", "aria",
)  # fmt: skip
ON_PAGE: Final[dict[str, str]] = {
    **dict.fromkeys(PAGE_HABITS, "what shows is in the fixture uimcp_page"),
    **{verb: f"what shows is in the fixture uimcp_page: uimcp_page.{verb}(…)" for verb in PAGE_VERBS},
}
