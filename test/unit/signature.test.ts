// Compares our request signatures with those of the AWS SDK.
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Credentials } from '#lib/foundation/aws/credentials.ts';
import { Sha256 } from '#lib/foundation/aws/sha256.ts';
import { createSigner } from '#lib/foundation/aws/signature.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { fakeClock } from '#test/support/fake-clock.ts';

const text = fc.stringMatching(/^[A-Za-z0-9/+=-]{1,200}$/);
const requests = fc.record({
  accessKeyId: text,
  secretAccessKey: text,
  sessionToken: fc.option(text, { nil: undefined }),
  region: fc.constantFrom('eu-central-1', 'cn-north-1'),
  host: fc.constantFrom('dynamodb.eu-central-1.amazonaws.com', '127.0.0.1:8000'),
  target: fc.constantFrom('DynamoDB_20120810.GetItem', 'secretsmanager.GetSecretValue', undefined),
  path: fc.constantFrom('/', '/v2/email/outbound-emails'),
  bodies: fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 3 }),
  at: fc.date({ min: new Date('2026-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
});

test('the request signer signs every request exactly as the AWS SDK does', async () => {
  const clock = fakeClock();
  await fc.assert(
    fc.asyncProperty(requests, async ({ sessionToken, region, host, target, path, bodies, at, ...keys }) => {
      clock.set(at.toISOString());
      const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
      const contentType = 'application/x-amz-json-1.0';
      const destination = { host, region, service: 'dynamodb', contentType, path };
      const sign = createSigner(destination, () => credentials);
      const signer = new SignatureV4({
        credentials,
        region,
        service: 'dynamodb',
        sha256: Sha256,
        applyChecksum: false,
      });
      for (const body of bodies) {
        const signed = await sign(body, target);
        const { 'content-length': length, 'user-agent': agent, ...headers } = signed;
        const request = { method: 'POST', protocol: 'https:', hostname: host, path, query: {} };
        const expected = await signer.sign({ ...request, headers, body }, { signingDate: at });
        expect(headers).toEqual(expected.headers);
        expect([length, agent]).toEqual([String(Buffer.byteLength(body)), 'creator-affiliate-service']);
      }
    }),
  );
});

test('the request signer uses the signing key of the current UTC day', async () => {
  const clock = fakeClock();
  const destination = { host: 'h', region: 'r', service: 's', contentType: 'c' };
  const newSigner = () => createSigner(destination, () => ({ accessKeyId: 'A', secretAccessKey: 'S' }));
  const sign = newSigner();
  const days = [
    ['2026-03-01T23:59:59.999Z', '20260301'],
    ['2026-03-02T00:00:00.000Z', '20260302'],
    ['2026-03-01T23:59:59.999Z', '20260301'],
  ] as const;
  for (const [instant, day] of days) {
    clock.set(instant);
    const headers = await sign('', 'T');
    expect(headers.authorization).toContain(`Credential=A/${day}/`);
    // A signer without an earlier day has no key to reuse.
    expect(headers).toEqual(await newSigner()('', 'T'));
  }
});

test('the request signer uses new credentials as soon as the provider returns them', async () => {
  fakeClock('2026-03-01T12:00:00.000Z');
  const destination = { host: 'h', region: 'r', service: 's', contentType: 'c' };
  let credentials: Credentials = { accessKeyId: 'A', secretAccessKey: 'S', sessionToken: 'first' };
  const refreshing = createSigner(destination, async () => credentials);
  const before = await refreshing('body', 'T');
  credentials = { accessKeyId: 'B', secretAccessKey: 'Z', sessionToken: 'second' };
  const after = await refreshing('body', 'T');
  expect(after).not.toEqual(before);
  expect(after).toEqual(await createSigner(destination, () => credentials)('body', 'T'));
});
