import pytest

from tools.import_rules import forbidden, part_of, table, unused_permissions

PARTS = table(["core:", "transport:", "mcp: transport", "server: mcp transport", "testing: *", "plugin: testing"])


def is_forbidden(importer: str, imported: str) -> bool:
    return list(forbidden([(f"pytest_uimcp.{importer}", f"pytest_uimcp.{imported}")], PARTS)) != []


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
def test_a_part_may_import_itself_core_and_what_its_line_names(importer: str, imported: str) -> None:
    assert not is_forbidden(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("core.steps", "transport.sse"),
        ("mcp.arguments", "server.errors"),
        ("server.server", "testing.harness.loop"),
        ("server.server", "plugin"),
        ("testing.run", "plugin"),
        ("testing.run", "attic.boxes"),
        ("attic.boxes", "core.errors"),
    ],
)
def test_every_other_import_is_forbidden_and_so_is_a_part_without_a_line(importer: str, imported: str) -> None:
    assert is_forbidden(importer, imported)


def test_a_module_of_the_root_is_a_part_by_itself() -> None:
    assert [part_of(name) for name in ("pytest_uimcp", "pytest_uimcp.plugin", "pytest_uimcp.page.dom")] == [
        "(root)",
        "plugin",
        "page",
    ]


def test_what_a_line_allows_without_need_is_named() -> None:
    imports = [
        ("pytest_uimcp.mcp.tools", "pytest_uimcp.transport.sse"),
        ("pytest_uimcp.server.mcp.tools", "pytest_uimcp.mcp.a"),
    ]
    assert sorted(unused_permissions(imports, PARTS)) == [("plugin", "testing"), ("server", "transport")]
