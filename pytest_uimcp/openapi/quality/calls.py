"""Rules about references that lead nowhere, and about calls that cannot be made as the specification says."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_uimcp.openapi.danger import has_keyword
from pytest_uimcp.openapi.quality.subject import Subject
from pytest_uimcp.openapi.spec.media import OCTETS, Carrier, bare, carrier
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.nodes import as_list, as_object
from pytest_uimcp.openapi.spec.parameters import PATH_VARIABLE
from pytest_uimcp.openapi.spec.references import MISSING, find, pointer, segments
from pytest_uimcp.openapi.spec.security import scheme_of


def broken_references(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for steps, ref in subject.references():
        if not ref.startswith("#"):
            continue
        path = segments(ref)
        if path is None or find(subject.raw, path) is MISSING:
            yield pointer(steps), f"{ref!r} leads nowhere, so anything is allowed there", "fix the reference"


def outside_references(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for steps, ref in subject.references():
        if not ref.startswith("#"):
            yield (
                pointer(steps),
                f"{ref!r} leads out of the document, so anything is allowed there",
                "bundle the specification into one file, or set allow_external_refs for files beside it",
            )


def undeclared(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Names in a path that no parameter describes."""
    for row in subject.rows:
        described_names = {node["name"] for node in row.operation.parameters if node["in"] == "path"}
        # Each name once, though a path may have it twice.
        for name in dict.fromkeys(PATH_VARIABLE.findall(row.operation.path)):
            if name not in described_names:
                yield row.place, f"no parameter describes {{{name}}}", f"add a parameter {name!r} in: path"


def unused(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Parameters of a path that has no such name."""
    for row in subject.rows:
        names = PATH_VARIABLE.findall(row.operation.path)
        for node in row.operation.parameters:
            if node["in"] == "path" and node["name"] not in names:
                yield row.place, f"the path has no {{{node['name']}}}", "rename or remove the parameter"


def unsupported_bodies(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Bodies of media types that only whole text can be sent as."""
    for row in subject.rows:
        body = row.endpoint.plan.body
        kind = bare(body.media_type) if body else ""
        # XML with a description of its elements is made from an object; without one the model has to write it.
        if body is not None and body.xml is None and _is_written_whole(kind):
            yield (
                f"{row.place}/requestBody",
                f"a body of {kind} has to be written by the model, as text",
                "offer application/json too",
            )


def _is_written_whole(kind: str) -> bool:
    is_plain = kind.startswith("text/") or kind == OCTETS
    return not is_plain and carrier(kind) in (Carrier.XML, Carrier.TEXT, Carrier.BYTES)


def unsupported_security(subject: Subject) -> Iterator[tuple[str, str, str]]:
    for row in subject.rows:
        own_security = row.operation.node.get("security")
        security = subject.document.security if own_security is None else own_security
        requirements = [as_object(requirement) for requirement in as_list(security)]
        # An empty requirement ({}) among them makes security optional.
        scheme_names = []
        if all(requirements):
            scheme_names = [name for requirement in requirements for name in requirement]
        if scheme_names and scheme_of(subject.document, security) is None:
            yield (
                f"{row.place}/security" if own_security is not None else "#/security",
                f"no token can meet {' or '.join(dict.fromkeys(scheme_names))}",
                "describe an apiKey, http bearer or basic, oauth2 or openIdConnect scheme, or set auth.type",
            )


def no_server(subject: Subject) -> Iterator[tuple[str, str, str]]:
    if not subject.target.config.base_url and not subject.document.servers:
        yield "#", "no servers", "add servers, or set base_url in the configuration"


def dangerous_reads(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """Operations that only read by their method and change something by their name."""
    for row in subject.rows:
        method = row.operation.method
        name = row.operation.name
        if METHODS[method].read_only and has_keyword(name) and row.operation.confirm is None:
            yield (
                row.place,
                f"{method.upper()} only reads, but {name!r} sounds as if it changed something",
                "use POST or DELETE, rename it, or say x-nlui-confirm: false",
            )
