-- `mcp:renderMarkdown(text)`: Markdown as HTML that is safe to show.

local E = ...
local raw = E.raw
local type, tostring = raw.type, raw.tostring

E.shell.offer("renderMarkdown", function(text)
    -- Numbers are texts to the functions of Lua's own library, too.
    if type(text) == "number" then text = tostring(text) end
    if type(text) ~= "string" then
        E.fail("bad argument #1 to renderMarkdown (string expected, got " .. type(text) .. ")")
    end
    local html, problem = E.host.render_markdown(text)
    if problem then E.fail(problem) end
    return html
end)
