// The options of a native drop-down list that come and go. A browser leaves the one selected that was inserted first, or
// that happened to be shown; a person expects what was chosen, and until then the first.

/** What the user chose. @type {WeakMap<HTMLSelectElement, Element | undefined>} */
const chosen = new WeakMap();

/**
 * Note what the user chooses.
 * @param {HTMLElement | null} select
 */
export function watchChoice(select) {
  if (!(select instanceof HTMLSelectElement) || chosen.has(select)) return;
  chosen.set(select, undefined);
  select.addEventListener("input", () => chosen.set(select, select.selectedOptions[0]));
}

/**
 * The options have changed: unless what is shown was chosen, show the default.
 * @param {HTMLElement} select
 */
export function showDefault(select) {
  if (!(select instanceof HTMLSelectElement) || select.multiple || select.size > 1) return;
  const shown = select.selectedOptions[0];
  if (shown && shown === chosen.get(select)) return;
  const options = [...select.options];
  const usable = options.find((option) => !option.matches(":disabled"));
  select.selectedIndex = options.indexOf(
    options.findLast(({ defaultSelected }) => defaultSelected) ?? usable ?? options[0],
  );
}
