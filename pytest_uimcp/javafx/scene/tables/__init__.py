"""Data: classes, properties, metrics. Nothing here does anything."""
