-- Groceries: a list that a human and an agent keep together.

Item = session:prototype("Item", {
    name = "",
    bought = false,
})

function Item:buy()
    self.bought = true
end

Groceries = session:prototype("Groceries", {
    wish = "", -- what is in the field "Add"
    items = EMPTY,
})

function Groceries:new(instance)
    instance = session:create(Groceries, instance or {})
    instance.items = instance.items or {}
    return instance
end

function Groceries:add(name)
    table.insert(self.items, Item:new({ name = name }))
end

function Groceries:addWish()
    self:add(self.wish)
    self.wish = ""
end

function Groceries:left()
    local left = 0
    for _, item in ipairs(self.items) do
        if not item.bought then
            left = left + 1
        end
    end
    return left == 0 and "Nothing to buy" or left .. " to buy"
end

-- The human wants ideas: tell the agent what is on the list.
function Groceries:askForIdeas()
    local names = {}
    for _, item in ipairs(self.items) do
        table.insert(names, item.name)
    end
    mcp.pushState({ app = "groceries", event = "ideas", items = names })
end

if not session.reloading then
    groceries = Groceries:new()
end
