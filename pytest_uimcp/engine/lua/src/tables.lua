-- The table library and unpack, with checked ranges: the C functions accept any range, and cannot be interrupted while
-- they work through it.
local E = ...
local raw, env, errors = E.raw, E.env, E.errors
local error, type, next, select, tonumber = raw.error, raw.type, raw.next, raw.select, raw.tonumber
local rawget, rawset, rawlen, getmetatable = raw.rawget, raw.rawset, raw.rawlen, raw.debug.getmetatable
local concat, insert, remove, sort, unpack, max = raw.concat, raw.insert, raw.remove, raw.sort, raw.unpack, raw.math.max
local on_52 = E.dialect == "5.2"

local WIDEST = 2 ^ 24 -- elements: more than the memory of a session holds
local LAST = 2 ^ 31 - 2 -- the C functions count in 32 bits

local tables = E.library("table", "concat foreach foreachi getn insert maxn remove setn sort")

-- ---------------------------------------------------------------- unpack

local function index(value, n, default)
    if value == nil then return default end
    local number = tonumber(value)
    if type(value) == "table" or not number then errors.bad_argument(n, "unpack", "number", value) end
    return number
end

-- 5.1 overflows its stack when the range has 2^31 elements.
function env.unpack(t, i, j)
    if type(t) ~= "table" then errors.bad_argument(1, "unpack", "table", t) end
    local first, last = index(i, 2, 1), index(j, 3, rawlen(t))
    if first > last then return end
    if not (first >= -LAST and last <= LAST and last - first < WIDEST) then error("too many results to unpack", 2) end
    return unpack(t, first, last)
end

-- ---------------------------------------------------------------- insert

local function far_off(t, pos)
    pos = tonumber(pos)
    return pos ~= nil and not (pos <= LAST and rawlen(t) - pos < WIDEST)
end

-- 5.1 moves everything from the end of the table to the position, however far below the table that is.
local function insert_near(t, ...)
    if select("#", ...) > 1 and type(t) == "table" and far_off(t, (...)) then
        error("bad argument #2 to 'insert' (position out of bounds)", 2)
    end
    return insert(t, ...)
end

-- ---------------------------------------------------------------- 5.2

-- Here __len answers how long a table is, and may say 2^31. As in 5.1 the length is that of what the table holds: tables
-- with a __len take a way round, over a copy that has none.
local function over_copy(f, t, ...)
    local copy, n = {}, rawlen(t)
    for i = 1, n do
        copy[i] = rawget(t, i)
    end
    local result = f(copy, ...)
    for i = 1, max(n, rawlen(copy)) do
        rawset(t, i, copy[i])
    end
    return result
end

local function has_len(t)
    local meta = type(t) == "table" and getmetatable(t)
    return type(meta) == "table" and rawget(meta, "__len") ~= nil
end

local function restore_51()
    function tables.concat(t, ...)
        if has_len(t) then return over_copy(concat, t, ...) end
        return concat(t, ...)
    end
    function tables.insert(t, ...)
        if has_len(t) then return over_copy(insert, t, ...) end
        return insert(t, ...)
    end
    function tables.remove(t, ...)
        if has_len(t) then return over_copy(remove, t, ...) end
        return remove(t, ...)
    end
    function tables.sort(t, ...)
        if has_len(t) then return over_copy(sort, t, ...) end
        return sort(t, ...)
    end
    function tables.getn(t)
        if type(t) ~= "table" then errors.bad_argument(1, "getn", "table", t) end
        return rawlen(t)
    end
    function tables.setn()
        error("'setn' is obsolete", 2)
    end
    function tables.maxn(t)
        local most = 0
        for key in next, t do
            if type(key) == "number" and key > most then most = key end
        end
        return most
    end
    function tables.foreach(t, f)
        for key, value in next, t do
            local result = f(key, value)
            if result ~= nil then return result end
        end
    end
    function tables.foreachi(t, f)
        for i = 1, rawlen(t) do
            local result = f(i, t[i])
            if result ~= nil then return result end
        end
    end
end

if on_52 then
    restore_51()
else
    tables.insert = insert_near
end
