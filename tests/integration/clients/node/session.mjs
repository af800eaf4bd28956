/**
 * An MCP session by the official TypeScript SDK: what to connect to and which steps to take comes as JSON on stdin,
 * what the server answered goes as JSON to stdout.
 *
 *   node session.mjs NODE_MODULES < plan.json
 *
 * A plan, or a list of them: {sdk, era, transport, url | command, args, env, steps}; `steps` are those of ../script.py.
 */

import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const PATIENCE_MS = 30_000;
const MODERN = "2026-07-28";
const INFO = { name: "typescript", version: "1" };

// The packages are in a cache, not beside this file.
const load = createRequire(join(process.argv[2], "package.json"));

/** The two packages the SDK has come in, each as {connect to a transport, hear of updates}. */
const SDKS = {
  // Version 1, protocol versions up to 2025-11-25.
  "@modelcontextprotocol/sdk": (_era) => {
    const part = (name) => load(`@modelcontextprotocol/sdk/${name}.js`);
    return {
      client: new (part("client/index").Client)(INFO),
      stdio: part("client/stdio").StdioClientTransport,
      sse: part("client/sse").SSEClientTransport,
      http: part("client/streamableHttp").StreamableHTTPClientTransport,
      updated: part("types").ResourceUpdatedNotificationSchema,
    };
  },
  // Version 2, which speaks both eras.
  "@modelcontextprotocol/client": (era) => {
    const main = load("@modelcontextprotocol/client");
    const mode = era === "legacy" ? "legacy" : { pin: MODERN };
    return {
      client: new main.Client(INFO, { versionNegotiation: { mode } }),
      stdio: load("@modelcontextprotocol/client/stdio").StdioClientTransport,
      sse: main.SSEClientTransport,
      http: main.StreamableHTTPClientTransport,
      updated: "notifications/resources/updated",
    };
  },
};

/** What a client does at each kind of step; all but `hear` answer with the result as it came. */
const DO = {
  greet: (client) => ({ serverInfo: client.getServerVersion(), instructions: client.getInstructions() }),
  tools: (client) => client.listTools(),
  resources: (client) => client.listResources(),
  templates: (client) => client.listResourceTemplates(),
  call: (client, step) => client.callTool(invocation(step)),
  read: (client, step) => client.readResource({ uri: step.uri }),
  hear,
};

const invocation = (step) => ({ name: step.tool, arguments: step.arguments });

/** Ask for news of a resource, call a tool, and wait for the news. */
async function hear(client, step, { era, updated }) {
  const news = Promise.withResolvers();
  client.setNotificationHandler(updated, (notification) => news.resolve(notification.params.uri));
  const stop =
    era === "legacy"
      ? (await client.subscribeResource({ uri: step.uri }), () => client.unsubscribeResource({ uri: step.uri }))
      : (({ close }) => close)(await listening(client, step.uri));
  await client.callTool(invocation(step));
  const uri = await bounded(news.promise, `news of ${step.uri}`);
  await stop();
  return { uri };
}

async function listening(client, uri) {
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  return { close: () => subscription.close() };
}

function bounded(promise, what) {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no ${what} within ${PATIENCE_MS} ms`)), PATIENCE_MS).unref();
  });
  return Promise.race([promise, late]);
}

/** The result of a step; a refusal by the protocol is one too. */
async function take(client, step, context) {
  try {
    return await DO[step.do](client, step, context);
  } catch (error) {
    if (typeof error.code !== "number") {
      throw error;
    }
    // Version 1 puts the code before the message.
    return { refused: error.code, why: error.message.replace(/^MCP error -?\d+: /, "") };
  }
}

async function session(plan) {
  const { client, updated, ...transports } = SDKS[plan.sdk](plan.era);
  const Transport = transports[plan.transport];
  const transport = plan.transport === "stdio" ? new Transport(plan.server) : new Transport(new URL(plan.server.url));
  await client.connect(transport);
  const account = [];
  for (const step of plan.steps) {
    account.push(await take(client, step, { era: plan.era, updated }));
  }
  const protocol = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion ?? null;
  await client.close();
  return { protocol, account };
}

const given = JSON.parse(await text(process.stdin));
// Several plans, for several servers, cost one start of Node.
const results = [];
for (const plan of [given].flat()) {
  results.push(await session(plan));
}
process.stdout.write(JSON.stringify(Array.isArray(given) ? results : results[0]));
