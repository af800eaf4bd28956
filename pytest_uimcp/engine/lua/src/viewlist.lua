-- lua.ViewList: a list object over an array, with one lua.ViewListItem per element.
--
-- Items follow their elements: an element that moves takes its item (and the presenter in it) along, so that a
-- browser may keep the row. Plain values have no identity and are matched by position.

local E = ...
local raw = E.raw
local type, rawequal, setmetatable, rawlen = raw.type, raw.rawequal, raw.setmetatable, raw.rawlen
local remove = raw.table.remove

local Item = { type = "lua.ViewListItem" }
Item.__index = Item

local List = { type = "lua.ViewList" }
List.__index = List

E.prototypes.adopt("lua.ViewListItem", Item)
E.prototypes.adopt("lua.ViewList", List)
E.env.lua = { ViewList = List, ViewListItem = Item }

function List:new(variable)
    local list = variable:getWrapper()
    if list then return list end
    list = setmetatable({ items = {}, selectionIndex = -1, _variable = variable }, List)
    variable:setProperty("fallbackNamespace:high", "list-item")
    return list
end

-- The presenter an item shows: the element itself, unless itemWrapper (or item) names one.
local function present(list, item)
    local name = list._variable:getProperty("itemWrapper") or list._variable:getProperty("item")
    local class = name and E.wrappers.usable("itemWrapper", name)
    if not class then return item.baseItem end
    return class:new(item)
end

local function elements(value)
    if type(value) ~= "table" then return {}, 0 end
    local list, n = {}, 0
    while true do
        local element = value[n + 1]
        if element == nil then return list, n end
        n = n + 1
        list[n] = element
    end
end

-- Where the items of each element stand: the first, and behind each the next. An element that occurs twice has two.
local function by_element(items, n)
    local first, later = {}, {}
    for i = n, 1, -1 do
        local element = items[i].baseItem
        if type(element) == "table" then
            first[element], later[i] = i, first[element]
        end
    end
    return first, later
end

local function take(first, later, old, i, element)
    if type(element) == "table" then
        local at = first[element]
        if not at then return nil end
        first[element] = later[at]
        return old[at]
    end
    local item = old[i]
    return item and type(item.baseItem) ~= "table" and item or nil
end

function List:sync()
    local items = self.items
    local old, was = {}, rawlen(items)
    for i = 1, was do
        old[i] = items[i]
    end
    local list, n = elements(self._variable:getValue())
    local first, later = by_element(old, was)
    for i = 1, n do
        local element = list[i]
        local item = take(first, later, old, i, element)
        if not item then item = setmetatable({ list = self }, Item) end
        item.index = i - 1
        if not rawequal(item.baseItem, element) then
            item.baseItem = element
            item.item = present(self, item)
        end
        items[i] = item
    end
    for i = n + 1, was do
        items[i] = nil
    end
end

-- Take the element at a 0-based index out of the array behind the list.
function List:removeAt(index)
    local value = self._variable:getValue()
    if type(value) ~= "table" or type(index) ~= "number" or index < 0 or index >= rawlen(value) then return nil end
    return remove(value, index + 1)
end
