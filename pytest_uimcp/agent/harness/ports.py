"""The ports of an agent under test: the model for foreign agents, the page for people. Each opens at its first use."""

from __future__ import annotations

from pytest_uimcp.agent import ScriptedModel
from pytest_uimcp.agent.harness.live import LiveAgent
from pytest_uimcp.chat import Conversation
from pytest_uimcp.chat.principals import ROLES
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.policy import Approvals
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.transport.site import HttpSite
from pytest_uimcp.transport.token_files import new_token


class AgentPorts:
    """Belongs to the event loop of the agent."""

    def __init__(
        self, script: ScriptedModel, live: LiveAgent, conversation: Conversation, approvals: Approvals, story: StepLog
    ) -> None:
        self._script = script
        self._live = live
        self._conversation = conversation
        self._approvals = approvals
        self._story = story
        self._site = HttpSite()
        self._model_url = ""
        self._page: ChatSite | None = None

    async def model_url(self) -> str:
        """The base URL of the endpoint that plays the script. From now on our own agent sleeps."""
        if not self._model_url:
            from pytest_uimcp.agent.endpoint import ModelEndpoint

            # Two agents would take their turns from one script.
            self._live.asleep_for_good = True
            self._site.bind("model", ModelEndpoint(self._script, on_error=self._failed).application())
            await self._site.start()
            self._model_url = f"{self._site.url('model')}/v1"
        return self._model_url

    async def page_address(self) -> str:
        """A new address that opens the page of the conversation once."""
        if self._page is None:
            from pytest_uimcp.chat.web import ChatSite

            # Nobody is told them: people open the page by its address.
            tokens: dict[str, str] = {role: new_token() for role in ROLES}
            agent = self._live.agent
            page = ChatSite(
                self._conversation,
                tokens,
                timeline=agent.timeline,
                approvals=self._approvals,
                activity=agent.activity,
            )
            await page.start()
            self._page = page
        return self._page.page_address()

    async def close(self) -> None:
        await self._site.close()
        if self._page is not None:
            await self._page.close()

    def _failed(self, error: UimcpError) -> None:
        self._story.app_failed(error, f"answering a request at {self._model_url}")
