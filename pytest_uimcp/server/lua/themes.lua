-- `mcp:reinjectThemes()`: pages get the themes as they are now, from their next load on.

local E = ...

E.shell.offer("reinjectThemes", function()
    local problem = E.host.reinject_themes()
    if problem then return nil, problem end
    return true
end)
