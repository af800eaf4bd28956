"""The server around sessions: its life cycle, tools, ports and what they need."""
