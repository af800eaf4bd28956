export interface View {
  key: string;
  type: string;
  namespace: string;
  examples: string[];
  problem?: string;
}

export interface GalleryApp {
  name: string;
  views: View[];
}

export interface Tree {
  title: string;
  version: string;
  apps: GalleryApp[];
}

/** One thing to look at: an app, a view or an example, with its address `app/key/example`. */
export interface Item {
  address: string;
  title: string;
  app: string;
  key: string;
}

/** Something that is known about an entry: good, bad, warn or open. */
export interface Mark {
  state: string;
  words: string;
}

export interface EntryMarks {
  drawing: Mark[];
  tests: Mark[];
}

export interface Drawn {
  marks?: Mark[];
  /** The address of the view that an app begins with, if there is nothing beside it. */
  twin?: string;
  html?: string;
  aria?: string;
  problem?: string;
}

export interface Text {
  path: string;
  text: string;
}

export interface Panels {
  snapshot: Partial<Text>;
  sources: Text[];
  stories: (Text & { title: string })[];
}

export interface Finding {
  check: string;
  severity: string;
  text: string;
  file: string;
}

/** The name and the value of a field. */
export type Field = [string, string | number | boolean];
