// Messages of one frame that say the same of many variables, as one message each: a list of a thousand rows makes several
// thousand variables that look alike.

/** Fewer are not worth the shapes. */
const FEWEST = 3;

/**
 * @param {Message[]} messages
 * @returns {(Message | ManyMessage)[]}
 */
export function pack(messages) {
  /** @type {(Message | ManyMessage)[]} */
  const packed = [];
  for (let start = 0; start < messages.length;) {
    const end = endOfRun(messages, start);
    if (end - start < FEWEST) packed.push(...messages.slice(start, end).map(({ type, data }) => ({ type, data })));
    else packed.push(together(messages.slice(start, end)));
    start = end;
  }
  return packed;
}

/**
 * @param {Message[]} messages
 * @param {number} start
 */
function endOfRun(messages, start) {
  const { type } = messages[start];
  let end = start + 1;
  if (type !== "create" && type !== "destroy") return end;
  while (end < messages.length && messages[end].type === type) end += 1;
  return end;
}

/**
 * @param {Message[]} run of one type
 * @returns {ManyMessage}
 */
function together(run) {
  if (run[0].type === "destroy")
    return { type: "destroy", data: { varIds: run.map(({ data }) => /** @type {number} */ (data.varId)) } };
  /** @type {Map<Properties | undefined, number[]>} */
  const candidates = new Map();
  /** @type {Shape[]} */
  const shapes = [];
  const variables = run.map(({ data, alike }) => {
    let indices = candidates.get(alike);
    if (!indices) candidates.set(alike, (indices = []));
    let index = indices.find((index) => fits(shapes[index], data));
    if (index === undefined) {
      index = shapes.length;
      indices.push(index);
      shapes.push(shapeOf(data, alike));
    }
    const { properties = {} } = data;
    return [index, data.id ?? 0, data.parentId ?? 0, ...shapes[index].varying.map((name) => properties[name])];
  });
  return { type: "create", data: { shapes, variables } };
}

/**
 * Whether a variable differs from the others of a shape in nothing else.
 * @param {Shape} shape
 * @param {MessageData} data
 */
function fits(shape, { properties, nowatch, unbound }) {
  if (shape.nowatch !== nowatch || shape.unbound !== unbound) return false;
  let place = 0;
  for (const name in properties) {
    if (shape.properties[name] === properties[name]) continue;
    if (shape.varying[place] !== name) return false;
    place += 1;
  }
  return place === shape.varying.length;
}

/**
 * @param {MessageData} data
 * @param {Properties} [alike]
 * @returns {Shape}
 */
function shapeOf({ properties = {}, nowatch, unbound }, alike = {}) {
  const varying = Object.keys(properties).filter((name) => alike[name] !== properties[name]);
  const constant = Object.keys(alike).filter((name) => alike[name] === properties[name]);
  return { properties: Object.fromEntries(constant.map((name) => [name, alike[name]])), varying, nowatch, unbound };
}
