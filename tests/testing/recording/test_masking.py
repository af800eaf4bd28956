"""Secrets never reach a file."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.testing.recording.masking import Secrets
from pytest_uimcp.testing.scenario.variables import substitute

SECRET = "s3cr3t-9x"


@pytest.mark.parametrize(
    "data",
    [
        {"password": SECRET},
        {"apiKey": SECRET},
        {"api-key": SECRET},
        {"headers": {"Authorization": f"Bearer {SECRET}"}},
        {"access_token": SECRET},
        {"secrets": [SECRET]},
        {"credentials": {"user": "ada", "value": SECRET}},
        {"code": f'login("ada", {{ password = "{SECRET}" }})'},
        {"code": f"app.token='{SECRET}'"},
        {"code": f'config["client_secret"] = "{SECRET}"'},
        {"body": json.dumps({"passphrase": SECRET})},
        {"url": f"postgres://ada:{SECRET}@db/x"},
        {"text": f"sent with Bearer {SECRET}"},
    ],
    ids=str,
)
def test_a_secret_is_recognised_by_the_name_of_what_holds_it(data: object) -> None:
    secrets = Secrets()
    secrets.learn(data)
    assert SECRET not in json.dumps(secrets.as_variables(data))
    assert SECRET not in secrets.as_stand_ins(f"then the app said {SECRET}.")


@pytest.mark.parametrize(
    "text",
    [
        "sk-abcdefghijklmnopqrstuv", "ghp_abcdefghijklmnopqrstuvwxyz", "AKIAABCDEFGHIJKLMNOP", "xoxb-1234567890-abc",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    ],
)  # fmt: skip
def test_well_known_forms_are_secrets_wherever_they_stand(text: str) -> None:
    secrets = Secrets()
    secrets.learn([f"call it with {text}, please"])
    assert text not in str(secrets.as_variables(f"called with {text}"))


@pytest.mark.parametrize(
    "data", [{"author": "Ada"}, {"keyboard": "us"}, {"code": "return keys(t)"}, {"tokenizer": 3}], ids=str
)
def test_what_only_sounds_similar_is_not_masked(data: dict[str, object]) -> None:
    secrets = Secrets()
    secrets.learn(data)
    assert secrets.as_variables(data) == data


def test_more_names_can_be_given() -> None:
    secrets = Secrets(["Social security", " "])
    secrets.learn({"social_security": "123-45-678", "age": "12"})
    assert secrets.as_variables("123-45-678 12") == "${social_security} 12"


def test_a_short_secret_is_masked_as_a_word_only() -> None:
    secrets = Secrets()
    secrets.add("12", "pin")
    assert secrets.as_variables(["12", 12, "at 12:30", "1234", 1234]) == [
        "${pin}",
        "${pin}",
        "at ${pin}:30",
        "1234",
        1234,
    ]


def test_a_secret_that_is_typed_on_keeps_its_name_and_its_beginnings_are_masked_too() -> None:
    secrets = Secrets()
    secrets.add("h", "Password")
    for length in range(2, 9):
        secrets.grow("hunter22"[: length - 1], "hunter22"[:length])
    assert secrets.as_variables("hunter22, hunter, h") == "${password}, ${password}, h"
    assert secrets.variables("${password}") == {"password": "masked-password"}


@given(st.text(min_size=1), st.text(min_size=4), st.text(min_size=1))
def test_masked_data_becomes_the_data_again_when_the_secret_is_known(before: str, secret: str, after: str) -> None:
    secrets = Secrets()
    secrets.add(secret, "password")
    data = [f"{before}{secret}{after}", {before: secret}]
    masked = secrets.as_variables(data)
    known = {name: text for text, name in secrets._by_text.items()}  # noqa: SLF001 -- the way back is known nowhere else
    assert substitute(masked, known) == data
    if secret not in "masked-password":
        assert secret not in secrets.as_stand_ins(f"{before} {secret} {after}").replace("masked-password", "\0")


@pytest.mark.parametrize("piece", ["a", "token", "$", "-", "token ", ":token", "x://y:", "eyJ-", '=token"'])
def test_long_texts_are_read_in_a_time_that_grows_with_them(piece: str) -> None:
    # With a time that grows with its square, this would take many minutes.
    secrets = Secrets()
    text = piece * (100_000 // len(piece))
    secrets.learn({"text": text, "password": "hunter22"})
    assert secrets.as_stand_ins(f"{text} hunter22").endswith(" masked-password")
