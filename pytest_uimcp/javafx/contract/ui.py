"""The tools of the contract on one platform.

Each takes what the contract's input says as keywords and gives its output, or raises a `UiError` with the contract's
code. Everything happens on the FX thread, from whichever thread it is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.contract.perform import failed, perform
from pytest_uimcp.javafx.contract.references import resolve
from pytest_uimcp.javafx.contract.search import USUAL_LIMIT, search, summary
from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.selectors.query import Lookup
from pytest_uimcp.javafx.scene.snapshot.capture import Capture
from pytest_uimcp.javafx.scene.snapshot.options import FULL, Json, Options, options
from pytest_uimcp.javafx.scene.snapshot.paths import windows
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import StageWindow

# The longest a call may be told to take, and how much longer the FX thread is waited for.
MAX_TIMEOUT_MS: Final = 600_000
GRACE_SECONDS: Final = 5.0
STAGES: Final = ("focused", "primary", "all")
SCOPES: Final = ("focused", "index")


class Ui:
    """Snapshot, query and node of a platform; `app` is what `app` of a snapshot says beyond the usual."""

    def __init__(
        self,
        platform: Platform,
        *,
        snapshot_defaults: Options = FULL,
        lookup: Lookup = "javafx22",
        app: Json | None = None,
    ) -> None:
        self.platform = platform
        self.defaults = snapshot_defaults
        self.lookup = lookup
        self.app = app
        self.uids = Uids()

    def stages(self) -> list[StageWindow]:
        """The showing stages, or the contract's error if there are none."""
        stages = self.platform.stages
        if not stages:
            raise UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first")
        return stages

    def stage_at(self, index: object) -> StageWindow:
        stages = self.stages()
        # JSON's `true` is an `int` in Python: it would be stage 1.
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(stages):
            raise UiError(
                "MCP_UI_NO_STAGES", f"stageIndex: expected 0 to {len(stages) - 1}; got {index!r}", stageIndex=index
            )
        return stages[index]

    def focused_stage(self) -> StageWindow:
        """The stage with the focus; the first one shown if none has it."""
        stages = self.stages()
        window = self.platform.focused
        # A popup may have the keyboard; the contract only knows stages.
        return (window.stage if window is not None else None) or self.platform.primary or stages[0]

    def requested_stages(self, stage: str | None, index: object) -> list[StageWindow]:
        """The stages that `stage` and `stageIndex` mean; the index is the stronger of the two."""
        if index is not None:
            return [self.stage_at(index)]
        if stage not in (None, *STAGES):
            raise UiError("MCP_UI_INTERNAL", f"stage: expected {', '.join(STAGES)}; got {stage!r}")
        if stage == "all":
            return self.stages()
        if stage == "primary":
            return [self.platform.primary or self.stages()[0]]
        return [self.focused_stage()]

    def get_snapshot(
        self,
        stage: str | None = None,
        stageIndex: int | None = None,  # noqa: N803  # the contract's words
        mode: str | None = None,
        depth: int | None = None,
        include: Json | None = None,
        includeControlInternals: bool = False,  # noqa: N803 -- the contract's name
        omitNulls: bool = False,  # noqa: N803 -- the contract's name
    ) -> Json:
        snapshot_options = options(
            mode, depth, include, self.defaults, internals=bool(includeControlInternals), omit_nulls=bool(omitNulls)
        )
        # A single request, so that layout, focus and tree are those of one moment on the FX thread.
        return self.platform.request(
            lambda: self.capture(snapshot_options).snapshot(self.requested_stages(stage, stageIndex))
        )

    def query(
        self,
        selector: Json | None = None,
        scope: Json | None = None,
        limit: int | None = None,
        includeControlInternals: bool = False,  # noqa: N803 -- the contract's name
    ) -> Json:
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
            raise UiError("MCP_UI_INTERNAL", f"limit: expected a number from 1; got {limit!r}")
        return self.platform.request(
            lambda: self.search(selector, scope or {}, limit or USUAL_LIMIT, bool(includeControlInternals))
        )

    def get_node(
        self,
        ref: object,
        includeChildren: bool = False,  # noqa: N803 -- the contract's name
        includeControlInternals: bool = False,  # noqa: N803 -- the contract's name
        omitNulls: bool = False,  # noqa: N803 -- the contract's name
    ) -> Json:
        """`ui_get_node`, with every section"""
        node_options = options(
            # Deeper than any scene may be: whether there are children is `includeChildren`'s to say.
            depth=1000,
            include={"properties": True, "accessibility": True},
            internals=bool(includeControlInternals),
            omit_nulls=bool(omitNulls),
        )
        return self.platform.request(lambda: self.capture(node_options).one(self.resolve(ref), bool(includeChildren)))

    def perform(
        self,
        actions: list[Json] | None = None,
        awaitUiIdle: bool = True,  # noqa: N803 -- the contract's name
        timeoutMs: int = 5000,  # noqa: N803 -- the contract's name
        stopOnError: bool = False,  # noqa: N803 -- the contract's name
    ) -> Json:
        if (
            isinstance(timeoutMs, bool)
            or not isinstance(timeoutMs, (int, float))
            or not 0 < timeoutMs <= MAX_TIMEOUT_MS
        ):
            raise failed(f"timeoutMs: expected a number from 1 to {MAX_TIMEOUT_MS}; got {timeoutMs!r}")
        timeout = timeoutMs / 1000
        return self.platform.request(
            # The thread is waited for longer than the actions may take: their own timeout says which one was under way.
            lambda: perform(self, actions, bool(awaitUiIdle), timeout, bool(stopOnError)),
            timeout + GRACE_SECONDS,
        )

    def picture(self, stage_index: object = None, *, installed_fonts: bool = False) -> bytes:
        """A PNG of a stage, on the FX thread."""
        # What draws pictures is imported with the first of them.
        from pytest_uimcp.javafx.scene.picture import draw_stage

        stage = self.requested_stages(None, stage_index)[0]
        # Styles and layout first: a picture shows what a snapshot of the same moment tells.
        self.capture(self.defaults).platform_settled()
        return draw_stage(stage, installed_fonts=installed_fonts)

    def capture(self, options: Options) -> Capture:
        return Capture(self.platform, self.uids, options, self.app)

    def resolve(self, ref: object) -> Node:
        """The node of a reference, on the FX thread."""
        self.stages()
        # After the stages: with none showing that is the error, and not a node that cannot be found.
        return resolve(ref, self.platform, self.uids)

    def scope(self, scope: Mapping[str, object]) -> StageWindow:
        # `{"stageIndex": 1}` is enough; the contract does not ask for `stage` beside it.
        kind = scope.get("stage") or ("index" if scope.get("stageIndex") is not None else "focused")
        if kind not in SCOPES:
            raise UiError("MCP_UI_INTERNAL", f"scope.stage: expected {' or '.join(SCOPES)}; got {kind!r}")
        if kind == "index":
            return self.stage_at(scope.get("stageIndex"))
        return self.focused_stage()

    def search(self, selector: object, scope: object, limit: int, internals: bool) -> Json:
        """Matches of a stage and of the popups above it."""
        if not isinstance(scope, dict):
            raise UiError("MCP_UI_INTERNAL", f"scope: expected an object; got {scope!r}")
        stage = self.scope(scope)
        capture = self.capture(FULL)
        # Boxes and rows are asked for below: they have to be those of now.
        capture.platform_settled()
        roots = [window.root for window in windows(stage) if window.root is not None]
        nodes = search(roots, selector, internals, self.lookup)
        data: Json = {"matches": [self.match(capture, node) for node in nodes[:limit]]}
        # A list that is complete says nothing of a total: the contract has it only beside `truncated`.
        if len(nodes) > limit:
            data |= {"truncated": True, "total": len(nodes)}
        return data

    def match(self, capture: Capture, node: Node) -> Json:
        return {
            "ref": capture.ref(node),
            "type": node.fx.simple,
            "id": node.css_id,
            "summary": summary(node),
            "layout": {"boundsInScene": capture.in_scene(node)},
        }
