-- Errors that the engine raises because of a mistake in the app: they name the line of the app that made the call.

local E = ...
local raw = E.raw
local getinfo, find = raw.debug.getinfo, raw.string.find

-- The innermost app line on the stack, as Lua writes it ("apps/a/app.lua:3: "), or "".
local function where()
    for level = 3, 40 do
        local frame = getinfo(level, "Sl")
        if not frame then return "" end
        if frame.currentline > 0 and not find(frame.source, "^=uimcp/") then
            return frame.short_src .. ":" .. frame.currentline .. ": "
        end
    end
    return ""
end

-- Raise `message` as if the app's own line had.
function E.fail(message)
    raw.error(where() .. message, 0)
end
