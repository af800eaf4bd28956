-- Orders: a table with rows of several types, made of components.

local Product = session:prototype("Product", { name = "", price = 0 })
local Line = session:prototype("OrderLine", { product = "", gift = false })
local Discount = session:prototype("OrderDiscount", { percent = 10 })
Orders = session:prototype("Orders", { currency = "EUR", note = "", express = false, placed = EMPTY })

local function price(name)
    for _, product in ipairs(orders.products) do
        if product.name == name then
            return product.price
        end
    end
    return 0
end

-- Without an argument it is asked, with one it is told.
function Line:quantity(...)
    if select("#", ...) > 0 then
        self._quantity = math.max(0, tonumber((...)) or 0)
    end
    return self._quantity or 1
end

function Line:products()
    return orders.products
end
function Line:amount()
    return price(self.product) * self:quantity() + (self.gift and 2 or 0)
end
function Discount:amount()
    return -orders:sum(Line) * self.percent / 100
end
function Discount:more()
    self.percent = self.percent + 5
end

OrderRow = session:prototype("OrderRow", {})
function OrderRow:new(row)
    return session:create(OrderRow, { _row = row, line = row.baseItem })
end
function OrderRow:remove()
    self._row.list:removeAt(self._row.index)
end
function OrderRow:up()
    local place = self._row.index + 1
    if place > 1 then
        local lines = orders.lines
        lines[place - 1], lines[place] = lines[place], lines[place - 1]
    end
end

-- Made anew for every amount.
Money = session:prototype("Money", { text = "" })
function Money:new(amount)
    return session:create(Money, { text = string.format("%.2f", amount or 0) })
end

function Orders:new(instance)
    instance = session:create(Orders, instance or {})
    instance.products = instance.products or {}
    instance.lines = instance.lines or {}
    return instance
end

function Orders:sum(kind)
    local sum = 0
    for _, line in ipairs(self.lines) do
        if kind == nil or getmetatable(line) == kind then
            sum = sum + line:amount()
        end
    end
    return sum + (kind == nil and self.express and 9 or 0)
end

function Orders:total()
    return self:sum()
end
function Orders:addLine()
    table.insert(self.lines, Line:new({ product = self.products[1].name }))
end
function Orders:addDiscount()
    table.insert(self.lines, Discount:new())
end
function Orders:waiting()
    return #self.lines
end
function Orders:place()
    self.placed = #self.lines .. " lines, " .. (self.note == "" and "no note" or self.note)
    self.lines = {}
end

if not session.reloading then
    orders = Orders:new({
        products = {
            Product:new({ name = "Tea", price = 3.5 }),
            Product:new({ name = "Cake", price = 4 }),
        },
    })
    orders:addLine()
end
