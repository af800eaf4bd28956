-- Two people type into one text: both have begun with the same text, `base`, and what each has made of it is joined.
--
-- An edit is a part of `base` and what replaces it: all between the first letter and the last that differ. Edits of
-- different parts are both done. Where they meet, what either wanted away goes, and what either wrote stays: first
-- what came first. Parts begin and end between letters, which are several bytes in UTF-8.

local E = ...
local raw = E.raw
local byte, sub, min, max = raw.string.byte, raw.string.sub, raw.math.min, raw.math.max

local texts = {}
E.texts = texts

local function inside_letter(text, at)
    local b = byte(text, at)
    return b ~= nil and b >= 0x80 and b < 0xC0
end

-- How many bytes come before the part, where it ends, and what replaces it.
local function edit(base, text)
    local shorter, before, behind = min(#base, #text), 0, 0
    while before < shorter and byte(base, before + 1) == byte(text, before + 1) do
        before = before + 1
    end
    while before > 0 and (inside_letter(base, before + 1) or inside_letter(text, before + 1)) do
        before = before - 1
    end
    while behind < shorter - before and byte(base, #base - behind) == byte(text, #text - behind) do
        behind = behind + 1
    end
    while behind > 0 and inside_letter(base, #base - behind + 1) do
        behind = behind - 1
    end
    return before, #base - behind, sub(text, before + 1, #text - behind)
end

function texts.merge(base, first, second)
    local first_start, first_end, first_new = edit(base, first)
    local start, stop, new = edit(base, second)
    if first_end <= start then
        return sub(base, 1, first_start) .. first_new .. sub(base, first_end + 1, start) .. new .. sub(base, stop + 1)
    end
    if stop <= first_start then
        return sub(base, 1, start) .. new .. sub(base, stop + 1, first_start) .. first_new .. sub(base, first_end + 1)
    end
    return sub(base, 1, min(start, first_start)) .. first_new .. new .. sub(base, max(stop, first_end) + 1)
end
