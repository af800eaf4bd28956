/** @import { PastRun, Run, Story } from "./types" */
import { duration, found, made, visible } from "./dom.js";

/**
 * The run as a whole: how much of it passed, how long it took, and what is different from the run before.
 * @param {Run} run
 * @param {Story[]} stories
 * @param {(filter: string) => void} choose
 */
export function overview(run, stories, choose) {
  found("title", HTMLHeadingElement).textContent = visible(run.title);
  const counts = Object.entries(run.counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ");
  const words = found("counts", HTMLParagraphElement);
  words.append(counts || "no tests ran", made("br"), new Date(run.began).toLocaleString());
  words.after(...share(run), ...since(run, stories, choose), ...trend(run));
}

/** @param {PastRun} run */
function rate(run) {
  const all = Object.entries(run.counts).filter(([outcome]) => outcome !== "skipped");
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  return total ? (run.counts["passed"] ?? 0) / total : null;
}

/** @param {Run} run */
function share(run) {
  const passed = rate(run);
  if (passed === null) return [];
  const percent = passed === 1 ? 100 : Math.min(99, Math.round(passed * 100));
  const meter = made("div", "share", made("span"));
  meter.setAttribute("role", "img");
  meter.setAttribute("aria-label", `${percent} % passed`);
  meter.style.setProperty("--passed", `${passed * 100}%`);
  const time = run.seconds === undefined ? "" : ` · ${duration(run.seconds)}${longer(run)}`;
  return [meter, made("p", "rate", made("b", "", `${percent} %`), ` passed${time}`)];
}

/** @param {Run} run */
function longer(run) {
  const before = run.runs?.at(-1);
  if (!before) return "";
  const difference = run.seconds - before.seconds;
  if (Math.abs(difference) < 0.1) return ", as long as before";
  return `, ${duration(Math.abs(difference))} ${difference > 0 ? "longer" : "shorter"}`;
}

/** @type {[Story["change"], string][]} */
const CHANGE_WORDS = [
  ["broken", "newly failed"],
  ["fixed", "fixed"],
  ["new", "new"],
];

/**
 * @param {Run} run
 * @param {Story[]} stories
 * @param {(filter: string) => void} choose
 */
function since(run, stories, choose) {
  if (!run.runs?.length) return [];
  const chips = CHANGE_WORDS.flatMap(([change, text]) => {
    const count = stories.filter((story) => story.change === change).length;
    return count ? [chip(`${count} ${text}`, "changed", change ?? "", choose)] : [];
  });
  const title = made("span", "", chips.length ? "Since the run before:" : "As in the run before");
  const flaky = stories.filter((story) => story.flaky).length;
  if (flaky) chips.push(chip(`${flaky} flaky`, "flaky", "flaky", choose));
  return [made("p", "since", title, ...chips)];
}

/**
 * @param {string} text
 * @param {string} filter
 * @param {string} style
 * @param {(filter: string) => void} choose
 */
function chip(text, filter, style, choose) {
  const button = made("button", `badge ${style}`, text);
  button.type = "button";
  button.onclick = () => choose(filter);
  return button;
}

/**
 * The runs so far as columns: as high as they took long, red as far as they failed.
 * @param {Run} run
 */
function trend(run) {
  const runs = [...(run.runs ?? []), run];
  if (runs.length < 2) return [];
  const longest = Math.max(...runs.map((one) => one.seconds), 0.001);
  const columns = runs.map((one) => {
    const column = made("i");
    column.style.setProperty("--height", `${Math.max(12, (one.seconds / longest) * 100)}%`);
    column.style.setProperty("--passed", `${(rate(one) ?? 1) * 100}%`);
    return column;
  });
  const chart = made("div", "trend", ...columns);
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", `The last ${runs.length} runs: their duration, and how much of each passed`);
  chart.title = chart.getAttribute("aria-label") ?? "";
  return [chart, made("small", "", `the last ${runs.length} runs`)];
}
