"""Selectors in steps: `tokens`, `parse`, `match`, `query`; and what else finds nodes: texts and conditions."""
