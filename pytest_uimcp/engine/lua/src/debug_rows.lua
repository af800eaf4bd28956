-- The rows of the debug page: every variable with its value, properties, errors and cost.

local E = ...
local raw = E.raw
local next, rawlen, clock, concat, sort = raw.next, raw.rawlen, raw.os.clock, raw.table.concat, raw.table.sort
local paths, json, variables, try = E.paths, E.json, E.variables, E.guard.try
local set_value, DETECTS = variables.set_value, variables.DETECTS

local function timed(v)
    if not DETECTS[v.access] or not v.path or v.suspended then return 0 end
    local start = clock()
    try(paths.read, v.path, v)
    return (clock() - start) * 1000
end

local function child_ids(v)
    local list, n = variables.children_of(v)
    local ids = {}
    for i = 1, n do ids[i] = json.number(list[i].id) end
    return "[" .. concat(ids, ",") .. "]"
end

local function all_properties(v)
    local names = {}
    for name in next, v.props do names[rawlen(names) + 1] = name end
    sort(names)
    return json.properties(names, v.props)
end

local function row(v, depths)
    local depth = v.parent and depths[v.parent] + 1 or 0
    depths[v] = depth
    local fault = v.error or v.write_error
    return concat({
        '{"id":', json.number(v.id), ',"parentId":', json.number(v.parent and v.parent.id or 0), ',"connection":', v.conn,
        ',"type":', json.string(v.props.type or ""), ',"path":', json.string(v.props.path or ""),
        ',"value":', E.updates.value_json(v), ',"properties":', all_properties(v), ',"childIds":', child_ids(v),
        ',"access":', json.string(v.access), ',"active":', v.active and "true" or "false",
        ',"error":', fault and '{"code":' .. json.string(fault[1]) .. ',"description":' .. json.string(fault[2]) .. "}"
            or "null",
        ',"changeCount":', v.changes, ',"depth":', depth, ',"computeTime":', json.number(timed(v)), "}",
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

-- Parents before children: by age.
function E.ops.variables()
    variables.close_holes()
    local rows, depths = {}, {}
    for i = 1, variables.n_all do rows[i] = fresh_row(variables.all[i], depths) end
    return "[" .. concat(rows, ",") .. "]"
end
