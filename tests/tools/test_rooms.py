import pytest

from tools.rooms import forbidden, room_of, table

ROOMS = table(["core:", "transport:", "mcp: transport", "server: mcp transport", "testing: *", "plugin: testing"])


def is_forbidden(importer: str, imported: str) -> bool:
    return list(forbidden([(f"pytest_uimcp.{importer}", f"pytest_uimcp.{imported}")], ROOMS)) != []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("server.tools", "mcp.tools"),
        ("server.tools", "server.errors"),
        ("transport.sse", "core.errors"),
        ("testing.run", "server.server"),
        ("server.harness.server", "testing.harness.loop"),
        ("plugin", "testing.options"),
    ],
)
def test_a_room_imports_itself_core_and_what_its_line_names(importer: str, imported: str) -> None:
    assert not is_forbidden(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("core.steps", "transport.sse"),
        ("mcp.arguments", "server.errors"),
        ("server.server", "testing.harness.loop"),
        ("server.server", "plugin"),
        ("testing.run", "plugin"),
        ("testing.run", "cellar.rooms"),
        ("cellar.rooms", "core.errors"),
    ],
)
def test_every_other_arrow_is_forbidden_and_so_is_a_room_without_a_line(importer: str, imported: str) -> None:
    assert is_forbidden(importer, imported)


def test_a_module_of_the_root_is_a_room_of_its_own() -> None:
    assert [room_of(name) for name in ("pytest_uimcp", "pytest_uimcp.plugin", "pytest_uimcp.page.dom")] == [
        "(root)",
        "plugin",
        "page",
    ]
