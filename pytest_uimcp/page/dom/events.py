from __future__ import annotations

from dataclasses import field
from typing import Any

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Document, Element

__all__ = ["Event", "announce_edit", "dispatch"]


@dataclass(slots=True)
class Event:
    name: str
    target: Element
    bubbles: bool = True
    key: str = ""
    modifiers: frozenset[str] = field(default_factory=frozenset)
    detail: Any = None
    # For a click on the label inside a component, which clicks the component's control in turn: that click counts.
    relayed: bool = False
    default_prevented: bool = False
    # Whether it goes no further than the element where it is.
    stopped: bool = False

    def prevent_default(self) -> None:
        self.default_prevented = True

    def stop(self) -> None:
        """Let nobody outside of the element hear of it."""
        self.stopped = True

    def consume(self) -> None:
        """Suppress the default action, and let nobody outside of the element hear of it."""
        self.default_prevented = True
        self.stopped = True


def dispatch(event: Event) -> bool:
    """Call every listener from the target outwards; false if one of them prevented the default."""
    path = event.target.path()
    root = path[-1].parent
    document = root if isinstance(root, Document) else None
    if not event.bubbles:
        del path[1:]
    handler = f"on{event.name}"
    for element in path:
        if handler in element.attributes and document is not None and document.run_handler is not None:
            document.run_handler(element, handler, event)
        if document is not None and (component := element.component) is not None:
            with document.tasks.script():
                component.on_event(event)
            if event.stopped and element.shadow is event.target.root():
                break  # a listener inside of the component has kept it there
        if element.listeners is not None:
            # A copy: a listener may remove itself.
            for listener in tuple(element.listeners.get(event.name, ())):
                if document is None:
                    listener(event)
                else:
                    with document.tasks.script():
                        listener(event)
        if event.stopped:
            break
    return not event.default_prevented


def announce_edit(field: Element) -> bool:
    """Say that the user is about to edit a field, even where nothing will change; false if a listener prevents it."""
    return dispatch(Event("beforeinput", field))
