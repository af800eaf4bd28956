/** `[kept at the start, kept at the end, new]`, in code points. */
export type Delta = [number, number, string];
export type Kind = "aria" | "html" | "state" | "log";
/** Step, kind, tab or server, and what is different: a delta, or a line of the log. */
export type Row = [number, Kind, number, Delta | string];

export interface Step {
  at: number;
  actor: string;
  verb: string;
  call: string;
  result: string;
  /** What a step of the human led to in the app. */
  consequence?: string;
  arguments?: Record<string, unknown>;
  outcome?: unknown;
  error?: string;
  open?: boolean;
  tab?: number;
}

export interface SavedFile {
  name: string;
  path: string;
  picture?: string;
}

export interface Story {
  id: string;
  outcome: "passed" | "failed" | "error";
  phase: string;
  seconds: number;
  message: string;
  again: string;
  steps: Step[];
  moments: Row[];
  sections: [string, string][];
  files: SavedFile[];
  lost?: string[];
}

export interface Run {
  title: string;
  began: string;
  counts: Record<string, number>;
}

/** One text, from one step on. */
export interface Version {
  step: number;
  text: string;
}

export interface Address {
  story: string;
  step: number;
}
