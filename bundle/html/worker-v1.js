// Shared by the tabs of one session: which of them shows it, and which wait.

/** @typedef {{ port: MessagePort, role: 'active' | 'waiting' }} Tab */

/** @type {Set<Tab>} */
const tabs = new Set();

const isTaken = () => [...tabs].some(({ role }) => role === 'active');

addEventListener('connect', (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => join(port, data);
});

/**
 * @param {MessagePort} port
 * @param {{ lock: string, wants: 'active' | 'conserve' | 'waiting' }} asks
 */
function join(port, { lock, wants }) {
  /** @type {Tab} */
  const tab = { port, role: wants === 'active' || !isTaken() ? 'active' : 'waiting' };
  tabs.add(tab);
  port.postMessage({ role: tab.role });
  // Who waits already has to be told to load; who asks whether it may just does.
  if (wants === 'waiting' && tab.role === 'active') port.postMessage({ load: true });
  // The tab holds this lock. It comes free when the tab is closed, reloaded, navigates or crashes; no event tells of
  // all of these.
  navigator.locks?.request(lock, () => leave(tab));
}

/** @param {Tab} tab */
function leave(tab) {
  tabs.delete(tab);
  if (isTaken()) return;
  const [next] = tabs;
  if (!next) return;
  next.role = 'active';
  next.port.postMessage({ load: true });
}
