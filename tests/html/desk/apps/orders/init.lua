mcp:register("orders", "Orders")
mcp:register("calendar", "Calendar")
