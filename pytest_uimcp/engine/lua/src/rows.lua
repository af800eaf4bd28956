-- Rows that follow their object. A client that shows an array makes a variable per element, with the index as path. With the
-- property `rowObject` (the N of `{"obj": N}`) the variable means that element wherever it stands.
--
-- The array's variable has its present elements in a table, `members`, and such a row is read as `members[object]`, like a
-- field of a table (schedule.lua). So for a row that has only moved, nothing at all is done, and nobody needs to tell
-- anybody. Its path is looked for when somebody asks for it (`rows.place`).
--
-- A row whose object has left the array is *absent*: neither it nor anything below it is computed until the client
-- destroys it or the object is back. It keeps its object, so that a click that comes late reaches that and not its neighbour.

local E = ...
local raw = E.raw
local type, next, rawlen, tonumber, tostring, sort =
    raw.type, raw.next, raw.rawlen, raw.tonumber, raw.tostring, raw.table.sort
local objects, paths, schedule, variables = E.objects, E.paths, E.schedule, E.variables

local rows = {}
E.rows = rows

-- The object of a row whose number no object has, and all such rows by age.
local NOBODY, unknown = {}, {}

local function fill(list)
    local members, snapshot = list.members, list.shape
    for element in next, members do
        members[element] = nil
    end
    list.moved = true
    if type(snapshot) ~= "table" then return end
    local items = snapshot.items
    for i = 1, snapshot.n do
        local element = items[i]
        if type(element) == "table" then members[element] = element end
    end
end

local function silence(v)
    v.active = false
    schedule.delist(v)
    for child in next, v.children do
        silence(child)
    end
end

-- Parents before children, so that each finds its parent's state.
local function wake(v)
    v.active = variables.is_active(v)
    if v.active and not v.lane and v.needed > 0 and variables.DETECTS[v.access] then schedule.enlist(v) end
    local list, n = variables.children_of(v)
    for i = 1, n do
        wake(list[i])
    end
end

-- The object of a row is not in the array.
function rows.leave_out(v)
    v.absent = true
    v.parent.absent[v] = true
    silence(v)
end

local function come_back(v)
    v.absent, v.parent.absent[v] = nil, nil
    wake(v)
end

local function by_age(a, b)
    return a.seq < b.seq
end

-- The array has another value.
function rows.follow(list)
    fill(list)
    if next(list.absent) == nil then return end
    local back, n = {}, 0
    for v in next, list.absent do
        if list.members[v.object] then
            n = n + 1
            back[n] = v
        end
    end
    sort(back, by_age)
    for i = 1, n do
        come_back(back[i])
    end
end

-- A new variable that names its object.
function rows.join(v)
    local id, list = tonumber(v.props.rowObject), v.parent
    if not id or not list or not v.path or type(v.path.key) ~= "number" then return end
    if not list.members then
        list.members, list.absent = {}, {}
        fill(list)
    end
    v.object = objects.get(id)
    -- The index may be out of date. An array that was not computed yet is, before its rows.
    list.moved = true
    if not v.object then
        v.object = NOBODY
        unknown[rawlen(unknown) + 1] = v
        rows.leave_out(v)
    elseif not list.fresh and not list.members[v.object] then
        rows.leave_out(v)
    end
end

-- Objects get their numbers when they are sent. A page that has outlived its server names its rows by numbers that they
-- will have again once their array is sent. Returns whether such rows have been found, which are to be computed.
function rows.identify()
    local waiting, n, is_news = unknown, rawlen(unknown), false
    if n == 0 then return false end
    unknown = {}
    for i = 1, n do
        local v = waiting[i]
        local object, list = objects.get(tonumber(v.props.rowObject)), v.parent
        if not object and not v.dead then
            unknown[rawlen(unknown) + 1] = v
        elseif not v.dead then
            v.object = object
            if list.members[object] then
                come_back(v)
                is_news = true
            end
        end
    end
    return is_news
end

-- A row's place in its array is compared with those of its neighbours.
function rows.path_error(v)
    if not v.object or type(v.path.key) == "number" then return nil end
    return 'the path of a row with rowObject is an index: create another variable for "' .. v.path.text .. '"'
end

function rows.leave(v)
    if v.absent then v.parent.absent[v] = nil end
end

local function by_index(a, b)
    if a.path.key ~= b.path.key then return a.path.key < b.path.key end
    return a.seq < b.seq
end

-- Where each element stands first, and behind each index where the same element stands next.
local function positions(snapshot)
    local first, later = {}, {}
    local items = snapshot.items
    for i = snapshot.n, 1, -1 do
        local element = items[i]
        if type(element) == "table" then
            first[element], later[i] = i, first[element]
        end
    end
    return first, later
end

-- Bring the paths of a row and its neighbours up to date. An object that stands there several times has as many rows, which
-- keep their order.
function rows.place(v)
    local list = v.parent
    if not v.object or not list.moved or type(list.shape) ~= "table" then return end
    list.moved = nil
    local first, later = positions(list.shape)
    local sorted, n = {}, 0
    for child in next, list.children do
        if child.object then
            n = n + 1
            sorted[n] = child
        end
    end
    sort(sorted, by_index)
    for i = 1, n do
        local row = sorted[i]
        local index = first[row.object]
        if index then
            first[row.object] = later[index]
            variables.own_props(row).path = tostring(index - 1)
            row.path = paths.compile(row.props.path)
            row.key = row.key and index
        end
    end
end
