// What no client sends by accident, sent to every endpoint that takes a body.
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { createCampaign, invite, recordOrder } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, type Sent, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let ids: Record<string, string>;
beforeAll(async () => {
  acme = await createBrand();
  const [affiliate, campaign, order] = await Promise.all([
    invite(acme.admin, { trackingCode: 'hostile' }),
    createCampaign(acme.admin),
    recordOrder(acme.admin),
  ]);
  const { commissionId } = await recordOrder(acme.admin, { trackingCode: affiliate.trackingCode });
  ids = {
    '/affiliates/{id}': affiliate.id,
    '/campaigns/{id}': campaign.id,
    '/tracking/ref/{code}': 'hostile',
    '/conversions/{id}/refunds': order.id,
    '/commissions/{id}/reject': commissionId,
  };
});

const takingBodies = routes.filter(({ body }) => body !== undefined);
const endpoints = takingBodies.map(({ name, method, path }) => [name, method, path] as const);

/** Sends a body as it is to an endpoint; whatever comes back, nothing may have been written. */
async function offer(method: string, path: string, body: string, headers: Sent['headers'] = {}) {
  const url = ids[path] === undefined ? path : path.replace(/\{\w+\}/, ids[path]);
  const before = await allItems();
  const answer = await send(method, url, { token: acme.admin, body, headers });
  expect(await allItems()).toEqual(before);
  return answer;
}

const notJson = refusal(400, 'The body is not valid JSON', [{ path: '', message: 'Must be valid JSON' }]);
const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

describe.each(endpoints)('%s refuses', (_, method, path) => {
  test.each([
    ['half an object', '{"name":'],
    ['a lone bracket', '['],
    ['a word', 'hello'],
    ['two objects', '{}{}'],
    ['a comment', '{/* hi */}'],
    ['a byte order mark and nothing', '\ufeff'],
    ['white space', '  \n '],
    ['an own __proto__', '{"__proto__":{"role":"admin"}}'],
    ['a __proto__ far inside', '{"name":{"a":[{"__proto__":null}]}}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['100,000 open lists', '['.repeat(100_000)],
  ])('%s: 400', async (_name, body) => {
    const answer = await offer(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ statusCode: 400, error: 'Bad Request', details: expect.any(Array) });
  });

  test.each([
    ['lists', nested(100_000, '[', ']')],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['lists in a field', `{"name":${nested(100_000, '[', ']')}}`],
  ])('%s that are nested very deep: 400', async (_name, body) => {
    const answer = await offer(method, path, body);
    expect(answer.json).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });

  test('null, numbers, texts and lists in an object’s place: 400', async () => {
    for (const body of ['null', '0', '"text"', 'true', '[]', '[{}]']) {
      expectRefusal(await offer(method, path, body), refusedFields(''));
    }
  });

  test('30,000 unknown fields: 400, in an answer that can be sent', async () => {
    const fields = Array.from({ length: 30_000 }, (_value, index) => `"${index.toString(36)}":1`);
    const answer = await offer(method, path, `{${fields.join(',')}}`);
    expect(answer.status).toBe(400);
    expect(answer.json.details.length).toBeLessThanOrEqual(100);
  });

  test('a text of 250,000 characters in any field: 400', async () => {
    const huge = 'ä'.repeat(125_000);
    for (const field of [
      'name',
      'email',
      'code',
      'trackingCode',
      'landingUrl',
      'visitorId',
      'password',
      'orderId',
      'customerEmail',
      'refundId',
      'reason',
      'x',
    ]) {
      expect((await offer(method, path, JSON.stringify({ [field]: huge }))).status).toBe(400);
    }
  });

  test('a body over 256 KiB, by one byte: 413', async () => {
    const body = JSON.stringify({ name: 'a'.repeat(262_144 - 10) });
    expect(Buffer.byteLength(body)).toBe(262_145);
    expectRefusal(await offer(method, path, body), refusal(413, 'The body must be at most 262144 bytes'));
    expect((await offer(method, path, body.replace('aa', 'a'))).status).toBe(400);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '', 'application/jsonp'])(
    'the content type "%s": 415',
    async (type) => {
      expectRefusal(
        await offer(method, path, '{"name":"Ada"}', { 'content-type': type }),
        refusal(415, 'Send the body as content-type: application/json, in UTF-8, not compressed'),
      );
    },
  );
});

test.each([
  ['content-type', 'application/json; charset=iso-8859-1'],
  ['content-encoding', 'gzip'],
])('a body sent with %s: %s would be read as something else than was meant: 415', async (name, value) => {
  const sent = { token: acme.admin, body: '{"name":"Spring"}', headers: { [name]: value } };
  const answer = await send('POST', '/campaigns', sent);
  expect([answer.status, answer.json.error]).toEqual([415, 'Unsupported Media Type']);
});

test('the character set may be named, and that there is no compression', async () => {
  const headers = { 'content-type': 'application/json; charset="UTF-8"', 'content-encoding': 'identity' };
  const answer = await send('POST', '/campaigns', { token: acme.admin, body: '{"name":"Spring"}', headers });
  expect(answer.status).toBe(201);
});

describe('a change of nothing', () => {
  test.each(['/affiliates/{id}', '/campaigns/{id}'])(
    'PATCH %s with {} or without a body: 400',
    async (path) => {
      for (const body of ['{}', '']) {
        expectRefusal(await offer('PATCH', path, body), refusedFields(''));
      }
    },
  );
});

test('a list of 80,000 discounts that are none is a 400 that can be sent', async () => {
  const body = `{"discounts":[${Array(80_000).fill('{}').join(',')}]}`;
  const answer = await offer('POST', '/discounts/bulk', body);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(100_000);
});

test.each([
  ['a login', '/auth/brand/login', '{"email":"\\ud800@brands.test","password":"x"}'],
  ['a name', '/campaigns', '{"name":"a\\udc00b"}'],
  ['an address', '/campaigns', '{"name":"a","landingUrl":"https://brand.test/\\ud800"}'],
])('half of a surrogate pair in %s is no text, and refused like what is no JSON', async (_, path, body) => {
  const { admin: token } = await createBrand();
  const answer = await send('POST', path, { token, body });
  expect([answer.status, answer.json.message]).toEqual([400, 'The body is not valid JSON']);
});

test('not JSON is said in these words', async () => {
  expectRefusal(await offer('POST', '/campaigns', '{'), notJson);
});

test('JSON may come under any JSON type, with parameters, in any case', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset="utf-8"',
  ]) {
    const answer = await send('POST', '/campaigns', {
      token: acme.admin,
      body: '{"name":"Grüße \u{1F680}"}',
      headers: { 'content-type': type },
    });
    expect(answer.status, type).toBe(201);
    expect(answer.json.data.name).toBe('Grüße \u{1F680}');
  }
});
