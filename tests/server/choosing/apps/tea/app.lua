tea = { type = "Tea" }
