/** @import { Run, Story } from "./types" */
import { data, found, made } from "./dom.js";
import { List } from "./list.js";
import { overview } from "./overview.js";
import { unpack } from "./stories.js";
import { StoryView } from "./story.js";

/** @type {Run} */
const run = data("run");
/** @type {Story[]} */
const stories = data("stories");
const list = new List(stories);
const main = found("main", HTMLElement);
/** @type {StoryView | null} */
let view = null;
/** What is folded on the screen, and not on paper. @type {HTMLDetailsElement[]} */
let unfolded = [];
const AT_A_TIME = 20;

/**
 * Show what the address says: a story and one of its steps.
 * @returns {Promise<void>}
 */
async function follow() {
  const address = new URLSearchParams(location.hash.slice(1));
  const named = address.get("story");
  const story = named === null ? stories[0] : stories.find((one) => one.id === named);
  if (!story) {
    view = null;
    list.mark("");
    main.replaceChildren(made("p", "empty", nothing(named)));
    return;
  }
  if (story.packed) {
    await unpack(story);
    // The address may be another one by now.
    return follow();
  }
  if (view?.story !== story) {
    view = new StoryView(story, (step) => choose(story, step));
    main.replaceChildren(view.element);
    main.scrollTop = 0;
    list.mark(story.id);
  }
  const step = address.get("step");
  if (step === null) view.show(first(story), false);
  else view.show(Math.max(-1, Math.min(story.steps.length, Number(step) || 0) - 1), true);
}

/** Unpack the other stories once the first is on the screen, some at a time, so that all of them can be printed. */
async function unpackAll() {
  await drawn();
  performance.mark("first story"); // benchmarks read it
  for (const [number, story] of stories.entries()) {
    if (number % AT_A_TIME === 0) await new Promise((resolve) => setTimeout(resolve));
    await unpack(story);
  }
}

/** What has been made is on the screen. In a tab that nobody sees there are no frames to wait for. */
function drawn() {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** @param {string | null} named */
function nothing(named) {
  if (named === null) return "No test of this run used a fixture of pytest-uimcp.";
  return `This report has no story ${named}: it may be of another run. Its own stories are in the list.`;
}

/**
 * The step to begin with: the one that failed, else the last.
 * @param {Story} story
 */
function first(story) {
  const wrong = story.steps.findLastIndex((step) => step.error);
  return story.outcome !== "passed" && wrong >= 0 ? wrong : story.steps.length - 1;
}

/**
 * @param {Story} story
 * @param {number} step
 */
function choose(story, step) {
  history.replaceState(null, "", `#${new URLSearchParams({ story: story.id, step: String(step + 1) })}`);
  view?.show(step, true);
}

overview(run, stories, (filter) => list.choose(filter));
const panel = found("panel", HTMLDetailsElement);
const isNarrow = matchMedia("(max-width: 45rem)");

/** On a phone the list is folded, so that the story comes first. */
function unfold() {
  panel.open = !isNarrow.matches;
}
isNarrow.addEventListener("change", unfold);
unfold();
addEventListener("hashchange", () => {
  void follow();
  unfold();
});
/**
 * With Alt, up and down go through the steps, whatever has the focus; a slash leads to the search.
 * @param {KeyboardEvent} event
 */
function shortcut(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const search = found("search", HTMLInputElement);
  if (event.altKey && by && view) {
    const step = view.pane.step + by;
    if (step >= -1 && step < view.story.steps.length) choose(view.story, step);
  } else if (event.key === "/" && !(event.target instanceof HTMLElement && event.target.matches("input, select"))) {
    panel.open = true;
    search.select();
  } else return;
  event.preventDefault();
}
addEventListener("keydown", shortcut);
// On paper, all stories of the list stand one after the other, and nothing is folded.
addEventListener("beforeprint", () => {
  const printed = list.shown().map((story) => {
    const whole = view?.story === story ? view : new StoryView(story, () => {});
    if (whole !== view) whole.show(first(story), false);
    return whole.element;
  });
  if (printed.length) main.replaceChildren(...printed);
  unfolded = [...main.querySelectorAll("details")].filter((details) => !details.open);
  for (const details of unfolded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of unfolded) details.open = false;
  if (view) main.replaceChildren(view.element);
  else void follow();
});
void follow().then(unpackAll);
