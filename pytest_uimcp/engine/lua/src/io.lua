-- print, io, loadfile and dofile.
local E = ...
local raw, host, env, streams = E.raw, E.host, E.env, E.streams
local error, type, select, next, tostring = raw.error, raw.type, raw.select, raw.next, raw.tostring
local concat, sub, raw_io, text = raw.concat, raw.sub, raw.io, streams.text
local files = E.files
local open, methods = files.open, files.methods

local mode = host.access_mode()

function env.print(...)
    local parts = { ... }
    for i = 1, select("#", ...) do
        local shown = tostring(parts[i])
        if type(shown) ~= "string" then error("'tostring' must return a string to 'print'", 2) end
        parts[i] = shown
    end
    host.write("out", concat(parts, "\t") .. "\n")
end

-- ---------------------------------------------------------------- files

local io = {}
env.io, E.loaded.io = io, io
io.stdin, io.stdout, io.stderr = streams.stdin, streams.stdout, streams.stderr

function io.open(path, how)
    return open("io.open", text(path, 1, "open"), how == nil and "r" or text(how, 2, "open"))
end

function io.popen(command, how)
    command, how = text(command, 1, "popen"), how == nil and "r" or text(how, 2, "popen")
    if mode ~= "all" then host.access_check("io.popen") end
    if how ~= "r" and how ~= "w" then error("bad argument #2 to 'popen' (invalid mode)", 2) end
    files.look()
    return streams.pipe(command, how)
end

io.tmpfile = files.temporary

function io.type(value)
    return streams.type(value) or raw_io.type(value)
end

local input, output = streams.stdin, streams.stdout

local function default(current, how, name, file)
    if file == nil then return current end
    if type(file) == "string" then
        local opened, problem = open(name, file, how)
        if not opened then error(problem, 3) end
        return opened
    end
    if not io.type(file) then
        error("bad argument #1 to '" .. sub(name, 4) .. "' (FILE* expected, got " .. type(file) .. ")", 3)
    end
    return file
end

function io.input(file)
    input = default(input, "r", "io.input", file)
    return input
end

function io.output(file)
    output = default(output, "w", "io.output", file)
    return output
end

-- No tail calls: these frames are where the errors of the methods are put.
local function pass(...)
    return ...
end

function io.write(...)
    return pass(output:write(...))
end
function io.read(...)
    return pass(input:read(...))
end
function io.flush()
    return pass(output:flush())
end

function io.close(file)
    if file == nil then file = output end
    return pass(file:close())
end

function io.lines(path)
    if path == nil then return pass(input:lines()) end
    local file, problem = open("io.lines", text(path, 1, "lines"), "r")
    if not file then error(problem, 2) end
    return function()
        if raw_io.type(file) ~= "file" then error("file is already closed", 2) end
        local line, trouble = methods.read(file, "*l")
        if trouble then error(trouble, 2) end
        if line == nil then methods.close(file) end
        return line
    end
end

-- ---------------------------------------------------------------- loading files

local function load_file(name, path)
    if path == nil then return E.load("", "=stdin") end -- which is at its end
    path = text(path, 1, name)
    local source, problem = files.source(name, path)
    if not source then return nil, problem end
    return E.load(source, "@" .. path)
end

function env.loadfile(path)
    return load_file("loadfile", path)
end

function env.dofile(path)
    local f, problem = load_file("dofile", path)
    if not f then error(problem, 0) end
    return f()
end
