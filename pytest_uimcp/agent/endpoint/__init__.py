"""A model served at a URL that OpenAI's clients can use, so that any agent can be run against fixed turns."""

from pytest_uimcp.agent.endpoint.endpoint import ModelEndpoint

__all__ = ["ModelEndpoint"]
