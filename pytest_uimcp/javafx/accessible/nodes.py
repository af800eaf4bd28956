"""What single nodes of a snapshot say: their role, their text, what is below them."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.javafx.accessible.seen import Data


def role_of(data: Data) -> str | None:
    role: str | None = (data.get("accessibility") or {}).get("role")
    return role


def label_of(data: Data) -> str:
    return collapse((data.get("text") or {}).get("label") or "")


def below_shown(data: Data) -> Iterator[Data]:
    for kid in data.get("children") or ():
        if kid.get("visible", True):
            yield kid
            yield from below_shown(kid)


def below(data: Data) -> Iterator[Data]:
    for kid in data.get("children") or ():
        yield kid
        yield from below(kid)


def labels_in(data: Data) -> Iterator[str]:
    """The texts below it, without those of a list: a combo box keeps its choices beside the one it shows."""
    for kid in data.get("children") or ():
        if "virtualization" not in kid and role_of(kid) != "LIST_VIEW":
            yield label_of(kid)
            yield from labels_in(kid)


def shown_label(data: Data, label: str) -> str:
    """A label without the marker of its mnemonic, which is drawn as a line."""
    if "_" not in label:
        return label
    # What the control draws decides: the label alone does not tell whether it parses mnemonics.
    drawn = next((text for text in _texts(data) if text), None)
    # `__` is an underscore; of single ones only the first marks a letter.
    plain = label.replace("__", "\0").replace("_", "", 1).replace("\0", "_")
    if drawn is not None:
        if plain.startswith(drawn.removesuffix("...")) and not label.startswith(drawn):
            return plain
        return label
    # A program may give no nodes inside controls: then the classes that parse mnemonics by default count.
    if data.get("type", "").endswith(("Button", "Menu", "MenuItem", "CheckBox")):
        return plain
    return label


def _texts(data: Data) -> Iterator[str]:
    for kid in data.get("children") or ():
        if kid.get("type") == "LabeledText":
            yield (kid.get("text") or {}).get("label") or ""
        else:
            yield from _texts(kid)
