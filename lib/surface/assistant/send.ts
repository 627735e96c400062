// Sends the requests of tools to the API, so that its checks, limits and audit trail apply to them.
import { idempotencyKeyHeader } from '#lib/foundation/contract/idempotency-key.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { functionTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import { type ApiCall, addressOf } from './api-call.ts';

export interface ApiAnswer {
  readonly status: number;
  /** JSON is parsed. */
  readonly body: unknown;
}

export type Send = (call: ApiCall, idempotencyKey?: string) => Promise<ApiAnswer>;

/** Ends before the function of the MCP server does, so that it can still explain the failure. */
const timeoutMilliseconds = (functionTimeoutSeconds - 1) * 1000;

async function fetched(url: string, init: RequestInit): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    throw unavailable(error, 'The API did not answer. A change may have been made: send the same call again');
  }
}

/** `baseUrl` ends in the base path of the API. `headers` authenticate the caller. */
export const sendTo =
  (baseUrl: string, headers: Readonly<Record<string, string>>): Send =>
  (call, idempotencyKey) =>
    fetched(`${baseUrl}${addressOf(call)}`, {
      method: call.method,
      headers: {
        ...headers,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: 'error',
    });
