"""Secrets in a text: the value beside a secret's name, and what is a secret by its shape.

The table `BESIDE_A_NAME` says how programs write a value beside its name: Lua, JSON, YAML, HTML, headers, addresses,
command lines, sentences. A long token that nobody named is a secret if it is
as random as one.

Every pattern is bounded, so that the time grows with the text alone: apps have pictures in their texts.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pytest_uimcp.core.secrets.known import KNOWN
from pytest_uimcp.core.secrets.names import NameSpan, SecretNames, words_of


class SecretSpan(NamedTuple):
    start: int
    end: int
    name: str


class SecretCandidate(NamedTuple):
    text: str
    name: NameSpan
    start: int
    end: int
    names: SecretNames

    @property
    def value(self) -> str:
        return self.text[self.start : self.end]

    @property
    def before(self) -> str:
        return self.text[max(0, self.name.start - 1) : self.name.start]

    @property
    def after(self) -> str:
        return self.text[self.end : self.end + 1]

    @property
    def between(self) -> str:
        return self.text[self.name.end : self.start]


_QUOTED: Final = (
    r"(?:\"(?P<double>(?:[^\"\\\n]|\\.){1,400})\"|'(?P<single>(?:[^'\\\n]|\\.){1,400})'"
    r"|\[(?P<level>=*)\[(?P<long>[\s\S]{1,4000}?)\](?P=level)\])"
)
_BARE: Final = r"(?P<bare>[^\s\"'`<>()\[\]{},;&|]{1,400})"
# What Lua, Python and TypeScript write between a name and `=`.
_TYPE: Final = r"(?:\s?<\w{1,20}>|\s?:\s?[\w.]{1,40}(?:\s?\|\s?\w{1,20})?(?=\s?=))?"
_CLOSED: Final = r"[\\\"'\]]{0,9}"

_ASSIGNED: Final = re.compile(rf"{_CLOSED}{_TYPE}\s{{0,40}}(?:=>|:=|[=:])\s{{0,40}}{_QUOTED}")
_ESCAPED: Final = re.compile(r"\\{1,9}[\"']\s{0,9}[:=]\s{0,9}\\{1,9}[\"'](?P<bare>[^\"'\\\n]{1,400})")
_HEADER_IN_QUOTES: Final = re.compile(r":[ \t]{0,8}(?P<bare>[^\s\"'`]{1,400})(?=[\"'`])")
_TEMPLATE: Final = re.compile(r"\s{0,10}=\s{0,10}`(?P<bare>[^`\n]{1,400})`")
_NEXT_ARGUMENT: Final = re.compile(rf"[\"'\]]{{1,3}}\s{{0,40}},\s{{0,40}}{_QUOTED}")
_CALLED: Final = re.compile(rf"\s?\(?\s{{0,40}}(?:[\w.]{{1,60}}\s{{0,10}},\s{{0,10}})?{_QUOTED}")
_IN_ADDRESS: Final = re.compile(rf" ?= ?(?!=){_BARE}")
_IN_SQL: Final = re.compile(r"\s{1,5}'(?P<single>[^'\n]{1,400})'")
_ON_COMMAND_LINE: Final = re.compile(rf"(?:=| {{1,3}}){_BARE}")
_ON_LINE: Final = re.compile(
    r"[\"']?[ \t]{0,8}:[ \t]{1,8}(?P<bare>[^\s#|>&*!{\[][^\s]{0,400})[ \t]*(?:#[^\n]*)?(?=\n|\Z)"
)
_CREDENTIALS: Final = re.compile(
    r"[\"']?\]?[ \t]{0,8}[:=,][ \t]{0,8}[\"']?(?:(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)[ \t]{1,8})?"
    r"(?P<bare>[^\s\"'`<>,]{4,4000})",
    re.IGNORECASE,
)
_COOKIES: Final = re.compile(r":[ \t]{0,8}(?P<bare>[\w.-]{1,200}=[^\r\n\"']{1,4000})")
_NUMBER: Final = re.compile(rf"{_CLOSED}\s{{0,40}}[=:]\s{{0,40}}(?P<bare>\d{{3,12}})(?![\w.])")
_SENTENCE: Final = re.compile(
    r"(?:(?:[ \t]+(?:for|of|to|für|zu|von|de|du|del|di|pour|para)(?:[ \t]+[\w'-]{1,30}){1,4})?"
    r"[ \t]+(?:is|are|was|ist|war|lautet|heißt|est|es|era|é|è|är|er|jest|это)[ \t:]+"
    r"|[ \t]*(?:は|是|为|為|은|는)[ \t:\uff1a]*)"
    r"[\"'`「“„«]?(?P<bare>\d{3}[ -]\d{3}(?!\w)|[^\s\"'`<>「」“”„«»]{4,200})"
)
_SAID: Final = re.compile(r"[ \t]*[:\uff1a][ \t]*(?P<bare>[^\s\"'`<>(){}\[\]]{4,200})(?=\s|\Z)")
_SAID_IN_QUOTES: Final = re.compile(r"[ \t]{1,3}[\"'`“„«](?P<bare>[^\s\"'`“”«»]{3,200})[\"'`“”»]")
_AFTER_KEYWORD: Final = re.compile(r"[ \t]{1,8}(?P<bare>[^\s\"'=]{1,400})[ \t]*(?=\n|\Z)")
_PAIR: Final = re.compile(
    rf"[\"']?\s{{0,9}},?\s{{0,40}}[\"']?(?:value|content)[\"']?\s{{0,9}}[:=]\s{{0,9}}(?:{_QUOTED}|{_BARE})"
)
_TEXT_OF_ELEMENT: Final = re.compile(r"[\"'][^<>]{0,200}>(?P<bare>[^<>]{1,400})</")
_BLOCK: Final = re.compile(r"[\"']?:[ \t]{1,8}[|>][-+\d]{0,3}[ \t]*(?P<lines>(?:\n[ \t]+[^\n]{1,400}){1,40})")
_LIST: Final = re.compile(
    r"[\"']?[:=][ \t]{0,8}(?P<items>(?:\n[ \t]*-[ \t]+[^\s]{1,400}(?=\n|\Z)){1,40}|[\[{][^\[\]{}:=]{1,4000}[\]}])"
)
_ELEMENT: Final = re.compile(r"(?:\s[^<>]{0,200})?>(?P<bare>[^<>]{1,400})</")
_ATTRIBUTE: Final = re.compile(rf"[\"'][^<>]{{0,300}}?(?<![-\w])(?:value|content)\s{{0,3}}=\s{{0,3}}{_QUOTED}")

_INPUT: Final = re.compile(r"<(?:sl-)?input\b[^<>]{0,1000}", re.IGNORECASE)
_PASSWORD_INPUT: Final = re.compile(
    r"type\s{0,3}=\s{0,3}[\"']?password|autocomplete\s{0,3}=\s{0,3}[\"']?(?:\w+-password|one-time-code|cc-(?:number|csc))",
    re.IGNORECASE,
)
_VALUE: Final = re.compile(rf"(?<![-\w])value\s{{0,3}}=\s{{0,3}}(?:{_QUOTED}|{_BARE})", re.IGNORECASE)

# What stands where a secret would, in documentation and in programs.
PLACEHOLDERS: Final = frozenset(
    {
        "true", "false", "yes", "no", "on", "off", "null", "nil", "none", "undefined", "string", "text",
        "required", "optional", "empty", "missing", "unknown", "hidden", "redacted", "masked", "changeme",
        "todo", "str", "int", "bool", "bytes", "any", "bearer", "basic", "digest", "in", "of", "and", "or",
        "is", "to", "the", "a", "with", "for", "if", "as", "file", "name", "include", "omit", "same-origin",
    }
)  # fmt: skip
SETTERS: Final = frozenset({"set", "use", "with", "login"})
_STANDS_FOR_OTHER: Final = re.compile(
    r"\A(?:\$[A-Z_]+|\$|\#[0-9A-Fa-f]{3,8}|\$?\{.*\}|%\w|%\(.*|<.*>|[*•.…xX_-]+|masked-.*|[^$]*\$\{\w+\}.*)\Z",
    re.DOTALL,
)
_IDENTIFIER: Final = re.compile(r"\A[^\W\d]\w*(?:[.:]\w+)*\Z")
_CALL_THAT_SETS: Final = re.compile(r"\b(?:fill|set\w*|put|type|enter)\s?\(\s?[\"']\Z", re.IGNORECASE)
_CLAUSE_END: Final = ".,;:!?)\u3001\u3002\uff01"
_CODE_NUMBER: Final = re.compile(r"\A(?:\d{4,12}|\d{3}[ -]\d{3})\Z")
# What a sentence may say about a secret: it is base64-encoded, or 6-digit.
_FORMAT: Final = re.compile(
    r"\A(?:\d+(?:-[a-z]+)+|(?:base|sha|utf|md|x|oauth|argon|ed|aes|rfc)-?\d+\w*(?:-\w+)*)\Z", re.IGNORECASE
)
_NAMES_THE_PAIR: Final = re.compile(r"\b(?:name|key)[\"']?\s{0,9}[:=]\s{0,9}[\"']?[\w.-]{0,60}\Z")
_CODE: Final = re.compile(r"[(){}\[\]=;<>]")
_LINE: Final = re.compile(r"\S(?:[^\n]*\S)?")
_ITEM: Final = re.compile(r"[^\s\"',\[\]{}][^\s\"',\[\]{}]{2,}")
_GENERIC: Final = re.compile(r"\A[\w.]+\[.*\]\Z")
_PROPERTY: Final = re.compile(r"\s*[\w./:-]*\Z")
_QUOTES: Final = ("'", '"', "`")
_PARAMETER_SIGNS: Final = ("?", "&", "#")

_TOKEN: Final = re.compile(r"(?<![\w+/=.-])[A-Za-z0-9+/=_-]{24,}(?![\w+/=-])")
_DIGEST: Final = re.compile(r"\Asha\d{1,3}[-:]")
_HEX: Final = re.compile(r"\A(?:[0-9a-f]+|[0-9A-F]+)\Z")
_NAMES_A_HASH: Final = re.compile(
    r"(?:\b(?:commit|rev|revision|tree|parent|e-?tag|checksum|hash|digest|fingerprint|integrity|(?:sha|md)-?\d{1,3})"
    r"[\"']?\s{0,3}[:=@ /]\s{0,3}[\"']?(?:sha\d{1,3}[:=-])?|[\w.][@#]|\bsha\d{1,3}[:=-])\Z",
    re.IGNORECASE,
)
_LOWER_RUN: Final = re.compile(r"[a-z]{8}")
_CHANGES: Final = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_ESCAPE: Final = re.compile(r"\\([\\\"'/nrt])")
_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t"}
# JSON in JSON in a program.
MAX_LAYERS: Final = 3
MAX_TOKEN_CHARS: Final = 200
MIN_HEX_CHARS: Final = 32
MIN_BITS: Final = 3.6
MIN_HEX_BITS: Final = 3.0
MIN_CHANGES: Final = 3


def secret_spans(text: str, names: SecretNames) -> list[SecretSpan]:
    """The secrets in a text, from left to right; none overlaps another."""
    # A set, because the layers find most secrets again.
    spans = {*_spans(text, names)}
    places: Sequence[int] = range(len(text) + 1)
    layer = text
    # JSON within JSON within a literal: each layer escapes the quotes of the one inside.
    for _ in range(MAX_LAYERS):
        if "\\" not in layer:
            break
        layer, places = _unescaped(layer, places)
        spans.update(SecretSpan(places[span.start], places[span.end], span.name) for span in _spans(layer, names))
    separate: list[SecretSpan] = []
    # The longer of two that begin together comes first, and the shorter one then lies within it.
    for span in sorted(spans, key=_by_place):
        if not separate or span.start >= separate[-1].end:
            separate.append(span)
        elif span.end > separate[-1].end:
            separate[-1] = separate[-1]._replace(end=span.end)
    return separate


def _spans(text: str, names: SecretNames) -> Iterator[SecretSpan]:
    yield from _named(text, names)
    yield from _known(text)
    yield from _inputs(text)
    yield from _random(text)


def _unescaped(text: str, places: Sequence[int]) -> tuple[str, list[int]]:
    """What a literal in a program or in JSON stands for, and where each letter of it was."""
    letters: list[str] = []
    origins: list[int] = []
    end = 0
    for match in _ESCAPE.finditer(text):
        letters += text[end : match.start()]
        origins += places[end : match.start()]
        letters.append(_ESCAPES.get(match[1], match[1]))
        origins.append(places[match.start()])
        end = match.end()
    return "".join([*letters, text[end:]]), [*origins, *places[end:]]


def is_placeholder(value: str) -> bool:
    """Whether a text only stands where a secret would."""
    bare = value.strip(" \t\n\"'")
    return not bare or bare.lower() in PLACEHOLDERS or _STANDS_FOR_OTHER.match(bare) is not None


def _by_place(span: SecretSpan) -> tuple[int, int]:
    return span.start, -span.end


def _named(text: str, names: SecretNames) -> Iterator[SecretSpan]:
    for name in names.spans(text):
        # The first form that fits and holds a secret: the same text can be read as several.
        for pattern, is_secret in BESIDE_A_NAME:
            match = pattern.match(text, name.end)
            if match is None:
                continue
            candidate = SecretCandidate(text, name, *_value_span(match), names)
            if not is_placeholder(candidate.value) and is_secret(candidate):
                yield from _pieces(candidate, match)
                break


def _pieces(candidate: SecretCandidate, match: re.Match[str]) -> Iterator[SecretSpan]:
    """The secret, or each of them in a list. The lines of a block are secrets of their own: programs do not indent."""
    groups = match.groupdict()
    name = candidate.name.text
    if not (groups.get("lines") or groups.get("items")):
        yield SecretSpan(candidate.start, candidate.end, name)
        return
    for item in (_LINE if groups.get("lines") else _ITEM).finditer(candidate.text, candidate.start, candidate.end):
        if groups.get("lines") or _is_item(item):
            yield SecretSpan(*item.span(), name)


def _value_span(match: re.Match[str]) -> tuple[int, int]:
    groups = match.groupdict()
    group = next(name for name in ("bare", "double", "single", "long", "lines", "items") if groups.get(name))
    return match.span(group)


def _is_credential(candidate: SecretCandidate) -> bool:
    name = candidate.name.text.lower()
    is_header = name.startswith("x-") and " " not in name and not _is_word(candidate.value)
    return name.endswith("authorization") or is_header


def _is_cookie(candidate: SecretCandidate) -> bool:
    return candidate.name.text.lower() in ("cookie", "set-cookie")


def _is_quoted_secret(candidate: SecretCandidate) -> bool:
    # A label speaks of the secret: password = "Your password".
    value = candidate.value
    if not any(letter.isalnum() for letter in value):
        return False
    speaks_of_one = any(candidate.names.is_name(word) for word in words_of(value)) and not _has_digit(value)
    return not speaks_of_one and not set(words_of(candidate.name.text)) & set(words_of(value))


def _is_secret_argument(candidate: SecretCandidate) -> bool:
    # Names of secrets stand side by side in lists, too.
    is_set = _CALL_THAT_SETS.search(candidate.text, max(0, candidate.name.start - 30), candidate.name.start)
    return (is_set is not None or not _is_word(candidate.value)) and _is_quoted_secret(candidate)


def _is_secret_of_call(candidate: SecretCandidate) -> bool:
    return words_of(candidate.name.text)[0] in SETTERS and _is_quoted_secret(candidate)


def _is_secret_in_sql(candidate: SecretCandidate) -> bool:
    # SQL writes its keywords so; in lower case it is prose.
    return candidate.name.text.isupper()


def _is_secret_in_address(candidate: SecretCandidate) -> bool:
    value = candidate.value
    if candidate.between == "=" and _is_property(candidate):
        return True
    # A number beside most names counts something.
    if value.replace("_", "").replace(".", "").isdecimal():
        return candidate.names.may_be_number(candidate.name.text)
    if candidate.before in _PARAMETER_SIGNS or (candidate.name.text.isupper() and candidate.between == "="):
        return True
    if candidate.before in (".", ":") or ("." in value and _is_word(value)):
        return False
    return not _is_word(value) or (candidate.between == "=" and candidate.after in ("", "&", ";", " ", "\n"))


def _is_secret_on_command_line(candidate: SecretCandidate) -> bool:
    is_option = candidate.name.text.startswith("--")
    return is_option and not candidate.value.isupper() and _is_quoted_secret(candidate)


def _is_secret_on_line(candidate: SecretCandidate) -> bool:
    line = candidate.text[max(0, candidate.name.start - 40) : candidate.name.start].rpartition("\n")[2]
    value = candidate.value
    is_type = (value[0].isupper() and _is_word(value)) or _GENERIC.match(value) is not None
    # The name begins the line, so this is a key of YAML or of a list and no prose.
    return line.strip(" \t-\"'") == "" and not is_type and value[-1] not in ",;:" and not value.isdecimal()


def _is_secret_number(candidate: SecretCandidate) -> bool:
    return candidate.names.may_be_number(candidate.name.text)


def _is_secret_of_sentence(candidate: SecretCandidate) -> bool:
    value = candidate.value.rstrip(_CLAUSE_END)
    if not any(letter.isalpha() for letter in value):
        return candidate.names.may_be_number(candidate.name.text) and _CODE_NUMBER.match(value) is not None
    return not value.replace("-", "").isalpha() and not _is_word(value) and _is_said(value)


def _is_secret_said(candidate: SecretCandidate) -> bool:
    head = _line_before(candidate)
    value = candidate.value.rstrip(_CLAUSE_END)
    is_prose = candidate.before not in (".", ":", "-", "/") and _CODE.search(head) is None
    return is_prose and _has_digit(value) and any(letter.isalpha() for letter in value) and _is_said(value)


def _is_said(value: str) -> bool:
    return not is_placeholder(value) and _FORMAT.match(value) is None


def _is_secret_said_in_quotes(candidate: SecretCandidate) -> bool:
    return _has_digit(candidate.value) and not candidate.value.isdecimal() and _is_said(candidate.value)


def _is_secret_header(candidate: SecretCandidate) -> bool:
    is_whole_text = candidate.before == candidate.after and candidate.before in _QUOTES
    return is_whole_text and not _is_word(candidate.value) and _is_quoted_secret(candidate)


def _is_secret_after_keyword(candidate: SecretCandidate) -> bool:
    return _line_before(candidate).split() == ["ENV"]


def _is_secret_of_pair(candidate: SecretCandidate) -> bool:
    return _names_the_pair(candidate) and _is_quoted_secret(candidate)


def _is_secret_of_named_element(candidate: SecretCandidate) -> bool:
    return _names_the_pair(candidate) and not _is_word(candidate.value) and " " not in candidate.value.strip()


def _names_the_pair(candidate: SecretCandidate) -> bool:
    start = candidate.name.start
    return _NAMES_THE_PAIR.search(candidate.text, max(0, start - 90), start) is not None


def _is_property(candidate: SecretCandidate) -> bool:
    """Whether the line is one of a file of properties, `a.b.password=…`, not code that sets a field."""
    head = _line_before(candidate)
    is_line = candidate.after in ("", "\n") and head.endswith((".", ":")) and _PROPERTY.match(head) is not None
    value = candidate.value
    return is_line and (_IDENTIFIER.match(value) is None or (head.count(".") > 1 and _has_digit(value)))


def _line_before(candidate: SecretCandidate) -> str:
    start = candidate.name.start
    return candidate.text[max(0, start - 80) : start].rpartition("\n")[2]


def _is_block(candidate: SecretCandidate) -> bool:
    head = _line_before(candidate)
    return head.strip(" \t-\"'") == "" or head.endswith(_QUOTES)


def _is_list(candidate: SecretCandidate) -> bool:
    return any(_is_item(item) for item in _ITEM.finditer(candidate.text, candidate.start, candidate.end))


def _is_item(item: re.Match[str]) -> bool:
    value = item[0]
    if not _has_digit(value) or value.isdecimal() or value[0] in "$-#" or is_placeholder(value):
        return False
    # Without quotes or a bullet, it may be a variable.
    prefix = item.string[max(0, item.start() - 8) : item.start()]
    is_text = prefix.rstrip(" \t").endswith((*_QUOTES, "-"))
    return is_text or _IDENTIFIER.match(value) is None


def _is_secret_of_element(candidate: SecretCandidate) -> bool:
    return candidate.before == "<"


# How a value stands beside its name, and when it is a secret; the first that is decides.
BESIDE_A_NAME: Final = (
    (_CREDENTIALS, _is_credential),
    (_COOKIES, _is_cookie),
    (_ASSIGNED, _is_quoted_secret),
    (_ESCAPED, _is_quoted_secret),
    (_HEADER_IN_QUOTES, _is_secret_header),
    (_TEMPLATE, _is_quoted_secret),
    (_PAIR, _is_secret_of_pair),
    (_BLOCK, _is_block),
    (_LIST, _is_list),
    (_NEXT_ARGUMENT, _is_secret_argument),
    (_CALLED, _is_secret_of_call),
    (_IN_SQL, _is_secret_in_sql),
    (_NUMBER, _is_secret_number),
    (_IN_ADDRESS, _is_secret_in_address),
    (_ON_COMMAND_LINE, _is_secret_on_command_line),
    (_ON_LINE, _is_secret_on_line),
    (_AFTER_KEYWORD, _is_secret_after_keyword),
    (_SENTENCE, _is_secret_of_sentence),
    (_SAID, _is_secret_said),
    (_SAID_IN_QUOTES, _is_secret_said_in_quotes),
    (_ELEMENT, _is_secret_of_element),
    (_ATTRIBUTE, _is_quoted_secret),
    (_TEXT_OF_ELEMENT, _is_secret_of_named_element),
)


def _is_word(value: str) -> bool:
    return _IDENTIFIER.match(value) is not None and not _has_digit(value)


def _has_digit(value: str) -> bool:
    return any(letter.isdigit() for letter in value)


def _known(text: str) -> Iterator[SecretSpan]:
    for name, pattern in KNOWN:
        for match in pattern.finditer(text):
            start, end = match.span(pattern.groups)
            if not is_placeholder(text[start:end]):
                yield SecretSpan(start, end, name)


def _inputs(text: str) -> Iterator[SecretSpan]:
    for tag in _INPUT.finditer(text):
        if _PASSWORD_INPUT.search(tag[0]) and (match := _VALUE.search(text, *tag.span())):
            start, end = _value_span(match)
            if not is_placeholder(text[start:end]):
                yield SecretSpan(start, end, "password")


def _random(text: str) -> Iterator[SecretSpan]:
    """Long tokens that nobody named."""
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        # A hash is as random as a secret, and everybody may know it.
        is_hash = _NAMES_A_HASH.search(text, max(0, start - 40), start) is not None
        if is_hash or end - start > MAX_TOKEN_CHARS or text.endswith("base64,", 0, start):
            continue
        if _is_random(match[0]):
            yield SecretSpan(start, end, "token")


def _is_random(token: str) -> bool:
    digits = sum(letter.isdigit() for letter in token)
    if len(_CHANGES.findall(token)) < MIN_CHANGES or digits == len(token) or _DIGEST.match(token):
        return False
    if sum(ord(successor) - ord(character) == 1 for character, successor in pairwise(token)) * 2 > len(token):
        return False  # an alphabet
    if _HEX.match(token):
        return len(token) >= MIN_HEX_CHARS and _bits(token) >= MIN_HEX_BITS
    # Words joined by hyphens have one case.
    has_both_cases = token.upper() != token != token.lower()
    return has_both_cases and _LOWER_RUN.search(token) is None and _bits(token) >= MIN_BITS


def _bits(token: str) -> float:
    return -sum(count / len(token) * math.log2(count / len(token)) for count in Counter(token).values())
