-- Files of the app: running them, `require`, and running them again.

local E = ...
local raw = E.raw
local type, next, setmetatable, getmetatable = raw.type, raw.next, raw.setmetatable, raw.getmetatable
local rawlen, gmatch, find = raw.rawlen, raw.string.gmatch, raw.string.find

local modules = {}
E.modules = modules

local loaded = E.env.package.loaded
local preload = E.env.package.preload

-- The files whose chunks are running now, innermost last.
local stack = {}

function modules.running()
    return stack[rawlen(stack)]
end

local function finish(depth, ...)
    stack[depth] = nil
    return ...
end

-- Run a file's source in the app's environment; Lua errors pass through.
local function run(chunkname, source, ...)
    local chunk, problem = E.load(source, chunkname)
    if not chunk then raw.error(problem, 0) end
    E.timers.clear_file(chunkname)
    local depth = rawlen(stack) + 1
    stack[depth] = chunkname
    return finish(depth, chunk(...))
end
modules.run = run

-- After an error the stack may be deeper than what runs.
local function unwind(depth)
    for i = rawlen(stack), depth + 1, -1 do stack[i] = nil end
end

local function load_module(name)
    local chunkname, source = E.host.find_module(name)
    if not chunkname then raw.error(source, 0) end
    return run(chunkname, source, name)
end

-- Marked loaded before running, so that modules may require each other; unmarked when it fails.
local function require(name)
    if type(name) ~= "string" then
        raw.error("bad argument #1 to 'require' (string expected, got " .. type(name) .. ")", 2)
    end
    if loaded[name] ~= nil then return loaded[name] end
    local depth = rawlen(stack)
    loaded[name] = true
    local loader = preload[name]
    -- Caught only to be raised again: a module that was stopped by a limit is not loaded either.
    local ok, result = raw.pcall(loader or load_module, name)
    if not ok then
        unwind(depth)
        loaded[name] = nil
        raw.error(result, 0)
    end
    if result ~= nil then loaded[name] = result end
    return loaded[name]
end
E.env.require = require

-- Code that required a module holds its old table, so the new fields are copied into it.
local function renew(name, result)
    local old = loaded[name]
    if type(old) == "table" and type(result) == "table" and old ~= result then
        for k, v in next, result do old[k] = v end
        local meta = getmetatable(result)
        if type(meta) == "table" then setmetatable(old, meta) end
    elseif old ~= nil and result ~= nil then
        loaded[name] = result
    end
end

-- `module_names`: one per line, the names by which this file has been required.
function E.ops.run_file(chunkname, source, reloading, module_names)
    stack = {}
    local result = run(chunkname, source)
    if not reloading then return end
    for name in gmatch(module_names or "", "[^\n]+") do renew(name, result) end
end

function E.ops.compile(chunkname, source)
    local chunk, problem = E.load(source, chunkname)
    if not chunk then raw.error(problem, 0) end
end

-- The root variable's `lua` property: a file's name under lua/, or code.
function modules.run_property(text)
    if find(text, "^[^\n]+%.lua$") then
        local chunkname, source = E.host.read_source(text)
        if not chunkname then raw.error(source, 0) end
        return run(chunkname, source)
    end
    return run("=lua property", text)
end

function modules.load_app(name)
    local chunkname, source = E.host.find_app(name)
    if not chunkname then return nil, source end
    run(chunkname, source)
    return true
end

-- Forget what was loaded under a name, or from a directory: the next require runs the files again.
local function unload(name, is_directory)
    loaded[name] = nil
    for module in gmatch(E.host.forget_module(name, is_directory), "[^\n]+") do loaded[module] = nil end
end

function modules.unload(name) unload(name, false) end

function modules.unload_directory(name) unload(name, true) end
