-- A counter and a list.
local Item = session:prototype("Item", { name = "" })
local Tally = session:prototype("Tally", { clicks = 0, name = "", items = EMPTY })

function Tally:increment()
    self.clicks = self.clicks + 1
end

function Tally:count()
    return "Count: " .. self.clicks
end

function Tally:add()
    table.insert(self.items, Item:new({ name = self.name }))
    self.name = ""
end

tally = Tally:new({ items = {} })
