"""Bodies that are XML, written as the schema's `xml` says."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as Tree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.endpoints import XmlElement
from pytest_uimcp.openapi.requests.xmltext import xml_text
from pytest_uimcp.openapi.toolsets.reading import read_toolset
from pytest_uimcp.openapi.toolsets.writing import toolset_of
from tests.openapi.api import Api
from tests.openapi.making import opened, post, spec, target

pytestmark = pytest.mark.anyio
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def xml_body(schema: Any, media_type: str = "application/xml", **schemas: Any) -> dict[str, Any]:
    return post({media_type: {"schema": schema}}, version="3.1.0", components={"schemas": schemas})


async def sent(api: Api, document: Any, value: Any) -> str:
    async with opened(document, api.url) as made:
        result = await made.tools.call("t__op", {"body": value})
    assert not result.is_error, result.text
    text = api.last.body.decode()
    Tree.fromstring(text)
    return text.removeprefix(DECLARATION)


async def refused(api: Api, document: Any, value: Any) -> str:
    async with opened(document, api.url) as made:
        result = await made.tools.call("t__op", {"body": value})
    assert result.is_error
    assert api.seen == []
    return result.text


def person(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "xml": {"name": "person"}}


# The examples are those of OpenAPI's own chapter on XML.
@pytest.mark.parametrize(
    ("properties", "value", "inner"),
    [
        ({"animals": TEXT}, {"animals": "a & <b>"}, "<animals>a &amp; &lt;b&gt;</animals>"),
        ({"animals": {**TEXT, "xml": {"name": "animal"}}}, {"animals": "a"}, "<animal>a</animal>"),
        ({"animals": TEXTS}, {"animals": ["a", None, "b"]}, "<animals>a</animals><animals>b</animals>"),
        (
            {"animals": {"type": "array", "items": {**TEXT, "xml": {"name": "animal"}}}},
            {"animals": ["a", "b"]},
            "<animal>a</animal><animal>b</animal>",
        ),
        (
            {"animals": {"type": "array", "items": {**TEXT, "xml": {"name": "animal"}}, "xml": {"name": "aliens"}}},
            {"animals": ["a"]},
            "<animal>a</animal>",
        ),
        (
            {"animals": {**TEXTS, "xml": {"wrapped": True}}},
            {"animals": ["a", "b"]},
            "<animals><animals>a</animals><animals>b</animals></animals>",
        ),
        (
            {"animals": {**TEXTS, "xml": {"name": "aliens", "wrapped": True}}},
            {"animals": ["a"]},
            "<aliens><aliens>a</aliens></aliens>",
        ),
        (
            {
                "animals": {
                    "type": "array",
                    "items": {**TEXT, "xml": {"name": "animal"}},
                    "xml": {"name": "aliens", "wrapped": True},
                }
            },
            {"animals": ["a"]},
            "<aliens><animal>a</animal></aliens>",
        ),
        ({"animals": {**TEXTS, "xml": {"wrapped": True}}}, {"animals": []}, "<animals></animals>"),
        (
            {"name": {**TEXT, "xml": {"namespace": "http://example.com/schema", "prefix": "sample"}}},
            {"name": "x"},
            '<sample:name xmlns:sample="http://example.com/schema">x</sample:name>',
        ),
        ({"name": {**TEXT, "xml": {"namespace": "urn:a"}}}, {"name": "x"}, '<name xmlns="urn:a">x</name>'),
        ({}, {"a": {"b": [{"c": 1}, {"c": True}]}}, "<a><b><c>1</c></b><b><c>true</c></b></a>"),
        ({}, {"a": None, "b": "", "c": {}}, "<b></b><c></c>"),
        (
            {"a": {"allOf": [{"$ref": "#/components/schemas/List"}, {"xml": {"wrapped": True}}]}},
            {"a": ["x"]},
            "<a><One>x</One></a>",
        ),
        ({"a": {"$ref": "#/components/schemas/Own"}}, {"a": {"id": 1, "a": {"id": 2}}}, '<a id="1"><a id="2"></a></a>'),
    ],
)
async def test_an_object_becomes_the_elements_of_its_schema(api: Api, properties: Any, value: Any, inner: str) -> None:
    own = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "xml": {"attribute": True}},
            "a": {"$ref": "#/components/schemas/Own"},
        },
    }
    schemas: dict[str, Any] = {"List": {"type": "array", "items": {**TEXT, "xml": {"name": "One"}}}, "Own": own}
    assert await sent(api, xml_body(person(**properties), **schemas), value) == f"<person>{inner}</person>"


async def test_attributes_stand_in_the_tag(api: Api) -> None:
    attributes = {
        "id": {"type": "integer", "xml": {"attribute": True}},
        "lang": {**TEXT, "xml": {"attribute": True, "name": "lang", "prefix": "p", "namespace": "urn:p"}},
    }
    document = xml_body(person(name=TEXT, **attributes))
    text = await sent(api, document, {"name": "x", "id": 1, "lang": 'a"<&\n\t'})
    assert text == """<person id="1" xmlns:p="urn:p" p:lang='a"&lt;&amp;&#10;&#9;'><name>x</name></person>"""


@pytest.mark.parametrize("media_type", ["application/xml", "text/xml", "application/vnd.a+xml"])
async def test_the_outermost_element_is_called_like_its_schema(api: Api, media_type: str) -> None:
    pet = {"type": "object", "properties": {"name": TEXT}}
    document = xml_body({"$ref": "#/components/schemas/Pet"}, media_type, Pet=pet)
    assert await sent(api, document, {"name": "Tom"}) == "<Pet><name>Tom</name></Pet>"
    assert api.last.header("content-type") == media_type


async def test_an_array_has_an_outermost_element_too(api: Api) -> None:
    pet = {"type": "object", "xml": {"name": "pet"}}
    pets = {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}
    document = xml_body({"$ref": "#/components/schemas/Pets"}, Pet=pet, Pets=pets)
    assert await sent(api, document, [{"a": 1}, {}]) == "<Pets><pet><a>1</a></pet><pet></pet></Pets>"


# S3 describes each body as an object around the element that it is.
UPLOAD = {
    "type": "object",
    "properties": {
        "CompleteMultipartUpload": {
            "type": "object",
            "properties": {"Parts": {"allOf": [{"$ref": "#/components/schemas/List"}, {"xml": {"name": "Part"}}]}},
        }
    },
}


async def test_the_only_property_of_an_object_without_a_name_is_the_outermost_element(api: Api) -> None:
    value = {"CompleteMultipartUpload": {"Parts": [{"ETag": "a", "PartNumber": 1}]}}
    assert await sent(api, xml_body(UPLOAD, List={"type": "array", "items": {"type": "object"}}), value) == (
        "<CompleteMultipartUpload><Part><ETag>a</ETag><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>"
    )


async def test_two_elements_cannot_both_be_the_outermost(api: Api) -> None:
    text = await refused(api, xml_body(UPLOAD), {"a": 1, "b": 2})
    assert text == (
        "Error: body: expected an object with one property, the outermost element of the XML: CompleteMultipartUpload"
    )


async def test_xml_may_be_given_as_text_and_an_object_as_json(api: Api) -> None:
    document = xml_body(person(name=TEXT))
    assert await sent(api, document, "<person/>") == "<person/>"
    assert await sent(api, document, ' {"name": "x"}') == "<person><name>x</name></person>"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"a b": 1}, "Error: body: 'a b' cannot be the name of an XML element or attribute"),
        ({"a><b": 1}, "Error: body: 'a><b' cannot be the name of an XML element or attribute"),
        ({"a": "\x00"}, "Error: a: XML has no character U+0000"),
        ({"a": "\ud800"}, "Error: a: XML has no character U+D800"),
    ],
)
async def test_what_xml_cannot_say_is_refused(api: Api, value: Any, told: str) -> None:
    assert await refused(api, xml_body(person()), value) == told


async def test_a_saved_toolset_writes_the_same_xml(api: Api) -> None:
    document = {**xml_body(UPLOAD), "servers": [{"url": api.url}]}
    first = target(document)
    saved = read_toolset(toolset_of(first))
    assert saved.rows[0].plan.body == first.endpoints[0].plan.body


def test_a_schema_of_many_schemas_that_contain_each_other_is_read_quickly() -> None:
    names = [f"S{number}" for number in range(30)]
    all_of_them = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
    schemas = {name: {"type": "object", "properties": all_of_them, "xml": {"name": name.lower()}} for name in names}
    document = spec({}, components={"schemas": schemas})
    document["paths"] = xml_body({"$ref": "#/components/schemas/S0"})["paths"]
    body = target(document).endpoints[0].plan.body
    assert body is not None
    assert body.xml is not None
    assert body.xml.name == "s0"


NAMES = st.text("abcé_-1", min_size=1, max_size=3).filter(lambda name: name[0] not in "-1")
LEAVES = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\r\n<&>\"'"), max_size=5).filter(
    lambda text: not set("\ufffe\uffff") & set(text)
)
OBJECTS: st.SearchStrategy[dict[str, Any]] = st.deferred(lambda: st.dictionaries(NAMES, LEAVES | OBJECTS, max_size=3))
ROWS = st.dictionaries(NAMES, st.lists(LEAVES | OBJECTS, min_size=1, max_size=3), max_size=3)


def read_back(element: Tree.Element) -> Any:
    return {child.tag: read_back(child) for child in element} or element.text or ""


def _same(value: Any) -> Any:
    """An element without content is text or an object: XML does not say which."""
    return {key: _same(item) for key, item in value.items()} or "" if isinstance(value, dict) else value


@settings(deadline=None)
@given(OBJECTS, st.dictionaries(NAMES, LEAVES, max_size=3))
def test_any_object_is_read_back(value: dict[str, Any], attributes: dict[str, str]) -> None:
    children = {f"at{name}": XmlElement(name=name, attribute=True) for name in attributes}
    given_attributes = {f"at{name}": text for name, text in attributes.items()}
    text = xml_text(XmlElement("root", children=children), {**value, **given_attributes})
    root = Tree.fromstring(text.encode())
    assert read_back(root) == _same(value)
    assert root.attrib == attributes


@settings(deadline=None)
@given(ROWS, st.booleans())
def test_any_arrays_are_read_back(value: dict[str, list[Any]], wrapped: bool) -> None:
    element = XmlElement(wrapped=wrapped, item=XmlElement(name="item" if wrapped else ""))
    root = Tree.fromstring(xml_text(XmlElement("root", children=dict.fromkeys(value, element)), value).encode())
    for name, items in value.items():
        found = root.findall(f"{name}/item") if wrapped else root.findall(name)
        assert [read_back(each) for each in found] == [_same(item) for item in items]
