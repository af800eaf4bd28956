/** @typedef {{ content: string, id: string }} Written  What was written; `id` is that of a post which may have arrived. */

const NOTHING = { content: "", id: "" };

/**
 * What was written and not sent yet. Each tab keeps its own; a new tab begins with the latest of all tabs, so that one
 * that was closed can be opened again.
 */
export class Draft {
  /** @param {string} conversation */
  constructor(conversation) {
    this.key = `draft in ${conversation}`;
    /** What this tab has kept last. */
    this.kept = "";
  }

  /** @returns {Written} */
  read() {
    const written = this.from(() => sessionStorage) ?? this.from(() => localStorage) ?? NOTHING;
    if (written.content !== "") this.write(written); // also if it comes from another tab: from now on it is this one's
    return written;
  }

  /** @param {Written} written */
  write(written) {
    const text = written.content === "" ? "" : JSON.stringify(written);
    for (const place of [() => sessionStorage, () => localStorage]) {
      try {
        if (text !== "") place().setItem(this.key, text);
        // What another tab has written since is that tab's.
        else if (place().getItem(this.key) === this.kept) place().removeItem(this.key);
      } catch {
        // The browser keeps nothing for this page, or no more than it has: then the draft lives as long as the page.
      }
    }
    this.kept = text;
  }

  /**
   * Have `sent` called with a text when another tab has sent it.
   *
   * @param {(content: string) => void} sent
   */
  whenSentElsewhere(sent) {
    addEventListener("storage", (event) => {
      if (event.key === this.key && event.newValue === null && event.oldValue) sent(parsed(event.oldValue).content);
    });
  }

  /**
   * @param {() => Storage} place
   * @returns {Written | undefined}
   */
  from(place) {
    try {
      const text = place().getItem(this.key);
      return text === null ? undefined : parsed(text);
    } catch {
      return undefined;
    }
  }
}

/**
 * @param {string} text
 * @returns {Written}
 */
function parsed(text) {
  const { content, id } = JSON.parse(text);
  return { content: String(content), id: String(id) };
}
