// Restores the page after a reconnect. The server may have kept everything, missed some messages, or forgotten this
// page. The page asks for every variable, creates the missing ones again, and then sends the user's queued messages.

/**
 * The steps, each started when the server has answered the previous one:
 * 1. ask for all values, and find out which variables are missing;
 * 2. create the missing ones, and send what the user entered or clicked meanwhile;
 * 3. show the answers.
 * @param {import('./app.js').App} app
 */
export function resume({ store, connection }) {
  /** @type {number[]} */
  const missing = [];
  for (const variable of store.unconfirmed.keys()) store.pending.add(variable);
  connection.waitFirst([...store.unconfirmed].map(([{ id }, value]) => write(id, value)));
  store.dropFences();
  store.onMissing = (id) => missing.push(id);
  store.watchRoot();
  const doomed = store.doomed;
  for (const varId of doomed) connection.send({ type: "destroy", data: { varId } });
  const ids = store.all().map(({ id }) => id);
  connection.send({ type: "get", data: { varIds: ids } });
  store.fence(() => {
    store.onMissing = null;
    // The server confirms only those that it still had.
    store.bury(doomed);
    restore();
  });

  function restore() {
    for (const id of missing.sort((a, b) => a - b)) {
      const variable = store.get(id);
      if (variable) store.announce(variable);
    }
    for (const variable of store.pending) variable.incoming = null;
    for (const message of connection.takeWaiting()) {
      const variable = store.get(message.data.varId ?? 0);
      if (!variable) continue;
      connection.send(message);
      if (variable.isState) store.unconfirmed.set(variable, message.data.value ?? null);
    }
    const sent = [...store.pending];
    connection.live();
    store.fence(() => store.settle(sent));
  }
}

/**
 * @param {number} varId
 * @param {Value} value
 * @returns {Message}
 */
function write(varId, value) {
  return { type: "update", data: { varId, value } };
}
