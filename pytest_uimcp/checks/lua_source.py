"""What one Lua file says: its globals, prototypes, functions and what they change, with lines.

One pass over the tokens, with the scopes of local names. It follows no values: what it says about a name holds
wherever the name is meant in its usual way, and rules that use it ask the running app as well where they can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.core.records import dataclass

_TOKEN: Final = re.compile(
    r"""
      (?P<name> [A-Za-z_]\w* )  # nearly half of all tokens
    | --\[(?P<c>=*)\[.*?\](?P=c)\] | --[^\n]*
    | (?P<long> \[(?P<s>=*)\[.*?\](?P=s)\] )
    | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<number> 0[xX][0-9a-fA-F.]+ | \d[\w.]* )
    | (?P<sign> [=~<>]= | \.\.\.? | [^\s\w] )
    """,
    re.VERBOSE | re.DOTALL,
)
_KEYWORDS: Final = frozenset(
    [
        "and",
        "break",
        "do",
        "else",
        "elseif",
        "end",
        "false",
        "for",
        "function",
        "goto",
        "if",
        "in",
        "local",
        "nil",
        "not",
        "or",
        "repeat",
        "return",
        "then",
        "true",
        "until",
        "while",
    ]
)
_TESTS: Final = frozenset({"then", "==", "~=", "and", "do"})
_BEFORE_TESTS: Final = frozenset({"not", "==", "~="})
# The most that is looked ahead from a token.
_AHEAD: Final = 14
_CHANGES: Final = frozenset({"insert", "remove", "sort"})


class Token(NamedTuple):
    kind: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class NameUse:
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class OwnedUse:
    """A name in a method of `owner`, or of a type that an object of it is made of."""

    base: str
    name: str
    line: int
    owner: str


@dataclass(frozen=True, slots=True)
class MemberUse:
    """`base.name` or `base:name()`, in a method of `owner`; no base if it is the result of something else."""

    base: str
    name: str
    line: int
    is_call: bool
    owner: str


@dataclass(frozen=True, slots=True)
class DefaultField:
    """A field of a prototype as it is declared; `holds` is `{` or `{}` for a table."""

    name: str
    line: int
    holds: str


@dataclass(frozen=True, slots=True)
class PrototypeSource:
    type: str
    line: int
    fields: tuple[DefaultField, ...]
    # The name that the file gives it.
    variable: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """`base.field = …` (`sets`), or a change of what is in it: `table.insert(base.field, …)`, `base.field[i] = …`."""

    base: str
    field: str
    line: int
    sets: bool
    # Whether it only happens while the field is not there yet: `self.x = self.x or …`, `if not self.x then`.
    is_memo: bool
    # What a set field gets: the first tokens; of what is inserted, after the name of the function.
    value: tuple[str, ...] = ()
    # The prototype of the object that it gets, by the name in this file, as far as the text shows.
    made_of: str = ""


@dataclass(slots=True)
class FunctionSource:
    owner: str
    name: str
    line: int
    # Whether it is written with a colon, and where it is not in another block.
    is_method: bool = False
    is_top: bool = False
    end: int = 0
    changes: list[Change] = field(default_factory=list)
    # The methods that it calls on `self`.
    calls: set[str] = field(default_factory=set)


@dataclass(slots=True)
class LuaSource:
    reads: list[NameUse] = field(default_factory=list)
    writes: set[str] = field(default_factory=set)
    members: list[MemberUse] = field(default_factory=list)
    # Globals that some condition asks for.
    tested: set[str] = field(default_factory=set)
    prototypes: list[PrototypeSource] = field(default_factory=list)
    functions: list[FunctionSource] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    requires: list[NameUse] = field(default_factory=list)
    # Calls with the index of a row: `removeAt(row.index + 1)`, by function and the text of the last argument.
    indexed: list[tuple[str, str, int]] = field(default_factory=list)
    local_names: set[str] = field(default_factory=set)
    # The keys of tables, without those of prototypes: what objects may be made with.
    keys: set[str] = field(default_factory=set)
    quoted: set[str] = field(default_factory=set)
    # `self.method(…)`, but for `self.method(self, …)`.
    dot_calls: list[OwnedUse] = field(default_factory=list)
    # Texts beside a plus.
    sums: list[NameUse] = field(default_factory=list)
    # `lines[#lines] = …`
    appends: list[NameUse] = field(default_factory=list)
    # Globals that methods set.
    global_sets: list[OwnedUse] = field(default_factory=list)
    # The keys of `T:new({ key = … })`.
    made_with: list[OwnedUse] = field(default_factory=list)


@lru_cache(maxsize=256)
def lua_source(text: str) -> LuaSource:
    return _Scanner(tuple(_tokens(text))).scan()


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    place = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        line += text.count("\n", place, match.start())
        place = match.start()
        if kind is not None and kind not in ("c", "s"):
            yield Token("string" if kind == "long" else kind, match[0], line)
    yield from (Token("end", "", line),) * _AHEAD


@dataclass(slots=True)
class _Block:
    kind: str
    names: set[str]
    function: FunctionSource | None = None
    # The fields that the condition of an `if` asks for.
    condition: frozenset[str] = frozenset()


class _Scanner:
    def __init__(self, tokens: tuple[Token, ...]) -> None:
        # Some at the end, so that looking ahead needs no bounds.
        self._tokens = tokens
        self._source = LuaSource()
        self._blocks = [_Block("file", set())]
        # Open brackets, each with the depth of blocks that it is in.
        self._brackets: list[tuple[str, int]] = []
        self._loops = 0
        # Reads by the place of their token, so that the target of an assignment can be taken out again.
        self._reads: dict[int, NameUse] = {}
        # What local names hold: `local contact = Contact:new(…)`, the latest.
        self._kinds: dict[str, str] = {}
        # Where the table of the latest prototype ends.
        self._prototype_end = -1

    def scan(self) -> LuaSource:
        place = 0
        length = len(self._tokens) - _AHEAD
        while place < length:
            token = self._tokens[place]
            if token.kind == "name":
                place = self._name(place, token)
            else:
                if token.kind == "sign":
                    self._sign(place, token)
                elif token.kind == "string":
                    self._string(place, token)
                place += 1
        self._source.reads = list(self._reads.values())
        return self._source

    # Words.

    def _name(self, place: int, token: Token) -> int:
        if token.text in _KEYWORDS:
            return self._keyword(place, token)
        previous = self._tokens[place - 1].text if place else ""
        following = self._tokens[place + 1].text
        if previous in (".", ":"):
            self._member(place, token)
            return place + 1
        if following == "=" and previous in ("{", ",", ";") and self._is_in("{"):
            if place > self._prototype_end:
                self._source.keys.add(token.text)
            return place + 1
        if token.text == "table" and following == ".":
            self._table_call(place)
        if following in (".", ":"):
            self._chain(place, token)
        if not self._is_local(token.text):
            self._reads[place] = NameUse(token.text, token.line)
            asks_type = previous == "(" and self._tokens[place - 2].text == "type"
            if following in _TESTS or previous in _BEFORE_TESTS or asks_type:
                self._source.tested.add(token.text)
        return place + 1

    def _member(self, place: int, token: Token) -> None:
        base = self._tokens[place - 2]
        is_call = self._tokens[place - 1].text == ":"
        if token.text == "removeAt":
            self._indexed("removeAt", place + 1)
        is_target = self._tokens[place + 1].text == "=" and not self._is_in("{")
        # `::name::` is a label.
        if not is_target and base.kind == "name" and base.text not in _KEYWORDS:
            owner = self._owner()
            is_plain = self._tokens[place - 3].text not in (".", ":")
            opens, argument = self._tokens[place + 1 : place + 3]
            if base.text == "self" and not is_call and opens.text == "(" and argument.text != "self":
                self._source.dot_calls.append(OwnedUse("self", token.text, token.line, owner))
            self._source.members.append(
                MemberUse(base.text if is_plain else "", token.text, token.line, is_call, owner)
            )

    def _keyword(self, place: int, token: Token) -> int:
        word = token.text
        if word == "local":
            return self._local(place + 1)
        if word == "function":
            return self._function(place)
        if word == "for":
            return self._for(place + 1)
        if word == "goto":
            return place + 2
        if word == "while":
            self._loops += 1
        elif word == "do":
            self._do()
        elif word in ("if", "repeat"):
            condition = self._condition(place) if word == "if" else frozenset[str]()
            self._blocks.append(_Block(word, set(), condition=condition))
        else:
            self._leave(word, token.line)
        return place + 1

    def _do(self) -> None:
        """Open a block, unless it is that of a `for`, which is open already."""
        if self._loops:
            self._loops -= 1
            if self._blocks[-1].kind == "for":
                return
        self._blocks.append(_Block("do", set()))

    def _leave(self, word: str, line: int) -> None:
        if word in ("else", "elseif") and self._blocks[-1].kind == "if":
            self._blocks[-1].names = set()
        elif word in ("end", "until") and len(self._blocks) > 1:
            block = self._blocks.pop()
            # The condition of a `repeat` sees the names of its block.
            if word == "until":
                self._blocks[-1].names |= block.names
            if block.function is not None:
                block.function.end = line

    def _local(self, place: int) -> int:
        if self._tokens[place].text == "function":
            self._blocks[-1].names.add(self._tokens[place + 1].text)
            return self._function(place)
        while self._tokens[place].kind == "name" and self._tokens[place].text not in _KEYWORDS:
            name = self._tokens[place].text
            self._blocks[-1].names.add(name)
            self._source.local_names.add(name)
            place += 1
            if self._tokens[place].text == "=":
                self._kinds[name] = self._made_of(place + 1)
            if self._tokens[place].text != ",":
                break
            place += 1
        return place

    def _for(self, place: int) -> int:
        names: set[str] = set()
        while self._tokens[place].kind == "name" and self._tokens[place].text not in _KEYWORDS:
            names.add(self._tokens[place].text)
            place += 1
            if self._tokens[place].text == ",":
                place += 1
        self._blocks.append(_Block("for", names))
        self._loops += 1
        return place

    def _function(self, place: int) -> int:
        line = self._tokens[place].line
        is_local = place > 0 and self._tokens[place - 1].text == "local"
        place += 1
        words: list[str] = []
        names: set[str] = set()
        is_method = False
        while self._tokens[place].kind == "name" and self._tokens[place].text not in _KEYWORDS:
            words.append(self._tokens[place].text)
            place += 1
            if self._tokens[place].text not in (".", ":"):
                break
            if self._tokens[place].text == ":":
                names.add("self")
                is_method = True
            place += 1
        if len(words) > 1 and not self._is_local(words[0]):
            self._reads[place - 1] = NameUse(words[0], line)
        elif len(words) == 1 and not is_local and not self._is_local(words[0]):
            self._source.writes.add(words[0])
        if self._tokens[place].text == "(":
            place += 1
            while self._tokens[place].text not in (")", ""):
                if self._tokens[place].kind == "name":
                    names.add(self._tokens[place].text)
                place += 1
        owner = ".".join(words[:-1])
        function = FunctionSource(owner, words[-1] if words else "", line, is_method, len(self._blocks) == 1)
        if words:
            self._source.functions.append(function)
        self._blocks.append(_Block("function", names, function))
        return place + 1

    def _condition(self, place: int) -> frozenset[str]:
        fields: set[str] = set()
        place += 1
        while self._tokens[place].text not in ("then", "") and self._tokens[place].kind != "end":
            if self._tokens[place].text == "." and self._tokens[place + 1].kind == "name":
                fields.add(self._tokens[place + 1].text)
            place += 1
        return frozenset(fields)

    # Fields.

    def _chain(self, place: int, token: Token) -> None:
        """`base.field = …`, `base.field[i] = …`, `self:method(`, beginning at `base`."""
        name = self._tokens[place + 2]
        following = self._tokens[place + 3].text
        if self._tokens[place + 1].text == ":":
            if token.text == "self" and (function := self._function_here()):
                function.calls.add(name.text)
            if token.text == "session" and name.text == "prototype":
                self._prototype(place + 3)
            elif name.text == "new" and self._tokens[place + 4].text == "{":
                self._made_with(token.text, place + 4)
            return
        if self._brackets and self._brackets[-1][1] == len(self._blocks):
            return
        if following == "=":
            value = tuple(item.text for item in self._tokens[place + 4 : place + 9])
            is_memo = value[:3] == (token.text, ".", name.text) and value[3:4] == ("or",)
            is_memo = is_memo or self._asked(name.text)
            made_of = self._made_of(place + 4)
            self._change(Change(token.text, name.text, name.line, True, is_memo, value, made_of))
        elif following == "[":
            end = self._matching(place + 3)
            if self._tokens[end + 1].text == "=":
                index = [item.text for item in self._tokens[place + 4 : end]]
                if index == ["#", token.text, ".", name.text]:
                    self._source.appends.append(NameUse(f"{token.text}.{name.text}", name.line))
                self._change(Change(token.text, name.text, name.line, False, self._asked(name.text)))

    def _table_call(self, place: int) -> None:
        """`table.insert(base.field, …)`."""
        function = self._tokens[place + 2].text
        if function not in _CHANGES or self._tokens[place + 3].text != "(":
            return
        if function == "remove":
            self._indexed("table.remove", place + 3)
        base, dot, name = self._tokens[place + 4 : place + 7]
        if base.kind == "name" and dot.text == "." and self._tokens[place + 7].text in (",", ")"):
            length = self._matching(place + 3) - 1
            made_of = self._made_of(place + 8)
            if not made_of and self._tokens[length].kind == "name":
                made_of = self._kinds.get(self._tokens[length].text, "")
            self._change(Change(base.text, name.text, name.line, False, False, (function,), made_of))

    def _made_with(self, owner: str, place: int) -> None:
        end = self._matching(place)
        place += 1
        while place < end:
            name = self._tokens[place]
            if name.kind == "name" and self._tokens[place + 1].text == "=":
                self._source.made_with.append(OwnedUse("", name.text, name.line, owner))
            place = self._matching(place) + 1

    def _made_of(self, place: int) -> str:
        """The prototype in `T:new(…)` and `session:create(T, …)`, or that of a local name."""
        name, colon, method, bracket, argument = self._tokens[place : place + 5]
        if name.kind != "name":
            return ""
        if (colon.text, method.text, bracket.text) == (":", "new", "("):
            return name.text
        if (name.text, method.text, bracket.text) == ("session", "create", "("):
            return argument.text
        if colon.text not in (".", ":", "(", "["):
            return self._kinds.get(name.text, "")
        return ""

    def _change(self, change: Change) -> None:
        self._source.changes.append(change)
        if function := self._function_here():
            function.changes.append(change)

    def _asked(self, name: str) -> bool:
        return any(name in block.condition for block in self._blocks)

    def _indexed(self, function: str, place: int) -> None:
        end = self._matching(place)
        words = [token.text for token in self._tokens[place + 1 : end]]
        depth = 0
        start = 0
        for number, word in enumerate(words):
            depth += (word in "([{") - (word in ")]}")
            if word == "," and not depth:
                start = number + 1
        if ".index" in "".join(words[start:]):
            self._source.indexed.append((function, "".join(words[start:]), self._tokens[place].line))

    def _prototype(self, place: int) -> None:
        # `Contact = session:prototype("Contact", …)`
        variable = self._tokens[place - 4].text if self._tokens[place - 4].text == "=" else ""
        if variable:
            variable = self._tokens[place - 5].text
        kind, comma, brace = self._tokens[place + 1 : place + 4]
        if self._tokens[place].text != "(" or kind.kind != "string":
            return
        fields: list[DefaultField] = []
        if comma.text == "," and brace.text == "{":
            position = place + 4
            while self._tokens[position].text not in ("}", ""):
                if self._tokens[position].kind == "name" and self._tokens[position + 1].text == "=":
                    value = self._tokens[position + 2]
                    empty = "}" if value.text == "{" and self._tokens[position + 3].text == "}" else ""
                    fields.append(
                        DefaultField(self._tokens[position].text, self._tokens[position].line, value.text + empty)
                    )
                    position += 2
                position = self._matching(position) + 1
        self._source.prototypes.append(PrototypeSource(kind.text[1:-1], kind.line, tuple(fields), variable))
        self._prototype_end = self._matching(place)

    # Signs and strings.

    def _sign(self, place: int, token: Token) -> None:
        if token.text in "([{":
            self._brackets.append((token.text, len(self._blocks)))
        elif token.text in ")]}":
            if self._brackets:
                self._brackets.pop()
        elif token.text == "=" and not self._is_in("{"):
            self._assign(place)

    def _assign(self, place: int) -> None:
        """Take the plain names before a `=` for targets."""
        position = place - 1
        while position >= 0 and self._tokens[position].kind == "name":
            use = self._reads.get(position)
            if use is not None and self._tokens[position - 1].text not in (".", ":"):
                del self._reads[position]
                self._source.writes.add(use.name)
                if owner := self._owner():
                    self._source.global_sets.append(OwnedUse("", use.name, use.line, owner))
            while position >= 2 and self._tokens[position - 1].text == ".":
                position -= 2
            if self._tokens[position - 1].text != ",":
                return
            position -= 2

    def _string(self, place: int, token: Token) -> None:
        self._source.quoted.add(token.text[1:-1])
        previous = self._tokens[place - 1].text if place else ""
        if "+" in (previous, self._tokens[place + 1].text) and not _is_number(token.text[1:-1]):
            self._source.sums.append(NameUse(token.text, token.line))
        is_called = previous == "require" or (
            previous == "("
            and place > 1
            and self._tokens[place - 2].text == "require"
            and self._tokens[place + 1].text == ")"
        )
        if is_called and token.text[:1] in "\"'":
            self._source.requires.append(NameUse(token.text[1:-1], token.line))

    # Where it is.

    def _is_in(self, bracket: str) -> bool:
        return bool(self._brackets) and self._brackets[-1] == (bracket, len(self._blocks))

    def _is_local(self, name: str) -> bool:
        return any(name in block.names for block in self._blocks)

    def _owner(self) -> str:
        return next((block.function.owner for block in reversed(self._blocks) if block.function), "")

    def _function_here(self) -> FunctionSource | None:
        return next(
            (block.function for block in reversed(self._blocks) if block.function and block.function.name), None
        )

    def _matching(self, place: int) -> int:
        """The place of the bracket that closes the one here; this place if there is none here."""
        if self._tokens[place].text not in ("(", "[", "{"):
            return place
        depth = 0
        while self._tokens[place].kind != "end":
            text = self._tokens[place].text
            if self._tokens[place].kind == "sign":
                depth += (text in "([{") - (text in ")]}")
            if not depth:
                return place
            place += 1
        return place


def _is_number(text: str) -> bool:
    """Whether Lua would make a number of a text."""
    try:
        float(text)
    except ValueError:
        return False
    return True
