/** @import { Story } from "./types" */
import { duration, folded, found, made } from "./dom.js";

/**
 * The stories to choose from: failures first, those that passed folded; searched and filtered.
 */
export class List {
  /** @param {Story[]} stories */
  constructor(stories) {
    this.stories = stories;
    this.chosen = "";
    this.element = found("list", HTMLDivElement);
    this.search = found("search", HTMLInputElement);
    this.filter = found("filter", HTMLSelectElement);
    this.search.oninput = () => this.draw();
    this.filter.onchange = () => this.draw();
    /** @type {Map<Story, string>} */
    this.words = new Map();
  }

  /** @param {string} id */
  mark(id) {
    this.chosen = id;
    this.draw();
  }

  wanted() {
    return this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** The stories that search and filter leave. */
  shown() {
    const wanted = this.wanted();
    return this.stories.filter((story) => this.fits(story) && wanted.every((word) => this.text(story).includes(word)));
  }

  draw() {
    const wanted = this.wanted();
    const shown = this.shown();
    const failed = shown.filter((story) => story.outcome !== "passed");
    const passed = shown.filter((story) => story.outcome === "passed");
    const open =
      !failed.length ||
      wanted.length > 0 ||
      this.filter.value === "passed" ||
      passed.some((story) => story.id === this.chosen);
    const parts = [];
    if (failed.length) parts.push(made("ul", "", ...failed.map((story) => this.item(story))));
    if (passed.length)
      parts.push(folded(`${passed.length} passed`, open, made("ul", "", ...passed.map((story) => this.item(story)))));
    this.element.replaceChildren(...(parts.length ? parts : [made("p", "empty", "No story matches.")]));
  }

  /** @param {Story} story */
  fits(story) {
    return this.filter.value === "all" || (this.filter.value === "passed") === (story.outcome === "passed");
  }

  /** @param {Story} story */
  text(story) {
    const known = this.words.get(story);
    if (known !== undefined) return known;
    const text = [story.id, story.message, JSON.stringify(story.steps), JSON.stringify(story.sections)]
      .join("\n")
      .toLowerCase();
    this.words.set(story, text);
    return text;
  }

  /** @param {Story} story */
  item(story) {
    const [name = "", ...path] = story.id.split("::").reverse();
    const link = made(
      "a",
      story.outcome,
      made("strong", "", name),
      made("small", "", `${path.reverse().join("::")} · ${duration(story.seconds)}`),
    );
    link.href = `#${new URLSearchParams({ story: story.id })}`;
    if (story.id === this.chosen) link.setAttribute("aria-current", "page");
    return made("li", "", link);
  }
}
