-- The server's part of the `mcp` global: events for the agent, and the status of the server. `mcp_global.py` lists it.

local E = ...
local raw = E.raw
local type = raw.type
local offer = E.shell.offer

offer("pushState", function(event)
    if type(event) ~= "table" then
        E.fail("bad argument #1 to pushState (table expected, got " .. type(event) .. ")")
    end
    local problem = E.host.push_event(E.marshal.text(event))
    if problem then E.fail(problem) end
end)

offer("pollingEvents", function()
    return E.host.is_polled()
end)

offer("pendingEventCount", function()
    return E.host.pending_events()
end)

offer("waitTime", function()
    return E.host.wait_time()
end)

offer("status", function()
    return E.json.decode(E.host.server_status())
end)

E.shell.mcp.sessionId = E.host.session_id()
