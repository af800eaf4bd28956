// Shoelace's controls (`sl-…`), fetched when a page first needs them, from this server and nowhere else.

const BASE = '/shoelace/';
const DARK = matchMedia('(prefers-color-scheme: dark)');

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
    return this.#loading.then((discover) => discover(fragment)).catch(() => {});
  }

  async #load() {
    const theme = style(`${BASE}themes/light.css`);
    style(`${BASE}themes/dark.css`);
    const { setBasePath } = await imported('utilities/base-path.js');
    setBasePath(BASE);
    const { discover } = await imported('shoelace-autoloader.js');
    await theme;
    return discover;
  }
}

/** @param {DocumentFragment} fragment */
function undefinedIn(fragment) {
  return [...fragment.querySelectorAll(':not(:defined)')].some(({ localName }) => localName.startsWith('sl-'));
}

/** @param {string} path */
async function imported(path) {
  try {
    return await import(BASE + path);
  } catch (error) {
    console.error(
      'sl-… controls are not available: this server has no copy of Shoelace. `ui-mcp install` fetches one, then ' +
        'reload the page',
    );
    throw error;
  }
}

/** @param {string} href */
function style(href) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    // First in the document, so that the styles of the page and its apps come later and win.
    document.head.prepend(link);
  });
}

// A theme may be light or dark whatever the system prefers, and choosing one replaces the classes of the page.
function followScheme() {
  const { classList } = document.documentElement;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const dark = scheme === 'dark' || (scheme !== 'light' && DARK.matches);
  if (classList.contains('sl-theme-dark') !== dark) classList.toggle('sl-theme-dark', dark);
}

DARK.addEventListener('change', followScheme);
new MutationObserver(followScheme).observe(document.documentElement, { attributeFilter: ['class'] });
// The styles of a theme arrive after its class.
addEventListener('load', followScheme);
followScheme();
