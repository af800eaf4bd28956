from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, quote

from pytest_uimcp.openapi.endpoints import Plan, Scheme
from pytest_uimcp.openapi.requests.scalars import header
from pytest_uimcp.openapi.secret import HIDDEN, NO_SECRET, Secret

SCHEMES: Final = ("bearer", "basic", "header", "query", "cookie")
_BEARER: Final = Scheme("bearer")
NAMED_SCHEMES: Final = frozenset({"header", "query", "cookie"})
# Shorter ones are parts of other words: hiding them would only garble answers.
_MIN_HIDDEN_CHARS: Final = 8


@dataclass(frozen=True, slots=True)
class Credential:
    scheme: Scheme
    token: Secret

    @property
    def text(self) -> str:
        """What is sent; a basic one may be given as user:password."""
        # A line break at the end of a token comes from a file or a shell, and no header could hold it.
        token = self.token.reveal().strip()
        if self.scheme.type == "basic" and ":" in token:
            return base64.b64encode(token.encode()).decode()
        return token

    @property
    def header(self) -> tuple[bytes, bytes] | None:
        """The header it is, if it is one; raises CallError if a header cannot hold it."""
        prefix = {"bearer": "Bearer ", "basic": "Basic "}.get(self.scheme.type)
        if prefix is not None:
            return header("Authorization", prefix + self.text, "the token")
        if self.scheme.type == "header":
            return header(self.scheme.name, self.text, "the token")
        return None

    @property
    def pair(self) -> str:
        """It as a field of a query or a cookie."""
        return f"{quote(self.scheme.name, safe='')}={quote(self.text, safe='')}"

    def without_credential(self, url: str) -> str:
        """An address without it, should its query hold it: servers copy queries into redirects."""
        address, _, query = url.partition("?")
        if self.scheme.type != "query" or not query:
            return url
        secret = (self.scheme.name, self.text)
        fields = [field for field in query.split("&") if secret not in parse_qsl(field, keep_blank_values=True)]
        if fields:
            return f"{address}?{'&'.join(fields)}"
        return address

    def without_token(self, text: str) -> str:
        # A basic token may be repeated in clear text or in base64.
        for secret in {self.token.reveal().strip(), self.text}:
            if len(secret) >= _MIN_HIDDEN_CHARS:
                text = text.replace(secret, HIDDEN)
        return text


@dataclass(slots=True)
class Credentials:
    """What a target sends, until somebody sets another. An empty type means the operation's own scheme."""

    type: str = ""
    name: str = ""
    token: Secret = NO_SECRET
    # What the specification asks for in general.
    usual_scheme: Scheme | None = None
    # What it describes without asking for it.
    described_scheme: Scheme | None = None

    @property
    def effective_scheme(self) -> Scheme:
        if self.type:
            return Scheme(self.type, self.name)
        return self.usual_scheme or self.described_scheme or _BEARER

    def set(self, token: Secret, kind: str, name: str) -> None:
        """Take over a token. How it is sent stays as it was where nothing is said of it; at first it is a bearer."""
        earlier = self.effective_scheme
        # Only a token was given, and the specification says how it is sent: each operation's own scheme stays in force.
        if kind or name or self.usual_scheme is None:
            self.type = kind or earlier.type
            self.name = name or (earlier.name if earlier.type == self.type else "")
        self.token = token

    @property
    def needs_name(self) -> bool:
        """Whether it does not say which header, query parameter or cookie."""
        return self.type in NAMED_SCHEMES and not self.name

    def scheme(self, plan: Plan) -> Scheme | None:
        """Where a token goes for an operation; None if it wants none, or nothing says where."""
        if plan.open:
            return None
        scheme = Scheme(self.type, self.name) if self.type else plan.scheme
        if scheme is None or (scheme.type in NAMED_SCHEMES and not scheme.name):
            return None
        return scheme

    def credential(self, plan: Plan, token: str | None = None) -> Credential | None:
        """What a call sends; a token of its own wins over the one kept here."""
        secret = Secret(token) if token else self.token
        scheme = self.scheme(plan)
        if secret and scheme:
            return Credential(scheme, secret)
        return None
