"""What the apps of the scenarios can do, beside the object of the matrix."""

APP = """
function Case:open() self.on = true end
function Case:close() self.on = false end
function Case:toggle() self.on = not self.on end
function Case:save() self.y = tostring(self.v) .. "/" .. tostring(self.w) self.on = false end
function Case:add()
  if (self.v or "") ~= "" then
    table.insert(self.list, Row:new({name = self.v, value = tostring(#self.list + 1)}))
    self.v = ""
  end
end
function Case:count() return #self.list end
function Case:none() return #self.list == 0 end
function Case:invalid() return (self.v or "") == "" end
function Case:key(name) self.y = name end
function Case:shown()
  local found = {}
  for _, row in ipairs(self.list) do
    if row.name:find(self.v or "", 1, true) then found[#found + 1] = row end
  end
  return found
end
function Row:remove()
  for index, row in ipairs(c.list) do
    if row == self then return table.remove(c.list, index) end
  end
end
function Row:pick() c.x = self.name c.on = true end
"""
