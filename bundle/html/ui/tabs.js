// This tab's place among the tabs of its session. A shared worker keeps the list; that a tab is alive shows in a lock
// that only the browser can take away, so a crashed tab counts no longer than a closed one.

/** If the worker does not answer, the page must not wait for it. */
const PATIENCE = 1500;

/** @typedef {'active' | 'waiting'} Role */

/**
 * Register; the answer is the role this tab has.
 *
 * `wants: 'active'` is a tab that loads in any case, `'conserve'` one that gives way to an active one, `'waiting'`
 * one that has given way and is told when it should load.
 * @param {string} session
 * @param {'active' | 'conserve' | 'waiting'} wants
 * @param {() => void} [onActive] called when a waiting tab is the only one left
 * @returns {Promise<Role>}
 */
export async function joinTabs(session, wants, onActive = () => {}) {
  const otherwise = wants === 'waiting' ? 'waiting' : 'active';
  if (!('SharedWorker' in globalThis)) return otherwise;
  const name = `ui-tab-${session}-${crypto.randomUUID()}`;
  await holdLock(name);
  return new Promise((resolve) => {
    const worker = new SharedWorker('/worker-v1.js', { name: `ui-session-${session}` });
    worker.onerror = () => resolve(otherwise);
    setTimeout(() => resolve(otherwise), PATIENCE);
    worker.port.onmessage = ({ data }) => {
      if (data.role) resolve(data.role);
      if (data.load) onActive();
    };
    worker.port.postMessage({ lock: name, wants });
  });
}

/**
 * Hold a lock for as long as this tab lives.
 * @param {string} name
 */
function holdLock(name) {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    navigator.locks.request(name, () => {
      resolve(undefined);
      return new Promise(() => {});
    });
  });
}
