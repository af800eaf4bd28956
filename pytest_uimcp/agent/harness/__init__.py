"""The harness of an agent and of the human beside it: a scripted conversation, driven by a test."""
