"""What a toolset file may say.

What the format always had is required as it was; all of our own may be missing, since files of others do not have it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field

from pytest_uimcp.core.reading import Items, Settings, expecting, one_of
from pytest_uimcp.openapi.config.models import AuthConfig, check_scheme
from pytest_uimcp.openapi.endpoints import FieldEncoding, Param, Scheme, XmlElement
from pytest_uimcp.openapi.requests.credentials import SCHEMES
from pytest_uimcp.openapi.spec.media import JSON
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.parameters import PLACES, STYLES

VERSION: Final = 1


class SchemeEntry(Settings):
    type: Annotated[str, one_of(*SCHEMES)]
    name: str = ""

    @property
    def scheme(self) -> Scheme:
        return Scheme(self.type, self.name)


class ParamEntry(Settings):
    name: str
    place: Annotated[str, one_of(*PLACES)] = Field(alias="in")
    # For people and other programs: the schema of the argument says the same, and more.
    type: Any = None
    argument: str | None = None
    required: bool = False
    style: str | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    as_json: bool = Field(False, alias="json")

    @property
    def param(self) -> Param:
        explode = self.explode
        if explode is None:
            # A file of others says neither, and a query then repeats the name, as OpenAPI's default is.
            explode = self.place == "query" and self.style is None
        return Param(
            name=self.name,
            place=self.place,
            argument=self.argument or self.name,
            required=self.required or self.place == "path",
            style=self.style or STYLES[self.place],
            explode=explode,
            allow_reserved=self.allow_reserved,
            json=self.as_json,
        )


class PartEntry(Settings):
    style: str = "form"
    explode: bool = True
    content_type: str = ""
    binary: bool = False

    @property
    def part(self) -> FieldEncoding:
        return FieldEncoding(**dict(self))


class XmlEntry(Settings):
    name: str = ""
    namespace: str = ""
    prefix: str = ""
    attribute: bool = False
    wrapped: bool = False
    children: dict[str, XmlEntry] = Field(default={})
    item: XmlEntry | None = None

    # Recursive: the depth is that of JSON, which the parser bounds.
    @property
    def element(self) -> XmlElement:
        children = MappingProxyType({name: child.element for name, child in self.children.items()})
        return XmlElement(**{**dict(self), "children": children, "item": self.item and self.item.element})


class BodyEntry(Settings):
    media_type: str = JSON
    parts: dict[str, PartEntry] = Field(default={})
    admits_text: bool = True
    admits_null: bool = False
    xml: XmlEntry | None = None


class ArgumentSchema(Settings):
    """The JSON Schema of the arguments, of which everything else is passed on as it is."""

    model_config = ConfigDict(extra="allow")

    properties: dict[str, Any] = Field(default={})
    required: list[str] = Field(default=[])

    @property
    def json_schema(self) -> dict[str, Any]:
        # Whatever a file of others says it is, arguments are an object.
        schema = {**(self.model_extra or {}), "type": "object", "properties": self.properties}
        if self.required:
            schema["required"] = self.required
        return schema


class EndpointEntry(Settings):
    name: str
    path: str
    method: Annotated[str, one_of(*(name.upper() for name in METHODS))] = "GET"
    operation: str = ""
    description: str = ""
    group: str = "default"
    params: Items[ParamEntry] = ()
    parameters: ArgumentSchema = ArgumentSchema()
    has_body: bool = False
    body_mode: Literal["wrapped", "flat"] | None = None
    body: BodyEntry = BodyEntry()
    base_url: str = ""
    servers: Items[str] = ()
    scheme: SchemeEntry | None = None
    open: bool = False
    confirm: bool | None = None


class ToolsetFile(Settings):
    """The whole file. Those of others may hold a token."""

    model_config = ConfigDict(hide_input_in_errors=True)

    # Not a Literal, for which true is 1.
    version: Annotated[int, Field(ge=VERSION, le=VERSION), expecting(str(VERSION))]
    target: str = ""
    base_url: Annotated[str, AfterValidator(check_scheme)] = ""
    auth: AuthConfig = AuthConfig()
    endpoints: Items[EndpointEntry] = ()
