from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.search import Index, search_tools
from pytest_uimcp.openapi.search.listing import MAX_LISTING_CHARS, signature, tool_listing
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.tools import ServedTool, ServedTools
from tests.openapi.api import Api
from tests.openapi.making import opened, operation, param, spec, target

TEXT = {"type": "string"}


def shop() -> dict[str, Any]:
    """A shop of which nothing is named as somebody would ask for it."""
    product = {
        "type": "object",
        "properties": {"title": TEXT, "price": {"type": "number"}, "id": {"type": "integer", "readOnly": True}},
        "required": ["title", "id"],
    }

    def op(operation_id: str, summary: str, *parameters: Any, **more: Any) -> dict[str, Any]:
        return {**operation(*parameters, **more), "operationId": operation_id, "summary": summary}

    def json_body(schema: Any) -> dict[str, Any]:
        return {"application/json": {"schema": schema}}

    key = param("productId", "path")
    return spec(
        {
            "/products": {
                "get": op("listProducts", "List products", param("limit"), tags=["catalogue"]),
                "post": op("createProduct", "Create a product", body=json_body(product)),
            },
            "/products/{productId}": {
                "get": op("getProduct", "Get a product", key),
                "patch": op("updateProduct", "Update a product", key, body=json_body(product)),
                "delete": op("deleteProduct", "Delete a product", key),
            },
            "/products/{productId}/reviews": {
                "get": op("listReviews", "List reviews of a product", key),
                "post": op("createReview", "Create a review of a product", key, body=json_body(TEXT)),
            },
            "/products/{productId}/legacy-reviews": {
                "post": op("createReviewOld", "Create a review of a product", key, deprecated=True)
            },
            "/orders": {"post": op("createOrder", "Create an order", description="Buys what is in the cart.")},
            "/orders/{orderId}/cancellation": {"put": op("cancelOrder", "Cancel an order", param("orderId", "path"))},
            "/invoices": {"get": op("listInvoices", "List invoices")},
            "/sessions": {
                "post": op("createSession", "Authenticate a customer"),
                "delete": op("deleteSession", "Log out"),
            },
        }
    )


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(target(shop()).tools.values())


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("create product", "createProduct"),
        ("add an item", "createProduct"),
        ("change the price of an article", "updateProduct"),
        ("remove a product", "deleteProduct"),
        ("all products", "listProducts"),
        ("show the product", "getProduct"),
        ("the product", "getProduct"),
        ("what do people say: reviews", "listReviews"),
        ("write a review", "createReview"),
        ("purchase something", "createOrder"),
        ("buy the cart", "createOrder"),
        ("abort my purchase", "cancelOrder"),
        ("bills", "listInvoices"),
        ("sign in", "createSession"),
        ("log out", "deleteSession"),
        ("delte prodcut", "deleteProduct"),
        ("DELETE /products/{productId}", "deleteProduct"),
        ("t__updateProduct", "updateProduct"),
        ("order cancel", "cancelOrder"),
    ],
)
def test_the_best_hit_is_what_is_meant(index: Index, query: str, name: str) -> None:
    hits = index.find(query, 3)
    assert hits[0].tool.name == f"t__{name}", [hit.tool.name for hit in hits]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_what_is_deprecated_comes_after_what_replaces_it(index: Index) -> None:
    names = [hit.tool.name for hit in index.find("create a review of a product", 2)]
    assert names == ["t__createReview", "t__createReviewOld"]


@pytest.mark.parametrize("query", ["", "the of and", "xyzzy", "漢字", "!!!"])
def test_what_means_nothing_finds_nothing(index: Index, query: str) -> None:
    assert index.find(query) == []


def test_an_index_of_nothing_finds_nothing() -> None:
    assert Index(()).find("anything") == []


def test_equal_tools_come_in_their_order() -> None:
    document = spec({f"/p{i}": {"get": {"operationId": f"op{i}", "summary": "Same"}} for i in range(9)})
    names = [hit.tool.name for hit in Index(target(document).tools.values()).find("same", 20)]
    assert names == [f"t__op{i}" for i in range(9)]


def test_a_query_of_pages_is_read_at_its_beginning(index: Index) -> None:
    assert index.find("list invoices " + " " * 400 + "delete product " * 100_000)[0].tool.name == "t__listInvoices"


class Foreign(ServedTool):
    """A tool of another server, which has no request and may say little."""

    def __init__(self, name: str, description: str = "") -> None:
        super().__init__(name, description, source="files")

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "object"}

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        return ToolResult.of_text(json.dumps(arguments))


def test_tools_of_other_servers_are_found_too() -> None:
    index = Index([*target(shop()).tools.values(), Foreign("files__read_file"), Foreign("files__x", "Write a file")])
    assert index.find("read a file")[0].tool.name == "files__read_file"
    assert index.find("write files")[0].tool.name == "files__x"


# -- the three tools


