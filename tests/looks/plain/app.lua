-- Everything that HTML has, without a line of CSS.
local Plain = session:prototype("Plain", { title = "Trip to the lake" })

if not session.reloading then
    plain = session:create(Plain, {})
end
