// Exports a client without types, for rehearsals and benchmarks. It needs only an API key, and no package.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Json } from '#test/support/json.ts';

export function clientOf(baseUrl: string, apiKey: string) {
  async function request(method: string, path: string, body?: object): Promise<Json> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // A retry with the same key has its effect once.
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }
  return {
    get: (path: string) => request('GET', path),
    post: (path: string, body?: object) => request('POST', path, body),
    patch: (path: string, body: object) => request('PATCH', path, body),
    delete: (path: string) => request('DELETE', path),
  };
}
export type Client = ReturnType<typeof clientOf>;

const attempts = 100;
const pauseMilliseconds = 200;

/** Gets a resource until it is as expected. */
export async function getUntil(
  { get }: Client,
  path: string,
  isExpected: (data: Json) => boolean,
): Promise<Json> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { data } = await get(path);
    if (isExpected(data)) return data;
    await setTimeout(pauseMilliseconds);
  }
  throw new Error(`GET ${path} does not become as expected`);
}
