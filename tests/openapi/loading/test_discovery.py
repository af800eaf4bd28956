from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import web

from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.loading import discovery
from pytest_uimcp.openapi.loading.discovery import MAX_PARALLEL_REQUESTS, PAGES, PATHS
from pytest_uimcp.openapi.loading.fetching import LoadedSpec
from pytest_uimcp.openapi.loading.sources import load
from tests.openapi.api import Api, Handler
from tests.openapi.making import auth, config, get, ignore

pytestmark = pytest.mark.anyio
BOUND = 240


async def searched(api: Api, **settings: Any) -> LoadedSpec:
    with anyio.fail_after(BOUND):
        return await load(config(base_url=api.url, **settings), folder=Path(), warn=ignore)


async def fails(api: Api) -> str:
    with pytest.raises(SpecError) as caught:
        await searched(api)
    return str(caught.value)


def nothing_but(api: Api, **documents: Any) -> None:
    """404 for all else."""
    api.answers("*", status=404)


def counted(api: Api) -> dict[str, int]:
    paths = [seen.target for seen in api.seen if seen.method == "GET"]
    return {path: paths.count(path) for path in paths}


def head(link: str) -> Handler:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(headers={"Link": link})

    return handler


async def test_every_usual_place_is_looked_at_once(api: Api) -> None:
    nothing_but(api)
    await fails(api)
    assert counted(api) == dict.fromkeys([*PATHS, *PAGES], 1)


@pytest.mark.parametrize("path", [PATHS[0], PATHS[3], PATHS[-1]])
async def test_a_specification_in_a_usual_place_is_found(api: Api, path: str) -> None:
    nothing_but(api)
    api.answers_json(path, get("/a"))
    assert (await searched(api)).url == f"{api.url}{path}"


@pytest.mark.parametrize(
    ("text", "content_type"),
    [
        (json.dumps(get("/a")), "application/json"),
        (json.dumps(get("/a")), "text/plain"),
        ("\ufeff" + json.dumps(get("/a")), "application/json"),
        ("openapi: 3.0.0\npaths: {/a: {get: {operationId: op}}}", "application/json"),
        ("openapi: 3.0.0\npaths: {/a: {get: {operationId: op}}}", "application/vnd.oai.openapi"),
    ],
)
async def test_the_content_says_what_it_is(api: Api, text: str, content_type: str) -> None:
    nothing_but(api)
    api.answers("/openapi.json", text, content_type=content_type)
    assert (await searched(api)).data["paths"]["/a"]["get"]["operationId"] == "op"


async def test_the_earlier_place_wins_even_if_it_is_slower(api: Api) -> None:
    nothing_but(api)
    later = asyncio.Event()

    async def slow(_request: web.Request) -> web.Response:
        await later.wait()
        return web.json_response(get("/early"))

    async def fast(_request: web.Request) -> web.Response:
        later.set()
        return web.json_response(get("/late"))

    api.handlers[PATHS[1]] = slow
    api.handlers[PATHS[3]] = fast
    assert list((await searched(api)).data["paths"]) == ["/early"]


async def test_eight_are_asked_at_once_and_no_more(api: Api) -> None:
    waiting = most = 0
    eight = asyncio.Event()

    async def handler(request: web.Request) -> web.Response:
        nonlocal waiting, most
        if request.path in PATHS:
            waiting += 1
            most = max(most, waiting)
            if waiting == MAX_PARALLEL_REQUESTS:
                eight.set()
            await eight.wait()
            waiting -= 1
        return web.Response(status=404)

    api.handlers["*"] = handler
    await fails(api)
    assert most == MAX_PARALLEL_REQUESTS


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("{}", "application/json"),
        ('{"detail": "hi"}', "application/json"),
        ('{"error": "no openapi here"}', "application/json"),
        ('{"openapi": "3.0.0"}', "application/json"),
        ("<html>please log in to openapi</html>", "text/html"),
        (json.dumps(get("/a")), "text/html"),
        ("", "text/plain"),
    ],
)
async def test_pages_that_are_not_specifications_are_skipped_everywhere(api: Api, body: str, content_type: str) -> None:
    api.answers("*", body, content_type=content_type)
    assert (
        await fails(api) == f"no OpenAPI spec found at {api.url} (tried {len(PATHS)} paths + {len(PAGES)} HTML pages)"
    )
    assert set(counted(api).values()) == {1}


@pytest.mark.parametrize(
    "link",
    [
        '</here.json>; rel="service-desc"',
        "</here.json>; rel=service-desc",
        '<here.json>; type="application/json"; rel="describedby"',
        '</x>; rel="next", </here.json>; rel="index service-desc"',
        '</x>; title="a, b; rel=service-desc", </here.json>; REL="Service-Desc"',
    ],
)
async def test_the_servers_own_hint_comes_first(api: Api, link: str) -> None:
    nothing_but(api)
    api.handlers["/"] = head(link)
    api.answers_json("/here.json", get("/hinted"))
    api.answers_json("/openapi.json", get("/usual"))
    assert list((await searched(api)).data["paths"]) == ["/hinted"]
    assert list(counted(api)) == ["/here.json"]


