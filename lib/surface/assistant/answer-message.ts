// Answers one message of the protocol over HTTP, without a session.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { actorOf, type Caller, grantOf } from '#lib/access/auth/rules/caller.ts';
import { modeHeader } from '#lib/foundation/contract/mode.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { invalid } from '#lib/foundation/shared/errors.ts';
import type { HttpEvent, RequestOf } from '#lib/surface/http/request.ts';
import type { ResultOf } from '#lib/surface/http/response.ts';
import type { assistant } from '#lib/surface/service/routes.ts';
import { sendTo } from './send.ts';
import { createServer, failureCode, listOf } from './server.ts';
import { toolsFor } from './tool.ts';
import { tools } from './tools.ts';

type Headers = HttpEvent['headers'];
type Call = typeof assistant.call;
type Answer = NonNullable<ResultOf<Call>>;

/** Plans no read, but keeps the headers, because the requests of tools send the same credentials. */
export const keepHeaders = ({ headers }: HttpEvent) => ({ keys: [], parse: (): Headers => headers });

const versionHeader = 'mcp-protocol-version';

/** A key has a fixed mode, and a session chooses it for each request. */
const credentialsIn = ({ authorization = '' }: Headers, { kind, mode }: Caller): Record<string, string> => ({
  authorization,
  ...(kind === 'user' && { [modeHeader]: mode }),
});

function serverFor({ caller, prefetched: headers, receivedAt }: RequestOf<Call, Headers>) {
  const { brand, role, mode } = caller;
  const allowed = toolsFor(tools, { role, mode, scopes: grantOf(caller).scopes });
  const { name, currency, timezone } = brand;
  const context = { brand: name, currency, timezone, mode };
  // The address comes from the configuration, because anybody can send another one as the host.
  const send = sendTo(environment.API_URL ?? '', credentialsIn(headers, caller));
  const work = () => ({ send, now: receivedAt, caller: `${brand.id} ${actorOf(caller).id}` });
  return createServer({ tools: allowed, list: () => listOf(allowed, context), context, work });
}

export async function answerMessage(request: RequestOf<Call, Headers>): Promise<ResultOf<Call>> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await serverFor(request).connect(transport);
  const version = request.prefetched[versionHeader];
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version !== undefined && { [versionHeader]: version }),
  };
  const sent = new Request('http://localhost', { method: 'POST', headers });
  const response = await transport.handleRequest(sent, { parsedBody: request.body });
  const answer: ResultOf<Call> = response.status === 202 ? undefined : ((await response.json()) as Answer);
  const { code, message = '' } = answer?.error ?? {};
  if (code === ErrorCode.ParseError) throw invalid('Invalid request body', [{ path: 'params', message }]);
  if (!response.ok) throw invalid('Invalid headers', [{ path: versionHeader, message }]);
  if (code === failureCode) throw new Error(`A tool failed: ${message}`);
  if (code !== ErrorCode.InternalError) return answer;
  return { ...answer, jsonrpc: '2.0', error: { code: ErrorCode.InvalidParams, message } };
}
