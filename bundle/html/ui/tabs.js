// This tab's role among the tabs of its session. A shared worker keeps the list. Each tab holds a lock that the browser
// releases when the tab is closed or crashes, so the worker knows which tabs are alive.

/** How long to wait for an answer of the worker. */
const PATIENCE = 4000;

/** @typedef {'active' | 'waiting'} Role */

/**
 * Register this tab and return its role.
 *
 * `wants: 'active'` loads in any case, `'conserve'` gives way to an active tab, `'waiting'` has given way and is
 * notified when it should load.
 * @param {string} session
 * @param {'active' | 'conserve' | 'waiting'} wants
 * @param {() => void} [onActive] called when a waiting tab is the only one left
 * @returns {Promise<Role>}
 */
export async function joinTabs(session, wants, onActive = () => {}) {
  const otherwise = wants === "waiting" ? "waiting" : "active";
  if (!("SharedWorker" in globalThis)) return otherwise;
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
        // The browser may still return a worker that has just crashed, which never answers.
        if (!answered) void ask(otherwise);
      }, PATIENCE);
      port.onmessage = ({ data: { role, life, load } }) => {
        if (load) onActive();
        if (!role) return;
        answered = true;
        resolve(role);
        // The worker may run in another tab's process and crash with it: then register with the new one.
        navigator.locks?.request(life, () => void ask(role));
      };
      port.postMessage({ lock, tab: tabId(), wants: asks });
    });
  }

  return ask(wants);
}

/** The tab's id, which survives a reload. */
function tabId() {
  const id = sessionStorage.getItem("ui-tab") ?? crypto.randomUUID();
  sessionStorage.setItem("ui-tab", id);
  return id;
}

/** @param {string} session */
function connect(session) {
  const worker = new SharedWorker("/worker-v1.js", { name: `ui-session-${session}` });
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
