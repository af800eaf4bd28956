"""Names of things that hold a secret: `password`, `DB_PASSWORD`, `clientSecret`, `Kennwort`.

A name is split into words, as programs join them (`apiKey`, `api_key`, `API key`), and looked up word by word. Names
that only speak about a secret, such as `has_password` or `max_tokens`, hold none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

ENGLISH: Final = (
    "password", "passwd", "passphrase", "passcode", "pwd", "pass", "pin", "pin code", "secret", "token", "api key",
    "access key", "private key", "signing key", "encryption key", "account key", "master key", "credential",
    "authorization", "auth key", "cookie", "otp", "totp", "cvv", "cvc", "jwt", "security code",
    "recovery code", "one time code", "verification code", "confirmation code", "login code", "access code",
    "backup code",
)  # fmt: skip
OTHER_LANGUAGES: Final = (
    "passwort", "kennwort", "geheimnis", "mot de passe", "motdepasse", "mdp", "contraseña", "contrasena", "senha",
    "parola", "wachtwoord", "lösenord", "losenord", "adgangskode", "passord", "salasana", "hasło", "haslo", "heslo",
    "jelszó", "şifre", "sifre", "пароль", "密码", "密碼", "パスワード", "暗証番号", "비밀번호", "mật khẩu",
)  # fmt: skip
# `has_password` is a flag and `max_tokens` a number.
HARMLESS_FIRST: Final = frozenset(
    {
        "has", "have", "is", "are", "can", "no", "needs", "need", "show", "hide", "toggle", "forgot",
        "forget", "reset", "change", "check", "verify", "validate", "with", "without", "max", "most", "min",
        "prompt", "completion", "total", "input", "output", "cached", "reasoning", "count",
    }
)  # fmt: skip
# `token_url` says where one gets a token, and `cookie_banner` asks for consent.
HARMLESS_LAST: Final = frozenset(
    {
        "count", "counts", "type", "types", "url", "uri", "policy", "hint", "length", "size", "limit", "name",
        "label", "placeholder", "error", "errors", "message", "expires", "expiry", "expired", "ttl", "at",
        "usage", "budget", "visible", "shown", "required", "strength", "page", "form", "file", "path",
        "field", "input", "box", "manager", "reset", "changed", "rule", "rules", "help", "title", "prompt",
        "endpoint", "banner", "consent", "index", "color", "kind", "status", "icon", "button", "toggle", "enabled",
    }
)  # fmt: skip
# What these name may be a number; the number beside another name counts something.
NUMERIC: Final = frozenset(
    {
        "pin",
        "pin code",
        "otp",
        "totp",
        "cvv",
        "cvc",
        "passcode",
        "one time code",
        "password",
        "verification code",
        "confirmation code",
        "login code",
        "access code",
        "security code",
    }
)
MAX_NAME_CHARS: Final = 60
LONG_WORD_CHARS: Final = 6

_HUMPS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORDS: Final = re.compile(r"[^\W\d_]+")


class NameSpan(NamedTuple):
    start: int
    end: int
    text: str


class SecretNames:
    """The names that say that something is a secret; `additional` are names that a user adds."""

    def __init__(self, additional: Iterable[str] = ()) -> None:
        added = (name.strip() for name in additional)
        self._names: Final = [
            tuple(words_of(name)) for name in (*ENGLISH, *OTHER_LANGUAGES, *filter(None, added)) if words_of(name)
        ]
        self._single: Final = {name[0] for name in self._names if len(name) == 1}
        self._words: Final = {word for name in self._names for word in name}
        # Only these are looked for within a word: `pin` is in `spinner`.
        self._long: Final = tuple(word for word in self._single if len(word) >= LONG_WORD_CHARS)
        pattern = "|".join(r"[-_. ]?".join(map(re.escape, name)) for name in sorted(self._names, key=_length))
        self._anywhere: Final = re.compile(f"(?i){pattern}")

    def is_name(self, name: str) -> bool:
        return self._kind(words_of(name)) is not None

    def may_be_number(self, name: str) -> bool:
        return self._kind(words_of(name)) in NUMERIC

    def spans(self, text: str) -> Iterator[NameSpan]:
        """The names in a text. The time it takes grows with the text alone."""
        end = 0
        for match in self._anywhere.finditer(text):
            # It lies within the name that was found before it.
            if match.start() < end:
                continue
            start, end = match.span()
            # Chinese, Japanese and Korean write no space after a word.
            if match[0].upper() != match[0].lower():
                start = _extended(text, start, -1)
                end = _extended(text, end, 1)
            if self.is_name(text[start:end]):
                yield NameSpan(start, end, text[start:end])

    def _kind(self, words: list[str]) -> str | None:
        # Before the table is searched: these words say that the name only speaks of a secret.
        if not words or words[0] in HARMLESS_FIRST or words[-1] in HARMLESS_LAST:
            return None
        singular = [self._singular(word) for word in words]
        for name in self._names:
            width = len(name)
            if any(tuple(singular[start : start + width]) == name for start in range(len(words) - width + 1)):
                return " ".join(name)
        return None

    def _singular(self, word: str) -> str:
        """The word as the table has it: without a plural, and `dbpassword` as `password`."""
        bare = word[:-1] if word.endswith("s") and word[:-1] in self._words else word
        return next((word for word in self._long if bare.endswith(word)), bare)


def words_of(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(_HUMPS.sub(" ", name))]


def _length(name: tuple[str, ...]) -> int:
    return -len(" ".join(name))


def _extended(text: str, place: int, step: int) -> int:
    """The end of the name that goes on from this place, to the left or to the right."""
    for _ in range(MAX_NAME_CHARS):
        index = place if step > 0 else place - 1
        if not 0 <= index < len(text) or not (text[index].isalnum() or text[index] in "_-"):
            break
        place += step
    return place
