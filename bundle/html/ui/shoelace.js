// Shoelace's controls (`sl-…`), fetched when a page first needs them, from this server and nowhere else.

const BASE = "/shoelace/";

/** Names of elements (`sl-button`), or of colours and sizes in styles (`--sl-spacing-large`). */
const MENTION = /\bsl-[a-z]/;

export class Shoelace {
  /** @type {Promise<(root: any) => Promise<void>> | null} */
  #loading = null;

  /**
   * Load Shoelace if markup that is about to be shown needs it.
   * @param {string} source
   */
  see(source) {
    if (!this.#loading && MENTION.test(source)) this.#loading = this.#load();
  }

  /**
   * Define the controls in a fragment; null if they are defined already.
   * @param {DocumentFragment} fragment
   */
  define(fragment) {
    if (!this.#loading || !undefinedIn(fragment)) return null;
    return this.#define(fragment).catch(() => {});
  }

  /** @param {DocumentFragment} fragment */
  async #define(fragment) {
    const discover = await this.#loading;
    await Promise.all([discover?.(fragment), discover?.(awaitedIn(fragment))]);
  }

  async #load() {
    const styles = style();
    const { setBasePath } = await imported("utilities/base-path.js");
    setBasePath(BASE);
    const { discover } = await imported("shoelace-autoloader.js");
    await styles;
    return discover;
  }
}

// Controls that wait until another one is defined, whether it is used or not: a group of tabs without panels would never
// choose its first tab.
const AWAITED = { "sl-tab-group": "sl-tab-panel" };

/** @param {DocumentFragment} fragment */
function awaitedIn(fragment) {
  const awaited = document.createDocumentFragment();
  for (const [name, other] of Object.entries(AWAITED)) {
    if (fragment.querySelector(name)) awaited.append(document.createElement(other));
  }
  return awaited;
}

/** @param {DocumentFragment} fragment */
function undefinedIn(fragment) {
  return [...fragment.querySelectorAll(":not(:defined)")].some(({ localName }) => localName.startsWith("sl-"));
}

/** @param {string} path */
async function imported(path) {
  try {
    return await import(BASE + path);
  } catch (error) {
    console.error(
      "sl-… controls are not available: this server has no copy of Shoelace. `ui-mcp install` fetches one, then " +
        "reload the page",
    );
    throw error;
  }
}

/** The components' own themes, in the colours of the theme. */
function style() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/shoelace.css";
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    // First in the document: it says the order of layers.
    document.head.prepend(link);
  });
}
