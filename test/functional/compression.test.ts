// Tests which answers are compressed. docs/decisions/0164
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRouter } from '#infra/local/router.ts';
import type { HttpResult } from '#lib/surface/http/response.ts';
import { createExport, invite } from '#test/support/creations.ts';
import { createBrand, senderFor, type TestBrand } from '#test/support/service.ts';

const router = await createRouter();

/** Returns the result of the function, as API Gateway receives it. */
async function resultOf(
  method: string,
  path: string,
  sent: { token: string; body?: object },
  coding?: string,
) {
  let result: HttpResult = {};
  const send = senderFor(async (request) => {
    result = await router(request);
    return {};
  });
  await send(method, path, { ...sent, headers: coding === undefined ? {} : { 'accept-encoding': coding } });
  return result;
}

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
  for (let count = 0; count < 3; count += 1)
    await invite(acme.admin, { metadata: { note: 'x'.repeat(400) } });
});

const list = (coding?: string) => resultOf('GET', '/affiliates', { token: acme.admin }, coding);

describe('an answer above 1 KB', () => {
  test.each(['gzip', 'br, GZIP;q=0.8', 'deflate,gzip'])(
    'an answer above 1 KB is compressed for `accept-encoding: %s`',
    async (coding) => {
      const { body: plain = '' } = await list();
      const { body = '', isBase64Encoded, headers } = await list(coding);
      expect(isBase64Encoded).toBe(true);
      expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(plain);
      expect(body.length).toBeLessThan(plain.length / 2);
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    },
  );

  test.each([undefined, 'br', 'gzip;q=0', 'gzip; Q=0.0'])(
    'an answer above 1 KB is not compressed for `accept-encoding: %s`',
    async (coding) => {
      const { body = '', isBase64Encoded = false, headers } = await list(coding);
      expect(JSON.parse(body).data).toHaveLength(3);
      expect([isBase64Encoded, headers?.['content-encoding'], headers?.vary]).toEqual([
        false,
        undefined,
        'accept-encoding',
      ]);
    },
  );
});

test('small answers, and those with secrets, are never compressed', async () => {
  const { admin: token } = acme;
  const small = await resultOf('GET', '/affiliates?limit=1&createdTo=2020-01-01', { token }, 'gzip');
  const body = { name: 'Shop server', mode: 'live', scopes: ['*'], allowedIps: addresses() };
  const key = await resultOf('POST', '/api-keys', { token, body }, 'gzip');
  const { id } = await createExport(token);
  const file = await resultOf('GET', `/exports/${id}`, { token }, 'gzip');
  for (const { statusCode, headers } of [small, key, file]) {
    expect(statusCode).toBeLessThan(300);
    expect([headers?.['content-encoding'], headers?.vary]).toEqual([undefined, undefined]);
  }
  expect(key.body?.length).toBeGreaterThan(1024);
});

/** An answer needs this many to exceed 1 KB. */
const addresses = () => Array.from({ length: 50 }, (_, index) => `2001:db8:1234:5678:9abc::${index}/128`);
