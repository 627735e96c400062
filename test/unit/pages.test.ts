// Tests how pages are served. test/browser/pages.test.ts tests the pages themselves.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Schema } from '#lib/surface/api/json-schema.ts';
import { pageFunctions } from '#lib/surface/api/page-functions.ts';
import { fallbackHandler } from '#lib/surface/http/fallback.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { newFieldLists } from '#lib/surface/pages/fields.ts';
import { pagesHandler } from '#lib/surface/pages/handler.ts';
import { sectionsOf } from '#lib/surface/pages/layout.ts';
import { renderMarkdown } from '#lib/surface/pages/markdown.ts';
import { referencePages } from '#lib/surface/pages/reference.ts';

const page = (text: string) => ({ type: 'text/html', text, isImmutable: false });

const handle = pagesHandler(() => ({
  '/': page('Send orders to http://localhost:3000/v1/conversions'),
  '/not-found': page('Page not found'),
  '/v1/docs/style-1.css': { type: 'text/css', text: 'a{}', isImmutable: true },
}));

const eventOf = (method: string, rawPath: string, headers: Readonly<Record<string, string>> = {}) =>
  ({
    headers,
    rawPath,
    rawQueryString: '',
    requestContext: { requestId: 'one', http: { method, sourceIp: '203.0.113.7' } },
  }) as unknown as HttpEvent;

const get = (rawPath: string, headers?: Readonly<Record<string, string>>) =>
  handle(eventOf('GET', rawPath, headers));

describe('a page', () => {
  test('a page runs only scripts of the service, and is cached for five minutes', async () => {
    const { statusCode, headers } = await get('/');
    expect([statusCode, headers?.['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers?.['cache-control']).toBe('public, max-age=300');
    const policy = String(headers?.['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toContain('unsafe');
  });

  test('a page is compressed as the browser accepts it, and is the same in every encoding', async () => {
    const plain = await get('/');
    const decoders = { 'gzip, br': brotliDecompressSync, gzip: gunzipSync, 'br;Q=0 , GZIP': gunzipSync };
    for (const [accepted, decode] of Object.entries(decoders)) {
      const { body = '', isBase64Encoded, headers } = await get('/', { 'accept-encoding': accepted });
      expect([isBase64Encoded, headers?.vary]).toEqual([true, 'accept-encoding']);
      expect(decode(Buffer.from(body, 'base64')).toString()).toBe(plain.body);
    }
    expect(plain.headers?.['content-encoding']).toBeUndefined();
  });

  test('a browser that has the page receives a 304 without a body', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': String(headers?.etag) });
    expect([again.statusCode, again.body]).toEqual([304, undefined]);
    expect((await get('/', { 'if-none-match': 'W/"another"' })).statusCode).toBe(200);
  });

  test('a HEAD request receives the headers of the page without a body', async () => {
    const { statusCode, body, headers } = await handle(eventOf('HEAD', '/'));
    expect([statusCode, body, headers?.etag]).toEqual([200, undefined, (await get('/')).headers?.etag]);
  });

  test('a file whose name contains its hash is cached for a year', async () => {
    const { headers } = await get('/v1/docs/style-1.css');
    expect(headers?.['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('an unknown page is a 404 for people, which nobody caches', async () => {
    const { statusCode, body, headers } = await get('/v1/docs/unknown');
    expect([statusCode, body, headers?.['cache-control']]).toEqual([404, 'Page not found', 'no-store']);
  });

  test('/docs redirects to the reference', async () => {
    const { statusCode, headers } = await get('/docs');
    expect([statusCode, headers?.location]).toEqual([308, '/v1/docs']);
  });
});

describe('the fallback', () => {
  const fallback = fallbackHandler(
    pageFunctions.flatMap(({ paths, methods }) => paths.map((path) => ({ path, methods }))),
  );

  test.each(['/', '/v1/docs', '/v1/docs/limits'])(
    'POST %s is a 405 that names GET and HEAD',
    async (path) => {
      const { statusCode, headers } = await fallback(eventOf('POST', path));
      expect([statusCode, headers?.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    },
  );

  test('the path of a page with a slash at its end redirects to the page', async () => {
    const { statusCode, headers } = await fallback(eventOf('GET', '/v1/docs/'));
    expect([statusCode, headers?.location]).toEqual([308, '/v1/docs']);
  });
});

describe('the fields of a schema', () => {
  const factsOf = (schema: Schema) => {
    const html = newFieldLists({}).fieldsIn({ properties: { status: schema } });
    return html.replaceAll(/<[^>]*>/g, '');
  };

  test('an extensible enum shows its known values once, and says that more may follow', () => {
    const schema = {
      type: ['string', 'null'],
      description: 'The state. Known values: `open`, `done`.',
      'x-extensible-enum': ['open', 'done'],
    };
    expect(factsOf(schema)).toBe('status one of open, done (more may follow) · or nullThe state.');
  });

  test('the enum of a request has no further values, also in an array', () => {
    expect(factsOf({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('status array of one of a, b');
  });

  test('a description that explains each value replaces the list of values', () => {
    const description = '- `open`: It waits.\n- `done`: It has ended.';
    const facts = factsOf({ type: 'string', description, 'x-extensible-enum': ['open', 'done'] });
    expect(facts).toMatch(/^status one of these values \(more may follow\)\s+open: It waits\.\s+done: /);
  });
});

describe('the reference', () => {
  test('the menu does not need the OpenAPI document, so that the home page of a local stage appears at once', () => {
    const pages = referencePages(() => {
      throw new Error('A page was rendered.');
    });
    expect(pages).toContainEqual(
      expect.objectContaining({
        path: '/v1/docs/reference-conversions',
        title: 'Orders',
        group: 'Orders',
      }),
    );
    expect(pages[0]?.render).toThrow('A page was rendered.');
  });
});

describe('the Markdown of a document', () => {
  test('links to pages stay, and links to files of the repository become text', () => {
    const html = renderMarkdown('[a](limits.md#fields) [b](incidents.md) [c](../infra/stage.ts) [d](#e)');
    expect(html).toBe('<p><a href="/v1/docs/limits#fields">a</a> b c <a href="#e">d</a></p>\n');
  });

  test('the numbers of decision records are left out', () => {
    expect(renderMarkdown('A rule ([0001](decisions/0001-x.md), [0002](decisions/0002-y.md)).')).toBe(
      '<p>A rule.</p>\n',
    );
  });

  test('a name in code can break on a phone, and the search finds it as a whole', () => {
    const html = renderMarkdown('# `order_id_reused`');
    expect(html).toContain('<code>order_<wbr>id_<wbr>reused</code>');
    expect(sectionsOf(html)).toEqual([expect.objectContaining({ title: 'order_id_reused' })]);
  });

  test('angle brackets in a document are text', () => {
    expect(renderMarkdown('Bearer <script>alert(1)</script>')).not.toContain('<script>');
  });

  test('headings have the anchors of GitHub', () => {
    expect(renderMarkdown('## `GET` and Retries\n## Retries, again\n## Retries')).toMatch(
      /id="get-and-retries".*id="retries-again".*id="retries"/s,
    );
  });

  test('a state diagram becomes a table of its changes', () => {
    const html = renderMarkdown('```mermaid\nstateDiagram-v2\n  [*] --> open: admin\n  open --> done\n```');
    expect(html).toContain('<tr><td>–</td><td>open</td><td>admin</td></tr><tr><td>open</td><td>done</td>');
  });
});
