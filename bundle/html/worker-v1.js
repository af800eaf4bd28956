// Shared by the tabs of one session: which of them shows it, and which wait.
//
// Who is alive shows in locks: they come free when their holder is closed, reloaded, navigates or crashes; no event
// tells of all of these. The worker holds one too, for it lives in some tab's process and may go down with it.

/** @typedef {'active' | 'waiting'} Role */
/** @typedef {{ port: MessagePort, role: Role, tab: string, goes: boolean, left: Promise<void> }} Member */
/** @typedef {{ lock: string, tab: string, wants: Role | 'conserve' }} Asks */

/** Who leaves may be back after this long: reloaded, or on the way from the page that waits to the session. */
const GRACE = 1000;

/** The page before a reload lives on for a moment after the new one has begun; a duplicated tab does for good. */
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

const isTaken = () => [...members].some(({ role }) => role === 'active');

addEventListener('connect', (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => join(port, data);
});

/**
 * @param {MessagePort} port
 * @param {Asks} asks
 */
async function join(port, { lock, tab, wants }) {
  await alive;
  if (wants === 'conserve') await predecessor(tab);
  const role = wants === 'active' || (wants === 'conserve' && !isTaken()) ? 'active' : 'waiting';
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

/** Look who shows the session, a while after the last coming and going. */
function look() {
  clearTimeout(timer);
  timer = setTimeout(promote, GRACE);
}

/** If nobody shows the session, the one that has waited longest may. */
function promote() {
  const [next] = members;
  if (!next || isTaken()) return;
  next.role = 'active';
  next.goes = true; // to the session's page, which will ask for the place
  next.port.postMessage({ load: true });
}
