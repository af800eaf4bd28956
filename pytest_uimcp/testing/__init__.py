"""Servers, pages and projects as pytest fixtures."""
