/** What comes over the WebSocket. */

export interface UserMessage { kind: "UserMessage"; id: string; ts: string; text: string }
export interface AssistantMarkdown { kind: "AssistantMarkdown"; id: string; ts: string; md: string }
export interface EndTurn { kind: "EndTurn"; id: string; ts: string }
export interface ExecContent {
  content_kind: "Exec"; cmd: string; args: unknown;
  stdout: string | null; stderr: string | null; exit_code: number | null; is_error: boolean | null;
}
export interface JsonContent { content_kind: "Json"; args: unknown; result: unknown; is_error: boolean | null }
export type Answer = "approve" | "deny_continue" | "deny_abort";
export interface Tool {
  kind: "Tool"; id: string; ts: string;
  tool_call: { type: "tool_call"; name: string; args_json: string | null; call_id: string };
  decision: Answer | null; approval?: "pending"; content: ExecContent | JsonContent;
}
export type Item = UserMessage | AssistantMarkdown | EndTurn | Tool;

export interface UiState { seq: number; items: Item[] }
export interface Approval {
  id: string; call_id?: string | null; name: string; args: unknown; args_json?: string | null; rationale: string | null; ts: string;
}

/** Which human: oneself, or somebody else, whose name is empty if it is not known. */
export interface Who { you?: true; name?: string }
export interface WholeState { type: "ui_state_snapshot"; v: string; seq: number; state: UiState }
export interface ChangedState { type: "ui_state_changed"; v: string; seq: number; gone: string[]; items: Item[] }

export interface StateFrame {
  payload: WholeState | ChangedState;
  /** What is said in an item, as HTML; the human's text only if it has links. */
  html: Record<string, string>;
  who: Record<string, Who>;
  /** Whether there are messages older than those of the state. */
  truncated?: boolean;
}
export interface ApprovalsFrame { type: "approvals"; pending: Approval[] }
export interface AgentActivity {
  state: "idle" | "model" | "retrying" | "tools" | "approval" | "stopping" | "failed" | "stopped";
  since: string; reason: string; calls: string[];
  /** While it waits before it asks the model again: the number of that request, of how many, and when. */
  attempt?: number; attempts?: number; until?: string;
  /** The message that the model is writing, as far as it has come. */
  draft: string;
}
export interface ActivityFrame { type: "activity"; activity: AgentActivity | null }
export interface ResultFrame { type: "result"; request: number; ok?: unknown; error?: { code: string; message: string } }
export type Frame = StateFrame | ApprovalsFrame | ActivityFrame | ResultFrame;
