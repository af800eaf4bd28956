// For app developers: badges on elements whose binding fails, and outlines of elements chosen on the variables page.
// Badges are switched off by `<meta name="ui-badges" content="off">` in index.html or `?badges=off` in the address.

import { observeFaults } from "./errors.js";
import { Overlay } from "./overlay.js";

/**
 * @param {import('./app.js').App} app
 * @param {string} session
 */
export function diagnose(app, session) {
  const overlay = new Overlay();
  if (wantsBadges())
    observeFaults((element, fault) => overlay.badge(element, fault && `${fault.code}: ${fault.description}`));
  point(app, overlay, session);
}

function wantsBadges() {
  const meta = document.querySelector('meta[name="ui-badges"]')?.getAttribute("content");
  return (new URLSearchParams(location.search).get("badges") ?? meta) !== "off";
}

/**
 * Outline the element of the variable that is pointed at on the variables page.
 * @param {import('./app.js').App} app
 * @param {Overlay} overlay
 * @param {string} session
 */
function point(app, overlay, session) {
  const channel = new BroadcastChannel(`ui-variables-${session}`);
  const pointer = {};
  channel.onmessage = ({ data }) => {
    overlay.remove(pointer);
    const variable = app.store.get(data.id);
    // Every tab numbers its variables itself, so the path has to match too.
    if (!variable || (variable.id > 1 && variable.path !== data.path)) return;
    const { element } = variable.listener;
    if (element) overlay.outline(pointer, element);
  };
}
