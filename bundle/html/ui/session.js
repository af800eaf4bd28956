// Which session this page shows.

const ID = /^[0-9a-f]{32}$/;

/**
 * From the path, else from the cookie. Read only once: all ports of a host share a cookie, so it may soon name another
 * server's session.
 * @returns {string | null}
 */
export function sessionId() {
  const first = location.pathname.split("/")[1];
  if (ID.test(first)) return first;
  return /(?:^|;\s*)ui-session=([0-9a-f]{32})/.exec(document.cookie)?.[1] ?? null;
}

/**
 * The public id, such as "1"; null if the server does not send it.
 * @param {string} session
 */
export async function vendedId(session) {
  const response = await fetch(`/${session}`, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return response?.headers.get("X-UI-Session") ?? null;
}
