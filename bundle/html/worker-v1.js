// Shared by the tabs of one session: decides which tab shows it and which ones wait.
//
// Each tab holds a lock, which the browser releases when the tab is closed, reloaded, navigates or crashes; no event
// covers all of these. The worker holds a lock too, because it runs in a tab's process and may crash with it.

/** @typedef {'active' | 'waiting'} Role */
/** @typedef {{ port: MessagePort, role: Role, tab: string, goes: boolean, left: Promise<void> }} Member */
/** @typedef {{ lock: string, tab: string, wants: Role | 'conserve' }} Asks */

/** Milliseconds for a tab that left to come back: after a reload, or on its way from the waiting page to the session. */
const GRACE = 1000;

/** Milliseconds that the old page of a reload may outlive the start of the new one; a duplicated tab stays open. */
const OVERLAP = 1000;

/** @type {Set<Member>} */
const members = new Set();
let timer = 0;
const life = `ui-worker-${crypto.randomUUID()}`;
const alive = new Promise((resolve) => {
  if (!navigator.locks) resolve(undefined);
  navigator.locks?.request(life, () => {
    resolve(undefined);
    return new Promise(() => {});
  });
});

const isTaken = () => [...members].some(({ role }) => role === "active");

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => join(port, data);
});

/**
 * @param {MessagePort} port
 * @param {Asks} asks
 */
async function join(port, { lock, tab, wants }) {
  await alive;
  if (wants === "conserve") await predecessor(tab);
  const role = wants === "active" || (wants === "conserve" && !isTaken()) ? "active" : "waiting";
  const left = new Promise((resolve) => navigator.locks?.request(lock, () => resolve(undefined)));
  /** @type {Member} */
  const member = { port, role, tab, goes: false, left };
  members.add(member);
  port.postMessage({ role, life });
  look();
  await left;
  members.delete(member);
  look();
}

/** @param {string} tab */
async function predecessor(tab) {
  const old = [...members].find((member) => member.tab === tab);
  if (old?.goes) members.delete(old);
  else if (old) await Promise.race([old.left, new Promise((resolve) => setTimeout(resolve, OVERLAP))]);
}

/** Check whether a tab shows the session, some time after the last tab came or left. */
function look() {
  clearTimeout(timer);
  timer = setTimeout(promote, GRACE);
}

/** If no tab shows the session, let the one that has waited longest load it. */
function promote() {
  const [next] = members;
  if (!next || isTaken()) return;
  next.role = "active";
  next.goes = true; // to the session's page, which will register again
  next.port.postMessage({ load: true });
}
