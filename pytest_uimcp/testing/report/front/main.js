/** @import { Run, Story } from "./types" */
import { data, found, made } from "./dom.js";
import { List } from "./list.js";
import { StoryView } from "./story.js";

/** @type {Run} */
const run = data("run");
/** @type {Story[]} */
const stories = data("stories");
const list = new List(stories);
const main = found("main", HTMLElement);
/** @type {StoryView | null} */
let view = null;

/** Show what the address says: a story and one of its steps. */
function follow() {
  const address = new URLSearchParams(location.hash.slice(1));
  const story = stories.find((one) => one.id === address.get("story")) ?? stories[0];
  if (!story) return;
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

found("title", HTMLHeadingElement).textContent = run.title;
found("counts", HTMLParagraphElement).append(
  Object.entries(run.counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ") || "no tests ran",
  made("br"),
  new Date(run.began).toLocaleString(),
);
addEventListener("hashchange", follow);
addEventListener("beforeprint", () => {
  for (const details of main.querySelectorAll(".timeline details")) details.setAttribute("open", "");
});
list.draw();
follow();
