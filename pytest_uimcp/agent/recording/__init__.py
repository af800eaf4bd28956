"""What a real model has answered, kept as turns that are played again.

`RecordingProxy` stands in front of a service and writes a `Recording`, `ReplayModel` plays one and compares what it is
asked with what was asked then. Turns are kept, not bytes: a recording of one service is played over any of the three.
"""

from pytest_uimcp.agent.recording.document import Recording, RecordingError, read_recording, write_recording
from pytest_uimcp.agent.recording.proxy import RecordingProxy
from pytest_uimcp.agent.recording.replay import ReplayModel, RequestDiffers

__all__ = [
    "Recording",
    "RecordingError",
    "RecordingProxy",
    "ReplayModel",
    "RequestDiffers",
    "read_recording",
    "write_recording",
]
