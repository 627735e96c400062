// Creates an API client for a brand, which throws on every unsuccessful response.
import assert from 'node:assert/strict';
import type { Json } from '#test/support/json.ts';
import type { Brand } from './deployment.ts';

export interface Api {
  readonly token: string;
  get(path: string): Promise<Json>;
  post(path: string, body: object): Promise<Json>;
}

async function sendRequest(url: string, body?: object, token?: string): Promise<Json> {
  const response = await fetch(url, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${url} returned ${response.status} ${text}`);
  return JSON.parse(text);
}

export async function apiOf(baseUrl: string, { email, password }: Brand): Promise<Api> {
  const { data } = await sendRequest(`${baseUrl}/auth/brand/login`, { email, password });
  const token: string = data.accessToken;
  return {
    token,
    get: (path) => sendRequest(`${baseUrl}${path}`, undefined, token),
    post: (path, body) => sendRequest(`${baseUrl}${path}`, body, token),
  };
}

export async function everyItem({ get }: Api, path: string): Promise<readonly Json[]> {
  const items: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Json = await get(`${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    items.push(...page.data);
    cursor = page.meta.cursor;
  }
  return items;
}
