"""Tokens that say themselves what they are, and values in a place where only a secret stands."""

from __future__ import annotations

import re
from typing import Final

# Each repetition has a limit: logs and pages of any size are searched.
# Texts that are secrets wherever they stand; a group is the secret in the text.
KNOWN: Final = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("token", r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,200}|\bxox[abeprs]-[\w-]{10,200}"),
        ("token", r"\bgh[pousr]_[A-Za-z0-9]{20,100}"),
        ("token", r"\bgithub_pat_\w{20,200}|\bglpat-[\w-]{16,100}|\bnpm_[A-Za-z0-9]{30,60}|\bpypi-[\w-]{30,300}"),
        ("token", r"\bhf_[A-Za-z0-9]{20,60}|\bSG\.[\w-]{16,40}\.[\w-]{16,60}|\bya29\.[\w-]{20,300}|\bwhsec_\w{16,80}"),
        # JSON Web Tokens: `eyJ` is how base64 writes the beginning of an object.
        ("token", r"(?<![\w-])eyJ[\w-]{8,8000}\.[\w-]{8,8000}\.[\w-]{0,8000}"),
        ("token", r"\b(?:[Bb]earer|[Bb]asic|[Dd]igest) {1,3}(?=[a-z._~+/-]{0,400}[A-Z0-9=])([\w.~+/=-]{8,4000})"),
        ("token", r"(?i)\bhooks\.slack\.com/services/([\w/]{20,100})"),
        ("token", r"\bdiscord(?:app)?\.com/api/webhooks/\d{10,30}/([\w-]{20,100})"),
        ("token", r"\b[a-z]{2,10}_pat_[\w-]{16,200}|\bshpat_[0-9a-f]{32}|\bdop_v1_[0-9a-f]{64}|\bhvs\.[\w-]{20,200}"),
        # Bots of Telegram.
        ("token", r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b"),
        # Keys of Amazon and of Google.
        ("api_key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}"),
        ("api_key", r"(?<=[?&]key=)([^\s\"'&#<>]{8,400})"),
        ("api_key", r"(?m)^\s{0,8}(?:export |set )?[A-Z][A-Z0-9_]{0,60}_KEY=[\"']?([^\s\"']{8,400})"),
        ("token", r"(?<![A-Z0-9_])[A-Z][A-Z0-9_]{0,60}_PAT ?= ?[\"']?([\w.~+-]{8,200})(?=[\"'\s]|\Z)"),
        (
            "private_key",
            r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)",
        ),
        ("private_key", r"\bAGE-SECRET-KEY-1[0-9A-Z]{20,100}"),
        ("password", r"\b[a-z][a-z0-9+.-]{0,20}://[^\s:/@]{0,200}:(?!pass(?:word|wd)?@)([^\s/@]{1,200})@"),
        ("password", r"(?<!\w)(?:-u|--user)[ =][\"']?[^\s:\"']{1,100}:([^\s\"']{1,200})"),
        ("password", r"(?i)\bidentified by '([^'\n]{1,200})'"),
        ("password", r"(?m)^\s{0,8}(?:requirepass|masterauth)[ \t]{1,8}([^\s\"']{1,200})"),
        ("password", r"\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8}([^\s\"']{1,200})"),
        ("password", r"\b(?:mysql|mariadb)[\w-]{0,20}\b[^\n]{0,200}?\s-p(?!PASS)([^\s\"'-][^\s\"']{0,200})"),
        ("password", r"\bsshpass -p ?[\"']?(?!PASS)([^\s\"'\[\]-][^\s\"']{0,200})"),
        (
            "password",
            (
                r"\b(?:[Ll]og_?[Ii]n|[Ss]ign_?[Ii]n|authenticate)\s?\(\s?([\"'])[^\"'\n]{1,100}\1\s?,\s?[\"']"
                r"(?=[^\"'\n]{0,200}[^A-Za-z\s\"'])([^\"'\n]{3,200})[\"']"
            ),
        ),
        ("token", r"(?i)(?<=[?&])(?:code|ticket|sig|signature|nonce)=(?=[^\s\"'&#<>]{0,400}\d)([^\s\"'&#<>]{10,400})"),
        ("token", r"(?i)\bx-[\w-]{0,40}signature[\w-]{0,20}:[ \t]{0,8}(?:\w{1,10}=)?([\w+/=-]{16,200})"),
        ("token", r"(?m)^\s{0,8}(?:\S{1,200}:)?_auth\s{0,3}=\s{0,3}[\"']?([\w+/=-]{8,400})"),
        (
            "seed_phrase",
            (
                r"(?i)\b(?:seed|recovery|mnemonic)(?: phrase| words)?(?: is|\s?[:=])\s{0,3}[\"']?"
                r"((?:[a-z]{3,8} ){11,23}[a-z]{3,8}\b)"
            ),
        ),
    )
)  # fmt: skip
