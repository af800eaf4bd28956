// LangChain's agents for Node.js, with its MCP adapters.

import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { z } from "zod";

const [modelUrl, mcpUrl, prompt] = process.argv.slice(2);
const client = new MultiServerMCPClient({ notes: { transport: "http", url: mcpUrl } });
const model = new ChatOpenAI({ model: "gpt-5", apiKey: "none", configuration: { baseURL: modelUrl } });
const shout = tool(async ({ text }) => text.toUpperCase(), {
  name: "shout",
  description: "Shout.",
  schema: z.object({ text: z.string() }),
});
const agent = createAgent({ model, tools: [shout, ...(await client.getTools())] });
const result = await agent.invoke({ messages: [{ role: "user", content: prompt }] });
console.log(result.messages.at(-1).content);
await client.close();
