-- Files of the C library. Python decides what may be opened (`--lua-io`). How many may be open at a time is limited here,
-- because each holds a descriptor of the process.
local E = ...
local raw, host = E.raw, E.host
local next, match, gsub, sub, raw_io, collectgarbage =
    raw.next, raw.match, raw.gsub, raw.sub, raw.io, raw.collectgarbage

local files = {}
E.files = files

local MOST = 256
local NO_ROOM = "this session has " .. MOST .. " files open, and may have no more at a time: close some"
local INVALID, TOO_MANY, FORBIDDEN = 22, 24, 13 -- numbers of errors, as C has them

-- The real metatable is its own __index: through it an app could plant a finalizer, which no limit reaches.
local real_meta = raw.debug.getmetatable(raw_io.stdout)
local methods = {}
for _, name in next, { "close", "flush", "lines", "read", "seek", "setvbuf", "write" } do
    methods[name] = real_meta.__index[name]
end
real_meta.__index = methods
real_meta.__metatable = "FILE*"
files.methods = methods

-- ---------------------------------------------------------------- how many

local opened, count = raw.setmetatable({}, { __mode = "k" }), 0 -- count: at most so many are open

local function recount()
    count = 0
    for file in next, opened do
        if raw_io.type(file) == "file" then
            count = count + 1
        else
            opened[file] = nil
        end
    end
end

local function has_room()
    if count < MOST then return true end
    recount()
    if count < MOST then return true end
    collectgarbage()
    recount()
    return count < MOST
end

local function note(file, ...)
    if file then
        opened[file] = true
        count = count + 1
    end
    return file, ...
end

-- ---------------------------------------------------------------- opening

local mode = host.access_mode()
local directory -- the prefix of relative paths, known when an app comes to its first file

-- Before an app gets to a file or runs a command: what is only behind its directory is put there.
local seen = false
function files.look()
    if not seen then
        host.access_look()
        directory = host.access_directory()
        seen = true
    end
end
local look = files.look

-- The path to use instead of the given one, or nil and the reason for the refusal.
function files.cleared(name, path)
    look()
    if mode ~= "all" then return host.access_path(name, path) end
    if directory and path ~= "" and sub(path, 1, 1) ~= "/" then return directory .. path end
    return path
end

local MODES = {}
for _, letter in next, { "r", "w", "a" } do
    for _, rest in next, { "", "b", "+", "+b" } do
        MODES[letter .. rest] = letter .. rest
    end
    MODES[letter .. "b+"] = letter .. "+b"
end

-- 5.1 passes any mode to the C library; 5.2 refuses with another message.
function files.open(name, path, how)
    local real, problem = files.cleared(name, path)
    if not real then return nil, problem, FORBIDDEN end
    if not MODES[how] then return nil, path .. ": Invalid argument", INVALID end
    if not has_room() then return nil, path .. ": " .. NO_ROOM, TOO_MANY end
    return note(raw_io.open(real, MODES[how]))
end

function files.temporary()
    if mode == "none" then host.access_check("io.tmpfile") end
    if not has_room() then return nil, NO_ROOM, TOO_MANY end
    return note(raw_io.tmpfile())
end

-- ---------------------------------------------------------------- source text

local BOM = "\239\187\191"

local function without_first_line_quirks(source)
    if sub(source, 1, 3) == BOM then source = sub(source, 4) end
    return (gsub(source, "^#[^\n]*", ""))
end

-- The content of a regular file, or nil and the error. Python reads it: the C library would wait at a named pipe.
function files.source(name, path)
    local real, problem = files.cleared(name, path)
    if not real then return nil, "cannot open " .. problem end
    if not has_room() then return nil, "cannot open " .. path .. ": " .. NO_ROOM end
    local source
    source, problem = host.access_source(real)
    if not source then return nil, problem end
    return without_first_line_quirks(source)
end
