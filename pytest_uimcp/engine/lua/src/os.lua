-- os, for an app that shares its process with others.
local E = ...
local raw, host, env, guard, text = E.raw, E.host, E.env, E.guard, E.streams.text
local files = E.files
local next, tostring, raw_os = raw.next, raw.tostring, raw.os

local mode = host.access_mode()

local os = {}
env.os, E.loaded.os = os, os
for _, name in next, { "clock", "date", "difftime", "time" } do
    os[name] = raw_os[name]
end

function os.exit(code)
    if code == nil or code == true then
        code = 0
    elseif code == false then
        code = 1
    end
    guard.quit("os.exit(" .. tostring(code) .. ") ends this script; the session goes on")
end

-- The locale is that of the whole process, so it cannot be changed.
function os.setlocale(locale)
    if locale == nil or locale == "" or locale == "C" then return "C" end
    return nil
end

function os.getenv(name)
    if mode ~= "all" then host.access_check("os.getenv") end
    name = text(name, 1, "getenv")
    return host.environment_variable(name) or raw_os.getenv(name)
end

function os.execute(command)
    if mode ~= "all" then host.access_check("os.execute") end
    if command == nil then return 1 end
    E.files.look()
    return host.process_execute(text(command, 1, "execute"))
end

function os.tmpname()
    return host.access_temporary()
end

function os.remove(path)
    local real, problem = files.cleared("os.remove", text(path, 1, "remove"))
    if not real then return nil, problem, 13 end
    return raw_os.remove(real)
end

function os.rename(old, new)
    local from, problem = files.cleared("os.rename", text(old, 1, "rename"))
    local to
    if from then
        to, problem = files.cleared("os.rename", text(new, 2, "rename"))
    end
    if not to then return nil, problem, 13 end
    return raw_os.rename(from, to)
end
