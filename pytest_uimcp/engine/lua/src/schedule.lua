-- The schedule of change detection: which variables a pass reads, in which order, laid out so that it touches little
-- memory.
--
-- There is a lane for each priority. A lane is a set of parallel arrays, one place per variable that is computed:
--   order   the variable
--   navs    what its path starts from: its parent's navigation value, or NOWHERE; for a row with an object (rows.lua) the
--           members of its array
--   keys    the one plain step of its path, or false; for such a row the object
--   lasts   what `navs[i][keys[i]]` gives while nothing changes, or SLOW when the pass has to look closer
--   metas   for a typed object in `lasts`: the metatable that gives its type, else false
-- A pass reads these arrays and the app's objects, nothing else, while nothing changes. Reading the variables'
-- own tables instead made it five times slower at 10,000 variables: they do not fit the processor's cache. Every
-- exception is expressed in these arrays, so that one comparison decides: what cannot be navigated is NOWHERE, which
-- has no field, and what is no plain field is SLOW, which nothing equals. Typed objects are compared by identity
-- alone while their classes are plain (classes.lua); otherwise they are SLOW too.
--
-- A variable goes to the lane of the highest priority at or below it, behind everything that is there; its parent
-- went first. So a parent is computed before its children and high before medium before low.

local E = ...
local raw = E.raw
local type, next = raw.type, raw.next
local classes = E.classes

local schedule = {}
E.schedule = schedule

local SLOW, NOWHERE = {}, {}
schedule.SLOW = SLOW

local function new_lane()
    return { n = 0, tombs = 0, order = {}, navs = {}, keys = {}, lasts = {}, metas = {} }
end

for rank = 1, 3 do
    schedule[rank] = new_lane()
end

-- Takes the place of a variable that is gone until the lane is rebuilt.
local TOMB = { dead = true }

-- Store what the next pass compares with. Called whenever a variable has got a new value.
function schedule.settle(v)
    local lane, i = v.lane, v.place
    if not lane then return end
    local shape = v.shape
    lane.metas[i] = false
    if lane.keys[i] == false or v.error or v.fresh then
        lane.lasts[i] = SLOW
    elseif not shape then
        lane.lasts[i] = v.last
    else
        local meta = type(shape) == "string" and classes.plain(v.last, shape)
        lane.lasts[i] = meta and v.last or SLOW
        lane.metas[i] = meta
    end
end

-- The navigation value of a variable is another one: the paths of its children start there.
function schedule.start_children(v)
    local nav = v.nav or NOWHERE
    for child in next, v.children do
        if child.lane and not child.object then child.lane.navs[child.place] = nav end
    end
end

-- The plain step of a variable's path is another one.
function schedule.rekey(v)
    local lane, i = v.lane, v.place
    if not lane then return end
    lane.keys[i] = v.key ~= nil and not v.suspended and (v.object or v.key) or false
    lane.lasts[i], lane.metas[i] = SLOW, false
end

function schedule.enlist(v)
    local lane = schedule[v.rank]
    local i = lane.n + 1
    lane.n = i
    v.lane, v.place = lane, i
    lane.order[i] = v
    lane.navs[i] = v.object and v.parent.members or v.parent and v.parent.nav or NOWHERE
    -- The arrays grow by what is not nil, and a value may be.
    schedule.rekey(v)
    if not v.fresh then schedule.settle(v) end
end

function schedule.delist(v)
    local lane, i = v.lane, v.place
    if not lane then return end
    lane.order[i], lane.navs[i], lane.keys[i], lane.lasts[i], lane.metas[i] = TOMB, NOWHERE, false, SLOW, false
    lane.tombs = lane.tombs + 1
    v.lane, v.place = nil, nil
end

function schedule.clear()
    for rank = 1, 3 do
        local lane = schedule[rank]
        for i = 1, lane.n do
            local v = lane.order[i]
            v.lane, v.place = nil, nil
        end
        schedule[rank] = new_lane()
    end
end

-- Rebuild lanes that are mostly tombstones.
function schedule.tidy()
    for rank = 1, 3 do
        local lane = schedule[rank]
        if lane.tombs > 16 and lane.tombs * 2 > lane.n then
            schedule[rank] = new_lane()
            for i = 1, lane.n do
                local v = lane.order[i]
                if not v.dead then schedule.enlist(v) end
            end
        end
    end
end

local stamp = classes.stamp()

-- Objects whose class is no longer what it was when they were stored are looked at closer.
function schedule.check_classes()
    if classes.stamp() == stamp then return end
    stamp = classes.stamp()
    for rank = 1, 3 do
        local lane = schedule[rank]
        local lasts, metas = lane.lasts, lane.metas
        for i = 1, lane.n do
            local meta = metas[i]
            if meta and not classes.is_plain(lasts[i], meta) then
                lasts[i], metas[i] = SLOW, false
            end
        end
    end
end
