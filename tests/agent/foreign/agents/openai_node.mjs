// The SDK of OpenAI and that of MCP for Node.js, and the loop between them.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import OpenAI from "openai";

const [modelUrl, mcpUrl, prompt] = process.argv.slice(2);
const shout = { name: "shout", parameters: { type: "object", properties: { text: { type: "string" } } } };
const model = new OpenAI({ baseURL: modelUrl, apiKey: "none" });
const mcp = new Client({ name: "agent", version: "1.0.0" });
await mcp.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));

const { tools } = await mcp.listTools();
const functions = [shout, ...tools.map((tool) => ({ name: tool.name, parameters: tool.inputSchema }))];
const messages = [{ role: "user", content: prompt }];
let message;
do {
  const offered = functions.map((each) => ({ type: "function", function: each }));
  const answer = await model.chat.completions.create({ model: "gpt-5", messages, tools: offered });
  message = answer.choices[0].message;
  messages.push(message);
  for (const call of message.tool_calls ?? []) {
    const input = JSON.parse(call.function.arguments);
    const { name } = call.function;
    const content =
      name === "shout" ? input.text.toUpperCase() : (await mcp.callTool({ name, arguments: input })).content[0].text;
    messages.push({ role: "tool", tool_call_id: call.id, content });
  }
} while (message.tool_calls?.length);
console.log(message.content);
await mcp.close();
