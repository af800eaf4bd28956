"""The wire protocol between a session and its pages: messages, their text, and what is still to be sent."""
