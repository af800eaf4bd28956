-- Runs when the session begins, before any page: pages can be published although the board is not shown.
mcp:subscribe("jobs", function(page)
    local board = mcp:app("jobs")
    board:receive(page)
end, { favicon = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=" })
