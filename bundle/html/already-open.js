// The page of a tab that has given way to another tab of its session. It shows a notice, also on the desktop if
// permitted, and loads the session once no other tab shows it.

import { vendedId } from "./ui/session.js";
import { joinTabs } from "./ui/tabs.js";

const PATIENCE = 300;

const query = new URLSearchParams(location.search);
const session = query.get("session") ?? "";

joinTabs(session, "waiting", load);
onClick("close", close);
const id = await vendedId(session);
tell(id ? `Session ${id} is already active in another tab.` : "The session is already active in another tab.");

/** @param {string} text */
function tell(text) {
  const which = document.getElementById("which");
  if (which) which.textContent = text;
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const notification = new Notification("Session is already open", { body: text, tag: `ui-session-${session}` });
  notification.onclick = () => window.focus();
}

/** Accepts only addresses of this server, because any page can write the query. */
function load() {
  const page = new URL(query.get("page") ?? "/", location.origin);
  if (page.origin === location.origin) location.replace(page);
}

/** @param {Event} event */
function close(event) {
  event.preventDefault();
  window.close();
  // Browsers let scripts close only tabs that scripts have opened.
  setTimeout(() => document.getElementById("refused")?.removeAttribute("hidden"), PATIENCE);
}

/**
 * @param {string} id
 * @param {(event: Event) => void} listener
 */
function onClick(id, listener) {
  document.getElementById(id)?.addEventListener("click", listener);
}
