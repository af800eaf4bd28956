// The shapes that modules hand each other. Known everywhere by name; only the type checker reads this file.

/** A reference to an object that lives on the server. */
interface ObjectRef {
  obj: number;
}

/** What a variable's value can be. */
type Value = null | boolean | number | string | ObjectRef | Value[];

type Properties = Record<string, string>;

/** What went wrong with a variable or an element. */
interface Fault {
  code: string;
  description: string;
}

/** One message of the wire protocol, in either direction. */
interface Message {
  type: string;
  data: MessageData;
}

interface MessageData {
  id?: number;
  varId?: number;
  parentId?: number;
  varIds?: number[];
  value?: Value;
  properties?: Record<string, string | null>;
  nowatch?: boolean;
  unbound?: boolean;
  code?: string;
  description?: string;
}

/** A path as an attribute states it: `name.first?keypress`. */
interface Path {
  text: string;
  properties: Properties;
  call: '' | '()' | '(_)';
}

/** Who is told about a variable. */
interface Listener {
  /** Lists are told first, for they decide which rows' news counts; then views; then the rest. */
  rank: 0 | 1 | 2;
  /** Where the variable shows, for those who point at it. */
  element: Element | null;
  changed(variable: import('./variables.js').Variable): void;
}

/** A part of a drawing, which goes with it. */
interface Part {
  dispose(): void;
  /** The views in it look again whether they may show what they show. */
  lookInside?(): void;
}

/** One attribute of a template's element, made ready for binding. */
interface Plan {
  attribute: string;
  rule: Rule;
  /** What follows the rule's prefix: the X of ui-attr-X. */
  argument: string;
  path: Path;
}

/** A row of the table of attributes. */
interface Rule {
  /** The attribute, or its beginning if it ends in a dash. */
  attribute: string;
  kind: 'binding' | 'event' | 'view' | 'list';
  /** The event of the element, if it is not the attribute's argument. */
  event?: string;
  /** What the variable may do, unless the path says; by default only read. */
  access?: { plain: string; edited?: string; '()': string; '(_)': string };
  /** Bring a new value to the element. */
  apply?(binding: import('./binding.js').Binding, value: Value): void;
  /** Listen to the element; what it returns undoes it. */
  listen?(binding: import('./binding.js').Binding): () => void;
}

/** The tables of rules.js, which says what they mean. */
interface UiRules {
  attributes: Record<string, Pick<Rule, 'kind' | 'event' | 'access'>>;
  beside: string[];
  options: string[];
  toggledBy: string[];
  edits: Record<string, { commit: string[]; live: string[] }>;
  controls: Record<string, { holds: string; edits?: string }>;
  keys: { modifiers: Record<string, string>; names: Record<string, string>; prevented: string[] };
  faults: Record<'code' | 'insideItself' | 'noType' | 'noViewdef' | 'notAnArray' | 'notAnObject', Fault>;
  shoelace: { version: string };
}

/** How a form control gives and takes its value. */
interface Control {
  /** Whether people change it. */
  input: boolean;
  /** Events after which an edit is complete, and those while it goes on. */
  commit: string[];
  live: string[];
  /** What it shows now; undefined if it has nothing to say. */
  read(element: any): Value | undefined;
  write(element: any, value: Value): void;
  /** What `read` gives once `value` has been written. */
  normal(value: Value, element: any): Value | undefined;
  /** Of a toggle: it and those that change with it. */
  together?(element: any): Element[];
  /** What a click makes of it, for components that say so only after others have heard of the click. */
  press?(element: any): void;
}

/** Where a view looks for its viewdef. */
interface Namespaces {
  namespace: string | undefined;
  fallback: string | undefined;
}

/** A row of variables.json. */
interface VariableRow {
  id: number;
  parentId: number;
  connection?: number;
  type: string;
  path: string;
  value: Value;
  properties: Properties;
  childIds: number[];
  access: string;
  active: boolean;
  error: Fault | null;
  changeCount: number;
  depth: number;
  computeTime: number;
}

/** What `window.uiApp` offers to apps. */
interface UiApp {
  getStore(): import('./variables.js').Store;
  getBinding(): import('./app.js').App;
  updateValue(elementId: string, value?: Value): void;
}

interface Window {
  uiApp: UiApp;
}

interface ParentNode {
  /** Moves a node without taking it out of the document: focus and scrolling stay. Not in every browser. */
  moveBefore?(node: Node, reference: Node | null): void;
}
