// After the connection was down: the server may have kept everything, lost something on the way, or forgotten this
// page. It is asked for every variable; what it misses is created again, and then people's own work is sent.

/**
 * Steps, each when the server has answered the one before:
 * 1. what there is to know, and which variables are missing;
 * 2. the missing ones, and what people entered or clicked meanwhile;
 * 3. answers to that are shown.
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
  for (const varId of store.doomed) connection.send({ type: 'destroy', data: { varId } });
  const ids = store.all().map(({ id }) => id);
  connection.send({ type: 'get', data: { varIds: ids } });
  store.fence(() => {
    store.onMissing = null;
    restore();
  });

  function restore() {
    for (const id of missing.sort((a, b) => a - b)) {
      const variable = store.get(id);
      if (variable) store.announce(variable);
    }
    // Rows that moved while nobody listened.
    for (const variable of store.held) store.setPath(variable, variable.path);
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
  return { type: 'update', data: { varId, value } };
}
