"""The ports of an agent under test: the model for foreign agents, the page for people. Each opens at its first use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytest_uimcp.agent import ScriptedModel
from pytest_uimcp.agent.harness.live import LiveAgent
from pytest_uimcp.agent.harness.witness import Witness
from pytest_uimcp.chat import Conversation
from pytest_uimcp.chat.principals import ROLES
from pytest_uimcp.chat.web import ChatSite
from pytest_uimcp.compositor.policy import Approvals
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.transport.site import HttpSite
from pytest_uimcp.transport.token_files import new_token

if TYPE_CHECKING:
    from aiohttp import web

    from pytest_uimcp.agent import Model
    from pytest_uimcp.agent.endpoint import ModelEndpoint
    from pytest_uimcp.agent.harness.recordings import ModelRecording


class AgentPorts:
    """Belongs to the event loop of the agent."""

    def __init__(
        self,
        live: LiveAgent,
        conversation: Conversation,
        approvals: Approvals,
        story: StepLog,
        witness: Witness,
    ) -> None:
        self._witness = witness
        self._live = live
        self._conversation = conversation
        self._approvals = approvals
        self._story = story
        self._site = HttpSite()
        self._model_url = ""
        self._endpoint: ModelEndpoint | None = None
        # Played, or written, in place of the scripts.
        self.recording: ModelRecording | None = None
        self._page: ChatSite | None = None

    async def model_url(self, scripts: Mapping[str, ScriptedModel], name: str = "") -> str:
        """The base URL of the endpoint that plays the script of this name. From now on our own agent sleeps."""
        if not self._model_url:
            # Two agents would take their turns from one script.
            self._live.asleep_for_good = True
            self._site.bind("model", self._model_application(scripts[""]))
            await self._site.start()
            self._model_url = self._site.url("model")
        if not name:
            return f"{self._model_url}/v1"
        if self._endpoint is not None:
            self._endpoint.add(name, self._played(scripts[name]))
        return f"{self._model_url}/{name}/v1"

    def _model_application(self, script: ScriptedModel) -> web.Application:
        from pytest_uimcp.agent.endpoint import ModelEndpoint

        if self.recording is not None and self.recording.mode != "no":
            return self.recording.proxy(self._witness).application()
        self._endpoint = ModelEndpoint(self._played(script), on_error=self._failed, witness=self._witness)
        return self._endpoint.application()

    def _played(self, script: ScriptedModel) -> Model:
        # One recording has the turns of all agents.
        if self.recording is not None and self.recording.replay is not None:
            return self.recording.replay
        return script

    @property
    def is_open(self) -> bool:
        """Whether the model has an address."""
        return bool(self._model_url)

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The bodies of all requests to the model, as they came."""
        if self._endpoint is None:
            return []
        return self._endpoint.requests

    @property
    def tokens(self) -> int:
        """The tokens of all requests to the model and of their answers."""
        if self._endpoint is None:
            return 0
        return self._endpoint.usage.total_tokens

    def end_run(self, agent: str, call_id: str, reason: str) -> None:
        """Answer no more requests of the run in which a foreign agent has made this call."""
        if self._endpoint is not None:
            self._endpoint.end_run(agent, call_id, reason)

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
