-- `mcp:subscribe(topic, fn, opts?)`: `fn(data)` runs for everything that is published under a topic.
--
-- A file that subscribes to a topic again, because it was saved, replaces its subscription: both would handle each page.

local E = ...
local raw = E.raw
local type, next, getinfo, find = raw.type, raw.next, raw.debug.getinfo, raw.string.find

-- fn and the key of its file and topic, by handle; handles by key.
local functions, keys, handles = {}, {}, {}
local last = 0

local MOST = 1000

-- The file that is being loaded, else the one whose function calls.
local function calling_file()
    local running = E.modules.running()
    if running then return running end
    for level = 3, 40 do
        local frame = getinfo(level, "S")
        if not frame then return "?" end
        if frame.what ~= "C" and not find(frame.source, "^=uimcp/") then return frame.source end
    end
    return "?"
end

local function expect(number, kind, value)
    if type(value) ~= kind then
        E.fail("bad argument #" .. number .. " to subscribe (" .. kind .. " expected, got " .. type(value) .. ")")
    end
end

local function drop(handle)
    if not functions[handle] then return end
    handles[keys[handle]] = nil
    functions[handle], keys[handle] = nil, nil
    E.host.unsubscribe(handle)
end

E.shell.offer("subscribe", function(topic, fn, opts)
    expect(1, "string", topic)
    expect(2, "function", fn)
    if opts ~= nil then expect(3, "table", opts) end
    local favicon = opts and opts.favicon
    if favicon ~= nil and type(favicon) ~= "string" then
        E.fail("the option favicon of subscribe is a data URL, got " .. type(favicon))
    end
    local key = calling_file() .. "\0" .. topic
    local old = handles[key]
    if not old and last >= MOST then
        local count = 0
        for _ in next, functions do
            count = count + 1
        end
        if count >= MOST then E.fail("this session has " .. MOST .. " subscriptions, and may have no more") end
    end
    local problem = E.host.subscribe(last + 1, topic, favicon or false)
    if problem then E.fail(problem) end
    if old then drop(old) end
    last = last + 1
    functions[last], keys[last], handles[key] = fn, key, last
end)

-- What was published; the text is JSON. A function that is gone meanwhile is not called.
function E.ops.published(handle, text)
    local fn = functions[handle]
    if not fn then return end
    local data, problem = E.json.decode(text)
    if problem then raw.error("what was published is not JSON: " .. problem, 0) end
    fn(data)
end
