// `?scrollOnOutput`: an element that stays at its end while what is in it grows.

/**
 * @param {() => HTMLElement | undefined} find the element, which may be another after a while
 * @returns {() => void} stop
 */
export function followOutput(find) {
  /** @type {HTMLElement | undefined} */
  let followed;
  let height = 0;
  const observer = new MutationObserver(look);
  const resizes = new ResizeObserver(look);

  function look() {
    const element = find();
    if (element !== followed) follow(element);
    if (!element) return;
    const grown = element.scrollHeight > height;
    height = element.scrollHeight;
    if (grown) element.scrollTop = height;
  }

  /** @param {HTMLElement | undefined} element */
  function follow(element) {
    observer.disconnect();
    resizes.disconnect();
    followed = element;
    height = 0;
    if (!element) return;
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    // It has no height before it is in the page, nor while it is hidden.
    resizes.observe(element);
  }

  look();
  return () => {
    observer.disconnect();
    resizes.disconnect();
  };
}
