-- Runs first in every session, before the global `mcp` exists; what belongs to `mcp` goes into lua/mcp.lua.

-- The base of every prototype that names no other: a method added here is one that all objects have.
Object = session:prototype("Object", {})

function Object:new(instance)
    return session:create(self, instance)
end
