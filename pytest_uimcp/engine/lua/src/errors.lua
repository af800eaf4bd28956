-- Messages, places and tracebacks of errors. Frames of our own parts ("=uimcp/…") are left out, and chunk names that
-- Lua cut short are restored.
local E = ...
local raw, bare = E.raw, E.bare
local type, tostring, tonumber, next, rawget = raw.type, raw.tostring, raw.tonumber, raw.next, raw.rawget
local sub, find, match, gsub, format = raw.sub, raw.find, raw.match, raw.gsub, raw.format
local concat, sort, floor = raw.concat, raw.sort, raw.floor
local error, getinfo, getmetatable, pcall = raw.error, raw.getinfo, raw.debug.getmetatable, raw.pcall

local errors = {}
E.errors = errors

local OURS = "=uimcp/"
local FIRST, LAST = 12, 10 -- frames shown of a long traceback
local NEAR, FAR = 100, 25 -- frames examined at either end: finding a frame takes time proportional to its depth
local KEYS_SHOWN, KEYS_READ, TEXT_SHOWN = 5, 100, 60

function errors.ours(source)
    return sub(source, 1, #OURS) == OURS
end
local ours = errors.ours

-- The error of a library function, attributed to the line that called it.
function errors.bad_argument(n, name, expected, value)
    error(
        "bad argument #"
            .. n
            .. " to '"
            .. name
            .. "' ("
            .. expected
            .. " expected, got "
            .. (value == nil and "no value" or type(value))
            .. ")",
        3
    )
end

-- ---------------------------------------------------------------- names

local MOST_NAMES = 10000 -- remembered at most, so that generated names do not fill the memory,
local LONGEST_NAME = 4096 -- nor do long ones
local names = 0
local files = {} -- names of app files
local full_names = {} -- Lua writes at most 59 bytes of a chunk's name into messages: cut name -> whole name

local function full_name(info)
    local source = info.source
    local first = sub(source, 1, 1)
    if first == "@" or first == "=" then return sub(source, 2) end
    return info.short_src
end

-- Called for every chunk that is compiled; probe is a function of an empty chunk of the same name.
function errors.remember(chunkname, probe)
    if #chunkname > LONGEST_NAME then return end
    if names >= MOST_NAMES then
        names, files, full_names = 0, {}, {}
    end
    if sub(chunkname, 1, 1) == "@" and not files[sub(chunkname, 2)] then
        names = names + 1
        files[sub(chunkname, 2)] = true
    end
    if probe then
        local info = getinfo(probe, "S")
        local full = full_name(info)
        if full ~= info.short_src and full_names[info.short_src] ~= full then
            names = names + 1
            full_names[info.short_src] = full
        end
    end
end

local function replace(text, old, new)
    local from, to = find(text, old, 1, true)
    if not from then return text end
    return sub(text, 1, from - 1) .. new .. sub(text, to + 1)
end

-- ---------------------------------------------------------------- frames

-- For a suspended coroutine, 5.1 allocates memory unprotected: a refused allocation would end the process.
local function info_of_thread(thread, level, what)
    bare.finish()
    local info = getinfo(thread, level, what)
    bare.limit()
    return info
end
errors.info_of_thread = info_of_thread

-- Level 0 is the caller of the function that asks; in another coroutine its innermost frame.
local function info_at(thread, level, what)
    if thread then return info_of_thread(thread, level, what) end
    return getinfo(level + 3, what)
end

local function is_app(info)
    return info.what ~= "C" and info.what ~= "tail" and not ours(info.source)
end

-- The innermost frame of the app, or nil.
function errors.app_frame(thread)
    local level = 0
    while true do
        local info = info_at(thread, level, "Sl")
        if not info then return nil end
        if is_app(info) then return info end
        level = level + 1
    end
end
local app_frame = errors.app_frame

local dropped = {}
for _, f in next, { raw.pcall, raw.xpcall, raw.error, raw.coroutine.resume } do
    dropped[f] = true
end

-- named: the same frame with its name, which Lua finds by going through the code of the caller.
local function line_of(info, named)
    if info.what == "C" then return named.namewhat ~= "" and "\t[C]: in function '" .. named.name .. "'" end
    local place, name = full_name(info), nil
    if info.what == "main" then
        name = "in main chunk"
    elseif named.namewhat ~= "" then
        name = "in function '" .. named.name .. "'"
    else
        name = "in function <" .. place .. ":" .. info.linedefined .. ">"
    end
    return "\t" .. place .. ":" .. info.currentline .. ": " .. name
end

-- The level of the outermost frame; level is one that exists.
local function outermost(thread, level)
    local low, high = level, level * 2
    while info_at(thread, high + 1, "l") do
        low, high = high, high * 2
    end
    while high - low > 1 do
        local middle = floor((low + high) / 2)
        if info_at(thread, middle + 1, "l") then
            low = middle
        else
            high = middle
        end
    end
    return low
end

-- The frames as text, innermost first, of a deep stack the two ends; and the innermost frame of the app.
function errors.traceback(thread, level)
    local lines, count, innermost = {}, 0, nil
    level = level or 0
    local jump = level + NEAR
    while true do
        if level == jump then
            local last = outermost(thread, level)
            if last - level > FAR then level = last - FAR end
        end
        local info = info_at(thread, level, "Slf")
        if not info then break end
        local in_app = is_app(info)
        if in_app and not innermost then innermost = info end
        if in_app or info.what == "C" and not dropped[info.func] then
            local line = line_of(info, info_at(thread, level, "n"))
            if line then
                count = count + 1
                lines[count] = line
            end
        end
        level = level + 1
    end
    if count > FIRST + LAST then
        local ends = {}
        for i = 1, FIRST do
            ends[i] = lines[i]
        end
        ends[FIRST + 1] = "\t..."
        for i = 1, LAST do
            ends[FIRST + 1 + i] = lines[count - LAST + i]
        end
        lines = ends
    end
    return concat(lines, "\n"), innermost
end

-- ---------------------------------------------------------------- messages

-- These stand for C functions, which give no position to an error that is put on them: error("…", 2) below a pcall.
local placeless = { guard = true, protected = true }

-- Names put back, and a position inside our own parts replaced by the line of the app that called them.
function errors.repair(message, thread)
    if sub(message, 1, 6) == "uimcp/" then
        local part, rest = match(message, "^uimcp/([%w_]+):%d+: (.*)$")
        if rest then
            rest = gsub(rest, "^attempt to call local 'f' %((a %w+ value)%)$", "attempt to call %1")
            local frame = not placeless[part] and app_frame(thread)
            message = frame and full_name(frame) .. ":" .. frame.currentline .. ": " .. rest or rest
        end
    end
    if next(full_names) and find(message, "...", 1, true) then
        for short, full in next, full_names do
            message = replace(message, short, full)
        end
    end
    return message
end

-- File and line of an error: what its own text names, else the innermost frame of the app.
function errors.place(message, frame)
    local file, line = match(message, "^([^\n]-):(%d+): ")
    if file and files[file] then return file, tonumber(line) end
    if frame then return full_name(frame), frame.currentline end
end

-- ---------------------------------------------------------------- values

local function by_name(a, b)
    return tostring(a) < tostring(b)
end

local function brief(value)
    local kind = type(value)
    if kind == "string" then
        if #value > TEXT_SHOWN then value = sub(value, 1, TEXT_SHOWN - 3) .. "..." end
        return (gsub(format("%q", value), "\\\n", "\\n"))
    end
    if kind == "number" or kind == "boolean" then return tostring(value) end
    return kind
end

local function listing(value)
    local keys, count, more = {}, 0, false
    for key in next, value do
        if type(key) == "string" or type(key) == "number" then
            if count == KEYS_READ then
                more = true
                break
            end
            count = count + 1
            keys[count] = key
        else
            more = true
        end
    end
    sort(keys, by_name)
    local parts = {}
    for i = 1, count do
        if i > KEYS_SHOWN then
            more = true
            break
        end
        local key = keys[i]
        parts[i] = (type(key) == "string" and key or "[" .. key .. "]") .. " = " .. brief(rawget(value, key))
    end
    if more then parts[#parts + 1] = "..." end
    return "{" .. concat(parts, ", ") .. "}"
end

-- Any error value as one line of text; a string is unchanged. Runs the app's __tostring, within the limits.
function errors.describe(value)
    local kind = type(value)
    if kind == "string" then return value end
    if kind == "number" or kind == "boolean" then return tostring(value) end
    if kind == "nil" then return "the error value is nil" end
    if kind ~= "table" then return "the error value is a " .. kind end
    local meta = getmetatable(value)
    local show = type(meta) == "table" and rawget(meta, "__tostring")
    if show then
        local ok, text = pcall(show, value)
        if ok and type(text) == "string" then return text end
    end
    local message = rawget(value, "message")
    if type(message) == "string" then return message end
    return "the error value is a table: " .. listing(value)
end
