from __future__ import annotations

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.core.secrets import MASK, MaskingFormatter, SecretNames, SecretStore, mask
from pytest_uimcp.core.secrets.shapes import secret_spans
from tests.core.secrets.ordinary import ORDINARY
from tests.core.secrets.plants import PLANTS, SECRET, VALUES, WILD, WORD

ROOT = Path(__file__).parents[3]
TEXTS = ("*.md", "*.lua", "*.html", "*.yaml", "*.yml", "*.fxml", "*.json", "*.css", "*.js", "*.py", "*.toml")


def left_in(text: str) -> list[str]:
    return [value for value in VALUES if value in text]


def test_at_least_97_of_100_planted_secrets_are_masked() -> None:
    assert len(PLANTS) >= 100
    missed = [plant for plant in PLANTS if left_in(mask(plant))]
    assert len(missed) <= 0.03 * len(PLANTS), "\n".join(missed)


def test_secrets_are_masked_as_people_and_programs_write_them() -> None:
    missed = [text for text, secret in WILD if secret in mask(text)]
    assert len(missed) <= 0.03 * len(WILD), "\n".join(missed)


def test_no_ordinary_line_is_masked() -> None:
    assert [mask(line) for line in ORDINARY] == list(ORDINARY)


def test_a_secret_is_masked_wherever_it_stands_in_a_longer_text() -> None:
    missed = [plant for plant in PLANTS if left_in(mask(f"One line.\n{plant}\nAnother line, and more of it.\n"))]
    assert len(missed) <= 0.03 * len(PLANTS), "\n".join(missed)


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["examples", "fixtures/apps", "fixtures/stories", "bundle", "docs"])
def test_no_ordinary_word_is_masked(folder: str) -> None:
    masked = {
        word
        for pattern in TEXTS
        for path in (ROOT / folder).rglob(pattern)
        for word in _masked_words(path.read_text(encoding="utf-8"))
    }
    assert masked <= {"babbage"}  # a password that a test types


def _masked_words(text: str) -> list[str]:
    return [text[span.start : span.end] for span in secret_spans(text, SecretNames())]


@pytest.mark.parametrize(
    "name",
    ["password", "Passwords", "DB_PASSWORD", "clientSecret", "API key", "api-key", "userpassword", "new_password",
     "PIN",
     "Mot de passe", "x-auth-token", "tokenValue", "pwd2"],
)  # fmt: skip
def test_a_name_that_holds_a_secret_is_recognised(name: str) -> None:
    assert SecretNames().is_name(name)


@pytest.mark.parametrize(
    "name",
    ["author", "keyboard", "tokenizer", "max_tokens", "has_password", "token_url", "passenger", "pinned", "secretary",
     "cookie_banner", "compass", "monkey", "", "forgot password", "password_policy", "sessionId", "key"],
)  # fmt: skip
def test_a_name_that_only_sounds_like_one_is_not(name: str) -> None:
    assert not SecretNames().is_name(name)


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens = 4096",
        '{"usage": {"prompt_tokens": 812, "total_tokens": 900}}',
        'password = "Your password"',
        'local token = tokens[1]\nif token == "(" then',
        "password: ${PASSWORD}",
        "Authorization: Bearer <token>",
        '<input type="password" placeholder="Password">',
        "integrity: sha512-FSghU95jZPGbwr/mybVvk66qRZYpx5FkXL+vLNpy1Vp8UsdwSxXjIHE3fsvMbKWTKi9UFfewHTkc5e7jAqRYoQ==",
        f"data:image/png;base64,{'iVBORw0KGgoAAAANSUhEUgAA' * 4}",
        "123e4567-e89b-12d3-a456-426614174000",
        "The password is required.",
        "Basic functions and bearer authentication",
        "tokens: 5\npins: 3",
        "MouseEventHandlerRegistrationService2Factory",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert mask(text) == text


def test_a_secret_that_was_learned_is_masked_wherever_it_stands() -> None:
    store = SecretStore()
    store.learn({"arguments": {"password": SECRET, "limit": 3, "pin": 4711}})
    store.learn({"env": [{"name": "DB_PASSWORD", "value": WORD}, {"name": "HOST", "value": "local"}]})
    assert store.masked(f"{WORD} at local") == f"{MASK} at local"
    data = {"page": f"Welcome, {SECRET}!", "keys": [4711, 3, True], SECRET: None}
    assert store.masked(data) == {"page": f"Welcome, {MASK}!", "keys": [MASK, 3, True], MASK: None}


def test_the_lines_of_a_log_are_masked_with_their_tracebacks() -> None:
    try:
        raise ValueError(f"refused: token={SECRET}")
    except ValueError as error:
        record = logging.LogRecord("x", logging.WARNING, __file__, 1, "sent %s", (f"Bearer {SECRET}",), None)
        record.exc_info = (type(error), error, error.__traceback__)
    line = MaskingFormatter("%(message)s").format(record)
    assert line.startswith(f"sent Bearer {MASK}\n")
    assert line.endswith(f"ValueError: refused: token={MASK}")
    assert SECRET not in line


@given(st.text(max_size=400))
def test_any_text_can_be_masked(text: str) -> None:
    assert isinstance(mask(text), str)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "tokens: [a1, ",
        "keys:\n - a1",
        "pin: |\n x",
        "name=token value=",
        "the PIN for the ",
        "/x?sig=",
        "token",
        "password=",
        "<input ",
        "A1",
        "-----BEGIN PRIVATE KEY-----",
        "eyJa.",
        "[[",
    ],
)
def test_long_texts_are_read_in_a_time_that_grows_with_them(piece: str) -> None:
    # With a time that grows with its square, this would take hours.
    mask(piece * (100_000 // len(piece)))


def test_secrets_are_found_in_literals_of_programs_and_their_lines_in_logs() -> None:
    code = 'print("password: |\\n  first-line\\n  second-line\\nuser: ada")'
    assert mask(code) == f'print("password: |\\n  {MASK}\\n  {MASK}\\nuser: ada")'
    store = SecretStore()
    store.learn(
        {"code": 'print("phrase = [[correct horse\\nbattery staple]] passphrase = [[first half\\nother half]]")'}
    )
    assert store.masked(["first half", "other half", "battery staple"]) == [MASK, MASK, "battery staple"]
