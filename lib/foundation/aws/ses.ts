// Sends e-mails with Amazon SES v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
import { createHmac, hash } from 'node:crypto';
import { getSigningKey } from '@smithy/signature-v4';
import { now } from '#lib/foundation/shared/clock.ts';
import { type Credentials, credentialsInEnvironment } from './credentials.ts';
import { createHttpClient } from './http-client.ts';
import { Sha256 } from './sha256.ts';

export interface SesEmail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type SendThroughSes = (email: SesEmail) => Promise<void>;

const path = '/v2/email/outbound-emails';
const limits = { connectionTimeout: 1000, requestTimeout: 5000 };

/** Signs a POST of JSON with SigV4. The signer of lib/foundation/aws/signature.ts is only for the JSON protocol, whose path is `/`. */
export async function signedHeaders(
  { host, region }: { readonly host: string; readonly region: string },
  credentials: Credentials,
  body: string,
  at: Date,
): Promise<Record<string, string>> {
  const timestamp = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const { sessionToken } = credentials;
  const signed = {
    'content-type': 'application/json',
    host,
    'x-amz-date': timestamp,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const names = Object.keys(signed).join(';');
  const canonical = `POST\n${path}\n\n${lines.join('')}\n${names}\n${hash('sha256', body)}`;
  const day = timestamp.slice(0, 8);
  const scope = `${day}/${region}/ses/aws4_request`;
  const key = await getSigningKey(Sha256, { ...credentials }, day, region, 'ses');
  const signature = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${hash('sha256', canonical)}`)
    .digest('hex');
  const credential = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}`;
  return {
    ...signed,
    'content-length': String(Buffer.byteLength(body)),
    authorization: `${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Only a 429 (the sending rate is exceeded) and a 5xx are transient. Any other status needs an operator, so the e-mail is set aside. */
function failureOf(statusCode: number): Error {
  const isTransient = statusCode === 429 || statusCode >= 500;
  const name = isTransient ? 'ServiceUnavailable' : 'EmailRejected';
  return Object.assign(new Error(`SES returned ${statusCode}`), { name });
}

export function createSesClient(): SendThroughSes {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_SESV2: override } = process.env;
  const address = new URL(path, override ?? `https://email.${region}.amazonaws.com`);
  const post = createHttpClient(address, limits);
  return async ({ from, to, subject, text, html }) => {
    const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
    const body = JSON.stringify({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
    });
    const headers = await signedHeaders(
      { host: address.host, region },
      credentialsInEnvironment(),
      body,
      now(),
    );
    const { statusCode } = await post(headers, body);
    if (statusCode !== 200) throw failureOf(statusCode);
  };
}
