-- The rows of the debug page: every variable with its value, properties, errors and cost.

local E = ...
local raw = E.raw
local next, rawlen, clock, concat, sort = raw.next, raw.rawlen, raw.os.clock, raw.table.concat, raw.table.sort
local format, max = raw.string.format, raw.math.max
local paths, json, objects, variables, try = E.paths, E.json, E.objects, E.variables, E.guard.try
local set_value, DETECTS = variables.set_value, variables.DETECTS

-- Seconds for the last and the slowest reading. Only plain fields are read for this page: a getter may do something each
-- time it is called, so its times are those of change detection.
local function times(v)
    if v.key and DETECTS[v.access] and not v.suspended then
        local start = clock()
        try(paths.read, v.path, v)
        v.took = clock() - start
        v.slowest = max(v.slowest or 0, v.took)
    end
    return v.took or 0, v.slowest or 0
end

local function duration(seconds)
    if seconds < 1e-6 then return format("%dns", seconds * 1e9) end
    if seconds < 1e-4 then return format("%.1fus", seconds * 1e6) end
    if seconds < 1 then return format("%.2fms", seconds * 1e3) end
    return format("%.3fs", seconds)
end

local function child_ids(v)
    local list, n = variables.children_of(v)
    local ids = {}
    for i = 1, n do
        ids[i] = json.number(list[i].id)
    end
    return "[" .. concat(ids, ",") .. "]"
end

local function all_properties(v)
    local names = {}
    for name in next, v.props do
        names[rawlen(names) + 1] = name
    end
    sort(names)
    return json.properties(names, v.props)
end

-- The bare value behind a wrapper or presenter.
local function base_value(v)
    local base = v.base_state
    if not v.stands or not base then return "" end
    return ',"baseValue":' .. objects.json(base.last, base.shape)
end

local function notes(v)
    local texts = {}
    for i = 1, rawlen(v.diags or texts) do
        texts[i] = json.string(v.diags[i])
    end
    return "[" .. concat(texts, ",") .. "]"
end

local function row(v, depths)
    E.rows.place(v)
    local depth = v.parent and depths[v.parent] + 1 or 0
    depths[v] = depth
    local fault = v.error or v.write_error
    local last, slowest = times(v)
    return concat({
        '{"id":',
        json.number(v.id),
        ',"parentId":',
        json.number(v.parent and v.parent.id or 0),
        ',"connection":',
        v.conn,
        ',"type":',
        json.string(v.props.type or ""),
        ',"path":',
        json.string(v.props.path or ""),
        ',"value":',
        E.updates.value_json(v),
        base_value(v),
        ',"properties":',
        all_properties(v),
        ',"childIds":',
        child_ids(v),
        ',"access":',
        json.string(v.access),
        ',"active":',
        v.active and "true" or "false",
        ',"error":',
        fault and json.string(fault[1] .. ": " .. fault[2]) or "null",
        ',"diags":',
        notes(v),
        ',"changeCount":',
        v.changes,
        ',"depth":',
        depth,
        ',"computeTime":"',
        duration(last),
        '","maxComputeTime":"',
        duration(slowest),
        '","elementId":',
        json.string(v.props.elementId or ""),
        "}",
    })
end

-- A variable that nobody watches is read for this page only.
local function fresh_row(v, depths)
    if v.needed > 0 or not DETECTS[v.access] then return row(v, depths) end
    local changes = v.changes
    E.detect.refresh(v)
    v.changes = changes
    local text = row(v, depths)
    set_value(v, nil, false)
    v.epoch = nil
    return text
end

-- Breadth first, so parents before children; the variables of one level by age.
function E.ops.variables()
    variables.close_holes()
    E.detect.time_reads()
    local levels, depths, rows = {}, {}, {}
    for i = 1, variables.n_all do
        local v = variables.all[i]
        local text = fresh_row(v, depths)
        local level = levels[depths[v] + 1]
        if not level then
            level = {}
            levels[depths[v] + 1] = level
        end
        level[rawlen(level) + 1] = text
    end
    for i = 1, rawlen(levels) do
        rows[i] = concat(levels[i], ",")
    end
    return "[" .. concat(rows, ",") .. "]"
end

-- How many passes of change detection have found something.
function E.ops.change_count()
    return json.number(E.updates.finds)
end
