import { made } from "./dom.js";

const CLOCK = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
const DAY = /** @type {const} */ ({ day: "numeric", month: "short" });

/**
 * When something was said. What is of today has its time, what is older its day, and what is of another year the year.
 *
 * @param {string} ts
 */
export function time(ts) {
  const moment = new Date(ts);
  const valid = !Number.isNaN(moment.getTime());
  const full = valid ? moment.toLocaleString([], { dateStyle: "full", timeStyle: "long" }) : "";
  return made("time", { datetime: ts, title: full }, valid ? shown(moment, new Date()) : "");
}

/**
 * Write the times of the page anew whenever another day begins.
 */
export function followDays() {
  const now = new Date();
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  setTimeout(
    () => {
      for (const element of document.querySelectorAll("time")) {
        const moment = new Date(element.dateTime);
        if (!Number.isNaN(moment.getTime())) element.textContent = shown(moment, new Date());
      }
      followDays();
    },
    tomorrow.getTime() - now.getTime() + 1000,
  );
}

/**
 * @param {Date} moment
 * @param {Date} now
 */
function shown(moment, now) {
  if (moment.toDateString() === now.toDateString()) return moment.toLocaleTimeString([], CLOCK);
  const year = moment.getFullYear() === now.getFullYear() ? {} : /** @type {const} */ ({ year: "numeric" });
  return moment.toLocaleString([], { ...year, ...DAY, ...CLOCK });
}
