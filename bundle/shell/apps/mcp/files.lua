-- Reading files, for an app that may run where Lua has no access to them: then there is just nothing.

local files = {}

function files.quoted(path)
    return "'" .. path:gsub("'", "'\\''") .. "'"
end

-- The names of what a directory holds.
function files.entries(directory)
    local names = {}
    local readable, handle = pcall(io.popen, "ls -1 " .. files.quoted(directory) .. " 2>/dev/null")
    if readable and handle then
        for name in handle:lines() do
            table.insert(names, name)
        end
        handle:close()
    end
    return names
end

-- The text of a file, or nil.
function files.read(path)
    local readable, file = pcall(io.open, path)
    if not readable or not file then
        return nil
    end
    local text = file:read("*a")
    file:close()
    return text
end

return files
