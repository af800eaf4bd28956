milk = { type = "Milk" }
