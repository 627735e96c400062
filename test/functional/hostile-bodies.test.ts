// Sends hostile bodies to every endpoint that accepts a body.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createCampaign, invite, recordOrder } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, type RequestOptions, send, type TestBrand } from '#test/support/service.ts';
import { inTurn } from '#test/support/size.ts';

let acme: TestBrand;
let creatorToken: string;
let ids: Record<string, string>;
beforeAll(async () => {
  acme = await createBrand();
  const [affiliate, campaign, order] = await Promise.all([
    invite(acme.admin, { trackingCode: 'hostile' }),
    createCampaign(acme.admin),
    recordOrder(acme.admin),
  ]);
  const { commissionId } = await recordOrder(acme.admin, { trackingCode: affiliate.trackingCode });
  creatorToken = (await createPortalCreator(acme.brand)).token;
  ids = {
    '/affiliates/{id}': affiliate.id,
    '/campaigns/{id}': campaign.id,
    '/tracking/ref/{code}': 'hostile',
    '/conversions/{id}/refunds': order.id,
    '/commissions/{id}/reject': commissionId,
  };
});

const routesWithBody = routes.filter(({ body }) => body !== undefined);
/** All endpoints parse bodies with the same middleware, so `npm test` sends the large bodies to some of them. */
const endpoints = inTurn(routesWithBody, 6).map(
  ({ name, method, path, maxBodyBytes = 262_144 }) => [name, method, path, maxBodyBytes] as const,
);

function sendHostile(method: string, path: string, body: string, headers: RequestOptions['headers'] = {}) {
  const url = ids[path] === undefined ? path : path.replace(/\{\w+\}/, ids[path]);
  const token = path.startsWith('/creator') ? creatorToken : acme.admin;
  return send(method, url, { token, body, headers });
}

/** Compares the table before and after all bodies, because comparing it for each body would double the time. */
function expectNoWritesInDescribe(): void {
  let before: readonly Item[];
  beforeAll(async () => {
    before = await allItems();
  });
  afterAll(async () => {
    expect(await allItems()).toEqual(before);
  });
}

const notJson = errorBody(400, 'The body is not valid JSON', [{ path: '', message: 'Must be valid JSON' }]);
const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

describe.each(endpoints)('the endpoint %s (%s /v1%s) with a hostile body', (_, method, path, limit) => {
  expectNoWritesInDescribe();

  test.each([
    ['an incomplete object', '{"name":'],
    ['a lone bracket', '['],
    ['an unquoted word', 'hello'],
    ['two objects', '{}{}'],
    ['a comment', '{/* hi */}'],
    ['a byte order mark alone', '\ufeff'],
    ['white space', '  \n '],
    ['a __proto__ field', '{"__proto__":{"role":"admin"}}'],
    ['a nested __proto__ field', '{"name":{"a":[{"__proto__":null}]}}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['100,000 opening brackets', '['.repeat(100_000)],
  ])('returns 400 for %s', async (_name, body) => {
    const answer = await sendHostile(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ statusCode: 400, error: 'Bad Request', details: expect.any(Array) });
  });

  test.each([
    ['lists', nested(100_000, '[', ']')],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['lists in a field', `{"name":${nested(100_000, '[', ']')}}`],
  ])('returns 400 for deeply nested %s', async (_name, body) => {
    const answer = await sendHostile(method, path, body);
    const details = [{ path: '', message: 'Must not be nested so deeply' }];
    expectError(answer, errorBody(400, 'The body is not valid JSON', details, 'json_invalid'));
  });

  test('returns 400 for null, numbers, strings and lists instead of an object', async () => {
    for (const body of ['null', '0', '"text"', 'true', '[]', '[{}]']) {
      expectError(await sendHostile(method, path, body), invalidFields(''));
    }
  });

  test('returns 400 with at most 100 details for 30,000 unknown fields', async () => {
    const fields = Array.from({ length: 30_000 }, (_value, index) => `"${index.toString(36)}":1`);
    const answer = await sendHostile(method, path, `{${fields.join(',')}}`);
    expect(answer.status).toBe(400);
    expect(answer.json.details.length).toBeLessThanOrEqual(100);
  });

  test('returns 400 for a string of 250,000 bytes in any field', async () => {
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
      expect((await sendHostile(method, path, JSON.stringify({ [field]: huge }))).status).toBe(400);
    }
  });

  test('returns 413 for a body one byte over the limit of the endpoint', async () => {
    const body = JSON.stringify({ name: 'a'.repeat(limit - 10) });
    expect(Buffer.byteLength(body)).toBe(limit + 1);
    expectError(
      await sendHostile(method, path, body),
      errorBody(413, `The body must be at most ${limit} bytes`),
    );
    expect((await sendHostile(method, path, body.replace('aa', 'a'))).status).toBe(400);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '', 'application/jsonp'])(
    'returns 415 for the content type "%s"',
    async (type) => {
      expectError(
        await sendHostile(method, path, '{"name":"Ada"}', { 'content-type': type }),
        errorBody(415, 'Send the header content-type: application/json'),
      );
    },
  );
});

test.each([
  ['content-type', 'application/json; charset=iso-8859-1', 'Send the body in UTF-8'],
  ['content-encoding', 'gzip', 'Send the body uncompressed'],
])('POST /v1/campaigns returns 415 for a body with the header %s: %s', async (name, value, message) => {
  const sent = { token: acme.admin, body: '{"name":"Spring"}', headers: { [name]: value } };
  const answer = await send('POST', '/campaigns', sent);
  expectError(answer, errorBody(415, message, undefined, 'unsupported_media_type'));
});

test('POST /v1/campaigns accepts the character set UTF-8 and the content encoding identity', async () => {
  const headers = { 'content-type': 'application/json; charset="UTF-8"', 'content-encoding': 'identity' };
  const answer = await send('POST', '/campaigns', { token: acme.admin, body: '{"name":"Spring"}', headers });
  expect(answer.status).toBe(201);
});

describe('an empty update', () => {
  expectNoWritesInDescribe();

  test.each(['/affiliates/{id}', '/campaigns/{id}'])(
    'PATCH /v1%s returns 400 for {} and for a missing body',
    async (path) => {
      for (const body of ['{}', '']) {
        expectError(await sendHostile('PATCH', path, body), invalidFields(''));
      }
    },
  );
});

test('POST /v1/discounts/bulk returns 400 with a short body for 80,000 invalid discounts, and writes nothing', async () => {
  const body = `{"discounts":[${Array(80_000).fill('{}').join(',')}]}`;
  const before = await allItems();
  const answer = await sendHostile('POST', '/discounts/bulk', body);
  expect(await allItems()).toEqual(before);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(100_000);
});

test.each([
  ['a login', '/auth/brand/login', '{"email":"\\ud800@brands.test","password":"x"}'],
  ['a name', '/campaigns', '{"name":"a\\udc00b"}'],
  ['a landing page URL', '/campaigns', '{"name":"a","landingUrl":"https://brand.test/\\ud800"}'],
])('the service returns 400 for half of a surrogate pair in %s', async (_, path, body) => {
  const { admin: token } = await createBrand();
  const answer = await send('POST', path, { token, body });
  expect([answer.status, answer.json.message]).toEqual([400, 'The body is not valid JSON']);
});

test('POST /v1/campaigns returns 400 with a fixed message for invalid JSON', async () => {
  expectError(await sendHostile('POST', '/campaigns', '{'), notJson);
});

test('POST /v1/campaigns accepts the JSON content type in any letter case and with parameters', async () => {
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
