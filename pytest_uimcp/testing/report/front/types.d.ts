/** `[kept at the start, kept at the end, new]`, in code points. */
export type Delta = [number, number, string];
export type Kind = "aria" | "html" | "picture" | "state" | "log";
/** Step, kind, tab or server, and what is different: a delta, or a line of the log. */
export type Row = [number, Kind, number, Delta | string];

/** Where the element is that a step was about: numbers of children from the body on, and its box on the picture. */
export interface Mark {
  tab: number;
  before: number[] | null;
  after: number[] | null;
  box: number[] | null;
}

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
  /** A fixture did it, before the test began. */
  fixture?: boolean;
  mark?: Mark;
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
  /** The moments of a story in a large report: JSON, compressed, in base64. */
  packed?: string;
  sections: [string, string][];
  files: SavedFile[];
  lost?: string[];
  /** The number of its style sheets among those of the run; none for those that the package serves. */
  style?: number;
  /** The face it ran on, if it runs on several, and its id without it. */
  face?: string;
  base?: string;
  /** What it did in the runs before, a letter each, and what is different now. */
  past?: string;
  change?: "new" | "broken" | "fixed" | "";
  flaky?: boolean;
}

export interface PastRun {
  began: string;
  seconds: number;
  counts: Record<string, number>;
}

export interface Run extends PastRun {
  title: string;
  runs?: PastRun[];
  styles?: string[];
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
