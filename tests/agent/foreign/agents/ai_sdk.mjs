// The AI SDK of Vercel, with its MCP client.

import { createMCPClient } from "@ai-sdk/mcp";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";

const [modelUrl, mcpUrl, prompt] = process.argv.slice(2);
const provider = createOpenAICompatible({ name: "scripted", baseURL: modelUrl, apiKey: "none" });
const mcp = await createMCPClient({ transport: { type: "http", url: mcpUrl } });
const shout = tool({
  description: "Shout.",
  inputSchema: z.object({ text: z.string() }),
  execute: async ({ text }) => text.toUpperCase(),
});
const { text } = await generateText({
  model: provider("gpt-5"),
  tools: { ...(await mcp.tools()), shout },
  stopWhen: stepCountIs(10),
  prompt,
});
console.log(text);
await mcp.close();
