-- Runs first in every session, before the global `mcp` exists; what belongs to `mcp` goes into lua/mcp.lua.

-- The base of every prototype that names no other: whatever is added here, all objects have.
Object = session:prototype("Object", {})

function Object:new(instance)
    return session:create(self, instance)
end

-- What print(contact) and tostring(contact) show: "a Contact"; the prototype itself shows as "Contact".
function Object:tostring()
    local name = self.type
    if rawget(self, "type") then
        return name
    end
    local article = name:find("^[AEIOUaeiou]") and "an" or "a"
    return article .. " " .. name
end
