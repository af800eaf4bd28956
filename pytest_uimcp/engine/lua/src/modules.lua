-- Files of the app: running them, `require`, and running them again.
--
-- A file may have several names: links lead to it, and an app's module is found in apps/ without them. It runs once,
-- whichever names it is required by, and all of them stand for one value.

local E = ...
local raw = E.raw
local type, next, setmetatable, getmetatable = raw.type, raw.next, raw.setmetatable, raw.getmetatable
local rawlen, gmatch, find = raw.rawlen, raw.string.gmatch, raw.string.find

local modules = {}
E.modules = modules

local loaded = E.env.package.loaded
local preload = E.env.package.preload

-- What each file that ran to its end gave, by its chunk name, which is that of the real file: true if it gave nothing.
local results = {}

-- The file behind each name that was required.
local file_of = {}

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
    for i = rawlen(stack), depth + 1, -1 do
        stack[i] = nil
    end
end

-- Run a file, and keep what it gives for the names by which it will be required.
local function run_and_keep(chunkname, source, ...)
    local result = run(chunkname, source, ...)
    if result == nil then
        results[chunkname] = results[chunkname] or true
        return nil
    end
    results[chunkname] = result
    -- Names by which it was required while it ran.
    for name, file in next, file_of do
        if file == chunkname and loaded[name] == true then loaded[name] = result end
    end
    return result
end

local function is_running(chunkname)
    for i = 1, rawlen(stack) do
        if stack[i] == chunkname then return true end
    end
    return false
end

local function load_module(name)
    local chunkname, source = E.host.find_module(name)
    if not chunkname then raw.error(source, 0) end
    -- A name that is required again was taken out of package.loaded: then the file is to run again.
    local again = file_of[name] == chunkname
    file_of[name] = chunkname
    if not again and (results[chunkname] ~= nil or is_running(chunkname)) then return results[chunkname] end
    return run_and_keep(chunkname, source, name)
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
        loaded[name], file_of[name] = nil, nil
        raw.error(result, 0)
    end
    if result ~= nil then loaded[name] = result end
    return loaded[name]
end
E.env.require = require

-- Code that required a module holds its old table, so the new fields are copied into it.
local function renewed(old, result)
    if type(old) == "table" and type(result) == "table" and old ~= result then
        for k, v in next, result do
            old[k] = v
        end
        local meta = getmetatable(result)
        if type(meta) == "table" then setmetatable(old, meta) end
        return old
    end
    if result == nil then return old end
    return result
end

-- `module_names`: one per line, the names by which this file has been required.
function E.ops.run_file(chunkname, source, reloading, module_names)
    stack = {}
    local old = results[chunkname]
    local result = run_and_keep(chunkname, source)
    if not reloading then return end
    if old ~= nil then results[chunkname] = renewed(old, result) end
    for name in gmatch(module_names or "", "[^\n]+") do
        if loaded[name] ~= nil then loaded[name] = renewed(loaded[name], result) end
    end
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

-- Run the app's file; errors pass through, also that of finding it.
function modules.run_app(name)
    local chunkname, source = E.host.find_app(name)
    if not chunkname then raw.error(source, 0) end
    run_and_keep(chunkname, source)
end

-- Whether the app's file ran to its end; or nil and the error.
function modules.load_app(name)
    local depth = rawlen(stack)
    local ok, problem = E.guard.try(modules.run_app, name)
    if ok then return true end
    unwind(depth)
    return nil, problem
end

-- Forget what was loaded under a name, or from a directory: the next require runs the files again.
local function unload(name, is_directory)
    local files, names = E.host.forget_module(name, is_directory)
    if file_of[name] then results[file_of[name]] = nil end
    loaded[name], file_of[name] = nil, nil
    for module in gmatch(names, "[^\n]+") do
        loaded[module], file_of[module] = nil, nil
    end
    for chunkname in gmatch(files, "[^\n]+") do
        results[chunkname] = nil
    end
end

function modules.unload(name)
    unload(name, false)
end

function modules.unload_directory(name)
    unload(name, true)
end
