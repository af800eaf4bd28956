"""The recording of a model that a test plays, or writes: `uimcp_agent.replays(FILE)`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from pytest_uimcp.agent.endpoint.served import EndpointWitness
from pytest_uimcp.agent.recording import Recording, RecordingProxy, ReplayModel, read_recording, write_recording
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted

RecordMode = Literal["no", "all", "new"]
URL: Final = "UIMCP_MODEL_URL"
KEY: Final = "UIMCP_MODEL_KEY"


class ModelRecording:
    """One file. In the mode `all` it is written anew, with `new` what it has is played first."""

    def __init__(
        self, folders: Sequence[Path], name: str | Path, mode: RecordMode, environment: Mapping[str, str] = os.environ
    ) -> None:
        places = [folder / name for folder in folders] or [Path(name)]
        # A new one is written beside the test.
        self.path: Final = next((place for place in places if place.is_file()), places[0])
        self.mode: Final = mode
        self.replay: ReplayModel | None = None
        if mode == "no" and not self.path.is_file():
            raise UimcpError(
                f"there is no recording {name} in {' or '.join(str(place.parent) for place in places)}; record it "
                f"with --uimcp-record-model, and the address of the service in {URL}"
            )
        if mode != "all" and self.path.is_file():
            self.replay = ReplayModel(read_recording(self.path))
        self._url = environment.get(URL, "")
        self._key = environment.get(KEY, "")
        if mode != "no" and not self._url:
            raise UimcpError(
                f"--uimcp-record-model: which service? Set {URL} to its address, such as https://api.openai.com/v1, "
                f"and {KEY} to a key if the agent does not send one"
            )

    def proxy(self, witness: EndpointWitness | None) -> RecordingProxy:
        """The proxy that records."""
        return RecordingProxy(self._url, self._write, key=self._key, replay=self.replay, witness=witness)

    def check_finished(self) -> str:
        """What is wrong with how it was played: turns that were not; empty if nothing is."""
        if self.mode != "no" or self.replay is None or not self.replay.left:
            return ""
        unplayed = self.replay.left
        total = len(unplayed) + self.replay.played
        return (
            f"{counted(len(unplayed), 'turn')} of {total} in {self.path.name} left unplayed: the agent has asked less "
            "often than when it was recorded; record it again with --uimcp-record-model, or remove them from the file"
        )

    def _write(self, recording: Recording) -> None:
        write_recording(recording, self.path)
