from __future__ import annotations

import base64
import email.message
import email.parser
import email.policy
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.endpoints import Body, FieldEncoding
from pytest_uimcp.openapi.requests.arguments import mismatch
from pytest_uimcp.openapi.requests.bodies import FormField, encode_body, multipart
from tests.openapi.api import Api
from tests.openapi.making import get, input_schema, opened, operation, post, post_json, spec, target

pytestmark = pytest.mark.anyio
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
FILE = {"type": "string", "format": "binary"}


async def sent(api: Api, document: Any, arguments: dict[str, Any], **settings: Any) -> None:
    async with opened(document, api.url, **settings) as made:
        result = await made.tools.call("t__op", arguments)
    assert not result.is_error, result.text


async def refused(api: Api, document: Any, arguments: dict[str, Any]) -> str:
    async with opened(document, api.url) as made:
        result = await made.tools.call("t__op", arguments)
    assert result.is_error
    assert api.seen == []
    return result.text


def parts(content_type: str, body: bytes) -> list[tuple[str, str | None, str | None, bytes]]:
    """The fields of a form, read by Python's own reader of MIME."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
    found: list[Any] = []
    for part in message.iter_parts():
        assert isinstance(part, email.message.EmailMessage)
        given = part["Content-Type"]
        name = part.get_param("name", header="content-disposition")
        found.append((str(name), part.get_filename(), given and str(given), part.get_payload(decode=True)))
    return found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [None, True, 1.5]}, '{"b":1,"a":[null,true,1.5]}'),
        ({"é": "漢😀"}, '{"é":"漢😀"}'),
        ({"big": 2**63}, '{"big":9223372036854775808}'),
        ([], "[]"),
        ({}, "{}"),
        (5, "5"),
        ("text", '"text"'),
        (False, "false"),
    ],
)
async def test_json_is_sent_as_it_is(api: Api, value: Any, text: str) -> None:
    await sent(api, post_json({}), {"body": value})
    assert api.last.body == text.encode()
    assert api.last.header("content-type") == "application/json"


async def test_a_vendors_json_keeps_its_name(api: Api) -> None:
    await sent(api, post({"application/vnd.x+json": {"schema": {"type": "object"}}}), {"body": {"a": 1}})
    assert (api.last.header("content-type"), api.last.body) == ("application/vnd.x+json", b'{"a":1}')


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        ({"type": "object"}, '{"a": 1}', '{"a":1}'),
        ({"type": ["object", "null"]}, '{"a": 1}', '{"a":1}'),
        ({"properties": {"a": {}}}, '{"a": 1}', '{"a":1}'),
        ({"allOf": [{"type": "object"}]}, '{"a": 1}', '{"a":1}'),
        ({"type": "array"}, "[1]", "[1]"),
        ({"type": "object"}, "no json", '"no json"'),
        ({"type": "string"}, '{"a": 1}', r'"{\"a\": 1}"'),
        ({"anyOf": [{"type": "object"}, {"type": "string"}]}, "5", '"5"'),
        ({}, "5", '"5"'),
    ],
)
async def test_json_in_a_text_is_read_where_a_text_is_not_wanted(api: Api, schema: Any, value: str, text: str) -> None:
    await sent(api, post_json(schema, version="3.1.0"), {"body": value})
    assert api.last.body == text.encode()


async def test_a_body_of_five_megabytes(api: Api) -> None:
    value = {"text": "é" * 2_500_000}
    await sent(api, post_json({"type": "object"}), {"body": value})
    assert api.last.json == value


async def test_null_within_a_body_is_sent(api: Api) -> None:
    await sent(api, post_json({"type": "object"}), {"body": {"a": None}})
    assert api.last.body == b'{"a":null}'


@pytest.mark.parametrize("schema", [{"type": "object", "nullable": True}, {"anyOf": [{"type": "null"}]}])
async def test_null_is_a_body_where_the_schema_says_so(api: Api, schema: Any) -> None:
    await sent(api, post_json(schema, version="3.1.0"), {"body": None})
    assert api.last.body == b"null"


@pytest.mark.parametrize("arguments", [{}, {"body": None}])
async def test_a_required_body_that_is_missing_is_named_before_anything_is_sent(api: Api, arguments: Any) -> None:
    assert await refused(api, post_json({"type": "object"}), arguments) == "Error: missing required arguments: body"


@pytest.mark.parametrize("arguments", [{}, {"body": None}])
async def test_an_optional_body_that_is_missing_is_no_body(api: Api, arguments: Any) -> None:
    await sent(api, post_json({"type": "object"}, required=False), arguments)
    assert (api.last.header("content-type"), api.last.body) == (None, b"")


async def test_a_get_has_no_body_and_no_content_type(api: Api) -> None:
    await sent(api, get("/x"), {"body": {"a": 1}})
    assert (api.last.header("content-type"), api.last.body) == (None, b"")
    assert api.last.header("accept") == "application/json, */*;q=0.8"


@pytest.mark.parametrize(("arguments", "body"), [({}, b""), ({"body": {"a": 1}}, b'{"a":1}')])
async def test_a_get_with_a_declared_body_sends_it_if_given(api: Api, arguments: Any, body: bytes) -> None:
    document = spec({"/x": {"get": operation(body={"application/json": {"schema": {"type": "object"}}})}})
    await sent(api, document, arguments)
    assert api.last.body == body


@pytest.mark.parametrize("value", [float("nan"), {"a": float("inf")}, {"a": "\ud800"}])
async def test_what_json_cannot_say_is_refused(api: Api, value: Any) -> None:
    assert (await refused(api, post_json({}), {"body": value})).startswith("Error: ")


# -- forms


async def test_a_form_in_pairs(api: Api) -> None:
    value = {"a": "x y&z", "list": [1, None, "é"], "object": {"k": [1]}, "yes": True, "none": None, "empty": []}
    await sent(api, post({FORM: {"schema": {"type": "object"}}}), {"body": value})
    assert api.last.header("content-type") == FORM
    assert api.last.body == b"a=x+y%26z&list=1&list=%C3%A9&object=%7B%22k%22%3A%5B1%5D%7D&yes=true"


async def test_a_form_writes_lists_as_its_encoding_says(api: Api) -> None:
    lists = {"type": "array", "items": {"type": "string"}}
    media = {
        "schema": {"type": "object", "properties": {"a": lists, "b": lists}},
        "encoding": {"a": {"style": "form", "explode": False}, "b": {"style": "pipeDelimited", "explode": False}},
    }
    await sent(api, post({FORM: media}), {"body": {"a": ["x", "y"], "b": ["x", "y"]}})
    assert api.last.body == b"a=x%2Cy&b=x%7Cy"


@pytest.mark.parametrize("media_type", [FORM, MULTIPART])
async def test_a_form_needs_an_object(api: Api, media_type: str) -> None:
    text = await refused(api, post({media_type: {"schema": {"type": "object"}}}), {"body": [1]})
    assert text == f"Error: body: {media_type} needs an object with the fields of the form, got list"


@pytest.mark.parametrize("media_type", [FORM, MULTIPART])
async def test_a_form_may_come_as_json_text(api: Api, media_type: str) -> None:
    await sent(api, post({media_type: {"schema": {"type": "object"}}}), {"body": '{"a": "b"}'})
    content_type = api.last.header("content-type") or ""
    if media_type == FORM:
        assert api.last.body == b"a=b"
    else:
        assert parts(content_type, api.last.body) == [("a", None, None, b"b")]


# Shapes of Stripe's: `metadata`, `expand`, `line_items`.
DEEP = {"style": "deepObject", "explode": True}
ORDER = {
    "type": "object",
    "properties": {
        "amount": {"type": "integer"},
        "metadata": {"anyOf": [{"type": "object"}, {"type": "string", "enum": [""]}]},
        "expand": {"type": "array", "items": {"type": "string"}},
        "line_items": {"type": "array", "items": {"type": "object"}},
    },
}
ORDERS = {"schema": ORDER, "encoding": {"metadata": DEEP, "expand": DEEP, "line_items": DEEP, "unseen": DEEP}}


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ({"amount": 5, "metadata": {"key": "v w"}}, "amount=5&metadata[key]=v w"),
        ({"metadata": {"a": {"b": True, "c": None}, "d": 1.0}}, "metadata[a][b]=true&metadata[d]=1"),
        ({"metadata": ""}, "metadata="),
        ({"metadata": {}, "expand": []}, ""),
        ({"expand": ["a", None, "b"]}, "expand[]=a&expand[]=b"),
        (
            {"line_items": [{"price": "x", "tax": ["t", "u"]}, {"quantity": 2}]},
            "line_items[0][price]=x&line_items[0][tax][]=t&line_items[0][tax][]=u&line_items[1][quantity]=2",
        ),
        ({"unseen": {"a": 1}}, "unseen[a]=1"),
    ],
)
async def test_a_form_writes_brackets_where_its_encoding_says_so(api: Api, value: Any, form: str) -> None:
    await sent(api, post({FORM: ORDERS}), {"body": value})
    assert unquote_plus(api.last.body.decode()) == form
    assert b"[" not in api.last.body
    await sent(api, post({MULTIPART: ORDERS}), {"body": value})
    fields = parts(api.last.header("content-type") or "", api.last.body)
    assert "&".join(f"{name}={content.decode()}" for name, _, _, content in fields) == form


def unbracketed(pairs: list[tuple[str, str]]) -> Any:
    """What a server makes of names with brackets, as PHP, Rails and `qs` read them."""
    root: dict[str, Any] = {}
    for name, text in pairs:
        keys = name.replace("]", "").split("[")
        place: Any = root
        for key, following in zip(keys, [*keys[1:], None], strict=True):
            inner = text if following is None else _container(following)
            if isinstance(place, list):
                if not key or int(key) == len(place):
                    place.append(inner)
                place = place[-1]
            else:
                place = place.setdefault(key, inner)
    return root


def _container(key: str) -> Any:
    return [] if key == "" or key.isdigit() else {}


KEYS = st.text("abc_-é", min_size=1, max_size=3)
LEAVES = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
OBJECTS: st.SearchStrategy[dict[str, Any]] = st.deferred(
    lambda: st.dictionaries(KEYS, DEEP_VALUES, min_size=1, max_size=3)
)
DEEP_VALUES: st.SearchStrategy[Any] = st.one_of(
    LEAVES, OBJECTS, st.lists(LEAVES, min_size=1, max_size=3), st.lists(OBJECTS, min_size=1, max_size=3)
)


@pytest.mark.slow
@settings(deadline=None)
@given(OBJECTS)
def test_any_object_in_brackets_is_read_back(value: dict[str, Any]) -> None:
    body = Body(FORM, parts={"x": FieldEncoding("deepObject")})
    pairs = parse_qsl(encode_body(body, {"x": value}).content.decode(), keep_blank_values=True, strict_parsing=True)
    assert unbracketed(pairs) == {"x": value}


@settings(deadline=None)
@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.text(st.characters(exclude_categories=["Cs"]))
    )
)
def test_any_form_is_read_back(fields: dict[str, str]) -> None:
    content = encode_body(Body(FORM), fields).content.decode()
    assert dict(parse_qsl(content, keep_blank_values=True, strict_parsing=bool(content))) == fields


async def test_a_multipart_form(api: Api) -> None:
    schema = {
        "type": "object",
        "properties": {
            "file": FILE,
            "plain": FILE,
            "many": {"type": "array", "items": FILE},
            "caption": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "meta": {"type": "object"},
            "styled": {"type": "string"},
        },
    }
    value = {
        "file": {
            "filename": "a.png",
            "content_base64": base64.b64encode(b"\x00\r\n--\xff").decode(),
            "content_type": "image/png",
        },
        "plain": "just text",
        "many": [{"filename": "1", "content_base64": "MQ=="}, {"filename": "2", "content_base64": "Mg=="}],
        "caption": "é",
        "tags": ["x", "y"],
        "meta": {"a": [1]},
        "styled": "s",
        "none": None,
    }
    encoding = {"styled": {"contentType": "text/markdown"}}
    await sent(api, post({MULTIPART: {"schema": schema, "encoding": encoding}}), {"body": value})
    content_type = api.last.header("content-type") or ""
    assert content_type.startswith("multipart/form-data; boundary=")
    assert parts(content_type, api.last.body) == [
        ("file", "a.png", "image/png", b"\x00\r\n--\xff"),
        ("plain", "plain", "application/octet-stream", b"just text"),
        ("many", "1", "application/octet-stream", b"1"),
        ("many", "2", "application/octet-stream", b"2"),
        ("caption", None, None, "é".encode()),
        ("tags", None, None, b"x"),
        ("tags", None, None, b"y"),
        ("meta", None, "application/json", b'{"a":[1]}'),
        ("styled", None, "text/markdown", b"s"),
    ]


async def test_a_file_is_never_read_from_this_machine(api: Api) -> None:
    await sent(api, post({MULTIPART: {"schema": {"properties": {"file": FILE}}}}), {"body": {"file": "/etc/hostname"}})
    assert parts(api.last.header("content-type") or "", api.last.body)[0][3] == b"/etc/hostname"


async def test_invalid_base64_is_refused(api: Api) -> None:
    document = post({MULTIPART: {"schema": {"properties": {"file": FILE}}}})
    text = await refused(api, document, {"body": {"file": {"filename": "a", "content_base64": "a!"}}})
    assert text == "Error: file: content_base64 is not base64"


async def test_a_content_type_cannot_smuggle_in_a_header(api: Api) -> None:
    document = post({MULTIPART: {"schema": {"properties": {"file": FILE}}}})
    file = {"filename": "a", "content_base64": "", "content_type": "a/b\r\nX-Evil: 1"}
    assert "is not a content type" in await refused(api, document, {"body": {"file": file}})


def test_names_in_a_form_cannot_end_their_quotes() -> None:
    content, _ = multipart([FormField('a"\r\nb', b"", filename='c"\nd')])
    assert b'name="a%22%0D%0Ab"; filename="c%22%0Ad"\r\n\r\n' in content


# -- text and bytes


@pytest.mark.parametrize(("value", "body"), [("é\n", "é\n".encode()), (5, b"5"), (True, b"true")])
async def test_text_is_sent_as_it_is(api: Api, value: Any, body: bytes) -> None:
    await sent(api, post({"text/markdown": {"schema": {"type": "string"}}}), {"body": value})
    assert (api.last.header("content-type"), api.last.body) == ("text/markdown", body)


@pytest.mark.parametrize(
    ("value", "body"),
    [("text", b"text"), ({"content_base64": "AP8="}, b"\x00\xff"), ({"content_base64": "A\nP8="}, b"\x00\xff")],
)
async def test_bytes_may_be_text_or_base64(api: Api, value: Any, body: bytes) -> None:
    await sent(api, post({"application/octet-stream": {"schema": FILE}}), {"body": value})
    assert (api.last.header("content-type"), api.last.body) == ("application/octet-stream", body)


async def test_what_we_cannot_encode_is_refused_with_what_would_do(api: Api) -> None:
    text = await refused(api, post({"application/xml": {}}), {"body": {"a": 1}})
    assert text == "Error: body: application/xml needs a text, or an object with content_base64; got dict"
    await sent(api, post({"application/xml": {}}), {"body": "<a/>"})
    assert (api.last.header("content-type"), api.last.body) == ("application/xml", b"<a/>")


# Shapes of Gmail's, Drive's, Docker's and others' bodies.
MESSAGE = {"type": "object", "properties": {"raw": {"type": "string"}}, "description": "A mail."}
BASE64 = {"content_base64": "AP8="}


@pytest.mark.parametrize(
    ("media_type", "schema", "value", "body"),
    [
        ("message/rfc822", MESSAGE, "From: a", b"From: a"),
        ("message/rfc822", MESSAGE, BASE64, b"\x00\xff"),
        ("application/octet-stream", MESSAGE, BASE64, b"\x00\xff"),
        ("application/x-tar", {"type": "string", "format": "binary"}, BASE64, b"\x00\xff"),
        ("application/x-tar", {}, BASE64, b"\x00\xff"),
        ("image/*", {"type": "string"}, BASE64, b"\x00\xff"),
        ("text/csv", {"type": "array", "items": {"type": "object"}}, "a,b", b"a,b"),
        ("application/sql", {}, "SELECT 1", b"SELECT 1"),
        ("text/plain", {"type": "string", "enum": ["on", "off"]}, "on", b"on"),
        ("application/xml", {"type": "object"}, "<a/>", b"<a/>"),
        ("text/json", MESSAGE, {"raw": "x"}, b'{"raw":"x"}'),
        ("application/yaml", MESSAGE, {"raw": "x"}, b'{"raw":"x"}'),
        ("application/apply-patch+yaml", {"anyOf": [MESSAGE, {"type": "string"}]}, "raw: x", b"raw: x"),
        ("application/x-ndjson", {"type": "array"}, [{"a": 1}, {}], b'{"a":1}\n{}\n'),
    ],
)
async def test_what_is_published_for_a_body_is_what_it_accepts(
    api: Api, media_type: str, schema: Any, value: Any, body: bytes
) -> None:
    document = post({media_type: {"schema": schema}})
    await sent(api, document, {"body": value}, validate_args=True)
    assert api.last.body == body


MEDIA_TYPES = [
    "application/json", "text/json", "application/a+json", "application/yaml", "application/x-ndjson", FORM, MULTIPART,
    "application/xml", "text/xml", "text/plain", "text/csv", "application/octet-stream", "application/pdf",
    "message/rfc822", "multipart/related", "*/*", "image/*",
]  # fmt: skip
SCHEMAS = [
    {}, {"type": "string"}, FILE, {"type": "integer"}, {"type": "boolean"}, {"type": "object"}, {"type": "array"},
    {"anyOf": [{"type": "object"}, {"type": "string"}]}, {"type": "object", "xml": {"name": "a"}},
    {"type": "object", "properties": {"a": {"type": "object"}}},
    {"type": "array", "items": {"type": "string"}, "xml": {"name": "a"}},
]  # fmt: skip


@pytest.mark.parametrize("media_type", MEDIA_TYPES)
@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_nothing_that_the_published_schema_allows_is_refused(media_type: str, schema: Any) -> None:
    endpoint = target(post({media_type: {"schema": schema}}, version="3.1.0")).endpoints[0]
    body = endpoint.plan.body
    assert body is not None
    for value in ("text", 5, True, {"a": {"b": 1}}, ["a"], {"content_base64": "AP8="}):
        if not mismatch(endpoint.schema, {"body": value}):
            assert encode_body(body, value).content


@pytest.mark.parametrize("media_type", ["message/rfc822", "application/octet-stream", "text/csv", "application/xml"])
def test_no_object_is_published_where_none_is_accepted(media_type: str) -> None:
    schema = input_schema(post({media_type: {"schema": {"type": "object", "description": "A mail."}}}))
    body = schema["properties"]["body"]
    assert body["description"] == "A mail."
    kinds = [choice["type"] for choice in body.get("anyOf", [body])]
    assert kinds in (["string"], ["string", "object"])
    assert "properties" not in body
