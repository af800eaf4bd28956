"""The harness of a chat: a conversation and the servers of its two sides, driven by a test."""
