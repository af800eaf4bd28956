-- JSON encoding and decoding, for values that go to Python or come from it.
--
-- Strings keep their bytes, also those that are not UTF-8: Python replaces or keeps them when it decodes.

local E = ...
local raw = E.raw
local type, tonumber, floor = raw.type, raw.tonumber, raw.math.floor
local find, sub, byte, char, format, gsub =
    raw.string.find, raw.string.sub, raw.string.byte, raw.string.char, raw.string.format, raw.string.gsub
local concat, rawlen = raw.table.concat, raw.rawlen
local pcall = E.env.pcall -- which lets through what ends a script

local json = {}
E.json = json

local MAX_DEPTH = 200
local HUGE = raw.math.huge

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escape(c)
    return ESCAPES[c] or format("\\u%04x", byte(c))
end

local SPECIAL = '[%c"\\]'

-- A long string is handled in pieces, with the time checked in between: one C call over all of it cannot be stopped.
local PIECE = 65536

local function has_special(s)
    for at = 1, rawlen(s), PIECE do
        E.guard.tick()
        if find(sub(s, at, at + PIECE - 1), SPECIAL) then return true end
    end
    return false
end

local function escape_pieces(s)
    local pieces, n = {}, 0
    for at = 1, rawlen(s), PIECE do
        E.guard.tick()
        n = n + 1
        pieces[n] = gsub(sub(s, at, at + PIECE - 1), SPECIAL, escape)
    end
    return concat(pieces)
end

function json.string(s)
    if #s > PIECE then
        if has_special(s) then s = escape_pieces(s) end
    elseif find(s, SPECIAL) then
        s = gsub(s, SPECIAL, escape)
    end
    return '"' .. s .. '"'
end

-- Whole numbers have no fraction up to the point where JavaScript, too, turns to exponents.
function json.number(n)
    if n ~= n or n == HUGE or n == -HUGE then return "null" end
    if n == 0 then return "0" end
    if floor(n) == n and n < 1e21 and n > -1e21 then return format("%.0f", n) end
    return format("%.17g", n)
end

function json.scalar(v)
    local kind = type(v)
    if kind == "string" then return json.string(v) end
    if kind == "number" then return json.number(v) end
    if kind == "boolean" then return v and "true" or "false" end
    return "null"
end

-- {"a":"1"} from a flat list of names and values that are strings.
function json.properties(names, values)
    local parts = {}
    for i = 1, rawlen(names) do
        parts[i] = json.string(names[i]) .. ":" .. json.string(values[names[i]])
    end
    return "{" .. concat(parts, ",") .. "}"
end

-- Decoding: a recursive descent over find(); every function returns a value and the next position, or raises a
-- string that json.decode turns into (nil, message).

local UNESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local LITERALS = { t = { "true", true }, f = { "false", false }, n = { "null", nil } }

local function fail(message, at)
    raw.error("invalid JSON at character " .. at .. ": " .. message, 0)
end

local function utf8_bytes(code)
    if code < 0x80 then return char(code) end
    if code < 0x800 then return char(0xC0 + floor(code / 0x40), 0x80 + code % 0x40) end
    if code < 0x10000 then
        return char(0xE0 + floor(code / 0x1000), 0x80 + floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
    end
    return char(
        0xF0 + floor(code / 0x40000),
        0x80 + floor(code / 0x1000) % 0x40,
        0x80 + floor(code / 0x40) % 0x40,
        0x80 + code % 0x40
    )
end

local function unicode_escape(text, at)
    local digits = find(text, "^%x%x%x%x", at) and sub(text, at, at + 3)
    if not digits then fail("four hexadecimal digits expected after \\u", at) end
    local code = tonumber(digits, 16)
    at = at + 4
    if code >= 0xD800 and code < 0xDC00 and find(text, "^\\u[dD][c-fC-F]%x%x", at) then
        local low = tonumber(sub(text, at + 2, at + 5), 16)
        return utf8_bytes(0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)), at + 6
    end
    -- Half a surrogate pair is no character; JSON readers show the replacement character.
    if code >= 0xD800 and code < 0xE000 then code = 0xFFFD end
    return utf8_bytes(code), at
end

local function read_string(text, at)
    local parts, n = {}, 0
    while true do
        local stop = find(text, '["\\%c]', at)
        if not stop then fail("unfinished string", at) end
        local c = sub(text, stop, stop)
        n = n + 1
        parts[n] = sub(text, at, stop - 1)
        if c == '"' then return concat(parts), stop + 1 end
        if c ~= "\\" then fail("control character in a string", stop) end
        local e = sub(text, stop + 1, stop + 1)
        n = n + 1
        if e == "u" then
            parts[n], at = unicode_escape(text, stop + 2)
        else
            parts[n] = UNESCAPES[e] or fail("unknown escape \\" .. e, stop)
            at = stop + 2
        end
    end
end

local read_value

local function skip(text, at)
    return find(text, "[^ \t\r\n]", at) or rawlen(text) + 1
end

local function read_array(text, at, depth)
    local result, n = {}, 0
    at = skip(text, at)
    if sub(text, at, at) == "]" then return result, at + 1 end
    while true do
        n = n + 1
        result[n], at = read_value(text, at, depth)
        at = skip(text, at)
        local c = sub(text, at, at)
        if c == "]" then return result, at + 1 end
        if c ~= "," then fail("',' or ']' expected", at) end
        at = at + 1
    end
end

local function read_object(text, at, depth)
    local result = {}
    at = skip(text, at)
    if sub(text, at, at) == "}" then return result, at + 1 end
    while true do
        at = skip(text, at)
        if sub(text, at, at) ~= '"' then fail("a name in quotes expected", at) end
        local name
        name, at = read_string(text, at + 1)
        at = skip(text, at)
        if sub(text, at, at) ~= ":" then fail("':' expected", at) end
        result[name], at = read_value(text, at + 1, depth)
        at = skip(text, at)
        local c = sub(text, at, at)
        if c == "}" then return result, at + 1 end
        if c ~= "," then fail("',' or '}' expected", at) end
        at = at + 1
    end
end

local function read_number(text, at)
    local _, stop = find(text, "^-?%d+%.?%d*[eE]?[+-]?%d*", at)
    local number = stop and tonumber(sub(text, at, stop))
    if not number then fail("a value expected", at) end
    return number, stop + 1
end

function read_value(text, at, depth)
    if depth > MAX_DEPTH then fail("nested deeper than " .. MAX_DEPTH, at) end
    at = skip(text, at)
    local c = sub(text, at, at)
    if c == '"' then return read_string(text, at + 1) end
    if c == "{" then return read_object(text, at + 1, depth + 1) end
    if c == "[" then return read_array(text, at + 1, depth + 1) end
    local literal = LITERALS[c]
    if literal and sub(text, at, at + rawlen(literal[1]) - 1) == literal[1] then
        return literal[2], at + rawlen(literal[1])
    end
    return read_number(text, at)
end

local function read_document(text)
    local value, at = read_value(text, 1, 0)
    at = skip(text, at)
    if at <= rawlen(text) then fail("nothing expected after the value", at) end
    return value
end

-- The value, or nil and a message. JSON null is nil.
function json.decode(text)
    if type(text) ~= "string" then return nil, "JSON text expected, got " .. type(text) end
    local ok, value = pcall(read_document, text)
    if ok then return value end
    return nil, value
end
