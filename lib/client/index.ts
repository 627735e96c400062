// The client of the API for TypeScript and JavaScript, without dependencies. It runs wherever `fetch` and Web Crypto do.
// docs/decisions/0162-typescript-client.md
import { type AnyCall, callOf, listCallOf } from './call.ts';
import { operations } from './generated/operations.ts';
import type { Client } from './generated/types.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { type Outgoing, type Reply, send } from './send.ts';
import { createSession } from './session.ts';

export { ApiError, ConnectionError, isApiError } from './errors.ts';
export type * from './generated/types.ts';
export type { ClientOptions, Credentials, RequestOptions } from './options.ts';
export type { Call, ListCall, WithResponse } from './results.ts';
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts';

type Input = Readonly<Record<string, unknown>>;

function queryOf(values: Input): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length === 0 ? '' : `?${query}`;
}

/** Splits the input of an operation with a body: the named fields belong to the query. */
function inputParts(input: Input | undefined, takesBody: boolean, names: readonly string[]) {
  if (!takesBody) return { query: input ?? {}, body: undefined };
  const isQuery = ([name]: [string, unknown]) => names.includes(name);
  const entries = Object.entries(input ?? {});
  const body = Object.fromEntries(entries.filter((entry) => !isQuery(entry)));
  return { query: Object.fromEntries(entries.filter(isQuery)), body: input && body };
}

/** `..` in a path would name another resource, also if it is encoded. */
function segmentOf(value: unknown): string {
  if (value === undefined || /^\.{0,2}$/.test(String(value)))
    throw new TypeError(`Not an id: ${value}. Send a text`);
  return encodeURIComponent(String(value));
}

function methodOf(client: ClientOptions, token: Outgoing['token'], operation: string) {
  const [method = '', path = '', ...words] = operation.split(' ');
  const [takesBody, takesQuery, takesKey, isList] = ['body', 'query', 'key', 'list'].map((word) =>
    words.includes(word),
  );
  const queryNames =
    words
      .find((word) => word.startsWith('?'))
      ?.slice(1)
      .split(',') ?? [];

  return (...values: unknown[]): AnyCall => {
    const filled = path.replace(/\{\w+\}/g, () => segmentOf(values.shift()));
    const input = takesBody || takesQuery ? (values.shift() as Input | undefined) : undefined;
    const options = (values.shift() ?? {}) as RequestOptions;
    const { query, body } = inputParts(input, takesBody === true, queryNames);
    const key = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers = [{ 'x-mode': client.mode, 'idempotency-key': key }, options.headers ?? {}];
    const isRepeatable = method !== 'POST' || key !== undefined;
    const outgoing = { method, body, headers, isRepeatable, token, options };
    const request = (other: Input = {}): Promise<Reply> =>
      send(client, { ...outgoing, url: `${client.baseUrl}${filled}${queryOf({ ...query, ...other })}` });
    return isList ? listCallOf(request(), request) : callOf(request());
  };
}

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

export function createClient(options: ClientOptions): Client {
  const client = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  const token = client.login === undefined ? () => client.apiKey : createSession(client);
  return mapValues(operations, (domain) =>
    mapValues(domain, (operation: string) => methodOf(client, token, operation)),
  ) as unknown as Client;
}
