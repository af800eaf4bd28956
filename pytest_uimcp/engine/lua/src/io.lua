-- print, io and os. Standard output and error go to the session's Output and never to the process; standard input is
-- at its end. Paths and functions are cleared by Python (`--lua-io`), the work is done by the real library.
local E = ...
local raw, host, env, guard = E.raw, E.host, E.env, E.guard
local error, type, select, next, tostring = raw.error, raw.type, raw.select, raw.next, raw.tostring
local concat, sub, find, format = raw.concat, raw.sub, raw.find, raw.format
local raw_io, raw_os = raw.io, raw.os
local debug_setmetatable, debug_getmetatable = raw.debug.setmetatable, raw.debug.getmetatable

local mode = host.io_mode()
local on_52 = E.dialect == "5.2"

local function text(value, n, name)
  local kind = type(value)
  if kind == "string" then return value end
  if kind == "number" then return tostring(value) end
  error("bad argument #" .. n .. " to '" .. name .. "' (string expected, got " .. kind .. ")", 3)
end

local function texts(name, ...)
  local parts = { ... }
  for i = 1, select("#", ...) do parts[i] = text(parts[i], i, name) end
  return concat(parts)
end

function env.print(...)
  local parts = { ... }
  for i = 1, select("#", ...) do
    local shown = tostring(parts[i])
    if type(shown) ~= "string" then error("'tostring' must return a string to 'print'", 2) end
    parts[i] = shown
  end
  host.write("out", concat(parts, "\t") .. "\n")
end

-- ---------------------------------------------------------------- standard streams

-- The process's own stream objects, given other methods: they are userdata as apps expect, and nothing of them is left.
local streams = {}
local stream_methods = {}

local function stream(value, name)
  local which = streams[value]
  if not which then error("bad argument #1 to '" .. name .. "' (FILE* expected, got " .. type(value) .. ")", 3) end
  return which
end

function stream_methods.write(file, ...)
  local which = stream(file, "write")
  if which == "in" then return nil, "Bad file descriptor", 9 end
  local data = texts("write", ...)
  if data ~= "" then host.write(which, data) end
  return file
end

function stream_methods.read(file, what)
  local which = stream(file, "read")
  if which ~= "in" then return nil, "Bad file descriptor", 9 end
  if what == "*a" or what == "a" then return "" end
  return nil
end

function stream_methods.lines(file)
  stream(file, "lines")
  return function() return nil end
end

function stream_methods.flush(file) stream(file, "flush") return file end
function stream_methods.close(file) stream(file, "close") return nil, "standard streams stay open" end
function stream_methods.seek(file) stream(file, "seek") return nil, "Illegal seek", 29 end
function stream_methods.setvbuf(file) stream(file, "setvbuf") return true end

local function new_stream(object, which)
  streams[object] = which
  local shown = "file (std" .. which .. ")"
  debug_setmetatable(object, {
    __index = stream_methods,
    __tostring = function() return shown end,
    __metatable = "FILE*",
  })
  return object
end

local real_meta = debug_getmetatable(raw_io.stdout)
local stdin = new_stream(raw_io.stdin, "in")
local stdout = new_stream(raw_io.stdout, "out")
local stderr = new_stream(raw_io.stderr, "err")

-- ---------------------------------------------------------------- files

-- The real metatable is its own __index: through it an app could plant a finalizer, which no limit reaches.
local file_methods = {}
for _, name in next, { "close", "flush", "lines", "read", "seek", "setvbuf", "write" } do file_methods[name] = real_meta.__index[name] end
if on_52 then
  local close = file_methods.close
  function file_methods.close(file)
    local ok, message, code = close(file)
    if ok then return true end
    return ok, message, code
  end
end
real_meta.__index = file_methods
real_meta.__metatable = "FILE*"

local function cleared(name, path)
  if mode == "all" then return path end
  return host.io_path(name, path)
end

local function open(name, path, how)
  local real, message = cleared(name, path)
  if not real then return nil, message, 13 end
  return raw_io.open(real, how)
end

local io = {}
env.io = io
E.loaded.io = io
io.stdin, io.stdout, io.stderr = stdin, stdout, stderr

function io.open(path, how)
  return open("io.open", text(path, 1, "open"), how == nil and "r" or text(how, 2, "open"))
end

function io.type(value)
  if streams[value] then return "file" end
  return raw_io.type(value)
end

function io.tmpfile()
  if mode == "none" then host.io_check("io.tmpfile") end
  return raw_io.tmpfile()
end

local input, output = stdin, stdout

local function default(name, current, how, file)
  if file == nil then return current end
  if type(file) == "string" then
    local opened, message = open(name, file, how)
    if not opened then error(message, 3) end
    return opened
  end
  if not io.type(file) then error("bad argument #1 to '" .. sub(name, 4) .. "' (FILE* expected, got " .. type(file) .. ")", 3) end
  return file
end

function io.input(file) input = default("io.input", input, "r", file) return input end
function io.output(file) output = default("io.output", output, "w", file) return output end

function io.write(...) return output:write(...) end
function io.read(...) return input:read(...) end
function io.flush() return output:flush() end
function io.close(file) return (file or output):close() end

function io.lines(path)
  if path == nil then return input:lines() end
  local real, message = cleared("io.lines", text(path, 1, "lines"))
  if not real then error(message, 2) end
  return raw_io.lines(real)
end

-- ---------------------------------------------------------------- loading files

local function read_source(name, path)
  if path == nil then return "" end
  path = text(path, 1, name)
  local file, message = open(name, path, "rb")
  if not file then return nil, "cannot open " .. message end
  local source
  source, message = file:read("*a")
  file:close()
  if not source then return nil, "cannot read " .. path .. ": " .. tostring(message) end
  return source
end

local function chunkname(path) return path == nil and "=stdin" or "@" .. tostring(path) end

function env.loadfile(path)
  local source, message = read_source("loadfile", path)
  if not source then return nil, message end
  return E.load(source, chunkname(path))
end

function env.dofile(path)
  local source, message = read_source("dofile", path)
  if not source then error(message, 0) end
  local f
  f, message = E.load(source, chunkname(path))
  if not f then error(message, 0) end
  return f()
end

-- ---------------------------------------------------------------- os

local os = {}
env.os = os
E.loaded.os = os
for _, name in next, { "clock", "date", "difftime", "time" } do os[name] = raw_os[name] end

function os.exit(code)
  if code == nil or code == true then code = 0 elseif code == false then code = 1 end
  guard.quit("os.exit(" .. tostring(code) .. ") ends this script; the session goes on")
end

function os.getenv(name)
  if mode ~= "all" then host.io_check("os.getenv") end
  return raw_os.getenv(name)
end

-- The locale belongs to the whole process: every session would follow.
function os.setlocale(locale)
  if locale == nil or locale == "C" then return "C" end
  return nil
end

function os.tmpname() return host.io_temporary() end

function os.remove(path)
  local real, message = cleared("os.remove", text(path, 1, "remove"))
  if not real then return nil, message, 13 end
  return raw_os.remove(real)
end

function os.rename(old, new)
  local from, message = cleared("os.rename", text(old, 1, "rename"))
  local to
  if from then to, message = cleared("os.rename", text(new, 2, "rename")) end
  if not to then return nil, message, 13 end
  return raw_os.rename(from, to)
end
