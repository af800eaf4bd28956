-- Error values, places and tracebacks: what a failed script says about itself. Frames of our own parts ("=uimcp/…")
-- never show; names that Lua cut short are put back.
local E = ...
local raw = E.raw
local type, tostring, select, next, rawget = raw.type, raw.tostring, raw.select, raw.next, raw.rawget
local sub, find, match, gsub, format, concat, sort = raw.sub, raw.find, raw.match, raw.gsub, raw.format, raw.concat, raw.sort
local getinfo, getmetatable, pcall = raw.getinfo, raw.debug.getmetatable, raw.pcall

local errors = {}
E.errors = errors

local OURS = "=uimcp/"
local FIRST, LAST, DEEPEST = 12, 10, 1000000
local SHOWN = 5

local function ours(source) return sub(source, 1, #OURS) == OURS end
errors.ours = ours

-- Lua writes at most 59 bytes of a chunk's name into messages.
local full_names = {}

local function full_name(source, short)
  local first = sub(source, 1, 1)
  if first == "@" or first == "=" then return sub(source, 2) end
  return short
end

function errors.remember(source, short)
  local full = full_name(source, short)
  if full ~= short then full_names[short] = full end
end

local function plain_replace(text, old, new)
  local from, to = find(text, old, 1, true)
  if not from then return text end
  return sub(text, 1, from - 1) .. new .. sub(text, to + 1)
end

-- The info of a frame of the app, by walking outwards; nil when there is none.
local function app_frame(thread)
  for level = 0, DEEPEST do
    local info
    if thread then info = getinfo(thread, level, "Sl") else info = getinfo(level + 1, "Sl") end
    if not info then return nil end
    if info.what ~= "C" and info.what ~= "tail" and not ours(info.source) then return info end
  end
end
errors.app_frame = app_frame

-- Names put back, and a position inside our own parts replaced by the app's line that called them.
function errors.repair(message, thread)
  if sub(message, 1, 6) == "uimcp/" then
    local rest = match(message, "^uimcp/[%w_]+:%d+: (.*)$")
    if rest then
      local frame = app_frame(thread)
      message = frame and (full_name(frame.source, frame.short_src) .. ":" .. frame.currentline .. ": " .. rest) or rest
    end
  end
  if next(full_names) and find(message, "...", 1, true) then
    for short, full in next, full_names do message = plain_replace(message, short, full) end
  end
  return message
end

local function by_name(a, b) return tostring(a) < tostring(b) end

local function brief(value)
  if type(value) == "string" then
    if #value > 60 then value = sub(value, 1, 57) .. "..." end
    return (gsub(format("%q", value), "\\\n", "\\n"))
  end
  local kind = type(value)
  if kind == "number" or kind == "boolean" then return tostring(value) end
  return kind
end

local function listing(value)
  local keys, more = {}, false
  for key in next, value do
    if type(key) == "string" or type(key) == "number" then
      if #keys == 100 then more = true break end
      keys[#keys + 1] = key
    end
  end
  sort(keys, by_name)
  local parts = {}
  for i = 1, #keys do
    if i > SHOWN then more = true break end
    local key = keys[i]
    parts[i] = (type(key) == "string" and key or "[" .. tostring(key) .. "]") .. " = " .. brief(rawget(value, key))
  end
  if more then parts[#parts + 1] = "..." end
  return "{" .. concat(parts, ", ") .. "}"
end

-- Any error value as one honest line; a string is itself.
function errors.describe(value)
  local kind = type(value)
  if kind == "string" then return value end
  if kind == "nil" then return "the error value is nil" end
  if kind == "table" then
    local meta = getmetatable(value)
    local show = type(meta) == "table" and rawget(meta, "__tostring")
    if show then
      local ok, text = pcall(show, value)
      if ok and type(text) == "string" then return text end
    end
    local message = rawget(value, "message")
    if type(message) == "string" then return message end
    return "the error value is a table: " .. listing(value)
  end
  if kind == "number" or kind == "boolean" then return tostring(value) end
  return "the error value is a " .. kind
end

local dropped = {}
for _, f in next, { raw.pcall, raw.xpcall, raw.error, raw.coroutine.resume } do dropped[f] = true end

local function shown(info)
  if info.what == "tail" then return false end
  if info.what == "C" then return info.namewhat ~= "" and not dropped[info.func] end
  return not ours(info.source)
end

local function line_of(info)
  local name
  if info.what == "C" then return "\t[C]: in function '" .. info.name .. "'" end
  local place = full_name(info.source, info.short_src)
  if info.what == "main" then
    name = "in main chunk"
  elseif info.namewhat ~= "" then
    name = "in function '" .. info.name .. "'"
  else
    name = "in function <" .. place .. ":" .. info.linedefined .. ">"
  end
  return "\t" .. place .. ":" .. info.currentline .. ": " .. name
end

local function info_at(thread, level)
  if thread then return getinfo(thread, level, "Slnf") end
  return getinfo(level + 1, "Slnf")
end

local function depth_of(thread)
  local low, high = 0, 64
  while info_at(thread, high) do low, high = high, high * 2 end
  while high - low > 1 do
    local middle = raw.floor((low + high) / 2)
    if info_at(thread, middle) then low = middle else high = middle end
  end
  return low
end

-- The frames as text, innermost first; a deep stack shows its two ends.
function errors.traceback(thread, level)
  local lines = {}
  local depth = depth_of(thread)
  local skip_from, skip_to = depth + 1, depth
  if depth > 200 then skip_from, skip_to = 100, depth - 50 end
  local at = level or 0
  while at <= depth do
    if at == skip_from then at = skip_to end
    local info = info_at(thread, at)
    if info and shown(info) then lines[#lines + 1] = line_of(info) end
    at = at + 1
  end
  if #lines > FIRST + LAST then
    local ends = {}
    for i = 1, FIRST do ends[i] = lines[i] end
    ends[FIRST + 1] = "\t..."
    for i = #lines - LAST + 1, #lines do ends[#ends + 1] = lines[i] end
    lines = ends
  end
  return concat(lines, "\n")
end

-- file and line of an error: from the message's own prefix if it names a place, else from the innermost app frame.
function errors.place(message, thread)
  local file, line = match(message, "^([^\n:]+):(%d+): ")
  if file then return file, raw.tonumber(line) end
  local frame = app_frame(thread)
  if frame then return full_name(frame.source, frame.short_src), frame.currentline end
end
