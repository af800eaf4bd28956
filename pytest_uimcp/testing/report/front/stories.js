/** @import { Delta, Kind, Story, Version } from "./types" */

/** What has happened to a story since the run before, in words. */
export const CHANGES = { new: "new", broken: "newly failed", fixed: "fixed" };

/**
 * Unpack the moments of a story, if they are packed.
 * @param {Story} story
 */
export async function unpack(story) {
  const data = story.packed;
  if (!data) return;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const moments = await new Response(stream).json();
  // It may have been unpacked meanwhile.
  if (story.packed) Object.assign(story, { moments, packed: undefined });
}

/**
 * The text that a difference leads to.
 * @param {string} before
 * @param {Delta} delta
 */
export function applied(before, [start, end, text]) {
  const points = Array.from(before); // the numbers count code points
  return points.slice(0, start).join("") + text + points.slice(points.length - end).join("");
}

/**
 * The versions of each text of one kind, by tab (or by server), as the steps left them.
 * @param {Story} story
 * @param {Kind} kind
 * @returns {Map<number, Version[]>}
 */
export function versions(story, kind) {
  /** @type {Map<number, Version[]>} */
  const all = new Map();
  for (const [step, what, tab, delta] of story.moments) {
    if (what !== kind || kind === "log") continue;
    const known = all.get(tab) ?? [];
    // Pictures are whole, texts are differences from the one before.
    known.push({ step, text: typeof delta === "string" ? delta : applied(known.at(-1)?.text ?? "", delta) });
    all.set(tab, known);
  }
  return all;
}

/**
 * The text after a step: the last version until then.
 * @param {Version[] | undefined} known
 * @param {number} step
 */
export function after(known, step) {
  return known?.findLast((version) => version.step <= step)?.text ?? "";
}

/**
 * The lines of the log that a step printed.
 * @param {Story} story
 * @param {(step: number) => boolean} wanted
 */
export function logged(story, wanted) {
  return story.moments.filter(([step, kind]) => kind === "log" && wanted(step)).map((row) => String(row[3]));
}

const MOST_COMPARED = 1500;

/**
 * The lines of two texts, each with `-`, `+` or a space before it.
 * @param {string} before
 * @param {string} now
 * @returns {[string, string][]}
 */
export function difference(before, now) {
  const old = before ? before.split("\n") : [];
  const fresh = now ? now.split("\n") : [];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const kept = old.slice(0, start);
  const tail = old.slice(old.length - end);
  const gone = old.slice(start, old.length - end);
  const come = fresh.slice(start, fresh.length - end);
  return [...marked(" ", kept), ...compared(gone, come), ...marked(" ", tail)];
}

/**
 * @param {string[]} gone
 * @param {string[]} come
 * @returns {[string, string][]}
 */
function compared(gone, come) {
  if (gone.length * come.length > MOST_COMPARED * MOST_COMPARED) return [...marked("-", gone), ...marked("+", come)];
  const width = come.length + 1;
  const common = new Uint32Array((gone.length + 1) * width);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => common[i * width + j] ?? 0;
  for (let i = gone.length - 1; i >= 0; i--) {
    for (let j = come.length - 1; j >= 0; j--) {
      common[i * width + j] = gone[i] === come[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  /** @type {[string, string][]} */
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < gone.length || j < come.length) {
    if (i < gone.length && j < come.length && gone[i] === come[j]) {
      lines.push([" ", gone[i++] ?? ""]);
      j++;
    } else if (j >= come.length || (i < gone.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(["-", gone[i++] ?? ""]);
    else lines.push(["+", come[j++] ?? ""]);
  }
  return lines;
}

/**
 * @param {string} mark
 * @param {string[]} lines
 * @returns {[string, string][]}
 */
function marked(mark, lines) {
  return lines.map((line) => [mark, line]);
}
