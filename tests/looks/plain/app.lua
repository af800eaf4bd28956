-- Everything that HTML has, without a line of CSS.
local Plain =
    session:prototype("Plain", { title = "Trip to the lake", people = EMPTY, problem = "No room left in the boat" })
local Person = session:prototype("Person", { name = "", euros = 0 })

function Plain:most()
    local most = 0
    for _, person in ipairs(self.people) do
        most = math.max(most, person.euros)
    end
    return most
end

if not session.reloading then
    plain = session:create(Plain, {
        people = {
            session:create(Person, { name = "Ada", euros = 120 }),
            session:create(Person, { name = "Grace", euros = 45 }),
            session:create(Person, { name = "Alan", euros = 80 }),
        },
    })
end
