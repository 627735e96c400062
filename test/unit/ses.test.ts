import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';
import { signedHeaders } from '#lib/foundation/aws/ses.ts';
import { Sha256 } from '#lib/foundation/aws/sha256.ts';

const region = 'eu-central-1';
const host = `email.${region}.amazonaws.com`;
const at = new Date('2026-03-01T09:30:00.000Z');
const body = JSON.stringify({ FromEmailAddress: 'no-reply@acme.test', subject: 'Grüße' });

test.each([
  ['long-lived credentials', { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' }],
  ['credentials of a role', { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' }],
])('a request to SES has the signature that the SDK computes, with %s', async (_, credentials) => {
  const headers = await signedHeaders({ host, region }, credentials, body, at);
  const { authorization, 'content-length': __, ...signed } = headers;
  const signer = new SignatureV4({
    service: 'ses',
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  });
  const { 'x-amz-date': ___, 'x-amz-security-token': ____, ...given } = signed;
  const expected = await signer.sign(
    {
      method: 'POST',
      protocol: 'https:',
      hostname: host,
      path: '/v2/email/outbound-emails',
      headers: given,
      body,
    },
    { signingDate: at },
  );
  expect(authorization).toBe(expected.headers.authorization);
  expect(Buffer.byteLength(body)).toBe(Number(headers['content-length']));
});
