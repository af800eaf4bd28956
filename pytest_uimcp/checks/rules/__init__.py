"""The rules of the checks: a table (`table.py`), and a module for each kind of thing that rules look at."""
