-- Variables the session makes: the root and what the app or a tool adds. All connections see them.

local E = ...
local raw = E.raw
local next, tostring, rawequal = raw.next, raw.tostring, raw.rawequal
local variables = E.variables
local SHARED, ROOT, DEEPEST = variables.SHARED, variables.ROOT, variables.DEEPEST

local last_id = 0

-- Its value is a cell, unless it has a path.
local function shared_variable(id, parent, value, props)
    local v = variables.new_variable(SHARED, id, parent)
    for name, property in next, props or {} do
        if name == "standard" then
            v.standard = property
        else
            variables.store(v, tostring(name), tostring(property))
        end
    end
    v.unbound = v.props.path == nil or nil
    v.cell = value
    local problem = v.depth > DEEPEST and "variables nest at most " .. DEEPEST .. " deep" or variables.bind(v)
    if problem then E.fail("cannot create a variable: " .. problem) end
    for name in next, v.props do
        variables.note_known(v, name)
    end
    variables.shape_reads(v)
    variables.adopt(v)
    variables.name_standard(v)
    return v
end

function variables.create_shared(parent, value, props)
    last_id = last_id - 1
    return shared_variable(last_id, parent, value, props)
end

function variables.destroy_shared(v)
    variables.remove(v, true)
end

-- The root stands from the start, so that a browser may watch it before there is an app.
variables.root = shared_variable(ROOT, nil, nil, {})

function variables.set_app(value, props)
    local root = variables.root
    root.cell = value
    for name, property in next, props or {} do
        variables.set_property(root, tostring(name), tostring(property))
    end
end

-- The shared variable that shows this object, if any.
function variables.showing(object)
    for _, v in next, variables.owned(SHARED) do
        if rawequal(v.cell, object) or rawequal(v.last, object) then return v end
    end
    return nil
end

function variables.shared(id)
    return variables.owned(SHARED)[id]
end
