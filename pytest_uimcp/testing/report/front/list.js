/** @import { Story } from "./types" */
import { duration, folded, found, made } from "./dom.js";
import { CHANGES } from "./stories.js";

/** @type {Record<string, (story: Story) => boolean>} */
const FILTERS = {
  all: () => true,
  failed: (story) => story.outcome !== "passed",
  passed: (story) => story.outcome === "passed",
  changed: (story) => Boolean(story.change),
  flaky: (story) => story.flaky === true,
};

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
    /** @type {Map<string, Story[]>} */
    this.faces = new Map();
    for (const story of stories) {
      const key = story.base ?? story.id;
      this.faces.set(key, [...(this.faces.get(key) ?? []), story]);
    }
  }

  /** @param {string} id */
  mark(id) {
    this.chosen = id;
    this.draw();
  }

  /** @param {string} name */
  choose(name) {
    this.filter.value = name;
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
      !["all", "failed"].includes(this.filter.value) ||
      passed.some((story) => story.id === this.chosen);
    const parts = [];
    const rows = this.rows(failed);
    // A story that failed on one face is among the failures with all its faces.
    const others = passed.filter((story) => !failed.some((other) => sameStory(other, story)));
    if (failed.length) parts.push(made("ul", "", ...rows));
    if (others.length) parts.push(this.passed(others, open));
    this.element.replaceChildren(...(parts.length ? parts : [made("p", "empty", "No story matches.")]));
  }

  /**
   * What passed; its rows are made when they are unfolded, so that a run of thousands opens as quickly as a small one.
   * @param {Story[]} stories
   * @param {boolean} open
   */
  passed(stories, open) {
    const details = folded(`${stories.length} passed`, open);
    const fill = () => {
      if (details.open && !details.querySelector("ul")) details.append(made("ul", "", ...this.rows(stories)));
    };
    details.addEventListener("toggle", fill);
    fill();
    return details;
  }

  /**
   * One row for each story, whatever the number of its faces.
   * @param {Story[]} stories
   */
  rows(stories) {
    const rows = [];
    const done = new Set();
    for (const story of stories) {
      const key = story.base ?? story.id;
      const faces = this.faces.get(key) ?? [story];
      if (faces.length < 2) rows.push(this.item(story));
      else if (!done.has(key)) rows.push(this.several(key, faces));
      done.add(key);
    }
    return rows;
  }

  /** @param {Story} story */
  fits(story) {
    return FILTERS[this.filter.value]?.(story) ?? true;
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
    const link = made("a", story.outcome, ...words(story.id, story));
    this.lead(link, story);
    return made("li", "", link);
  }

  /**
   * @param {string} id
   * @param {Story[]} faces
   */
  several(id, faces) {
    const first = faces.find((story) => story.outcome !== "passed") ?? faces[0];
    if (!first) return made("li");
    const links = faces.map((story) => {
      const link = made("a", `face ${story.outcome}`, story.face ?? story.id);
      this.lead(link, story);
      link.setAttribute("aria-label", `${id} on ${story.face}: ${story.outcome}`);
      return link;
    });
    return made("li", `several ${first.outcome}`, ...words(id, first), made("span", "faces", ...links));
  }

  /**
   * @param {HTMLAnchorElement} link
   * @param {Story} story
   */
  lead(link, story) {
    link.href = `#${new URLSearchParams({ story: story.id })}`;
    if (story.id === this.chosen) link.setAttribute("aria-current", "page");
  }
}

/**
 * @param {Story} one
 * @param {Story} other
 */
function sameStory(one, other) {
  return one.base !== undefined && one.base === other.base;
}

/**
 * @param {string} id
 * @param {Story} story
 */
function words(id, story) {
  const [name = "", ...path] = id.split("::").reverse();
  const marks = [];
  if (story.flaky) marks.push(made("span", "badge flaky", "flaky"));
  if (story.change && story.change !== "new") marks.push(made("span", `badge ${story.change}`, CHANGES[story.change]));
  const place = path.reverse().join("::");
  return [made("strong", "", name), ...marks, made("small", "", `${place} · ${duration(story.seconds)}`)];
}
