// `npm run mcp`: an MCP server for an assistant on this machine. It offers the tools of the API's own server and runs them here, so that the
// requests have the address of this machine.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';
import { basePath } from '#lib/foundation/contract/route.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { assistant } from '#lib/surface/service/routes.ts';

const { API_KEY: apiKey = '', API_URL: apiUrl = `http://localhost:3000${basePath}` } = process.env;

const contextSchema = z.object({
  brand: z.string(),
  currency: z.string(),
  timezone: z.string(),
  mode: z.string(),
});

async function readList(headers: Record<string, string>) {
  const client = new Client({ name: 'creator-affiliate-stdio', version: '1.0.0' });
  const url = new URL(`${apiUrl}${assistant.call.path}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const list = await client.listTools();
  await client.close();
  return list;
}

async function start(): Promise<void> {
  if (apiKey === '') throw new Error('Set API_KEY to a key of POST /v1/api-keys, and API_URL to the API');
  // The modules of the API read this variable when they are loaded, but nothing here uses the table.
  process.env.TABLE_NAME ??= 'none';
  const { contextKey, createServer } = await import('#lib/surface/assistant/server.ts');
  const { sendTo } = await import('#lib/surface/assistant/send.ts');
  const { tools } = await import('#lib/surface/assistant/tools.ts');
  const headers = { authorization: `Bearer ${apiKey}` };
  const list = await readList(headers);
  const context = contextSchema.parse(list._meta?.[contextKey]);
  const offered = tools.filter(({ name }) => list.tools.some((tool) => tool.name === name));
  const caller = JSON.stringify(context);
  const work = () => ({ send: sendTo(apiUrl, headers), now: now(), caller });
  const server = createServer({ tools: offered, list: () => list, context, work });
  await server.connect(new StdioServerTransport());
}

try {
  await start();
} catch (error) {
  process.stderr.write(`The MCP server cannot start. ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
