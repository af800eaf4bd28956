from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.search.index import Spelling
from pytest_uimcp.openapi.search.query import MAX_QUERY_CHARS, read_query
from pytest_uimcp.openapi.search.synonyms import PHRASES, related
from pytest_uimcp.openapi.search.words import pieces, plurals, stem, stems


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getGPGKeys", ["get", "gpg", "keys"]),
        ("repos/create-fork", ["repos", "create", "fork"]),
        ("snake_case.name:x", ["snake", "case", "name", "x"]),
        ("OAuth2 v3 PRs APIs", ["oauth2", "v3", "prs", "apis"]),
        ("GitHub", ["git", "hub", "github"]),
        ("HTTPServer", ["http", "server"]),
        ("see [the docs](https://example.com/a/b) <b>now</b>", ["see", "the", "docs", "now"]),
        ("Größe ändern 漢字", ["größe", "ändern", "漢字"]),
        ("", []),
    ],
)
def test_a_text_comes_apart_into_words(text: str, words: list[str]) -> None:
    assert list(pieces(text)) == words


@pytest.mark.parametrize(
    "alike",
    [
        "create creates created creating creation",
        "delete deletes deleted deleting deletion",
        "merge merged merging",
        "run running runs",
        "cancel cancelled cancels canceled",
        "watch watches watching watched watcher watchers",
        "repository repositories",
        "assign assigned assignee assignees assigning",
        "follow follower followers following",
        "protect protected protection",
        "notification notifications",
        "branch branches",
        "status",
        "access",
    ],
)
def test_inflections_of_a_word_have_one_stem(alike: str) -> None:
    assert len({stem(word) for word in alike.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("user", "use"), ("team", "term"), ("issue", "is"), ("status", "state")])
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_stems_and_can_be_asked(text: str) -> None:
    assert all(stems(text))
    assert all(weight > 0 for _, weight in read_query(text).terms)


def test_words_without_meaning_have_no_stem() -> None:
    assert stems("Get the list of all pets for a user") == tuple(map(stem, ["get", "list", "all", "pet", "user"]))


def test_plural_and_singular_are_distinguished() -> None:
    assert plurals("list deploy keys") == {stem("key")}
    assert plurals("the status of this access") == frozenset()


def test_synonyms_go_both_ways() -> None:
    assert stem("remove") in related(stem("delete"))
    assert stem("delete") in related(stem("remove"))
    assert stem("delete") not in related(stem("delete"))
    assert list(related("nonsense")) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("get rid of a branch", "delete a branch get rid"),
        ("turn on alerts", "enable alerts turn"),
        ("my PRs", "my pull request prs"),
        ("is it starred", "check it starred"),
        ("unassign somebody", "unassign remove assign somebody"),
    ],
)
def test_phrases_become_words_of_apis(text: str, meant: str) -> None:
    words = [word for word, _ in read_query(text).terms]
    assert words == [stem(word) for word in pieces(meant) if stem(word) in words]
    assert words[0] in map(stem, pieces(meant))


def test_phrases_are_no_longer_than_what_is_read() -> None:
    assert max(map(len, PHRASES)) < MAX_QUERY_CHARS


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("add a pet", "POST"),
        ("throw away a pet: delete it", "DELETE"),
        ("rename a pet", "PATCH"),
        ("who owns the pet", "GET"),
        ("PATCH the pet", "PATCH"),
        ("DELETE pets", "DELETE"),
    ],
)
def test_a_verb_says_which_methods_would_do_it(text: str, method: str) -> None:
    assert method in read_query(text).methods


def test_without_a_verb_any_method_will_do() -> None:
    assert read_query("deploy keys").methods == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("repo", ["repository"]),
        ("repositroy", ["repository"]),
        ("repositor", ["repository"]),
        ("brunch", ["branch"]),
        ("branchs", ["branch"]),
        ("xy", []),
        ("zebra", []),
        ("pot", []),
    ],
)
def test_abbreviations_and_slips_are_understood(typed: str, meant: list[str]) -> None:
    assert Spelling(["repository", "branch", "pet"]).alike(typed) == meant
