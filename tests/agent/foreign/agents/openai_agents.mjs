// OpenAI's Agents SDK for Node.js.

import { Agent, MCPServerStreamableHttp, OpenAIProvider, Runner, tool } from "@openai/agents";
import { z } from "zod";

const [modelUrl, mcpUrl, prompt] = process.argv.slice(2);
const mcp = new MCPServerStreamableHttp({ name: "notes", url: mcpUrl });
await mcp.connect();
const shout = tool({
  name: "shout",
  description: "Shout.",
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => text.toUpperCase(),
});
const agent = new Agent({ name: "clerk", model: "gpt-5", tools: [shout], mcpServers: [mcp] });
const modelProvider = new OpenAIProvider({ baseURL: modelUrl, apiKey: "none" });
const result = await new Runner({ modelProvider, tracingDisabled: true }).run(agent, prompt);
console.log(result.finalOutput);
await mcp.close();
