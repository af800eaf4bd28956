// Conserve mode: a second tab of a session that was opened with `?conserve=true` gives way to the first.

import { joinTabs } from './tabs.js';

/**
 * Whether this tab is to show the session. One that gives way is on its way to another page.
 * @param {string} session
 */
export async function mayLoad(session) {
  const conserves = new URLSearchParams(location.search).get('conserve') === 'true';
  const role = joinTabs(session, conserves ? 'conserve' : 'active');
  if (conserves && (await role) === 'waiting') {
    const here = location.pathname + location.search + location.hash;
    location.replace(`/already-open.html?${new URLSearchParams({ session, page: here })}`);
    return false;
  }
  askOnFirstClick();
  return true;
}

/** A tab that gives way may not ask whether it may notify: it does so in the background. So the first one does. */
function askOnFirstClick() {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  addEventListener('click', () => Notification.requestPermission(), { once: true, capture: true });
}
