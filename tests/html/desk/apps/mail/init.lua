mcp:register("mail", "Mail")
