-- What random calls are made of. Runs in the app's environment, before the calls of a batch.

local inf = math.huge
nan = inf - inf
block = ("the quick brown fox jumps over the lazy dog 0123456789 "):rep(95000) -- 5 MiB to cut strings of
if pcall(io.tmpfile) then -- which --lua-io none switches off
    file = io.tmpfile()
    file:write("one\n2 3.5 x\n\nlast")
    file:seek("set")
    closed = io.tmpfile()
    closed:close()
end

-- ---------------------------------------------------------------- tables

array = { 5, 3, "x", 1, 4, 2 }
holes = { 1, nil, 3, [7] = 7, [2 ^ 30] = 1, [-1] = 1, [0.5] = 1, x = "y" }
thousand = {}
for i = 1, 1000 do
    thousand[i] = i % 7
end
cycle = { 1, 2 }
cycle[3], cycle.self = cycle, cycle
nested = {}
do
    local at = nested
    for i = 1, 3000 do
        at[1], at.x = {}, i
        at = at[1]
    end
end
web = {} -- as a tree it would have 2^30 leaves
for i = 1, 30 do
    web = { web, web }
end
date = { year = 2 ^ 31, month = -2 ^ 31, day = 1e300, hour = nan, isdst = "x" }

function meta(name, value)
    return setmetatable({ 3, 1, 2 }, { [name] = value })
end
function chain(n)
    local t = {}
    for _ = 1, n do
        t = setmetatable({}, { __index = t, __newindex = t })
    end
    return t
end
selfish = setmetatable({}, {})
getmetatable(selfish).__index, getmetatable(selfish).__newindex = selfish, selfish
weak = setmetatable({ {}, {} }, { __mode = "kv" })
hidden = setmetatable({}, { __metatable = "no" })

-- ---------------------------------------------------------------- functions

function identity(...)
    return ...
end
function nothing() end
function fails()
    error({ 1, 2 })
end
function yields(...)
    return coroutine.yield(...)
end
function forever()
    while true do
    end
end
function recurses(...)
    return 1 + recurses(...)
end
function random_order()
    return math.random() < 0.5
end
function runs(source, ...)
    local f = loadstring(source)
    local made = f and f(...)
    if type(made) == "function" then return coroutine.wrap(made)(...) end
    return made
end
function always()
    return true
end
function grows(t)
    if type(t) == "table" then t[#t + 1] = {} end
    return t
end
function shrinks(t)
    if type(t) == "table" then t[#t] = nil end
    return false
end
function many(...)
    return unpack(thousand)
end

dead = coroutine.create(fails)
coroutine.resume(dead)
fresh = coroutine.create(identity)
waiting = coroutine.create(function(...)
    while true do
        coroutine.yield(...)
    end
end)
coroutine.resume(waiting, 1)
deep_thread = coroutine.create(function()
    local function down(n)
        if n == 0 then
            coroutine.yield()
        else
            down(n - 1)
        end
        return 1
    end
    down(150)
end)
coroutine.resume(deep_thread)
long_thread = coroutine.create(assert(loadstring(("local a = 1\n"):rep(150) .. "coroutine.yield()")))
coroutine.resume(long_thread)

-- ---------------------------------------------------------------- places to call from

-- With n calls of C below.
function deep(n, f)
    local result
    local t = setmetatable({}, {
        __index = function(t, i)
            if i <= 0 then
                result = f()
                return 1
            end
            return t[i - 1] + 0
        end,
    })
    local _ = t[n]
    return result
end

-- With n calls of Lua below.
function tall(n, f)
    if n <= 0 then return f() end
    local result = tall(n - 1, f)
    return result
end

-- With so many bytes left, for as long as nobody looks: the hook, which does after 1000 instructions, ends it.
function thin(bytes, f)
    local kept, n = { unpack(thousand, 1, 50) }, 0 -- large enough already
    while true do
        local room = left() - bytes
        if room < 200 then break end
        n = n + 1
        kept[n] = block:sub(n, n + math.min(room - 150, #block - n))
    end
    local result = f()
    return result
end

function nest(n, f)
    if n <= 0 then return f() end
    return coroutine.wrap(nest)(n - 1, f)
end

function in_gsub(f)
    return (string.gsub("aa", "a", function()
        return tostring(f())
    end))
end
function in_sort(f)
    local t = { 2, 1, 3 }
    table.sort(t, function(a, b)
        f()
        return a < b
    end)
    return t
end
function in_tostring(f)
    return tostring(setmetatable({}, {
        __tostring = function()
            return f() or "x"
        end,
    }))
end
function in_handler(f)
    return xpcall(fails, f)
end
function in_reader(f)
    return load(f)
end
function in_concat(f)
    return setmetatable({}, { __concat = f }) .. "x"
end
function in_iterator(f)
    for x in f do
        return x
    end
end
function in_timer(f)
    setImmediate(f)
end

-- With a collector that works in large steps, and only now.
function collecting(f)
    collectgarbage("stop")
    for _ = 1, 3 do
        io.tmpfile()
    end
    collectgarbage("setstepmul", 1000000)
    collectgarbage("restart")
    local result = f()
    collectgarbage("setstepmul", 200)
    return result
end
