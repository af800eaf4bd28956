-- Files that do not belong to the C library: the standard streams and the pipes of io.popen. Standard output and error go
-- to the session's Output, never to those of the process; standard input is empty.
local E = ...
local raw, host, bare = E.raw, E.host, E.bare
local error, type, next, select, unpack = raw.error, raw.type, raw.next, raw.select, raw.unpack
local collectgarbage = raw.collectgarbage
local tostring, tonumber = raw.tostring, raw.tonumber
local concat, match = raw.concat, raw.match
local on_52 = E.dialect == "5.2"

local streams = {}
E.streams = streams

-- object -> { read = f(what) | nil, write = f(data) | nil, flush = f(), close = f(), closed = boolean }
local known = raw.setmetatable({}, { __mode = "k" })
local methods = {}

local function open_stream(object, name)
    local stream = known[object]
    if not stream then error("bad argument #1 to '" .. name .. "' (FILE* expected, got " .. type(object) .. ")", 3) end
    if stream.closed then error("attempt to use a closed file", 3) end
    return stream
end

-- A userdata, as apps expect of a file. lupa's is as good as any once it has another metatable.
function streams.new(stream)
    E.need_c_stack()
    local object = bare.userdata() -- which lifts the limit: Python puts this and its text into Lua, and must not fail
    local name = match(tostring(object), "0x%x+") or "0x0"
    bare.limit()
    known[object] = stream
    raw.debug.setmetatable(object, {
        __index = methods,
        __metatable = "FILE*",
        __tostring = function()
            return stream.closed and "file (closed)" or "file (" .. name .. ")"
        end,
    })
    return object
end

function streams.type(object)
    local stream = known[object]
    return stream and (stream.closed and "closed file" or "file")
end

function streams.text(value, n, name)
    local kind = type(value)
    if kind == "string" then return value end
    if kind == "number" then return tostring(value) end
    error(
        "bad argument #"
            .. n
            .. " to '"
            .. name
            .. "' (string expected, got "
            .. (value == nil and "no value" or kind)
            .. ")",
        3
    )
end
local text = streams.text

function methods.write(file, ...)
    local stream = open_stream(file, "write")
    local parts = { ... }
    for i = 1, select("#", ...) do
        parts[i] = text(parts[i], i, "write")
    end
    if not stream.write then return nil, "Bad file descriptor", 9 end
    local problem = stream.write(concat(parts))
    if problem then return nil, problem, 32 end
    return file
end

local function read_one(stream, what, n)
    if type(what) == "number" then return stream.read(what) end
    local letter = type(what) == "string" and match(what, on_52 and "^%*?([lLan])" or "^%*([lan])")
    if not letter then error("bad argument #" .. n .. " to 'read' (invalid option)", 4) end
    if letter == "n" then
        local digits = stream.read("n")
        return digits and tonumber(digits)
    end
    if letter == "L" then
        local line = stream.read("l")
        return line and line .. "\n"
    end
    return stream.read(letter)
end

local function read_all(stream, ...)
    if not stream.read then return nil, "Bad file descriptor", 9 end
    local n = select("#", ...)
    if n == 0 then return (stream.read("l")) end
    local wanted, results = { ... }, {}
    for i = 1, n do
        results[i] = read_one(stream, wanted[i], i)
        if results[i] == nil then return unpack(results, 1, i) end
    end
    return unpack(results, 1, n)
end

function methods.read(file, ...)
    return read_all(open_stream(file, "read"), ...)
end

function methods.lines(file)
    local stream = open_stream(file, "lines")
    return function()
        if stream.closed then error("file is already closed", 2) end
        return (read_all(stream))
    end
end

function methods.flush(file)
    local stream = open_stream(file, "flush")
    local problem = stream.flush and stream.flush()
    if problem then return nil, problem, 32 end
    return file
end

function methods.close(file)
    local stream = open_stream(file, "close")
    if not stream.close then return nil, "the standard streams stay open" end
    stream.closed = true
    stream.close()
    return true
end

function methods.seek(file)
    open_stream(file, "seek")
    return nil, "Illegal seek", 29
end
function methods.setvbuf(file)
    open_stream(file, "setvbuf")
    return true
end

local function writer(name)
    return {
        write = function(data)
            if data ~= "" then host.write(name, data) end
        end,
    }
end

streams.stdin = streams.new({
    read = function(what)
        if what == "a" then return "" end
    end,
})
streams.stdout = streams.new(writer("out"))
streams.stderr = streams.new(writer("err"))

-- ---------------------------------------------------------------- pipes

local pipes, last, weak = {}, 0, { __mode = "v" }
local objects = raw.setmetatable({}, weak)

-- Files of Lua close when they are collected; ours cannot, so look which handles have lost their object.
local function forget_lost()
    for handle in next, pipes do
        if not objects[handle] then
            pipes[handle] = nil
            host.process_forget(handle)
        end
    end
end

function E.ops.reap()
    forget_lost()
    host.process_reap()
end

-- The file comes first: whatever fails here, no command is left without one.
function streams.pipe(command, mode)
    forget_lost()
    if host.process_room() <= 0 then
        collectgarbage()
        forget_lost()
    end
    last = last + 1
    local handle = last
    local stream = {}
    function stream.close()
        pipes[handle] = nil
        host.process_close(handle)
    end
    if mode == "r" then
        function stream.read(what)
            return host.process_read(handle, what)
        end
    else
        function stream.write(data)
            return host.process_write(handle, data)
        end
        function stream.flush()
            return host.process_flush(handle)
        end
    end
    local object = streams.new(stream)
    pipes[handle], objects[handle] = true, object
    host.process_open(handle, command, mode)
    return object
end
