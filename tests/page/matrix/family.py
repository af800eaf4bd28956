"""A family of cases: one component or control, in all its variants, with all that a person can do with it.

To add a family, add a module with the constant `FAMILY` to `families/`; nothing else has to know it. Then
`make record-page ARGS=name` plays its cases in Chromium and stores what happened, and the replay compares the page
with it.

A case is the markup in one variant and one act. An act is a string of steps, separated by `; `:

    click F                 a verb and its target: a name, `#id` or another selector behind `css `, or `@role name`
    fill F := text          so also `choose F := option`; `clear`, `check`, `uncheck`, `focus`, `hover` take a target
    drag F := G             drags F to G
    press Shift+Tab         a key for whatever has the focus; `type abc` presses one for each character
    lua c.v = "b"           code of the app: `c` is the object that the markup is bound to

The object has the fields `v`, `w`, `x`, `y`, empty at first, `n` = 0, `on` = false, and `list`, with the rows a, b, c;
methods are `hit()` and `saw(what)`, which add to the log of events. Every case starts with a step of its own, `open`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pytest_uimcp.page.bindings.events import NEVER_SENT
from pytest_uimcp.page.shoelace.elements import ELEMENTS

__all__ = ["Case", "Family"]

ALWAYS = ("click", "input", "change")
# The page refuses an sl-popup that opens where something listens to it.
REFUSED_EVENTS = {("sl-popup", "sl-reposition")}
SAMPLES = {"number": ["2"], "string": ["Words"], "boolean": [""]}


@dataclass(frozen=True)
class Case:
    """One small app and the steps that are done with it."""

    family: str
    variant: str
    act: str
    body: str
    lua: str
    steps: tuple[str, ...]
    row: str = ""
    """The viewdef of the rows of `list`."""

    @property
    def id(self) -> str:
        return f"{self.family}/{self.variant}/{self.act}"


@dataclass(frozen=True)
class Family:
    """A table of variants and acts.

    In `markup`, `{a}` is where the attributes of a variant go, and `{s}` where the content of a slot goes. What follows
    `<!--row-->` is the viewdef of the rows of `list`.
    """

    name: str
    markup: str
    variants: Mapping[str, str] = field(default_factory=dict)
    """The attributes of a variant. Every family also has the variant `plain`."""
    acts: Mapping[str, str] = field(default_factory=dict)
    """What is done with each variant."""
    use: str = ""
    """What is done with the variants made from the element's table: each attribute, each slot, set before or later."""
    lua: str = ""
    """Code that prepares the object `c`."""
    without: frozenset[str] = frozenset()
    """Attributes and slots of the element's table that need no variant: they concern looks or the network."""
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Acts that are done with these variants only, by the name of the act."""
    more: tuple[tuple[str, str, str], ...] = ()
    """Cases of their own: name, markup, steps."""
    about: str = "native"
    """What the documentation says of a family that is not named for a component."""
    events: tuple[str, ...] = ()
    """Events to log beside those of the element's table."""

    def cases(self) -> Iterator[Case]:
        for variant, attributes in {"plain": "", **self.variants}.items():
            for act, steps in self.acts.items():
                if variant in self.only.get(act, (variant,)):
                    yield self._case(variant, act, self._filled(attributes), steps)
        if self.use:
            yield from self._from_table()
        for name, markup, steps in self.more:
            yield self._case("own", name, markup, steps)

    def _from_table(self) -> Iterator[Case]:
        row = ELEMENTS.get(self.name)
        kinds = {**(row.attributes if row else {}), "hidden": "boolean"}
        for name, kind in kinds.items():
            if name in self.without:
                continue
            for word in (["#w"] if name == "href" else SAMPLES[kind] if isinstance(kind, str) else kind)[:4]:
                before = f'{name}="{word}"' if word else name
                yield self._case(before.replace('"', ""), "use", self._filled(before), self.use)
                lua = f'"{word}"' if word else "true"
                steps = f"{self.use}; lua c.x = {lua}; {self.use}; lua c.x = nil; {self.use}"
                if (isinstance(kind, str) or kind[0] != word) and f"{name} later" not in self.without:
                    yield self._case(f"{name}={word} later", "use", self._filled(f'ui-attr-{name}="x"'), steps)
        for slot in row.slots if row else ():
            if slot and f"slot:{slot}" not in self.without:
                content = f'<span slot="{slot}">In {slot}</span>'
                yield self._case(f"slot {slot}", "use", self._filled("", content), self.use)

    def _filled(self, attributes: str, content: str = "") -> str:
        return self.markup.replace("{a}", attributes).replace("{s}", content)

    def _case(self, variant: str, act: str, markup: str, steps: str) -> Case:
        markup, _, row = markup.partition("<!--row-->")
        events = dict.fromkeys((*ALWAYS, *self.events, *self._own_events(markup + row)))
        heard = " ".join(f'ui-event-{name}="saw(_)" ui-event-{name}-value="{name}"' for name in events)
        body = f"<button>Before</button><div {heard}>{markup}</div><button>After</button>"
        return Case(self.name, variant, act, body, self.lua, tuple(step for step in steps.split("; ") if step), row)

    def _own_events(self, markup: str) -> Iterator[str]:
        for tag, row in ELEMENTS.items():
            if f"<{tag} " in markup or f"<{tag}>" in markup:
                yield from (name for name in row.events if name not in NEVER_SENT and (tag, name) not in REFUSED_EVENTS)
