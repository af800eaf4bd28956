// Whether the page is light or dark. A theme says so with `color-scheme`, or only with its colours, and so may an app: then
// fields, scroll bars and components follow the background that is there, whatever the system prefers.

const DARK = matchMedia("(prefers-color-scheme: dark)");
const { documentElement: root } = document;
let isAwaited = false;
let seen = "";

/** Look again once what has just been inserted is drawn. */
export function lookAtScheme() {
  if (isAwaited) return;
  isAwaited = true;
  requestAnimationFrame(() => {
    isAwaited = false;
    // Looking costs a new style of everything on a page with colours of its own.
    if (evidence() !== seen) look();
  });
}

/** What the answer depends on, while that answer is in effect. */
function evidence() {
  const colours = [document.body, root].map((element) => element && getComputedStyle(element).backgroundColor);
  return [getComputedStyle(root).colorScheme, ...colours].join("; ");
}

function look() {
  // The answer of the last time is no evidence.
  root.removeAttribute("ui-scheme");
  const dark = isDark();
  if (schemeOf(root) === null && dark !== DARK.matches) root.setAttribute("ui-scheme", dark ? "dark" : "light");
  if (root.classList.contains("sl-theme-dark") !== dark) root.classList.toggle("sl-theme-dark", dark);
  seen = evidence();
}

function isDark() {
  const scheme = schemeOf(root);
  if (scheme !== null) return scheme === "dark";
  return [document.body, root].map(darknessOf).find((dark) => dark !== null) ?? DARK.matches;
}

/**
 * The scheme that is stated, null if both will do.
 * @param {Element} element
 */
function schemeOf(element) {
  const names = getComputedStyle(element)
    .colorScheme.split(" ")
    .filter((name) => name === "light" || name === "dark");
  return names.length === 1 ? names[0] : null;
}

/**
 * Whether an element has a dark background, null if it has none.
 * @param {Element | null} element
 */
function darknessOf(element) {
  const colour = element && getComputedStyle(element).backgroundColor;
  const channels = colour?.match(/^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/);
  if (!channels || Number(channels[4] ?? 1) < 0.5) return null;
  const [red, green, blue] = channels.slice(1).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

DARK.addEventListener("change", look);
// Choosing a theme replaces the classes of the page.
new MutationObserver(look).observe(root, { attributeFilter: ["class"] });
// The styles of a theme arrive after its class; the events of style sheets do not bubble.
addEventListener("load", lookAtScheme, { capture: true });
look();
