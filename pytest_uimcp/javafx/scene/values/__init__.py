"""Values without identity: geometry, insets, colours, fonts, enumerations."""
