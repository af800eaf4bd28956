// Types that modules share, as globals. Only the type checker reads this file.

/** A reference to an object that lives on the server. */
interface ObjectRef {
  obj: number;
}

/** The value of a variable. */
type Value = null | boolean | number | string | ObjectRef | Value[];

type Properties = Record<string, string>;

/** A fault of a variable or an element. */
interface Fault {
  code: string;
  description: string;
  /** The id of the problem of a file that it tells of, if it is one. */
  problem?: number;
}

/** One message of the wire protocol, in either direction. */
interface Message {
  type: string;
  data: MessageData;
  /** The properties that a new variable has in common with others, the same object for each; it is not sent. */
  alike?: Properties;
}

interface MessageData {
  id?: number;
  varId?: number;
  parentId?: number;
  varIds?: number[];
  value?: Value;
  base?: string;
  properties?: Record<string, string | null>;
  nowatch?: boolean;
  unbound?: boolean;
  code?: string;
  description?: string;
  problem?: number;
  open?: number[];
}

/** What variables that are created together have in common, and the names of the properties in which they differ. */
interface Shape {
  properties: Record<string, string | null>;
  varying: string[];
  nowatch?: boolean;
  unbound?: boolean;
}

/** A message about many variables, as packing.js makes them. */
type ManyMessage =
  | { type: 'create'; data: { shapes: Shape[]; variables: (number | string | null)[][] } }
  | { type: 'destroy'; data: { varIds: number[] } };

/** A path as written in an attribute: `name.first?keypress`. */
interface Path {
  text: string;
  properties: Properties;
  call: '' | '()' | '(_)';
}

/** Is notified of changes to a variable. */
interface Listener {
  /** Lists are notified first, because they decide which rows remain; then views; then the rest. */
  rank: 0 | 1 | 2;
  /** The element that shows the variable, for the outlines of the variables page. */
  element: Element | null;
  changed(variable: import('./variables.js').Variable): void;
}

/** A part of a rendering, disposed of with it. */
interface Part {
  dispose(): void;
  /** Check the views inside again: whether they may draw their objects. */
  lookInside?(): void;
}

/** One attribute of a template's element, parsed for binding. */
interface Plan {
  attribute: string;
  rule: Rule;
  /** The rest of the name after the rule's prefix: the X of ui-attr-X. */
  argument: string;
  path: Path;
  /** By access, the properties of the variables of all elements that are bound by it. */
  alike?: Map<string, Properties>;
}

/** A row of the table of attributes. */
interface Rule {
  /** The attribute, or a prefix of several if it ends in a dash. */
  attribute: string;
  kind: 'binding' | 'event' | 'view' | 'list';
  /** The event of the element, if it is not the attribute's argument. */
  event?: string;
  /** The access of the variable, unless the path states it; read-only by default. */
  access?: { plain: string; edited?: string; '()': string; '(_)': string };
  /** Every value counts: none is skipped because the next one has come. */
  each?: boolean;
  /** Apply a new value to the element. */
  apply?(binding: import('./binding.js').Binding, value: Value): void;
  /** Listen to the element; returns a function that stops. */
  listen?(binding: import('./binding.js').Binding): () => void;
}

/** The tables of rules.js, which describes them. */
interface UiRules {
  attributes: Record<string, Pick<Rule, 'kind' | 'event' | 'access' | 'each'>>;
  beside: string[];
  options: string[];
  toggledBy: string[];
  edits: Record<string, { commit: string[]; live: string[] }>;
  controls: Record<string, { holds: string; edits?: string }>;
  merged: string[];
  keys: { modifiers: Record<string, string>; names: Record<string, string>; prevented: string[] };
  faults: Record<'code' | 'insideItself' | 'noType' | 'noViewdef' | 'notAnArray' | 'notAnObject', Fault>;
  shoelace: { version: string };
}

/** How the value of a form control is read and written. */
interface Control {
  /** Whether the user can edit it. */
  input: boolean;
  /** Events that complete an edit, and events during one. */
  commit: string[];
  live: string[];
  /** The current value; undefined for a radio button that is off. */
  read(element: any): Value | undefined;
  write(element: any, value: Value): void;
  /** What `read` returns after `value` has been written. */
  normal(value: Value, element: any): Value | undefined;
  /** The toggle itself, and those that change with it. */
  together?(element: any): Element[];
  /** Apply a click, for components that change only after other listeners have run. */
  press?(element: any): void;
}

/** The namespaces in which a view looks for its viewdef. */
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
  error: string | null;
  changeCount: number;
  depth: number;
  /** With its unit: `12.3us`. */
  computeTime: string;
  elementId: string;
}

/** The API `window.uiApp` for apps, which may add to it. */
interface UiApp {
  [name: string]: unknown;
  getStore(): import('./variables.js').Store;
  getViewdefStore(): import('./viewdefs.js').Viewdefs;
  getConnection(): import('./connection.js').Connection;
  getBinding(): import('./app.js').App;
  /** The view of the app variable. */
  getAppView(): import('./views.js').View | null;
  updateValue(elementId: string, value?: Value): void;
  /** Leave for another address of the web. */
  navigateTo(url: string): void;
}

interface Window {
  uiApp: UiApp;
  uiStore: import('./variables.js').Store;
}

interface ParentNode {
  /** Moves a node without removing it from the document, so focus and scroll positions are kept. Not in every browser. */
  moveBefore?(node: Node, reference: Node | null): void;
}

interface HTMLElement {
  /** Of components made with Lit: whether they have rendered once, and a promise of what they are about to render. */
  readonly hasUpdated?: boolean;
  readonly updateComplete?: Promise<unknown>;
}
