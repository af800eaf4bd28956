"""A counter and a list, with NiceGUI."""

from nicegui import ui


@ui.page("/")  # type: ignore[untyped-decorator]  # not installed where types are checked
def index() -> None:
    counts = {"clicks": 0}
    items: list[str] = []

    def increment() -> None:
        counts["clicks"] += 1
        count.set_text(f"Count: {counts['clicks']}")

    def add() -> None:
        items.append(name.value)
        name.value = ""
        listed.refresh()

    @ui.refreshable  # type: ignore[untyped-decorator]  # not installed where types are checked
    def listed() -> None:
        with ui.list():
            for item in items:
                ui.item(item)

    count = ui.label("Count: 0")
    ui.button("Increment", on_click=increment)
    name = ui.input("Item")
    ui.button("Add", on_click=add)
    listed()


ui.run(title="Tally")
