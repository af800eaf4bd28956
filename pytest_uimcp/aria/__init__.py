"""Accessibility trees: one format for the page without a browser, Chromium and JavaFX."""
