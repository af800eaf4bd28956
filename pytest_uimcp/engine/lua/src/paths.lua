-- Paths: `a.b.0.name()?wrapper=lua.ViewList&keypress` compiled once, then read and written many times.
--
-- A step is {kind, name}. Reading is nullish: anything missing on the way gives nil. Writing is not: it returns
-- the error. Invalid elements ("", "x[0]", "f(1)") count as names of properties that do not exist.

local E = ...
local raw = E.raw
local type, tonumber, getmetatable = raw.type, raw.tonumber, raw.getmetatable
local find, sub, match, gsub, char = raw.string.find, raw.string.sub, raw.string.match, raw.string.gsub, raw.string.char
local rawlen = raw.rawlen

local paths = {}
E.paths = paths

local PROPERTY, INDEX, CALL, VALUE_CALL, PARENT, STANDARD = 1, 2, 3, 4, 5, 6

local function unquote(text)
    text = gsub(text, "+", " ")
    return (gsub(text, "%%(%x%x)", function(hex)
        return char(tonumber(hex, 16))
    end))
end

-- "a=1&b" -> {"a", "b"}, {a = "1", b = "true"}
local function parse_query(text)
    local names, values = {}, {}
    local at = 1
    while at <= rawlen(text) do
        local stop = find(text, "&", at, true) or rawlen(text) + 1
        local item = sub(text, at, stop - 1)
        at = stop + 1
        if item ~= "" then
            local equals = find(item, "=", 1, true)
            local name = unquote(equals and sub(item, 1, equals - 1) or item)
            names[rawlen(names) + 1] = name
            values[name] = equals and unquote(sub(item, equals + 1)) or "true"
        end
    end
    return names, values
end

local function element(text)
    if find(text, "^%d+$") then return { INDEX, tonumber(text) + 1 } end
    local name = match(text, "^([^()]+)%(%)$")
    if name then return { CALL, name } end
    name = match(text, "^([^()]+)%(_%)$")
    if name then return { VALUE_CALL, name } end
    return { PROPERTY, text }
end

-- Leading ".." climb, each to the value of one variable further up: "..", "...name", ".....name".
local function climb(text, steps)
    while sub(text, 1, 2) == ".." and (sub(text, 3, 3) == "." or rawlen(text) == 2) do
        steps[rawlen(steps) + 1] = { PARENT }
        text = sub(text, 4)
        if text == "" then return nil end
    end
    return text
end

local function parse_steps(text)
    local steps = {}
    text = climb(text, steps)
    local at = 1
    while text and at <= rawlen(text) + 1 do
        local stop = find(text, ".", at, true) or rawlen(text) + 1
        local item = sub(text, at, stop - 1)
        if at == 1 and rawlen(steps) == 0 and find(item, "^@.") then
            steps[1] = { STANDARD, sub(item, 2) }
        else
            steps[rawlen(steps) + 1] = element(item)
        end
        at = stop + 1
    end
    return steps
end

-- What a last step asks of the variable's access; the words are what an error shows.
local NEEDS = {
    [CALL] = { "()", { r = true, action = true, rw = true }, '"r", "rw" or "action"' },
    [VALUE_CALL] = { "(_)", { w = true, action = true }, '"w" or "action"' },
}

local compiled, compiled_count, MOST, LONG = {}, 0, 5000, 200

local function keep(text, path)
    -- Rows that move ask for ever new indices: the cache is dropped rather than grown without end.
    if compiled_count >= MOST then
        compiled, compiled_count = {}, 0
    end
    compiled[text], compiled_count = path, compiled_count + 1
    return path
end

local NONE = {}

-- Of a row: there are as many as the longest list has.
local function index_path(text)
    local step = { INDEX, tonumber(text) + 1 }
    return { text = text, steps = { step }, n = 1, names = NONE, values = NONE, last = step, key = step[2] }
end

-- {text, steps, query names, query values, key?, calls?, last}; `key` is there when one plain step is all there is,
-- `calls` when a method is called on the way.
function paths.compile(text)
    local path = compiled[text]
    if path then return path end
    if rawlen(text) < 10 and find(text, "^%d+$") then return keep(text, index_path(text)) end
    local mark = find(text, "?", 1, true)
    local plain = mark and sub(text, 1, mark - 1) or text
    local names, values = parse_query(mark and sub(text, mark + 1) or "")
    local steps = plain == "" and {} or parse_steps(plain)
    local last = steps[rawlen(steps)]
    path = { text = plain, steps = steps, n = rawlen(steps), names = names, values = values, last = last }
    for i = 1, path.n do
        if steps[i][1] == CALL then path.calls = true end
    end
    if path.n == 1 and (last[1] == PROPERTY or last[1] == INDEX) then path.key = last[2] end
    if rawlen(text) > LONG then return path end
    return keep(text, path)
end

-- nil, or why this access does not fit this path.
function paths.access_error(path, access)
    local needs = path.last and NEEDS[path.last[1]]
    if needs and not needs[2][access] then
        return 'path ending in "'
            .. path.last[2]
            .. needs[1]
            .. '" requires access '
            .. needs[3]
            .. ', not "'
            .. access
            .. '"'
    end
    return nil
end

function paths.ends_in_value_call(path)
    return path.last ~= nil and path.last[1] == VALUE_CALL
end

local function callable(f)
    if type(f) == "function" then return true end
    local meta = type(f) == "table" and getmetatable(f)
    return type(meta) == "table" and meta.__call ~= nil
end
paths.callable = callable

-- The variable a path starts from (the parent, an ancestor, a standard variable), and the first step after it.
local function start(path, variable)
    local first, owner, at = path.steps[1], variable.parent, 1
    if first and first[1] == STANDARD then
        -- It may be unwatched, and may come after variables that start from it.
        local standard = E.variables.standard(first[2])
        E.detect.refresh(standard)
        return standard, 2
    end
    while path.steps[at] and path.steps[at][1] == PARENT do
        owner = owner and owner.parent
        at = at + 1
    end
    return owner, at
end

local function walk(path, value, from, to)
    local steps = path.steps
    for i = from, to do
        if type(value) ~= "table" then return nil end
        local step = steps[i]
        local kind = step[1]
        if kind == PROPERTY or kind == INDEX then
            value = value[step[2]]
        elseif kind == CALL then
            local method = value[step[2]]
            if not callable(method) then return nil end
            value = method(value)
        else
            return nil
        end
    end
    return value
end

function paths.read(path, variable)
    local owner, at = start(path, variable)
    if not owner then return nil end
    if at > path.n then return owner.last end
    return walk(path, owner.nav, at, path.n)
end

local function describe(step)
    if step[1] == INDEX then return "[" .. step[2] - 1 .. "]" end
    return step[2] or ".."
end

-- Write a value; returns nil, or the reason of the failure (for the error `path-failure`). Lua errors pass through.
function paths.write(path, variable, value)
    local owner, at = start(path, variable)
    local last = path.last
    if not last or at > path.n then return 'cannot assign to "' .. path.text .. '"' end
    local target = owner and walk(path, owner.nav, at, path.n - 1)
    if type(target) ~= "table" then
        return 'cannot write "' .. path.text .. '": nothing there that has "' .. describe(last) .. '"'
    end
    local kind = last[1]
    if kind == PROPERTY or kind == INDEX then
        target[last[2]] = value
        return nil
    end
    local method = target[last[2]]
    if not callable(method) then return 'cannot call "' .. path.text .. '": there is no method "' .. last[2] .. '"' end
    if kind == CALL and variable.access == "action" then
        method(target)
    else
        method(target, value)
    end
    return nil
end