@pytest.mark.parametrize(
    "link", ['</x>; rel="next"', "garbage", "<ftp://h/x>; rel=service-desc", "<>; rel=describedby"]
)
async def test_a_hint_that_leads_nowhere_is_no_harm(api: Api, link: str) -> None:
    nothing_but(api)
    api.handlers["/"] = head(link)
    api.answers_json("/openapi.json", get("/usual"))
    assert list((await searched(api)).data["paths"]) == ["/usual"]


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ('SwaggerUIBundle({ url: "/hidden/spec", dom_id: 1 })', "/swagger-ui.html"),
        ("{ url : '/hidden/spec' }", "/swagger-ui/index.html"),
        ('const ui = {"url":"/hidden/spec"}', "/swagger"),
        ('<redoc spec-url="/hidden/spec"></redoc>', "/redoc"),
        ("<redoc spec-url='hidden/spec'></redoc>", "/redoc"),
        ('specUrl = "/hidden/spec"', "/docs"),
        ('"configUrl" : "/config"', "/api/docs"),
        ('url: "https:\\/\\/elsewhere\\/spec"; x.url = "\\/hidden\\/spec"', "/docs"),
    ],
)
async def test_an_html_page_names_the_specification(api: Api, page: str, path: str) -> None:
    nothing_but(api)
    api.answers(path, f"<html>{page}</html>", content_type="text/html")
    api.answers_json("/hidden/spec", get("/shown"))
    api.answers_json("/config", get("/shown"))
    assert list((await searched(api)).data["paths"]) == ["/shown"]


async def test_a_page_is_read_no_further_than_512_kib(api: Api) -> None:
    nothing_but(api)
    api.answers("/docs", " " * 512 * 1024 + 'url: "/hidden/spec"', content_type="text/html")
    api.answers_json("/hidden/spec", get("/a"))
    assert "no OpenAPI spec found" in await fails(api)


async def test_a_page_leads_to_no_other_origin(api: Api, other_api: Api) -> None:
    nothing_but(api)
    api.answers("/docs", f'url: "{other_api.url}/openapi.json"', content_type="text/html")
    other_api.answers_json("/openapi.json", get("/a"))
    await fails(api)
    assert other_api.seen == []


async def test_a_circle_of_redirects_and_a_huge_answer_are_passed_over(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_but(api)

    async def circle(request: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": str(request.url)})

    async def huge(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        for _ in range(30):
            await response.write(b" " * 1024 * 1024)
        return response

    api.handlers[PATHS[0]] = circle
    api.handlers[PATHS[1]] = huge
    api.answers_json(PATHS[5], get("/a"))
    assert (await searched(api)).url == f"{api.url}{PATHS[5]}"


async def test_a_redirect_is_followed(api: Api) -> None:
    nothing_but(api)

    async def moved(_request: web.Request) -> web.Response:
        return web.Response(status=301, headers={"Location": "/there.json"})

    api.handlers[PATHS[0]] = moved
    api.answers_json("/there.json", get("/a"))
    assert (await searched(api)).url == f"{api.url}/there.json"


@pytest.mark.slow
async def test_a_server_that_hangs_is_waited_for_no_longer_than_its_bounds(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "SECONDS_EACH", 0.2)
    monkeypatch.setattr(discovery, "SECONDS", 1.0)

    async def handler(_request: web.Request) -> web.Response:
        await asyncio.sleep(BOUND * 2)
        raise AssertionError

    api.handlers["*"] = handler
    assert "no OpenAPI spec found" in await fails(api)


async def test_the_bounds_are_five_seconds_each_and_twenty_together() -> None:
    assert (discovery.SECONDS_EACH, discovery.SECONDS) == (5.0, 20.0)


@pytest.mark.parametrize(("wanted", "sent"), [(False, None), (True, "Bearer a-secret-token")])
async def test_a_credential_is_shown_before_the_specification_is_known_only_on_request(
    api: Api, other_api: Api, wanted: bool, sent: str | None
) -> None:
    async def moved(_request: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": f"{other_api.url}/spec"})

    nothing_but(api)
    other_api.answers("*", status=404)
    api.handlers[PATHS[0]] = moved
    with pytest.raises(SpecError):
        await searched(api, auth=auth("bearer", "a-secret-token"), auth_on_discovery=wanted)
    assert {seen.header("authorization") for seen in api.seen} == {sent}
    assert {seen.header("authorization") for seen in other_api.seen} == {None}


async def test_a_base_with_a_path_is_searched_below_it(api: Api) -> None:
    nothing_but(api)
    api.answers_json("/app/openapi.json", get("/a"))
    with anyio.fail_after(BOUND):
        found = await load(config(base_url=f"{api.url}/app/"), folder=Path(), warn=ignore)
    assert found.url == f"{api.url}/app/openapi.json"
