"""Random markup: random elements, roles, labels and styles, the same for the same seed."""

from __future__ import annotations

from random import Random

TAGS = """div span p a button b h2 ul li ol label input select option table tr td th section nav details summary
fieldset legend img textarea em strong x-foo output progress form article header footer figure figcaption dl
dt dd main code br hr optgroup""".split()  # noqa: SIM905 -- a list of fifty
ROLES = """button link none presentation list listitem group heading checkbox tab textbox img region status listbox
option combobox row table cell generic""".split()  # noqa: SIM905 -- likewise
TYPES = "text checkbox radio submit button file number range search image email".split()  # noqa: SIM905 -- likewise
TEXTS = ["a", "b c", " ", "x: y", "12", "\n  t  ", "it's"]
VOID = frozenset({"input", "img", "br", "hr"})
STYLE = (
    "<style>.c0{display:none}.c1{display:flex}.c2::before{content:'B'}.c3>span{visibility:hidden}"
    "div .c1::after{content:'A';display:block}</style>"
)


def markup(seed: int) -> str:
    return STYLE + _content(Random(seed), 0)


def _content(random: Random, depth: int) -> str:
    parts = []
    for _ in range(random.randint(1, 3 if depth else 5)):
        if random.random() < 0.3 or depth > 4:
            parts.append(random.choice(TEXTS))
            continue
        tag = random.choice(TAGS)
        end = "" if tag in VOID else f"{_content(random, depth + 1)}</{tag}>"
        parts.append(f"<{' '.join([tag, *_attributes(random, tag)])}>{end}")
    return "".join(parts)


def _attributes(random: Random, tag: str) -> list[str]:
    displays = ["none", "inline", "block", "flex", "inline-block", "contents", "grid"]
    likely = [
        (0.12, f'aria-label="L{random.randint(0, 9)}"'), (0.12, f"role={random.choice(ROLES)}"), (0.05, "hidden"),
        (0.05, f'style="display:{random.choice(displays)}"'), (0.03, 'style="visibility:hidden"'),
        (0.08, f'title="T{random.randint(0, 9)}"'), (0.1, f"id=i{random.randint(0, 4)}"),
        (0.06, f"aria-labelledby=i{random.randint(0, 4)}"), (0.05, "disabled"),
        (0.05, f"aria-hidden={random.choice(['true', 'false'])}"), (0.03, f"aria-owns=i{random.randint(0, 4)}"),
        (0.04, "tabindex=0"), (0.04, "aria-expanded=true"), (0.03, "aria-disabled=true"), (0.03, "aria-checked=true"),
        (0.04, f"class=c{random.randint(0, 3)}"),
        *{
            "input": [(0.8, f"type={random.choice(TYPES)}"), (0.5, f"value=v{random.randint(0, 9)}"),
                      (0.3, "placeholder=ph"), (0.3, "checked")],
            "label": [(0.5, f"for=i{random.randint(0, 4)}")], "a": [(0.7, "href=/x")],
            "img": [(0.5, f'alt="{random.choice(["", "alt"])}"')], "details": [(0.5, "open")],
            "select": [(0.2, "multiple")], "option": [(0.3, "selected")], "textarea": [(0.4, "placeholder=tp")],
        }.get(tag, []),
    ]  # fmt: skip
    return [text for chance, text in likely if random.random() < chance]