def meta_tools(made: ApiTarget) -> ServedTools:
    return search_tools(made.tools)


pytestmark = pytest.mark.anyio


async def test_three_tools_stand_for_all_others() -> None:
    rows = meta_tools(target(shop())).listed()
    assert [row["name"] for row in rows] == ["search_tools", "describe_tool", "call_tool"]
    assert [row.get("annotations") for row in rows] == [
        {"readOnlyHint": True, "idempotentHint": True},
        {"readOnlyHint": True, "idempotentHint": True},
        {"openWorldHint": True},
    ]
    assert "There are 14" in rows[0]["description"]


async def test_a_search_says_how_to_call_what_it_finds() -> None:
    result = await meta_tools(target(shop())).call("search_tools", {"query": "change a product", "limit": 1})
    assert result.text == (
        "t__updateProduct\n  Update a product\n  PATCH /products/{productId}\n  productId*, body{title*, price}"
    )


async def test_a_search_without_results_says_what_to_try() -> None:
    result = await meta_tools(target(shop())).call("search_tools", {"query": "xyzzy"})
    assert result.text == "Nothing fits 'xyzzy'. Try other words for the action and for what it acts on."


async def test_schemas_are_made_only_for_what_is_found() -> None:
    made = target(shop())
    await meta_tools(made).call("search_tools", {"query": "log out", "limit": 1})
    assert [endpoint.operation for endpoint in made.endpoints if "schema" in vars(endpoint)] == ["deleteSession"]


async def test_a_description_has_it_all() -> None:
    made = target(shop())
    text = (await meta_tools(made).call("describe_tool", {"name": "t__createOrder"})).text
    head, _, schema = text.partition("\n\narguments:\n")
    assert head == "t__createOrder\nCreate an order\nPOST /orders\n\nBuys what is in the cart."
    assert json.loads(schema) == made.tools["t__createOrder"].schema


async def test_a_call_is_the_call_of_the_tool(api: Api) -> None:
    async with opened(shop(), api.url) as made:
        tools = meta_tools(made)
        arguments = {"name": "t__getProduct", "arguments": {"productId": 5}}
        result = await tools.call("call_tool", arguments, token="a-token-of-mine")
        assert result.text == '{"ok": true}'
        assert api.last.target == "/products/5"
        missing = await tools.call("call_tool", {"name": "t__getProduct"})
    assert (missing.text, missing.is_error) == ("Error: missing required arguments: productId", True)


async def test_a_call_is_as_dangerous_as_what_it_calls() -> None:
    tools = meta_tools(target(shop()))
    assert tools["call_tool"].is_dangerous({"name": "t__deleteProduct", "arguments": {}})
    assert not tools["call_tool"].is_dangerous({"name": "t__getProduct"})
    assert not tools["call_tool"].is_dangerous({"name": "nothing"})
    assert not tools["search_tools"].is_dangerous({"query": "delete"})


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("search_tools", {}, "Error: query: expected a text that is not empty, got None"),
        ("search_tools", {"query": " "}, "Error: query: expected a text that is not empty, got ' '"),
        ("search_tools", {"query": "a", "limit": 0}, "Error: limit: expected a whole number from 1 to 20, got 0"),
        ("search_tools", {"query": "a", "limit": True}, "Error: limit: expected a whole number from 1 to 20, got True"),
        ("search_tools", [], "Error: parse arguments: expected a JSON object, got list"),
        ("describe_tool", {"name": 5}, "Error: name: expected a text that is not empty, got 5"),
        (
            "describe_tool",
            {"name": "t__getProdukt"},
            "Error: unknown tool: t__getProdukt (did you mean t__getProduct",
        ),
        ("call_tool", {"name": "zzz"}, "Error: unknown tool: zzz; search_tools finds tools"),
    ],
)
async def test_wrong_arguments_are_reported(name: str, arguments: Any, text: str) -> None:
    result = await meta_tools(target(shop())).call(name, arguments)
    assert result.is_error
    assert result.text.startswith(text)


@pytest.mark.parametrize(
    ("schema", "line"),
    [
        ({"type": "object"}, "no arguments"),
        ({"properties": {"a": {}, "b": {}}, "required": ["b"]}, "b*, a"),
        ({"properties": {"body": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"properties": {"x": {}}}}}, "body{x}"),
        ({"properties": {"body": {"$ref": "#/$defs/gone"}}}, "body"),
    ],
)
def test_a_signature_is_one_line(schema: Any, line: str) -> None:
    assert signature(schema) == line


def test_what_is_long_is_cut_and_what_does_not_fit_is_counted() -> None:
    long = [Foreign(f"files__{i}", "x" * 5000) for i in range(60)]
    text = tool_listing("x", long)
    assert len(text) < MAX_LISTING_CHARS
    assert text.endswith(" more fit; use more specific words)")
    wide: dict[str, Any] = {"properties": {f"property_number_{i}": {} for i in range(500)}}
    assert len(signature(wide)) == 400
