// The page of a tab that has given way to another one of its session. It says so, on the desktop too if it may, and
// loads the session once it is the only tab left.

import { vendedId } from './ui/session.js';
import { joinTabs } from './ui/tabs.js';

const PATIENCE = 300;

const query = new URLSearchParams(location.search);
const session = query.get('session') ?? '';

joinTabs(session, 'waiting', load);
onClick('close', close);
const id = await vendedId(session);
tell(id ? `Session ${id} is already active in another tab.` : 'The session is already active in another tab.');

/** @param {string} text */
function tell(text) {
  const which = document.getElementById('which');
  if (which) which.textContent = text;
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const notification = new Notification('Session is already open', { body: text, tag: `ui-session-${session}` });
  notification.onclick = () => window.focus();
}

/** Only to an address of this server: the query is anybody's to write. */
function load() {
  const page = new URL(query.get('page') ?? '/', location.origin);
  if (page.origin === location.origin) location.replace(page);
}

/** @param {Event} event */
function close(event) {
  event.preventDefault();
  window.close();
  // A tab that a person opened is closed by a person only.
  setTimeout(() => document.getElementById('refused')?.removeAttribute('hidden'), PATIENCE);
}

/**
 * @param {string} id
 * @param {(event: Event) => void} listener
 */
function onClick(id, listener) {
  document.getElementById(id)?.addEventListener('click', listener);
}
