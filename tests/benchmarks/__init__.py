"""Measurements by ratios within one run. Not tests: nothing here is collected by pytest."""
