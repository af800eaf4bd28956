// This tab's place among the tabs of its session. A shared worker keeps the list; that a tab is alive shows in a lock
// that only the browser can take away, so a crashed tab counts no longer than a closed one.

/** If the worker does not answer, the page must not wait for it. */
const PATIENCE = 4000;

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
  const lock = `ui-tab-${crypto.randomUUID()}`;
  await holdLock(lock);

  /** @param {'active' | 'conserve' | 'waiting'} asks @returns {Promise<Role>} */
  function ask(asks) {
    return new Promise((resolve) => {
      const { port, onerror } = connect(session);
      let answered = false;
      onerror(() => {
        answered = true;
        resolve(otherwise);
      });
      setTimeout(() => {
        resolve(otherwise);
        // A worker that has just crashed may still be handed out, and never answers.
        if (!answered) void ask(otherwise);
      }, PATIENCE);
      port.onmessage = ({ data: { role, life, load } }) => {
        if (load) onActive();
        if (!role) return;
        answered = true;
        resolve(role);
        // The worker may live in another tab's process and crash with it: then there is a new one to register with.
        navigator.locks?.request(life, () => void ask(role));
      };
      port.postMessage({ lock, tab: tabId(), wants: asks });
    });
  }

  return ask(wants);
}

/** Stays the same when the tab is reloaded. */
function tabId() {
  const id = sessionStorage.getItem('ui-tab') ?? crypto.randomUUID();
  sessionStorage.setItem('ui-tab', id);
  return id;
}

/** @param {string} session */
function connect(session) {
  const worker = new SharedWorker('/worker-v1.js', { name: `ui-session-${session}` });
  return { port: worker.port, onerror: (/** @type {() => void} */ then) => void (worker.onerror = then) };
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
