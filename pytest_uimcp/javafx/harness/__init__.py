"""What a test holds of a JavaFX program: a scene in memory, or a real program that serves the same tools."""
