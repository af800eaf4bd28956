"""The controllers of the two scenes, as a JavaFX program has them in Java."""

from __future__ import annotations

from typing import Any

USERS = {"ada@example.com": "lovelace"}


class LoginController:
    """Handles the events of `scenes/login.fxml`; every `fx:id` is an attribute."""

    user: Any
    password: Any
    remember: Any
    message: Any

    def __init__(self) -> None:
        self.signed_in: str | None = None

    def log_in(self) -> None:
        name = self.user.text.strip()
        if USERS.get(name) == self.password.text:
            self.signed_in = name
            self._say(f"Welcome, {name}")
        else:
            self.password.text = ""
            self._say("User name or password is wrong")

    def cancel(self) -> None:
        self.user.text = self.password.text = ""
        self._say("")

    def _say(self, text: str) -> None:
        self.message.text = text
        self.message.visible = self.message.managed = bool(text)


class ContactsController:
    """Handles the events of `scenes/contacts.fxml`."""

    table: Any
    name: Any
    city: Any
    kind: Any
    new_name: Any
    new_kind: Any
    remove_button: Any
    status: Any

    def initialize(self) -> None:
        for key, column in (("name", self.name), ("city", self.city), ("kind", self.kind)):
            column.cell_value_factory = lambda row, key=key: row[key]
        cities = ("London", "Paris", "Zürich")
        self.table.items.set_all(
            {"name": f"Person {number}", "city": cities[number % 3], "kind": "Friend"} for number in range(200)
        )
        self.new_kind.items.set_all(["Friend", "Family", "Work"])
        self.table.selection_model.observe("selectedIndex", lambda *_: self._follow())
        self._follow()

    def add(self) -> None:
        row = {"name": self.new_name.text, "city": "", "kind": self.new_kind.value or "Friend"}
        self.table.items.insert(0, row)
        self.new_name.text = ""
        self._follow()

    def remove(self) -> None:
        if self.table.selection_model.selected_index >= 0:
            del self.table.items[self.table.selection_model.selected_index]
        self._follow()

    def _follow(self) -> None:
        chosen = self.table.selection_model.selected_index
        self.remove_button.disable = chosen < 0
        self.status.text = f"{len(self.table.items)} contacts"
