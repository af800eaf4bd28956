-- What is broken now, as far as it can be told without running anything of the app: the errors of variables, what pages
-- show without a viewdef, and what the objects that are displayed can be asked.

local E = ...
local raw = E.raw
local type, next, rawlen, getmetatable, setmetatable =
    raw.type, raw.next, raw.rawlen, raw.getmetatable, raw.setmetatable
local concat = raw.table.concat
local json, objects, prototypes, variables, callable = E.json, E.objects, E.prototypes, E.variables, E.paths.callable

-- Errors that are listed, tables that are looked into, and names that one type may have: a look stays short in any app.
local MOST_ERRORS, MOST_TABLES, MOST_NAMES = 100, 500, 1000

local function names_of(set)
    local names = {}
    for name in next, set do
        names[rawlen(names) + 1] = json.string(name)
    end
    return "[" .. concat(names, ",") .. "]"
end

local function note(info, name, value)
    if type(name) ~= "string" or info.n >= MOST_NAMES then return end
    local set = callable(value) and info.methods or info.fields
    if set[name] then return end
    set[name] = true
    info.n = info.n + 1
end

-- What its classes have; `dynamic` when a function answers, since then any name may be there.
local function add_classes(object, info)
    local meta, depth = getmetatable(object), 0
    while type(meta) == "table" and depth < 100 do
        depth = depth + 1
        for name in next, prototypes.defaults(setmetatable({}, meta)) or {} do
            note(info, name)
        end
        local class = meta.__index
        if type(class) ~= "table" then
            info.dynamic = info.dynamic or class ~= nil
            return
        end
        for name, value in next, class do
            note(info, name, value)
        end
        meta = getmetatable(class)
    end
end

-- The type of an object, or of the first one in an array; nil for anything else.
local function type_held(value)
    if type(value) ~= "table" then return nil end
    local name = objects.type_of(value)
    if name then return name end
    local item = raw.rawget(value, 1)
    return type(item) == "table" and objects.type_of(item) or nil
end

-- Adds an object to what is known of its type.
local function add_object(types, object)
    local name = objects.type_of(object)
    if not name then return end
    local info = types[name]
    if not info then
        info = { methods = {}, fields = {}, holds = {}, classes = {}, n = 0 }
        types[name] = info
    end
    for field, value in next, object do
        note(info, field, value)
        local held = type(field) == "string" and type_held(value)
        if held and info.n < MOST_NAMES then info.holds[field .. " " .. held] = true end
    end
    local class = getmetatable(object) or false
    if not info.classes[class] then
        info.classes[class] = true
        add_classes(object, info)
    end
    if info.n >= MOST_NAMES then info.dynamic = true end
end

-- The objects that the displayed app leads to by its fields, nearest first.
local function walk(types)
    local seen, queue, at = {}, {}, 1
    local function meet(value)
        if type(value) == "table" and not seen[value] and rawlen(queue) < MOST_TABLES then
            seen[value] = true
            queue[rawlen(queue) + 1] = value
        end
    end
    meet(variables.root.cell)
    while queue[at] do
        add_object(types, queue[at])
        for _, value in next, queue[at] do
            meet(value)
        end
        at = at + 1
    end
    return seen
end

-- An object that some element of a page stands for: a row, the app, or what its path says.
local function shows(v)
    return v.needed > 0 and type(v.shape) == "string" and (v == variables.root or v.props.elementId ~= nil)
end

local function view_of(v)
    local props, parent = v.props, v.parent
    local is_row = not parent or type(parent.shape) == "table"
    return concat({
        '{"type":',
        json.string(props.type or v.shape),
        ',"owner":',
        json.string(not is_row and parent.props.type or ""),
        ',"path":',
        json.string(not is_row and props.path or ""),
        ',"is_row":',
        is_row and "true" or "false",
        ',"namespace":',
        json.string(props.namespace or ""),
        ',"fallback":',
        json.string(props.fallbackNamespace or ""),
        "}",
    })
end

local function error_of(v)
    E.rows.place(v)
    local fault = v.error or v.write_error
    return concat({
        '{"owner":',
        json.string(v.parent and v.parent.props.type or ""),
        ',"path":',
        json.string(v.props.path or ""),
        ',"reason":',
        json.string(fault[2]),
        "}",
    })
end

local function within(t, key)
    local inner = t[key]
    if not inner then
        inner = {}
        t[key] = inner
    end
    return inner
end

-- Rows of a list are alike, and so is what they show: each kind is noted once.
local function note_view(v, views, kinds)
    local parent, props = v.parent or v, v.props
    local is_row = type(parent.shape) == "table"
    local alike = within(within(kinds, is_row and parent or v.path or v), parent.shape)
    local noted = within(within(alike, props.namespace or ""), props.fallbackNamespace or "")
    if noted[v.shape] then return end
    noted[v.shape] = true
    views[view_of(v)] = true
end

function E.ops.broken()
    local errors, n_errors, views, kinds, types = {}, 0, {}, {}, {}
    local seen, n_more = walk(types), 0
    for i = 1, variables.n_all do
        local v = variables.all[i]
        if not v.dead then
            if v.write_error or v.error and v.needed > 0 then
                n_errors = n_errors + 1
                if n_errors <= MOST_ERRORS then errors[n_errors] = error_of(v) end
            elseif shows(v) then
                note_view(v, views, kinds)
            end
            local object = v.last
            if n_more < MOST_TABLES and type(object) == "table" and not seen[object] then
                seen[object], n_more = true, n_more + 1
                add_object(types, object)
            end
        end
    end
    local shown, rows = {}, {}
    for text in next, views do
        shown[rawlen(shown) + 1] = text
    end
    for name, info in next, types do
        rows[rawlen(rows) + 1] = concat({
            json.string(name),
            ':{"dynamic":',
            info.dynamic and "true" or "false",
            ',"methods":',
            names_of(info.methods),
            ',"fields":',
            names_of(info.fields),
            ',"holds":',
            names_of(info.holds),
            "}",
        })
    end
    return concat({
        '{"finds":',
        E.updates.finds,
        ',"more_errors":',
        raw.math.max(0, n_errors - MOST_ERRORS),
        ',"errors":[',
        concat(errors, ","),
        '],"views":[',
        concat(shown, ","),
        '],"types":{',
        concat(rows, ","),
        "}}",
    })
end
