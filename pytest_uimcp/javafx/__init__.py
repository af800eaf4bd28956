"""A JavaFX in memory."""
