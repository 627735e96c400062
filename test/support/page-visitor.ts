// Visits the pages of a function like a browser without JavaScript: keeps cookies, and sends forms with their hidden fields.
import { randomUUID } from 'node:crypto';
import { httpEvent } from '#infra/local/http-event.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Handler } from '#lib/surface/http/endpoint.ts';

export const pagesOrigin = 'http://localhost:3000';

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly text: string;
  /** Where a redirect leads. */
  readonly location: string;
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

interface Sent {
  readonly fields?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of a hidden field. */
export const hiddenIn = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

export function newVisitor(handler: Handler) {
  const jar = new Map<string, string>();

  async function request(method: string, path: string, { fields, headers = {} }: Sent = {}): Promise<Page> {
    const pairs = Object.entries(fields ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      ...(cookie !== '' && { cookie }),
      ...(fields !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        origin: pagesOrigin,
      }),
      ...headers,
    };
    const incoming = {
      ...{ method, url: path, sourceIp: '203.0.113.7', requestId: randomUUID(), receivedAt: now() },
      headers: Object.entries(sent),
      body: Buffer.from(new URLSearchParams(pairs).toString()),
    };
    const result = await handler(httpEvent(incoming, { routeKey: '$default', pathParameters: {} }));
    const { statusCode: status = 0, body = '', cookies = [], isBase64Encoded = false } = result;
    for (const [pair = '', ...attributes] of cookies.map((text) => text.split('; '))) {
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    const answered = Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
    return { status, headers: answered, cookies, text, location: answered.location ?? '' };
  }

  return {
    jar,
    get: (path: string, headers: Readonly<Record<string, string>> = {}) => request('GET', path, { headers }),
    post: (path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}) =>
      request('POST', path, { fields, headers }),
  };
}
