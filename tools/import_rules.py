"""The contract that import-linter checks: which folder of the package may import which.

Its table is in `pyproject.toml`, one line per part of the package: `page: engine aria`. Every part may import itself
and `core`. A folder `harness` in a part may also import `testing`. A folder without a line may neither import nor be
imported, so every new part needs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from importlinter import Contract, ContractCheck, fields, output

PACKAGE = "pytest_uimcp"
EVERYWHERE = frozenset({"core"})
ANYTHING = "*"
HARNESS = "harness"


class PartsContract(Contract):
    """The parts of a package, and the allowed imports between them."""

    type_name = "parts"
    # A contract's fields are replaced by what the configuration says, which their types do not.
    parts: Any = fields.ListField(subfield=fields.StringField())
    exceptions: Any = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        imports = list(imports_of(graph))
        allowed = table(self.parts)
        excepted = {tuple(line.split(" -> ")) for line in self.exceptions}
        broken = set(forbidden(imports, allowed))
        violations = sorted(broken - excepted)
        unused = sorted(unused_permissions(imports, allowed))
        return ContractCheck(
            kept=not violations and not unused,
            metadata={"violations": [(*pair, _lines(graph, *pair)) for pair in violations], "unused": unused},
            warnings=[f"no longer needed: {' -> '.join(pair)}" for pair in sorted(excepted - broken)],
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, lines in check.metadata["violations"]:
            output.print_error(f"{importer} imports {imported} (line {lines}), which its part of the package may not")
        for part, other in check.metadata["unused"]:
            output.print_error(f"{part} may import {other} and does not: take {other} out of its line")
        output.print_error("(the table is in pyproject.toml, tool.importlinter; docs/architecture.md explains it)")


def table(rows: Iterable[str]) -> dict[str, frozenset[str]]:
    """What each part may import, read from lines `part: other other`."""
    split = (row.partition(":") for row in rows)
    return {part.strip(): frozenset(others.split()) for part, _, others in split}


def forbidden(imports: Iterable[tuple[str, str]], allowed: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """The imports that are not in the table."""
    for importer, imported in imports:
        source, target = part_of(importer), part_of(imported)
        if source != target and not _may(importer, source, target, allowed):
            yield importer, imported


def unused_permissions(
    imports: Iterable[tuple[str, str]], allowed: Mapping[str, frozenset[str]]
) -> Iterator[tuple[str, str]]:
    """The permissions of the table that no import needs; what is no longer needed must not come back unnoticed."""
    used = {(part_of(importer), part_of(imported)) for importer, imported in imports}
    for part, others in allowed.items():
        yield from ((part, other) for other in others if other != ANYTHING and (part, other) not in used)


def _may(importer: str, source: str, target: str, allowed: Mapping[str, frozenset[str]]) -> bool:
    if source not in allowed or target not in allowed:
        return False
    more = {"testing"} if HARNESS in importer.split(".")[2:] else set()
    return bool({target, ANYTHING} & (allowed[source] | EVERYWHERE | more)) and not _is_entry_point(target)


def _is_entry_point(part: str) -> bool:
    return part in ("plugin", "cli")


def part_of(module: str) -> str:
    """`engine` of `pytest_uimcp.engine.lua.host`; a module of the root is a part by itself."""
    return module.split(".")[1] if "." in module else "(root)"


def imports_of(graph: Any) -> Iterator[tuple[str, str]]:
    """Every import of the package by the package."""
    for module in graph.modules:
        if module.split(".")[0] == PACKAGE:
            yield from (
                (module, imported)
                for imported in graph.find_modules_directly_imported_by(module)
                if imported.split(".")[0] == PACKAGE
            )


def _lines(graph: Any, importer: str, imported: str) -> str:
    details = graph.get_import_details(importer=importer, imported=imported)
    return ", ".join(str(line) for line in sorted({detail["line_number"] for detail in details}))
