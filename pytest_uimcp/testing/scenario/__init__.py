"""Scenario files: what human, agent and UI do together, played with the objects that tests have as fixtures."""
